package dev.tradewind.acceptance.commandline;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import dev.tradewind.acceptance.DocumentedCode;
import dev.tradewind.acceptance.NodeProcess;
import dev.tradewind.acceptance.Shop;
import dev.tradewind.embedded.Home;
import dev.tradewind.testing.Eventually;
import dev.tradewind.testing.FreePorts;
import dev.tradewind.testing.NodeJs;
import dev.tradewind.testing.TestKafka;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Plugins of Medusa v1 from npm beside a shop, in the way of the page about extensions. */
class MedusaPluginsIT {

  private static final Path EXAMPLE = Home.folder().resolve("docs/examples/medusa-v1-plugins");

  private static final Path PAGE = Home.folder().resolve("docs/extending.md");
  private static final String SERVICE = "http://127.0.0.1:3000";

  @TempDir private Path folder;

  private final int port = FreePorts.find();
  private final String url = "http://127.0.0.1:" + port;
  private final HttpClient client = HttpClient.newHttpClient();
  private final List<JsonObject> messages = new CopyOnWriteArrayList<>();
  private final List<JsonObject> segments = new CopyOnWriteArrayList<>();

  @Test
  void publishedPluginsWorkUnchanged() throws Exception {
    int servicePort = FreePorts.find();
    String service = "http://127.0.0.1:" + servicePort;
    JsonObject routes = new JsonObject(DocumentedCode.of(PAGE, "json").getFirst());
    routes.getJsonArray("routes").addAll(new JsonArray(block("json", 0)));
    Files.writeString(folder.resolve("routes.json"), routes.encode().replace(SERVICE, service));
    HttpServer receivers = receivers();
    String receiver = "http://127.0.0.1:" + receivers.getAddress().getPort();
    NodeJs.install(EXAMPLE, folder.resolve("service"));
    Files.writeString(
        folder.resolve("service/caller.mjs"), DocumentedCode.of(PAGE, "js").getFirst());
    try (NodeProcess shop = NodeProcess.command(environment(), "start")) {
      shop.awaitServing();
      DemoShop staff = new DemoShop(Integer.toString(port));
      declare(staff);
      String answers =
          new Shell(folder, Map.of("SHOP_URL", url, "TOKEN", staff.token()))
              .run(block("sh", 1).replace(SERVICE, service));
      Process host =
          start(
              block("sh", 2)
                  .replace("npm ci\n", "")
                  .replace("http://localhost:9000", url)
                  .replace("API_TOKEN=...", "API_TOKEN=" + only(answers, "\"token\":\"([^\"]+)\""))
                  .replace("whsec_...", only(answers, "\"secret\":\"(whsec_[^\"]+)\""))
                  .replace("https://hooks.slack.com/services/...", receiver + "/hook")
                  .replace("https://api.segment.io", receiver)
                  .replace("SEGMENT_KEY=...", "SEGMENT_KEY=of-the-workspace")
                  .replace("JWT_SECRET=...", "JWT_SECRET=of-the-v1-shop")
                  .replace("PORT=3000", "PORT=" + servicePort));
      try {
        wish(staff);
        JsonObject order = staff.order("manual", new JsonObject());
        Eventually.until(() -> !messages.isEmpty());
        assertThat(messages.getFirst().getString("text"))
            .isEqualTo("Order " + order.getInteger("display_id") + " was processed");
        assertThat(messages.getFirst().encode()).contains("ana@example.com", "*Total*");
        analyze(staff, order);
        staff.post("/admin/orders/" + order.getString("id") + "/cancel", new JsonObject());
        // Each once or more often: the order, and its cancellation.
        Eventually.until(
            () -> tracks().map(each -> each.getString("event")).distinct().count() == 2);
        assertThat(tracks().map(each -> each.getJsonObject("properties").getString("order_id")))
            .containsOnly(order.getString("id"));
        changeAfterTheSale(staff);
      } catch (AssertionError | Exception failure) {
        throw new AssertionError(Files.readString(folder.resolve("service.log")), failure);
      } finally {
        host.descendants().forEach(ProcessHandle::destroyForcibly);
        host.destroyForcibly();
      }
      assertThat(shop.stop()).isZero();
    } finally {
      receivers.stop(0);
    }
  }

