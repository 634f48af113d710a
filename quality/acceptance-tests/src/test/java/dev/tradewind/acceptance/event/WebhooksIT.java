package dev.tradewind.acceptance.event;

import static dev.tradewind.acceptance.StaffClient.assertRefused;
import static dev.tradewind.testing.Eventually.until;
import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.tradewind.acceptance.Answer;
import dev.tradewind.acceptance.Shop;
import dev.tradewind.acceptance.StaffClient;
import dev.tradewind.acceptance.Storefront;
import dev.tradewind.testing.NodeJs;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Webhooks of a shop, from a change by staff to a delivery that published libraries verify. */
class WebhooksIT {

  private static final String WEBHOOKS = "/admin/tradewind/webhooks";

  private static final HttpClient HTTP = HttpClient.newHttpClient();

  private static Shop shop;
  private static StaffClient staff;
  private static HttpServer receiver;
  private static final List<JsonObject> RECEIVED = new CopyOnWriteArrayList<>();

  @BeforeAll
  static void open() throws IOException {
    shop = Shop.announcingToWebhooks();
    staff = new StaffClient(shop);
    receiver = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    receiver.createContext("/", WebhooksIT::receive);
    receiver.start();
  }

  @AfterAll
  static void close() {
    receiver.stop(0);
    shop.close();
  }

  private static void receive(HttpExchange exchange) throws IOException {
    try (exchange) {
      JsonObject headers = new JsonObject();
      exchange
          .getRequestHeaders()
          .forEach((name, values) -> headers.put(name.toLowerCase(Locale.ROOT), values.getFirst()));
      byte[] body = exchange.getRequestBody().readAllBytes();
      RECEIVED.add(
          new JsonObject()
              .put("path", exchange.getRequestURI().getPath())
              .put("headers", headers)
              .put("body", new String(body, StandardCharsets.UTF_8)));
      exchange.sendResponseHeaders(204, -1);
    }
  }

  @Test
  void theSignatureOfADeliveryIsVerifiedByThePublishedLibraries(@TempDir Path folder)
      throws Exception {
    NodeJs node = NodeJs.install("webhooks", folder);
    JsonObject webhook = create("/verified", "order-edit.*", "note.*");
    String note = newNote();
    JsonObject delivery = awaitDelivery("/verified", note);
    JsonObject event = new JsonObject(delivery.getString("body"));
    Path file = folder.resolve("delivery.json");
    Files.writeString(file, delivery.copy().put("secret", webhook.getString("secret")).encode());

    assertThat(delivery.getJsonObject("headers").getString("content-type"))
        .isEqualTo("application/cloudevents+json; charset=utf-8");
    assertThat(delivery.getJsonObject("headers").getString("webhook-id"))
        .isEqualTo(event.getString("id"));
    assertThat(event.getString("type")).isEqualTo("note.created");
    assertThat(node.runScript("verify.mjs", file.toString()).lines())
        .containsExactly(
            "standardwebhooks " + event.getString("id") + " refuses others",
            "svix " + event.getString("id") + " refuses others");
  }

  @Test
  void aReaderOfTheEventsFindsEachChangeOnceInItsOrder() {
    List<String> notes = IntStream.range(0, 5).mapToObj(i -> newNote()).toList();
    shop.awaitNoWaitingEvents();
    List<String> read = new CopyOnWriteArrayList<>();
    String after = "0";
    JsonArray page;
    do {
      JsonObject answer = staff.get("/admin/tradewind/events?type=note.*&limit=2&after=" + after);
      page = answer.getJsonArray("events");
      page.forEach(event -> read.add(((JsonObject) event).getString("subject")));
      after = answer.getString("next_after");
    } while (!page.isEmpty());

    assertThat(read).doesNotHaveDuplicates().containsSubsequence(notes);
  }

  @Test
  void anEventOfTheListIsTheBodyOfTheDelivery() {
    create("/same", "note.*");
    String note = newNote();
    JsonObject delivered = new JsonObject(awaitDelivery("/same", note).getString("body"));
    long before = Long.parseLong(delivered.getString("sequence")) - 1;

    assertThat(
            staff
                .get("/admin/tradewind/events?limit=1&after=" + before)
                .getJsonArray("events")
                .getJsonObject(0))
        .isEqualTo(delivered);
  }

  @Test
  void confidentialEventsAreNeitherListedNorDelivered() {
    shop.awaitNoWaitingEvents();

    assertThat(staff.tryGet("/admin/tradewind/events?type=audit.recorded").status()).isEqualTo(400);
    assertThat(staff.tryGet("/admin/tradewind/events?type=notification.*").status()).isEqualTo(400);
    assertThat(staff.get("/admin/tradewind/events?limit=1000").getJsonArray("events"))
        .extracting(event -> ((JsonObject) event).getString("type"))
        .isNotEmpty()
        .doesNotContain("audit.recorded", "notification.requested");
  }

