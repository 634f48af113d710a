package dev.tradewind.acceptance.commandline;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tradewind.acceptance.DocumentedCode;
import dev.tradewind.acceptance.NodeProcess;
import dev.tradewind.acceptance.Shop;
import dev.tradewind.embedded.Home;
import dev.tradewind.testing.Eventually;
import dev.tradewind.testing.FreePorts;
import dev.tradewind.testing.NodeJs;
import dev.tradewind.testing.TestDatabase;
import dev.tradewind.testing.TestKafka;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Routes of the page about extensions, which its service in Node.js answers, and wrong ones. */
class RoutesIT {

  private static final String SERVICE = "http://127.0.0.1:3000";

  @TempDir private Path folder;

  private final TestDatabase database = Shop.migratedDatabase();
  private final int port = FreePorts.find();
  private final HttpClient client = HttpClient.newHttpClient();

  @Test
  void theServiceOfThePageAnswersForTheCallersOfTheShop() throws Exception {
    int servicePort = FreePorts.find();
    Files.writeString(
        folder.resolve("routes.json"),
        block("json").replace(SERVICE, "http://127.0.0.1:" + servicePort));
    new Shell(folder).run(block("sh"));
    NodeJs js = NodeJs.withoutPackages("route-service", folder.resolve("service"));
    Files.writeString(folder.resolve("service/caller.mjs"), block("js"));
    Process service =
        js.startScript(
            Map.of(
                "KEYS_URL",
                "http://127.0.0.1:" + port + "/.well-known/jwks.json",
                "SHOP_URL",
                "https://shop.example",
                "PORT",
                Integer.toString(servicePort)),
            folder.resolve("service.log"),
            "service.mjs");
    Map<String, String> environment = environment(folder.resolve("routes.json"));
    environment.put("TRADEWIND_ROUTES_KEY_FILE", folder.resolve("routes-key.pem").toString());
    environment.put("TRADEWIND_PUBLIC_URL", "https://shop.example");
    try (NodeProcess node = NodeProcess.command(environment, "start")) {
      node.awaitServing();
      DemoShop shop = new DemoShop(Integer.toString(port));
      Eventually.until(() -> get("/wishlists/a").statusCode() == 200);

      assertThat(json(get("/wishlists/a")).getValue("user")).isNull();
      assertThat(get("/store/customers/cus_1/wishlist").statusCode()).isEqualTo(401);

      HttpResponse<String> login =
          post(
              "/store/customers",
              new JsonObject()
                  .put("email", "wisher@example.com")
                  .put("password", "a long password")
                  .put("first_name", "Wisher")
                  .put("last_name", "One"));
      String customer = json(login).getJsonObject("customer").getString("id");
      String cookie = login.headers().firstValue("set-cookie").orElseThrow().split(";", 2)[0];
      assertThat(
              json(get("/store/customers/" + customer + "/wishlist", "cookie", cookie))
                  .getJsonObject("user"))
          .isEqualTo(new JsonObject().put("customer_id", customer));

      assertThat(
              shop.post("/admin/wishlists/wish_1/reminders", new JsonObject())
                  .getJsonObject("user")
                  .getString("userId"))
          .startsWith("usr_");
      JsonObject entry =
          shop.get("/admin/tradewind/audit-log?action=forwarded_write")
              .getJsonArray("audit_entries")
              .getJsonObject(0);
      assertThat(entry.getString("subject")).isEqualTo("POST /admin/wishlists/{id}/reminders");
      assertThat(entry.getString("actor_id")).startsWith("usr_");
      assertThat(entry.getJsonObject("after"))
          .isEqualTo(
              new JsonObject()
                  .put("service", "wishlist")
                  .put("path", "/admin/wishlists/wish_1/reminders"));

      String key =
          shop.post("/admin/publishable-api-keys", new JsonObject().put("title", "App"))
              .getJsonObject("publishable_api_key")
              .getString("id");
      String channel =
          shop.get("/admin/sales-channels")
              .getJsonArray("sales_channels")
              .getJsonObject(0)
              .getString("id");
      shop.post(
          "/admin/publishable-api-keys/" + key + "/sales-channels/batch",
          new JsonObject()
              .put("sales_channel_ids", new JsonArray().add(new JsonObject().put("id", channel))));
      assertThat(json(get("/wishlists/a", "x-publishable-api-key", key)).getJsonArray("channels"))
          .containsExactly(channel);
      assertThat(node.stop()).isZero();
    } finally {
      service.destroyForcibly();
    }
  }

