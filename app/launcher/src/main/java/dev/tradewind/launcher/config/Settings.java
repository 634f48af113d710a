package dev.tradewind.launcher.config;

import dev.tradewind.embedded.Home;
import dev.tradewind.kernel.outbox.KafkaConfig;
import dev.tradewind.providers.plugin.PluginLoader;
import dev.tradewind.providers.plugin.PluginSettings;
import dev.tradewind.spi.Plugin;
import io.vertx.core.json.DecodeException;
import io.vertx.core.json.JsonArray;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.BiFunction;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.Yaml;
import org.yaml.snakeyaml.constructor.SafeConstructor;
import org.yaml.snakeyaml.error.YAMLException;

/** Values of all settings: the environment overrides the file, the file overrides the defaults. */
public final class Settings {

  /** Read by the script that builds the program and starts the JVM. */
  private static final Set<String> OF_SCRIPT =
      Set.of("TRADEWIND_JAVA_OPTIONS", "TRADEWIND_DASHBOARD_EXTENSIONS");

  private static final Logger LOG = LoggerFactory.getLogger(Settings.class);

  private final Map<Setting, String> values;
  private final Map<String, String> kafkaProperties;
  private final Map<Setting, Path> files;
  private final Map<String, Path> kafkaFiles;
  private final List<Plugin> plugins;
  private final Map<String, String> pluginSettings;

  Settings(Map<Setting, String> values) {
    this(new Values(values, Map.of(), Map.of(), Map.of(), Map.of()), List.of());
  }

  private Settings(Values values, List<Plugin> plugins) {
    this.plugins = List.copyOf(plugins);
    this.pluginSettings = Map.copyOf(values.others());
    this.values = new EnumMap<>(Setting.class);
    this.values.putAll(withoutBlanks(values.settings()));
    this.kafkaProperties = withoutBlanks(values.kafkaProperties());
    this.files = Map.copyOf(values.files());
    this.kafkaFiles = Map.copyOf(values.kafkaFiles());
  }

  private static <K> Map<K, String> withoutBlanks(Map<K, String> values) {
    Map<K, String> stripped = new HashMap<>();
    values.forEach((name, value) -> {
      if (!value.isBlank()) {
        stripped.put(name, value.strip());
      }
    });
    return stripped;
  }

  /**
   * Values of one or several sources.
   *
   * @param kafkaProperties by their names in Kafka's clients
   * @param others values of plugins' variables and of unknown ones, by their names
   * @param files of the settings whose values were in files
   * @param kafkaFiles of the properties whose values were in files
   */
  private record Values(
      Map<Setting, String> settings,
      Map<String, String> kafkaProperties,
      Map<String, String> others,
      Map<Setting, Path> files,
      Map<String, Path> kafkaFiles) {

    private Values() {
      this(
          new EnumMap<>(Setting.class),
          new HashMap<>(),
          new HashMap<>(),
          new HashMap<>(),
          new HashMap<>());
    }

    private void putAll(Values rest) {
      settings.putAll(rest.settings);
      kafkaProperties.putAll(rest.kafkaProperties);
      others.putAll(rest.others);
      files.keySet().removeAll(rest.settings.keySet());
      files.putAll(rest.files);
      kafkaFiles.keySet().removeAll(rest.kafkaProperties.keySet());
      kafkaFiles.putAll(rest.kafkaFiles);
    }
  }

  public static Settings load(@Nullable Path file) {
    return load(file, null);
  }

  /**
   * @param file YAML or properties
   * @param pluginFolder instead of the setting
   */
  public static Settings load(@Nullable Path file, @Nullable Path pluginFolder) {
    Values fromFile = file == null ? new Values() : fromFile(file);
    Values fromEnvironment = fromEnvironment();
    Values values = new Values();
    values.putAll(fromFile);
    values.putAll(fromEnvironment);
    try {
      List<Plugin> plugins =
          PluginLoader.find(pluginFolder == null ? pluginFolder(values) : pluginFolder);
      Set<String> known = PluginSettings.names(plugins);
      for (String name : fromFile.others().keySet()) {
        if (!known.contains(name)) {
          throw new CliException(
              "The configuration file "
                  + file
                  + " has an unknown setting "
                  + name
                  + "; docs/configuration.md lists all.");
        }
      }
      // The environment may contain settings of other versions or of scripts of the operator.
      fromEnvironment.others().keySet().stream()
          .filter(name -> !known.contains(name) && !OF_SCRIPT.contains(name))
          .forEach(name -> LOG.warn("Ignoring unknown setting {}", name));
      return new Settings(values, plugins);
    } catch (IllegalArgumentException wrong) {
      throw new CliException(String.valueOf(wrong.getMessage()), wrong);
    }
  }

