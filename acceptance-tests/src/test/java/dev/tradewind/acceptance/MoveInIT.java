package dev.tradewind.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tradewind.kernel.database.DatabaseConfig;
import dev.tradewind.medusa.MoveIn;
import dev.tradewind.medusa.MoveReport;
import dev.tradewind.medusa.SourceCheck;
import dev.tradewind.testing.FreePorts;
import dev.tradewind.testing.Lane;
import dev.tradewind.testing.NodeJs;
import dev.tradewind.testing.TestDatabase;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Shop of the reference that is filled through its own API, and then moves to Tradewind. */
class MoveInIT {

  private static final String EMAIL = "admin@example.com";
  private static final String PASSWORD = "supersecret";
  private static final String CUSTOMER = "ada@example.com";
  private static final String CUSTOMER_PASSWORD = "linen and salt";

  private static final Duration MAX_INSTALLATION = Duration.ofMinutes(10);
  private static final Duration MAX_START = Duration.ofMinutes(5);
  private static final long PAUSE_MILLIS = 200;

  /** Decided differences: the ends of the paths, by the reason. */
  private static final Map<String, List<String>> DECIDED =
      Map.of(
          "an absent flag is false", List.of(".has_shipping"),
          "live figures are shown as they are when the order is read, or not at all",
              List.of(".variant.inventory_quantity", ".variant.purchasable"),
          "a deleted product is not shown any more",
              List.of(".variant.product", "inventory_items[].variants.length"),
          "the number of a draft order is a text", List.of("display_id"),
          "the credit of an open swap includes its taxes",
              List.of("swap.cart.items[].tax_lines[]", "swap.cart.tax_total", "swap.cart.total"),
          "tokens are not shown with authors", List.of(".author.api_token"),
          "prices of lists for groups are shown with a region or currency",
              List.of(".variants[].prices[]"),
          "providers are also those of the plugins of the node",
              List.of("store.payment_providers[]", "store.fulfillment_providers[]"),
          "features and modules are those of Tradewind, whose stock has a default location",
              List.of(".default_location_id", ".feature_flags.length", ".modules.length"),
          "the progress of a line is shown with the order, adjustments of carts are computed",
              List.of(
                  "cart.items[].order_id",
                  "cart.items[].fulfilled_quantity",
                  "cart.items[].shipped_quantity",
                  "cart.items[].returned_quantity",
                  "cart.items[].adjustments[]"));

  @TempDir private static Path folder;
  private static NodeJs node;

  @BeforeAll
  static void install() throws Exception {
    node = NodeJs.install("medusa", folder, MAX_INSTALLATION);
  }

  /** With and without the modules of inventory and stock locations. */
  static List<Boolean> modules() {
    return Lane.cases(List.of(true, false), true);
  }

  @ParameterizedTest
  @MethodSource("modules")
  void aMovedShopAnswersAsItsSource(boolean withModules) throws Exception {
    TestDatabase source = TestDatabase.create();
    int port = FreePorts.find();
    Path output = folder.resolve("server-%s.txt".formatted(withModules));
    Process server =
        node.startScript(
            Map.of(
                "DATABASE_URL", source.url(),
                "MEDUSA_MODULES", String.valueOf(withModules),
                "PORT", String.valueOf(port),
                "EMAIL", EMAIL,
                "PASSWORD", PASSWORD),
            output,
            "server.js");
    try {
      String reference = "http://127.0.0.1:" + port;
      awaitHealth(reference, server, output);
      JsonObject ids = new JsonObject(node.runScript("shop.mjs", reference, EMAIL, PASSWORD));
      TestDatabase target = Shop.migratedDatabase();
      move(source, target);
      Shop shop = Shop.on(target.url());

      JsonArray differences =
          new JsonArray(
              node.runScript(
                  "compare.mjs",
                  Stream.concat(
                          Stream.of(
                              reference,
                              shop.storefront().url(),
                              EMAIL,
                              PASSWORD,
                              CUSTOMER,
                              CUSTOMER_PASSWORD),
                          ids.getJsonArray("carts").stream().map(String.class::cast))
                      .toArray(String[]::new)));

      assertThat(differences.stream().map(JsonObject.class::cast).filter(MoveInIT::isUndecided))
          .isEmpty();
      staffGoesOn(shop, ids);
    } finally {
      server.destroyForcibly();
    }
  }

  private static boolean isUndecided(JsonObject difference) {
    String path = difference.getString("path");
    return DECIDED.values().stream().flatMap(List::stream).noneMatch(path::endsWith);
  }

  private static void move(TestDatabase source, TestDatabase target) {
    DatabaseConfig from = DatabaseConfig.parse(source.url(), 1);
    assertThat(SourceCheck.run(from).severity()).isEqualTo(SourceCheck.Severity.INFO);

    MoveReport report =
        MoveIn.run(from, DatabaseConfig.parse(target.url(), 1), (copy, rows, expected) -> {});

    assertThat(report.isVerified()).as(report.toText()).isTrue();
  }

  /** Refunds and cancels orders of the reference, and sells with the numbers going on. */
  private static void staffGoesOn(Shop shop, JsonObject ids) {
    String token =
        shop.storefront()
            .post(
                "/admin/auth/token", new JsonObject().put("email", EMAIL).put("password", PASSWORD))
            .body()
            .getString("access_token");
    AdminApi admin =
        new AdminApi(shop.storefront(), new String[] {"Authorization", "Bearer " + token});
    JsonObject orders = ids.getJsonObject("orders");
    JsonObject refunded =
        admin.post(
            "/admin/orders/" + orders.getString("captured") + "/refund",
            "{'amount': 100, 'reason': 'other'}");
    assertThat(refunded.getJsonObject("order").getLong("refunded_total")).isEqualTo(100);
    JsonObject canceled =
        admin.post("/admin/orders/" + orders.getString("discounted") + "/cancel", null);
    assertThat(canceled.getJsonObject("order").getString("status")).isEqualTo("canceled");
    JsonObject paid =
        admin.post("/admin/draft-orders/" + ids.getJsonArray("drafts").getString(0) + "/pay", null);
    assertThat(paid.getJsonObject("order").getLong("display_id")).isEqualTo(orders.size() + 2L);
  }

  private static void awaitHealth(String url, Process server, Path output) throws Exception {
    HttpRequest request = HttpRequest.newBuilder(URI.create(url + "/health")).build();
    long deadline = System.nanoTime() + MAX_START.toNanos();
    try (HttpClient client = HttpClient.newHttpClient()) {
      while (System.nanoTime() < deadline) {
        assertThat(server.isAlive()).as(Files.readString(output)).isTrue();
        try {
          if (client.send(request, BodyHandlers.ofString()).statusCode() == 200) {
            return;
          }
        } catch (IOException notYet) {
          // The server is starting.
        }
        Thread.sleep(PAUSE_MILLIS);
      }
    }
    throw new AssertionError("The reference has not started: " + Files.readString(output));
  }
}
