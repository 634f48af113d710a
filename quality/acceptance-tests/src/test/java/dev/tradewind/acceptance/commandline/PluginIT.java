package dev.tradewind.acceptance.commandline;

import static dev.tradewind.testing.Eventually.until;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tradewind.acceptance.DocumentedCode;
import dev.tradewind.acceptance.NodeProcess;
import dev.tradewind.acceptance.Shop;
import dev.tradewind.embedded.Home;
import dev.tradewind.providers.plugin.PluginLoader;
import dev.tradewind.spi.Plugin;
import dev.tradewind.spi.tax.TaxProvider;
import dev.tradewind.spi.testing.TaxProviderContract;
import dev.tradewind.spi.testing.TestNode;
import dev.tradewind.testing.FreePorts;
import dev.tradewind.testing.LongForm;
import dev.tradewind.testing.TestDatabase;
import dev.tradewind.testing.TestKafka;
import io.vertx.core.json.JsonObject;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.Statement;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The plugins of the page about providers: the one on it, built and started with its commands, and
 * the project of an author.
 */
class PluginIT {

  private static final String LIBRARIES = "$TRADEWIND/app/launcher/target/lib/*";
  private static final String START = "TRADEWIND_FLAT_TAX_PERCENT=10 \"$TRADEWIND/tradewind\" ";

  @TempDir private Path folder;