  private static @Nullable Path pluginFolder(Values values) {
    String folder = values.settings().get(Setting.PLUGINS);
    return folder == null || folder.isBlank() ? null : Home.folder().resolve(folder.strip());
  }

  private static Values fromFile(Path file) {
    if (!Files.isReadable(file)) {
      throw new CliException("The configuration file " + file + " cannot be read.");
    }
    Map<?, ?> content;
    try (InputStream stream = Files.newInputStream(file)) {
      if (file.toString().endsWith(".properties")) {
        Properties properties = new Properties();
        properties.load(stream);
        content = properties;
      } else {
        content = new Yaml(new SafeConstructor(new LoaderOptions())).load(stream);
      }
    } catch (IOException
        | IllegalArgumentException
        | YAMLException
        | ClassCastException malformed) {
      throw new CliException(
          "The configuration file " + file + " is neither YAML nor properties.", malformed);
    }
    Map<String, String> texts = new HashMap<>();
    if (content != null) {
      content.forEach((name, value) -> texts.put(String.valueOf(name), String.valueOf(value)));
    }
    return values(texts);
  }

  private static Values fromEnvironment() {
    Map<String, String> variables = new HashMap<>(System.getenv());
    variables.keySet().removeIf(name -> !name.startsWith(Setting.PREFIX));
    return values(variables);
  }

  private static Values values(Map<String, String> source) {
    Values values = new Values();
    source.keySet().forEach(name -> put(values, source, name));
    return values;
  }

  private static void put(Values values, Map<String, String> source, String name) {
    String value = source.get(name);
    Optional<Setting> setting = Setting.named(name);
    if (setting.isPresent()) {
      values.settings().put(setting.get(), value);
    } else if (isFileOfSecret(name)) {
      putContent(values, source, name);
    } else if (name.startsWith(Setting.KAFKA_PREFIX)) {
      values.kafkaProperties().put(kafkaProperty(name), value);
    } else {
      values.others().put(name, value);
    }
  }

  /** Whether a file of this name holds a secret, or any property of Kafka's clients. */
  private static boolean isFileOfSecret(String name) {
    if (!name.endsWith(Setting.FILE)) {
      return false;
    }
    String secret = nameOfSecret(name);
    return Setting.named(secret)
        .map(Setting::isSecret)
        .orElseGet(() ->
            secret.startsWith(Setting.KAFKA_PREFIX)
                && KafkaConfig.clientProperty(secret.substring(Setting.KAFKA_PREFIX.length()))
                    .isPresent());
  }

  private static String nameOfSecret(String nameOfFile) {
    return nameOfFile.substring(0, nameOfFile.length() - Setting.FILE.length());
  }

  private static void putContent(Values values, Map<String, String> source, String nameOfFile) {
    String name = nameOfSecret(nameOfFile);
    if (source.containsKey(name)) {
      throw new CliException("Set either %s or %s.".formatted(name, nameOfFile));
    }
    Path file = Home.folder().resolve(source.get(nameOfFile)).normalize();
    try {
      put(values, Map.of(name, PluginSettings.content(nameOfFile, file)), name);
      Setting.named(name)
          .ifPresentOrElse(
              setting -> values.files().put(setting, file),
              () -> values.kafkaFiles().put(kafkaProperty(name), file));
    } catch (IllegalArgumentException unreadable) {
      throw new CliException(String.valueOf(unreadable.getMessage()), unreadable);
    }
  }

  /** A misspelt property would leave a connection without encryption, so it is refused. */
  private static String kafkaProperty(String name) {
    String property =
        KafkaConfig.clientProperty(name.substring(Setting.KAFKA_PREFIX.length()))
            .orElseThrow(() ->
                new CliException(
                    name
                        + " is neither a setting nor a property of Kafka's producer and admin client."));
    if (KafkaConfig.isFixed(property)) {
      throw new CliException(
          name + " cannot be set: the node gives the property " + property + " itself.");
    }
    return property;
  }