  /** The command of the page, and a product that has the field. */
  private void declare(DemoShop staff) throws Exception {
    String[] words = block("sh", 0).strip().split(" ");
    try (NodeProcess command =
        NodeProcess.command(environment(), Arrays.copyOfRange(words, 1, words.length))) {
      assertThat(command.awaitEnd()).as(command.output()).isZero();
    }
    String product =
        staff
            .get("/store/products?limit=1")
            .getJsonArray("products")
            .getJsonObject(0)
            .getString("id");
    JsonObject warranty = new JsonObject().put("warranty_months", 24);
    staff.post("/admin/products/" + product, new JsonObject().put("metadata", warranty));
    String filtered = "/admin/products?metadata[warranty_months][gte]=24&fields=id";
    Eventually.until(() ->
        send("GET", filtered.replace("[", "%5B").replace("]", "%5D"), null, staff.credentials())
                .statusCode()
            == 200);
    assertThat(staff.get(filtered.replace("[", "%5B").replace("]", "%5D")).getInteger("count"))
        .isEqualTo(1);
  }

  private Process start(String commands) throws IOException {
    return new ProcessBuilder("sh", "-c", commands)
        .directory(folder.resolve("service").toFile())
        .redirectErrorStream(true)
        .redirectOutput(folder.resolve("service.log").toFile())
        .start();
  }

  private static String only(String text, String pattern) {
    Matcher matcher = Pattern.compile(pattern).matcher(text);
    assertThat(matcher.find()).as(text).isTrue();
    return matcher.group(1);
  }

  private void wish(DemoShop staff) throws Exception {
    JsonObject variant =
        staff
            .get("/store/products?limit=1")
            .getJsonArray("products")
            .getJsonObject(0)
            .getJsonArray("variants")
            .getJsonObject(0);
    HttpResponse<String> account = register("wisher@example.com");
    String customer = json(account).getJsonObject("customer").getString("id");
    String cookie = cookie(account);
    String wishlist = "/store/customers/" + customer + "/wishlist";
    JsonObject wished =
        new JsonObject().put("variant_id", variant.getString("id")).put("quantity", 2);
    Eventually.until(() -> send("GET", wishlist, null, "cookie", cookie).statusCode() == 404);
    assertThat(send("GET", "/wishlists/none", null).statusCode()).isEqualTo(400);

    assertThat(send("POST", wishlist, wished).statusCode()).isEqualTo(401);
    assertThat(
            send("POST", wishlist, wished, "cookie", cookie(register("other@example.com")))
                .statusCode())
        .isEqualTo(403);
    JsonObject item =
        json(send("POST", wishlist, wished, "cookie", cookie))
            .getJsonObject("customer")
            .getJsonObject("metadata")
            .getJsonArray("wishlist")
            .getJsonObject(0);
    assertThat(item.getString("variant_id")).isEqualTo(variant.getString("id"));
    assertThat(item.getInteger("quantity")).isEqualTo(2);
    assertThat(item.getLong("unit_price")).isPositive();
    String shared =
        json(send("POST", wishlist + "/share-token", new JsonObject(), "cookie", cookie))
            .getString("share_token");
    JsonObject shown = json(send("GET", "/wishlists/" + shared, null)).getJsonObject("wishlist");
    assertThat(shown.getString("first_name")).isEqualTo("Ada");
    assertThat(shown.getJsonArray("items")).containsExactly(item);
    assertThat(
            json(send("DELETE", wishlist, new JsonObject().put("index", 0), "cookie", cookie))
                .getJsonObject("customer")
                .getJsonObject("metadata")
                .getJsonArray("wishlist"))
        .isEmpty();
  }

