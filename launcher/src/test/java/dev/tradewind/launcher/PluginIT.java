package dev.tradewind.launcher;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tradewind.embedded.Home;
import dev.tradewind.testing.FreePorts;
import dev.tradewind.testing.TestDatabase;
import dev.tradewind.testing.TestKafka;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.Statement;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The plugin of the page about providers, built and started with the commands of the page. */
class PluginIT {

  private static final Pattern BLOCK = Pattern.compile("```(java|sh)\n(.*?)```", Pattern.DOTALL);

  private static final String LIBRARIES = "$TRADEWIND/launcher/target/lib/*";
  private static final String START = "TRADEWIND_FLAT_TAX_PERCENT=10 \"$TRADEWIND/tradewind\" ";

  @TempDir private Path folder;

  private final TestDatabase database = TestDatabase.create();

  @Test
  void aNodeHasTheProviderOfThePluginThatThePageDescribes() throws Exception {
    String start = build().getLast();
    assertThat(start).startsWith(START);

    String[] arguments =
        start
            .substring(START.length())
            .replace("--plugins plugins", "--plugins " + folder.resolve("plugins"))
            .concat(" --verticles catalog")
            .split(" ");
    try (CommandLineProcess node = CommandLineProcess.start(environment(), arguments)) {
      node.awaitThat(() -> node.prints("Tradewind runs [catalog]"));

      assertThat(node.output()).contains("Started plugin flat-tax with the providers flat-tax");
      assertThat(taxProviders()).contains("flat-tax");
      assertThat(node.terminate()).isZero();
    }
  }

  @Test
  void pluginsAreCheckedWithoutANode() throws Exception {
    build();

    try (CommandLineProcess check =
        CommandLineProcess.start(
            environment(), "start", "--check-providers", "--plugins", plugins())) {
      assertThat(check.exit()).isZero();
      assertThat(check.output()).contains("flat-tax: Nothing to check.");
    }
  }

  @Test
  void aWrongSettingOfAPluginEndsTheStart() throws Exception {
    build();
    Map<String, String> environment = environment();
    environment.put("TRADEWIND_FLAT_TAX_PERCENT", "much");

    try (CommandLineProcess check =
        CommandLineProcess.start(
            environment, "start", "--check-providers", "--plugins", plugins())) {
      assertThat(check.exit()).isEqualTo(1);
      assertThat(check.output())
          .contains("tradewind: ", "The plugin flat-tax cannot start")
          .doesNotContain("\tat ");
    }
  }

  @Test
  void aPluginThatCannotBeLoadedIsNamed() throws Exception {
    Path classes = folder.resolve("classes");
    Path services = Files.createDirectories(classes.resolve("META-INF/services"));
    Files.writeString(services.resolve("dev.tradewind.spi.Plugin"), "com.example.Absent\n");
    Files.createDirectory(folder.resolve("plugins"));
    shell("jar --create --file plugins/absent.jar -C classes .");

    Map<String, String> environment = environment();
    environment.put("TRADEWIND_PLUGINS", plugins());
    try (CommandLineProcess node = CommandLineProcess.start(environment, "start")) {
      assertThat(node.exit()).isEqualTo(1);
      assertThat(node.output())
          .contains("tradewind: The plugin " + plugins(), "com.example.Absent")
          .doesNotContain("\tat ");
    }
  }

  /** Builds the plugin with the commands of the page, and returns all of them. */
  private List<String> build() throws Exception {
    Map<String, String> blocks = blocks();
    Path source = folder.resolve("com/example/FlatTaxPlugin.java");
    Files.createDirectories(source.getParent());
    Files.writeString(source, blocks.get("java"));
    List<String> commands = blocks.get("sh").lines().toList();
    for (String command : commands.subList(0, commands.size() - 1)) {
      shell(command.replace(LIBRARIES, System.getProperty("java.class.path")));
    }
    return commands;
  }

  private String plugins() {
    return folder.resolve("plugins").toString();
  }

  @Test
  void aMissingFolderOfPluginsIsNamed() throws Exception {
    try (CommandLineProcess node =
        CommandLineProcess.start(
            environment(), "start", "--plugins", folder.resolve("absent").toString())) {
      assertThat(node.exit()).isEqualTo(1);
      assertThat(node.output())
          .contains("tradewind: The folder of plugins " + folder.resolve("absent"));
    }
  }

  private Map<String, String> environment() {
    return new HashMap<>(
        Map.of(
            "TRADEWIND_DATABASE_URL",
            database.url(),
            "TRADEWIND_KAFKA_BOOTSTRAP",
            TestKafka.bootstrapServers(),
            "TRADEWIND_DATA_DIR",
            folder.resolve("data").toString(),
            "TRADEWIND_FLAT_TAX_PERCENT",
            "10",
            "TRADEWIND_HTTP_PORT",
            Integer.toString(FreePorts.find()),
            "TRADEWIND_CLUSTER_PORT",
            Integer.toString(FreePorts.find())));
  }

  private List<String> taxProviders() throws Exception {
    try (Connection connection = database.connect();
        Statement statement = connection.createStatement();
        ResultSet row =
            statement.executeQuery(
                "SELECT array_agg(id) FROM catalog.tax_provider WHERE is_installed")) {
      row.next();
      return List.of((String[]) row.getArray(1).getArray());
    }
  }

  private static Map<String, String> blocks() throws IOException {
    Map<String, String> blocks = new HashMap<>();
    String page = Files.readString(Home.folder().resolve("docs/providers.md"));
    for (MatchResult block : BLOCK.matcher(page).results().toList()) {
      blocks.put(block.group(1), block.group(2));
    }
    return blocks;
  }

  private void shell(String command) throws Exception {
    ProcessBuilder shell =
        new ProcessBuilder("sh", "-c", command)
            .directory(folder.toFile())
            .redirectErrorStream(true);
    shell
        .environment()
        .merge(
            "PATH",
            Path.of(System.getProperty("java.home"), "bin").toString(),
            (path, jdk) -> jdk + ":" + path);
    Process process = shell.start();
    String output = new String(process.getInputStream().readAllBytes(), UTF_8);
    assertThat(process.waitFor()).as("%s\n%s", command, output).isZero();
  }
}