  private final TestDatabase database = Shop.migratedDatabase();

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
    try (NodeProcess node = NodeProcess.command(environment(), arguments)) {
      node.awaitThat(() -> node.prints("Tradewind runs [catalog]"));

      assertThat(node.output()).contains("Started plugin flat-tax with the providers flat-tax");
      assertThat(taxProviders()).contains("flat-tax");
      assertThat(node.stop()).isZero();
    }
  }

  @Test
  void pluginsAreCheckedWithoutANode() throws Exception {
    build();

    try (NodeProcess check =
        NodeProcess.command(environment(), "start", "--check-providers", "--plugins", plugins())) {
      assertThat(check.awaitEnd()).isZero();
      assertThat(check.output()).contains("flat-tax: Nothing to check.");
    }
  }

  @Test
  void aWrongSettingOfAPluginEndsTheStart() throws Exception {
    build();
    Map<String, String> environment = environment();
    environment.put("TRADEWIND_FLAT_TAX_PERCENT", "much");

    try (NodeProcess check =
        NodeProcess.command(environment, "start", "--check-providers", "--plugins", plugins())) {
      assertThat(check.awaitEnd()).isEqualTo(1);
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
    new Shell(folder).run("jar --create --file plugins/absent.jar -C classes .");

    Map<String, String> environment = environment();
    environment.put("TRADEWIND_PLUGINS", plugins());
    try (NodeProcess node = NodeProcess.command(environment, "start")) {
      assertThat(node.awaitEnd()).isEqualTo(1);
      assertThat(node.output())
          .contains("tradewind: The plugin " + plugins(), "com.example.Absent")
          .doesNotContain("\tat ");
    }
  }

  /** Builds the plugin with the commands of the page, and returns all of them. */
  private List<String> build() throws Exception {
    Path page = Home.folder().resolve("docs/providers.md");
    Path source = folder.resolve("com/example/FlatTaxPlugin.java");
    Files.createDirectories(source.getParent());
    Files.writeString(source, DocumentedCode.of(page, "java").getLast());
    List<String> commands = DocumentedCode.of(page, "sh").getLast().lines().toList();
    for (String command : commands.subList(0, commands.size() - 1)) {
      new Shell(folder).run(command.replace(LIBRARIES, System.getProperty("java.class.path")));
    }
    return commands;
  }

  private String plugins() {
    return folder.resolve("plugins").toString();
  }

  /** The plugin of the page passes the contract of its kind. */
  @Nested
  class FlatTaxContract extends TaxProviderContract {

    private TestNode node;

    @BeforeEach
    void start() throws Exception {
      build();
      node =
          TestNode.start(
              named("flat-tax", PluginLoader.find(Path.of(plugins()))),
              Map.of("TRADEWIND_FLAT_TAX_PERCENT", "10"));
    }

    @AfterEach
    void stop() {
      node.close();
    }

    @Override
    protected TaxProvider provider() {
      return node.provider(TaxProvider.class, "flat-tax");
    }

    private static Plugin named(String name, List<Plugin> plugins) {
      return plugins.stream().filter(one -> one.name().equals(name)).findFirst().orElseThrow();
    }
  }

  @LongForm
  @Test
  void anOrderIsPaidWithThePluginOfAProjectOutsideOfThisTree() throws Exception {
    AuthorProject project = AuthorProject.copyOf("payment-provider-plugin", folder);
    Path jar = project.build().resolve("harbourpay.jar");
    Files.createDirectory(folder.resolve("plugins"));
    Files.copy(jar, folder.resolve("plugins").resolve(jar.getFileName()));
    int servicePort = FreePorts.find();
    Map<String, String> environment = environment();
    environment.remove("TRADEWIND_FLAT_TAX_PERCENT");
    environment.put("TRADEWIND_HARBOURPAY_URL", "http://127.0.0.1:" + servicePort);
    environment.put("TRADEWIND_HARBOURPAY_API_KEY", "key-of-the-test");
    try (AutoCloseable service =
            project.run("com.example.harbourpay.HarbourPayServer", Integer.toString(servicePort));
        NodeProcess node = NodeProcess.command(environment, "start", "--plugins", plugins())) {
      node.awaitServing();
      assertThat(node.output()).contains("Started plugin harbourpay with the providers harbourpay");
      DemoShop shop = new DemoShop(environment.get("TRADEWIND_HTTP_PORT"));

      JsonObject order = shop.order("harbourpay", new JsonObject().put("token", "tok_card"));

      String payment =
          order.getJsonArray("payments").getJsonObject(0).getJsonObject("data").getString("id");
      long total = order.getLong("total");
      assertThat(shop.get("/admin/harbourpay/payments/" + payment).getLong("held"))
          .isEqualTo(total)
          .isPositive();
      assertThat(
              shop.get("/admin/customers/" + order.getString("customer_id"))
                  .getJsonObject("customer")
                  .getJsonObject("metadata")
                  .getString("harbourpay_customer"))
          .startsWith("customer_");

      shop.post("/admin/orders/" + order.getString("id") + "/capture", new JsonObject());

      assertThat(shop.get("/admin/harbourpay/payments/" + payment).getLong("captured"))
          .isEqualTo(total);
      assertThat(service).isNotNull();
      assertThat(node.output()).doesNotContain("Adding metadata", "Ignoring unknown setting");
      assertThat(node.stop()).isZero();
    }
  }

  @LongForm
  @Test
  void aNewProjectIsBuiltTestedAndStarted() throws Exception {
    Path made = folder.resolve("house-rules");
    try (NodeProcess making =
        NodeProcess.command(
            environment(), "plugin", "new", "house-rules", "--folder", made.toString())) {
      assertThat(making.awaitEnd()).as(making.output()).isZero();
    }
    Path jars = AuthorProject.of(made, folder).build().resolve("plugin");
    Map<String, String> environment = environment();
    environment.remove("TRADEWIND_FLAT_TAX_PERCENT");
    environment.put("TRADEWIND_WEBHOOKS", "true");
    environment.put("TRADEWIND_HOUSE_RULES_MOST", "2");
    try (NodeProcess node =
        NodeProcess.command(environment, "start", "--plugins", jars.toString())) {
      node.awaitServing();
      assertThat(node.output())
          .contains(
              "Started plugin house-rules with the providers house-rules the hooks house-rules-most"
                  + " the subscribers orders");
      DemoShop shop = new DemoShop(environment.get("TRADEWIND_HTTP_PORT"));

      shop.order("manual", new JsonObject());

      until(() -> placed(shop) == 1);
      assertThat(node.stop()).isZero();
    }
  }

  private static int placed(DemoShop shop) {
    try {
      return shop.get("/house-rules/orders").getInteger("placed");
    } catch (Exception failure) {
      throw new AssertionError(failure);
    }
  }

  @Test
  void aMissingFolderOfPluginsIsNamed() throws Exception {
    try (NodeProcess node =
        NodeProcess.command(
            environment(), "start", "--plugins", folder.resolve("absent").toString())) {
      assertThat(node.awaitEnd()).isEqualTo(1);
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
}