  private HttpResponse<String> register(String email) throws Exception {
    return send(
        "POST",
        "/store/customers",
        new JsonObject()
            .put("email", email)
            .put("password", "a long password")
            .put("first_name", "Ada")
            .put("last_name", "Lovelace"));
  }

  private static String cookie(HttpResponse<String> answer) {
    return answer.headers().firstValue("set-cookie").orElseThrow().split(";", 2)[0];
  }

  private HttpResponse<String> send(String method, String path, JsonObject body, String... headers)
      throws Exception {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(URI.create(url + path))
            .header("content-type", "application/json")
            .method(
                method,
                body == null ? BodyPublishers.noBody() : BodyPublishers.ofString(body.encode()));
    if (headers.length > 0) {
      request.headers(headers);
    }
    return client.send(request.build(), BodyHandlers.ofString());
  }

  private static JsonObject json(HttpResponse<String> answer) {
    assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
    return new JsonObject(answer.body());
  }

  /** Staff see in the analytics what the admin API has. */
  private void analyze(DemoShop staff, JsonObject order) throws Exception {
    String pending = "?orderStatuses%5B%5D=pending&dateRangeFrom=0";
    String sales = "/admin/sales-analytics/history" + pending + "&currencyCode=";

    assertThat(send("GET", "/admin/orders-analytics/count" + pending, null).statusCode())
        .isEqualTo(401);
    assertThat(analytics(staff, "/admin/orders-analytics/count" + pending).getInteger("current"))
        .isEqualTo(staff.get("/admin/orders?limit=1").getInteger("count"));
    assertThat(
            analytics(staff, "/admin/customers-analytics/count?dateRangeFrom=0")
                .getInteger("current"))
        .isEqualTo(staff.get("/admin/customers?limit=1").getInteger("count"));
    assertThat(
            analytics(staff, sales + order.getString("currency_code"))
                .getJsonArray("current")
                .getJsonObject(0)
                .getLong("total"))
        .isEqualTo(order.getLong("total"));
  }

  private JsonObject analytics(DemoShop staff, String path) throws Exception {
    return json(send("GET", path, null, staff.credentials())).getJsonObject("analytics");
  }

  /** A return, a claim and an exchange, each of an order that was shipped, reach Segment. */
  private void changeAfterTheSale(DemoShop staff) throws Exception {
    JsonObject returned = shipped(staff);
    JsonObject request =
        new JsonObject().put("receive_now", true).put("items", units(returned, new JsonObject()));
    staff.post(path(returned) + "/return", request);
    JsonObject claimed = shipped(staff);
    JsonObject reason =
        new JsonObject()
            .put("reason", "production_failure")
            .put("tags", new JsonArray().add("torn"));
    staff.post(
        path(claimed) + "/claims",
        new JsonObject().put("type", "refund").put("claim_items", units(claimed, reason)));
    JsonObject swapped = shipped(staff);
    String variant = line(swapped).getString("variant_id");
    JsonObject swap =
        swap(
            staff.post(
                path(swapped) + "/swaps",
                new JsonObject()
                    .put("return_items", units(swapped, new JsonObject()))
                    .put(
                        "additional_items",
                        new JsonArray()
                            .add(new JsonObject().put("variant_id", variant).put("quantity", 1)))));
    staff.complete("/store/carts/" + swap.getString("cart_id"), "manual", new JsonObject());
    JsonArray fulfillments =
        swap(staff.post(swapPath(swapped, swap) + "/fulfillments", new JsonObject()))
            .getJsonArray("fulfillments");
    staff.post(
        swapPath(swapped, swap) + "/shipments",
        new JsonObject().put("fulfillment_id", fulfillments.getJsonObject(0).getString("id")));

    Eventually.until(() ->
        told(returned).contains("Order Refunded")
            && told(claimed).contains("Item Claimed")
            && told(swapped)
                .containsAll(List.of("Swap Created", "Swap Confirmed", "Swap Shipped")));
    assertThat(told(returned)).contains("Order Completed", "Order Shipped");
    assertThat(
            tracks()
                .filter(each -> each.getString("event").equals("Item Claimed"))
                .map(each -> each.getJsonObject("properties")))
        .allSatisfy(claim -> {
          assertThat(claim.getString("product_id")).startsWith("prod_");
          assertThat(claim.getJsonArray("tags").getJsonObject(0).getString("value"))
              .isEqualTo("torn");
        });
  }