  boolean isGiven(Setting setting) {
    return values.containsKey(setting);
  }

  /** Plugins that are found, not started. */
  List<Plugin> plugins() {
    return plugins;
  }

  /** Settings of plugins, by the names of their variables. */
  Map<String, String> pluginSettings() {
    return pluginSettings;
  }

  String text(Setting setting) {
    return values.getOrDefault(setting, setting.defaultValue());
  }

  @Nullable String textOrNull(Setting setting) {
    return values.get(setting);
  }

  /** Names and values of all settings that are set, with the properties of Kafka's clients. */
  Map<String, String> values() {
    Map<String, String> all = new TreeMap<>();
    values.forEach((setting, value) -> all.put(setting.variable(), value));
    kafkaProperties.forEach((name, value) -> all.put(kafkaVariable(name), value));
    return all;
  }

  /** The variable of a property of Kafka's clients. */
  static String kafkaVariable(String property) {
    return Setting.KAFKA_PREFIX + property.toUpperCase(Locale.ROOT).replace('.', '_');
  }

  /** Properties of Kafka's clients by their names. */
  Map<String, String> kafkaProperties() {
    return kafkaProperties;
  }

  /** The file that holds the value of a secret; null if the setting itself does. */
  @Nullable Path fileOf(Setting setting) {
    return files.get(setting);
  }

  /** Files that hold values of properties of Kafka's clients, by the names of the properties. */
  Map<String, Path> kafkaFiles() {
    return kafkaFiles;
  }

  int number(Setting setting, int from, int to) {
    String text = text(setting);
    try {
      int number = Integer.parseInt(text);
      if (number >= from && number <= to) {
        return number;
      }
    } catch (NumberFormatException notANumber) {
      throw notBetween(setting, from, to, notANumber);
    }
    throw notBetween(setting, from, to, null);
  }

  /** The number of a setting whose default depends on others. */
  int number(Setting setting, int fallback, int from, int to) {
    return textOrNull(setting) == null ? fallback : number(setting, from, to);
  }

  Duration seconds(Setting setting, int from, int to) {
    return Duration.ofSeconds(number(setting, from, to));
  }

  boolean truth(Setting setting) {
    return switch (text(setting)) {
      case "true" -> true;
      case "false" -> false;
      default -> throw new CliException(setting.variable() + " must be true or false.");
    };
  }

  /** The truth of a setting whose default depends on others. */
  boolean truth(Setting setting, boolean fallback) {
    return textOrNull(setting) == null ? fallback : truth(setting);
  }

  private static CliException notBetween(
      Setting setting, int from, int to, @Nullable Throwable cause) {
    return new CliException(
        setting.variable() + " must be a number from " + from + " to " + to + ".", cause);
  }

  /**
   * Elements of the list in the file that a setting names; none without the setting. The file is in
   * JSON, and relative to the folder of the project, as are the files of secrets that it names.
   *
   * @param parser of the list, with a reader of files; throws {@link IllegalArgumentException}
   */
  <T> List<T> list(Setting setting, BiFunction<JsonArray, UnaryOperator<String>, List<T>> parser) {
    @Nullable String file = textOrNull(setting);
    if (file == null) {
      return List.of();
    }
    UnaryOperator<String> reader = name -> read(setting, name);
    try {
      return parser.apply(new JsonArray(reader.apply(file)), reader);
    } catch (DecodeException malformed) {
      // The parser's message would repeat the secrets in the file.
      throw new CliException(setting.variable() + ": the file " + file + " is not a list in JSON.");
    } catch (IllegalArgumentException malformed) {
      throw malformed(setting, malformed);
    }
  }

  static CliException malformed(Setting setting, IllegalArgumentException cause) {
    return new CliException(setting.variable() + ": " + cause.getMessage(), cause);
  }

  /** Content of a file, relative to the project's folder. */
  static String read(Setting setting, String file) {
    Path path = Home.folder().resolve(file);
    try {
      return Files.readString(path);
    } catch (IOException unreadable) {
      throw new CliException(
          setting.variable() + ": the file " + path + " cannot be read.", unreadable);
    }
  }
}