  @Test
  void thePluginOfThePageAnswersItsRoutes() throws Exception {
    Path migrations = Files.createDirectories(folder.resolve("classes/plugin/ratings/migration"));
    Files.writeString(migrations.resolve("V1__rating.sql"), block("sql"));
    new Shell(folder)
        .buildPlugin("com.example.RatingsPlugin", blocks("java").getLast(), "plugins/ratings.jar");
    Map<String, String> environment = environment(folder.resolve("absent"));
    environment.remove("TRADEWIND_ROUTES");
    environment.put("TRADEWIND_PLUGINS", folder.resolve("plugins").toString());
    try (NodeProcess node = NodeProcess.command(environment, "start")) {
      node.awaitServing();
      String product =
          json(get("/store/products?limit=1"))
              .getJsonArray("products")
              .getJsonObject(0)
              .getString("id");
      String ratings = "/store/products/" + product + "/ratings";

      assertThat(json(get(ratings)).getJsonArray("ratings")).isEmpty();
      assertThat(post(ratings, new JsonObject().put("stars", 5)).statusCode()).isEqualTo(401);
      String cookie =
          post(
                  "/store/customers",
                  new JsonObject()
                      .put("email", "rater@example.com")
                      .put("password", "a long password")
                      .put("first_name", "Rater")
                      .put("last_name", "One"))
              .headers()
              .firstValue("set-cookie")
              .orElseThrow()
              .split(";", 2)[0];
      assertThat(post(ratings, new JsonObject().put("stars", 6), "cookie", cookie).statusCode())
          .isEqualTo(400);
      assertThat(
              json(post(ratings, new JsonObject().put("stars", 4), "cookie", cookie))
                  .getJsonArray("ratings"))
          .containsExactly(4);
      Eventually.until(() -> Objects.equals(json(get(ratings)).getDouble("average"), 4.0));
      assertThat(
              post(
                      "/store/products/prod_absent/ratings",
                      new JsonObject().put("stars", 4),
                      "cookie",
                      cookie)
                  .statusCode())
          .isEqualTo(404);
      assertThat(json(get("/openapi/store.json")).getJsonObject("paths").fieldNames())
          .contains("/store/products/{id}/ratings");
      assertThat(get("/docs/store/storeRateProduct").body()).contains("Rate a product");
      assertThat(get("/docs").body()).contains("ratings");
      assertThat(node.stop()).isZero();
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          "/wishlists/*"    | "/store/products/{id}" | routes[1]: GET /store/products/{id} would answer requests of the operation storeGetProduct
          "caller": "staff" | "caller": "everyone"   | routes[2].caller must be anyone, customer or staff.
          """)
  void aWrongRouteEndsTheStart(String right, String wrong, String message) throws Exception {
    Path file = folder.resolve("routes.json");
    Files.writeString(file, block("json").replace(right, wrong));

    try (NodeProcess node = NodeProcess.command(environment(file), "start")) {
      assertThat(node.awaitEnd()).isEqualTo(1);
      assertThat(node.output())
          .contains("tradewind: TRADEWIND_ROUTES: " + message)
          .doesNotContain("\tat ");
    }
  }

  private HttpResponse<String> get(String path, String... headers) throws Exception {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + path));
    if (headers.length > 0) {
      request.headers(headers);
    }
    return client.send(request.build(), BodyHandlers.ofString());
  }

  private HttpResponse<String> post(String path, JsonObject body, String... headers)
      throws Exception {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + path))
            .header("content-type", "application/json")
            .POST(BodyPublishers.ofString(body.encode()));
    if (headers.length > 0) {
      request.headers(headers);
    }
    return client.send(request.build(), BodyHandlers.ofString());
  }

  private static JsonObject json(HttpResponse<String> answer) {
    assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
    return new JsonObject(answer.body());
  }

  private Map<String, String> environment(Path routes) {
    return new HashMap<>(
        Map.of(
            "TRADEWIND_DATABASE_URL",
            database.url(),
            "TRADEWIND_KAFKA_BOOTSTRAP",
            TestKafka.bootstrapServers(),
            "TRADEWIND_DATA_DIR",
            folder.resolve("data").toString(),
            "TRADEWIND_ROUTES",
            routes.toString(),
            "TRADEWIND_HTTP_PORT",
            Integer.toString(port),
            "TRADEWIND_CLUSTER_PORT",
            Integer.toString(FreePorts.find())));
  }

  /** The first block of a language in the section about routes. */
  private static String block(String language) throws Exception {
    return blocks(language).getFirst();
  }

  private static List<String> blocks(String language) throws Exception {
    return DocumentedCode.of(Home.folder().resolve("docs/extending.md"), "Routes", language);
  }
}
