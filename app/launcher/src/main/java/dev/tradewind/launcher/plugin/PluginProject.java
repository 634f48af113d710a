package dev.tradewind.launcher.plugin;

import dev.tradewind.launcher.config.CliException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Maven project of a new plugin: a setting, a tax provider, a hook, a subscriber and a route, and
 * tests of each.
 *
 * @param name of the plugin, of lower-case letters, digits and hyphens
 * @param javaPackage of its classes
 * @param version of Tradewind that it is built against
 */
public record PluginProject(String name, String javaPackage, String version) {

  private static final Pattern NAME = Pattern.compile("[a-z][a-z0-9]*(-[a-z0-9]+)*");
  private static final Pattern PACKAGE = Pattern.compile("[a-z][a-z0-9_]*(\\.[a-z][a-z0-9_]*)*");

  /**
   * @throws CliException if the name or the package has another form
   */
  public PluginProject {
    if (!NAME.matcher(name).matches()) {
      throw new CliException(
          "A plugin has a name of lower-case letters, digits and hyphens, such as house-rules: "
              + name);
    }
    if (!PACKAGE.matcher(javaPackage).matches()) {
      throw new CliException(
          "A Java package has lower-case letters and points, such as com.example.rules: "
              + javaPackage);
    }
  }

  /**
   * Writes the project into a new folder.
   *
   * @throws CliException if the folder is there, or cannot be written
   */
  public void write(Path folder) {
    if (Files.exists(folder)) {
      throw new CliException("The folder " + folder + " is there already.");
    }
    String packagePath = javaPackage.replace('.', '/');
    Map<String, String> files =
        Map.of(
            "pom.xml", "pom.xml",
            "Plugin.java", "src/main/java/%s/%sPlugin.java".formatted(packagePath, type()),
            "PluginTest.java", "src/test/java/%s/%sPluginTest.java".formatted(packagePath, type()),
            "TaxTest.java", "src/test/java/%s/%sTaxTest.java".formatted(packagePath, type()),
            "services", "src/main/resources/META-INF/services/dev.tradewind.spi.Plugin");
    try {
      for (Map.Entry<String, String> file : files.entrySet()) {
        Path target = folder.resolve(file.getValue());
        Files.createDirectories(target.getParent());
        Files.writeString(target, filled(file.getKey()));
      }
    } catch (IOException failure) {
      throw new CliException("The project cannot be written: " + failure.getMessage(), failure);
    }
  }

  private String filled(String template) throws IOException {
    try (InputStream file =
        PluginProject.class.getResourceAsStream("/plugin-project/" + template + ".txt")) {
      return new String(
              Objects.requireNonNull(file, template).readAllBytes(), StandardCharsets.UTF_8)
          .replace("@package@", javaPackage)
          .replace("@type@", type())
          .replace("@name@", name)
          .replace("@setting@", name.toUpperCase(Locale.ROOT).replace('-', '_'))
          .replace("@version@", version);
    }
  }

  /** Name of its classes: {@code HouseRules} for {@code house-rules}. */
  private String type() {
    return Arrays.stream(name.split("-", -1))
        .map(word -> word.substring(0, 1).toUpperCase(Locale.ROOT) + word.substring(1))
        .collect(Collectors.joining());
  }
}