  @Test
  void aWebhookIsChangedPausedResumedAndDeleted() {
    JsonObject created = create("/first", "order.*");
    String path = WEBHOOKS + "/" + created.getString("id");
    JsonObject changed =
        staff
            .post(path, "{'url': '%s', 'event_types': ['note.*']}", url("/second"))
            .getJsonObject("webhook");
    assertThat(staff.tryPost(path, "{'url': null, 'event_types': null}").status()).isEqualTo(400);
    JsonObject same = staff.post(path, "{}").getJsonObject("webhook");
    staff.post(path + "/pause", "");
    String note = newNote();
    until(() -> !deliveries(path, "pending").isEmpty());
    JsonObject paused = staff.get(path).getJsonObject("webhook");
    staff.post(path + "/resume", "");
    awaitDelivery("/second", note);
    until(() -> !deliveries(path, "delivered").isEmpty());
    String eventId = deliveries(path, "delivered").getJsonObject(0).getString("event_id");
    JsonObject again = staff.post(path + "/redeliver", "{'event_id': '%s'}", eventId);
    until(() -> received("/second").size() == 2);
    JsonObject rotated = staff.post(path + "/rotate-secret", "").getJsonObject("webhook");

    assertThat(changed.containsKey("secret")).isFalse();
    assertThat(changed.getString("url")).isEqualTo(url("/second"));
    assertThat(same.getString("url")).isEqualTo(url("/second"));
    assertThat(same.getJsonArray("event_types")).isEqualTo(new JsonArray().add("note.*"));
    assertThat(paused.getString("status")).isEqualTo("paused");
    assertThat(paused.getString("status_reason")).isEqualTo("Paused by staff");
    assertThat(received("/first")).isEmpty();
    assertThat(again.getInteger("redelivered")).isEqualTo(1);
    assertThat(rotated.getString("secret"))
        .startsWith("whsec_")
        .isNotEqualTo(created.getString("secret"));
    assertThat(staff.delete(path).getBoolean("deleted")).isTrue();
    assertThat(staff.tryGet(path).status()).isEqualTo(404);
    JsonArray audited =
        staff
            .get("/admin/tradewind/audit-log?subject=" + created.getString("id"))
            .getJsonArray("audit_entries");
    assertThat(audited).hasSize(7);
    assertThat(audited.encode()).doesNotContain("whsec_", "secret");
  }

  @Test
  void aWebhookThatCouldNotWorkIsRefused() {
    assertRefused(
        tryCreate("https://10.0.0.7/hooks", "order.*"),
        400,
        "invalid_data",
        "url must not lead to a private address");
    assertThat(tryCreate("https://user:pass@shop.example/", "order.*").status()).isEqualTo(400);
    assertThat(tryCreate("ftp://shop.example/", "order.*").status()).isEqualTo(400);
    assertThat(tryCreate("https://[::1]/", "order.*").status()).isEqualTo(400);
    assertRefused(
        tryCreate("https://shop.example/", "order.palced"),
        400,
        "invalid_data",
        "No event type matches order.palced");
    assertThat(
            staff
                .tryPost(
                    WEBHOOKS + "/" + create("/x", "*").getString("id") + "/redeliver",
                    "{'event_id': 'a', 'after': '1', 'until': '2'}")
                .status())
        .isEqualTo(400);
  }

  @Test
  void aShopWithoutWebhooksHasNoneOfTheirOperations() throws Exception {
    Storefront without = shop.withoutWebhooks();
    StaffClient client = new StaffClient(without, staff.credentials());

    for (String path : List.of(WEBHOOKS, "/admin/tradewind/events")) {
      assertThat(client.tryGet(path).status()).isEqualTo(404);
      assertThat(HTTP.send(documentOf(without), BodyHandlers.ofString()).body())
          .contains("/admin/orders")
          .doesNotContain(path);
    }
  }

  private static HttpRequest documentOf(Storefront storefront) {
    return HttpRequest.newBuilder(URI.create(storefront.url() + "/openapi/admin.json")).build();
  }

  private static JsonObject create(String path, String... types) {
    Answer created = tryCreate(url(path), types);
    assertThat(created.status()).as(created.text()).isEqualTo(200);
    return created.body().getJsonObject("webhook");
  }

  private static Answer tryCreate(String url, String... types) {
    return staff.tryPost(
        WEBHOOKS, "{'url': '%s', 'event_types': %s}", url, new JsonArray(List.of(types)).encode());
  }

  private static String url(String path) {
    return "http://127.0.0.1:" + receiver.getAddress().getPort() + path;
  }

  private static JsonArray deliveries(String webhook, String status) {
    return staff.get(webhook + "/deliveries?status=" + status).getJsonArray("deliveries");
  }

  private static String newNote() {
    return staff
        .post(
            "/admin/notes",
            "{'resource_id': 'order_1', 'resource_type': 'order', 'value': 'Call back'}")
        .getJsonObject("note")
        .getString("id");
  }

  private static List<JsonObject> received(String path) {
    return RECEIVED.stream().filter(one -> one.getString("path").equals(path)).toList();
  }

  private static JsonObject awaitDelivery(String path, String text) {
    until(() -> received(path).stream().anyMatch(one -> isAbout(one, text)));
    return received(path).stream().filter(one -> isAbout(one, text)).findFirst().orElseThrow();
  }

  private static boolean isAbout(JsonObject delivery, String text) {
    return delivery.getString("body").contains(text);
  }
}