  private static JsonObject swap(JsonObject answer) {
    return answer.getJsonObject("order").getJsonArray("swaps").getJsonObject(0);
  }

  private static String swapPath(JsonObject order, JsonObject swap) {
    return path(order) + "/swaps/" + swap.getString("id");
  }

  private static JsonObject line(JsonObject order) {
    return order.getJsonArray("items").getJsonObject(0);
  }

  private static String path(JsonObject order) {
    return "/admin/orders/" + order.getString("id");
  }

  private static JsonArray units(JsonObject order, JsonObject more) {
    return new JsonArray().add(more.put("item_id", line(order).getString("id")).put("quantity", 1));
  }

  private static JsonObject shipped(DemoShop staff) throws Exception {
    JsonObject order = staff.order("manual", new JsonObject());
    staff.post(path(order) + "/capture", new JsonObject());
    JsonObject fulfilled =
        staff
            .post(
                path(order) + "/fulfillment",
                new JsonObject().put("items", units(order, new JsonObject())))
            .getJsonObject("order");
    staff.post(
        path(order) + "/shipment",
        new JsonObject()
            .put(
                "fulfillment_id",
                fulfilled.getJsonArray("fulfillments").getJsonObject(0).getString("id")));
    return order;
  }

  /** Names of the events that Segment got about an order. */
  private List<String> told(JsonObject order) {
    return tracks()
        .filter(each ->
            order.getString("id").equals(each.getJsonObject("properties").getString("order_id")))
        .map(each -> each.getString("event"))
        .toList();
  }

  /** Messages to Segment about events. */
  private Stream<JsonObject> tracks() {
    return segments.stream().filter(each -> each.getString("type").equals("track"));
  }

  /** Stand-ins of Slack and Segment. */
  private HttpServer receivers() throws IOException {
    HttpServer server = HttpServer.create(new InetSocketAddress("127.0.0.1", FreePorts.find()), 0);
    receive(server, "/hook", messages::add);
    receive(
        server,
        "/v1/batch",
        body -> body.getJsonArray("batch").forEach(message -> segments.add((JsonObject) message)));
    server.start();
    return server;
  }

  private static void receive(HttpServer server, String path, Consumer<JsonObject> receiver) {
    server.createContext(
        path,
        exchange -> {
          receiver.accept(
              new JsonObject(new String(exchange.getRequestBody().readAllBytes(), UTF_8)));
          exchange.sendResponseHeaders(200, -1);
          exchange.close();
        });
  }

  private Map<String, String> environment() {
    return Map.ofEntries(
        Map.entry("TRADEWIND_DATABASE_URL", Shop.migratedDatabase().url()),
        Map.entry("TRADEWIND_KAFKA_BOOTSTRAP", TestKafka.bootstrapServers()),
        Map.entry("TRADEWIND_DATA_DIR", folder.resolve("data").toString()),
        Map.entry("TRADEWIND_ROUTES", folder.resolve("routes.json").toString()),
        Map.entry("TRADEWIND_PUBLIC_URL", url),
        Map.entry("TRADEWIND_WEBHOOKS", "true"),
        Map.entry("TRADEWIND_WEBHOOKS_ALLOW_NETWORKS", "127.0.0.0/8"),
        Map.entry("TRADEWIND_HTTP_PORT", Integer.toString(port)),
        Map.entry("TRADEWIND_CLUSTER_PORT", Integer.toString(FreePorts.find())));
  }

  /** A block of the section about code of v1. */
  private static String block(String language, int number) throws IOException {
    return DocumentedCode.of(PAGE, "Code of a Medusa v1 shop", language).get(number);
  }
}
