package dev.tradewind.acceptance.movein;

import static dev.tradewind.testing.Eventually.until;
import static dev.tradewind.testing.Futures.await;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tradewind.acceptance.AdminApi;
import dev.tradewind.acceptance.Answer;
import dev.tradewind.acceptance.NodeJvm;
import dev.tradewind.acceptance.Shop;
import dev.tradewind.acceptance.Storefront;
import dev.tradewind.gateway.management.Health;
import dev.tradewind.gateway.management.ManagementConfig;
import dev.tradewind.gateway.management.ManagementVerticle;
import dev.tradewind.kernel.database.DatabaseConfig;
import dev.tradewind.kernel.database.SchemaPool;
import dev.tradewind.launcher.node.ShadowFollower;
import dev.tradewind.medusa.follow.SwitchStore;
import dev.tradewind.shadow.Shadow;
import dev.tradewind.shadow.ShadowConfig;
import dev.tradewind.shadow.ShadowPage;
import dev.tradewind.shadow.ShadowRouting;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import io.vertx.core.json.JsonObject;
import io.vertx.sqlclient.Pool;
import io.vertx.sqlclient.Tuple;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Gateway in shadow mode before a server in the place of Medusa v1, which answers from the same
 * database: so no order is missing because of following, only because of the switch.
 */
class ShadowIT {

  private static final HttpClient HTTP =
      HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

  private static final Duration LIMIT = Duration.ofMinutes(10);

  private static Shop shop;

  private final PrometheusMeterRegistry metrics =
      new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
  private V1Server v1;
  private Pool pool;
  private SwitchStore store;
  private ShadowFollower follower;
  private Shadow shadow;
  private Storefront gateway;

  @BeforeAll
  static void openShop() {
    shop = Shop.shared();
  }

  @BeforeEach
  void open() {
    v1 = V1Server.before(shop.vertx(), shop.storefront().url());
    DatabaseConfig database = DatabaseConfig.parse(shop.databaseUrl(), 1);
    pool = SchemaPool.openAsLogin(shop.vertx(), database, "test");
    store = new SwitchStore(pool);
    follower =
        await(
            ShadowFollower.start(
                shop.vertx(),
                database,
                new ShadowConfig(v1.url(), 100),
                metrics,
                Clock.systemUTC()));
    shadow = follower.shadow();
    gateway = shop.shadowing(shadow);
  }

  @AfterEach
  void close() {
    await(follower.close());
    await(pool.query("DROP SCHEMA medusa_import CASCADE").execute());
    await(pool.close());
    v1.close();
  }

  @Test
  void requestsAndAnswersPassUnchanged() throws Exception {
    String body = "x".repeat(3 << 20);
    HttpResponse<String> answer =
        HTTP.send(
            HttpRequest.newBuilder(URI.create(gateway.url() + V1Server.ECHO + "?a=%20b"))
                .header("x-forwarded-for", "192.0.2.1")
                .header("cookie", "connect.sid=abc")
                .method("PATCH", BodyPublishers.ofString(body))
                .build(),
            BodyHandlers.ofString());

    assertThat(answer.statusCode()).isEqualTo(201);
    assertThat(answer.headers().allValues("set-cookie"))
        .containsExactly("one=1; Path=/", "two=2; Path=/");
    assertThat(answer.headers().firstValue("x-custom")).contains("kept");
    assertThat(answer.headers().map()).doesNotContainKeys("x-request-id", "cache-control");
    JsonObject seen = new JsonObject(answer.body());
    JsonObject headers = seen.getJsonObject("headers");
    assertThat(seen.getString("method")).isEqualTo("PATCH");
    assertThat(seen.getString("uri")).isEqualTo(V1Server.ECHO + "?a=%20b");
    assertThat(seen.getInteger("length")).isEqualTo(body.length());
    assertThat(headers.getString("cookie")).isEqualTo("connect.sid=abc");
    assertThat(headers.getString("x-forwarded-for")).isEqualTo("192.0.2.1, 127.0.0.1");
    assertThat("http://" + headers.getString("x-forwarded-host")).isEqualTo(gateway.url());
    assertThat("http://" + headers.getString("host")).isEqualTo(v1.url().toString());

    byte[] streamed =
        HTTP.send(
                HttpRequest.newBuilder(URI.create(gateway.url() + V1Server.BYTES + "?" + (5 << 20)))
                    .build(),
                BodyHandlers.ofByteArray())
            .body();
    assertThat(streamed).hasSize(5 << 20);
  }

  private Socket sending(String request) throws IOException {
    Socket socket = new Socket("127.0.0.1", URI.create(gateway.url()).getPort());
    socket.setSoTimeout(60_000);
    socket.getOutputStream().write(request.getBytes(StandardCharsets.ISO_8859_1));
    return socket;
  }

  private static String firstLine(Socket socket) throws IOException {
    return new BufferedReader(
            new InputStreamReader(socket.getInputStream(), StandardCharsets.ISO_8859_1))
        .readLine();
  }

  /** More of them than there are connections to the old shop. */
  @Test
  void bodiesThatTrickleInTakeNoConnectionToTheOldShop() throws Exception {
    String slow = "POST /store/x HTTP/1.1\r\nHost: shop\r\nContent-Length: 5000\r\n\r\n{";
    List<Socket> sockets = new ArrayList<>();
    try {
      for (int number = 0; number < 300; number++) {
        sockets.add(sending(slow));
      }
      try (Socket other = sending("GET " + V1Server.ECHO + " HTTP/1.1\r\nHost: shop\r\n\r\n")) {
        assertThat(firstLine(other)).startsWith("HTTP/1.1 201");
      }
      assertThat(firstLine(sockets.getFirst())).startsWith("HTTP/1.1 408");
    } finally {
      for (Socket socket : sockets) {
        socket.close();
      }
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"CONNECT", "TRACE"})
  void methodsOfProxiesAreNotPassedOn(String method) throws Exception {
    try (Socket socket =
        sending(method + " " + V1Server.ECHO + " HTTP/1.1\r\nHost: shop\r\n\r\n")) {
      assertThat(firstLine(socket)).contains(" 405 ");
    }
  }

  @Test
  void headersOfTheConnectionNeitherFrameNorForge() throws Exception {
    try (Socket socket =
        sending(
            "POST "
                + V1Server.ECHO
                + " HTTP/1.0\r\nHost: shop\r\nConnection: content-length\r\n"
                + "Forwarded: for=192.0.2.7\r\nX-Real-IP: 192.0.2.7\r\nContent-Length: 5\r\n\r\n"
                + "12345")) {
      String answer =
          new String(socket.getInputStream().readAllBytes(), StandardCharsets.ISO_8859_1);
      assertThat(answer)
          .contains(" 201 ", "\"length\":5")
          .contains("\"x-real-ip\":\"127.0.0.1\"")
          .doesNotContain("192.0.2.7");
    }
  }

  @Test
  void aWrongTaxRateIsFound() {
    v1.plantTaxRate(77);
    for (int i = 0; i < 100; i++) {
      String rates = gateway.get("/store/regions").text();
      assertThat(rates).contains("\"tax_rate\":77").doesNotContain("\"tax_rate\":0");
    }
    until(() -> found("storeListRegions", "regions[].tax_rate") != null);

    JsonObject difference = found("storeListRegions", "regions[].tax_rate");
    JsonObject example = difference.getJsonArray("examples").getJsonObject(0);
    assertThat(example.getString("v1")).isEqualTo("77");
    assertThat(example.getString("here")).isNotEqualTo("77");
    assertThat(example.getString("path")).isEqualTo("/store/regions");
    assertThat(shadow.report().toJson().getJsonArray("differences")).hasSize(1);
    ManagementVerticle management =
        new ManagementVerticle(
            new ManagementConfig("127.0.0.1", 0, false),
            new Health(),
            metrics,
            null,
            List.of(new ShadowPage(shadow)));
    String deployment = await(shop.vertx().deployVerticle(management));
    String page = "http://127.0.0.1:" + management.actualPort() + "/shadow";
    assertThat(shop.storefront().follow(page).text()).contains("regions[].tax_rate", "77");
    assertThat(shop.storefront().follow(page + ".json").body().getJsonArray("differences"))
        .hasSize(1);
    await(shop.vertx().undeploy(deployment));
    assertThat(metrics.scrape())
        .contains(
            "tradewind_shadow_differences_total"
                + "{field=\"regions[].tax_rate\",operation=\"storeListRegions\"}");
  }

  @Test
  void readsWithALoginOfTheOldShopAreComparedAsItsHolder() {
    shop.newUser("shadow@example.com", "supersecret", "shadow-token");
    Answer answer =
        gateway.send("GET", "/admin/store", null, "x-medusa-access-token", "shadow-token");

    assertThat(answer.status()).isEqualTo(200);
    until(() -> compared("adminGetStore").containsKey("equal"));
    assertThat(compared("adminGetStore").fieldNames()).containsExactly("equal");
  }

  @Test
  void withoutTheOldShopOnlySwitchedReadsAreAnswered() {
    reads(Set.of("storeListRegions"));
    v1.close();

    assertThat(gateway.get("/store/regions").status()).isEqualTo(200);
    HttpResponse<String> products = plain("GET", "/store/products", "");
    assertThat(products.statusCode()).isEqualTo(502);
    assertThat(products.body()).contains("does not answer");
    assertThat(plain("POST", "/store/carts", "{}").statusCode()).isEqualTo(502);
    v1 = V1Server.before(shop.vertx(), shop.storefront().url());
  }

  @Test
  void theCommandTakesNoStepWithoutTheOneBefore() throws Exception {
    assertThat(command("writes")).contains("exit 1", "./tradewind shadow hold");
    assertThat(command("hold")).contains("exit 0", "Writes:     held", "confirmed");
    assertThat(shadow.routing().state().writes()).isEqualTo(ShadowRouting.Writes.HELD);
  }

  private static String command(String step) throws Exception {
    Process process =
        NodeJvm.with(
                List.of(),
                Map.of("TRADEWIND_DATABASE_URL", shop.databaseUrl()),
                List.of("shadow", step))
            .start();
    String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    return output + "exit " + process.waitFor();
  }

  @Test
  void heldWritesWaitWithTheirBodies() {
    await(store.hold(LIMIT));
    confirmed();
    JsonObject cart =
        new JsonObject()
            .put("region_id", gateway.region("eur").getString("id"))
            .put("context", new JsonObject().put("note", "y".repeat(15_000)));
    CompletableFuture<Answer> waiting = gateway.postLater("/store/carts", cart);
    assertThat(gateway.get("/store/regions").status()).isEqualTo(200);
    assertThat(waiting).isNotDone();
    assertThat(await(store.writeHere())).as("without the record of --finish").isFalse();

    finish(true);
    int before = v1.writes();
    assertThat(await(store.writeHere())).isTrue();

    Answer answer = waiting.join();
    assertThat(answer.status()).as(answer.text()).isEqualTo(200);
    assertThat(answer.cart().getJsonObject("context").getString("note")).hasSize(15_000);
    assertThat(v1.writes()).isEqualTo(before);
  }

  @Test
  void readsFollowTheHeldWritesToTheShopThatHasThem() {
    v1.plantTaxRate(77);
    await(store.hold(LIMIT));
    confirmed();
    assertThat(showsPlantedRate()).as("before the end of following").isTrue();
    finish(true);
    assertThat(showsPlantedRate()).as("after it").isFalse();
    assertThat(showsPlantedRate("cookie", "connect.sid=of-v1")).as("with a login there").isTrue();
    assertThat(await(store.writeHere())).isTrue();
    confirmed();

    await(store.hold(LIMIT));
    confirmed();
    assertThat(showsPlantedRate()).as("before the way back").isFalse();
    assertThat(showsPlantedRate("cookie", "connect.sid=of-here")).as("with a login").isFalse();
    finish(false);
    assertThat(showsPlantedRate()).as("after it").isTrue();
    assertThat(await(store.giveBack())).isTrue();
  }

  @Test
  void readsThatNameWhatShoppersWriteStayAtTheOldShop() {
    reads(Set.of("all"));
    String products = "/store/products?limit=1";

    assertThat(isAskedOfV1(products)).isFalse();
    assertThat(isAskedOfV1("/store/regions")).isFalse();
    assertThat(isAskedOfV1(products + "&cart_id=cart_01")).isTrue();
    assertThat(isAskedOfV1(products + "&cart%5Fid=cart_01")).isTrue();
    assertThat(isAskedOfV1("/store/variants?cart_id[]=cart_01")).isTrue();
    assertThat(isAskedOfV1("/store/carts/cart_01")).isTrue();
    assertThat(isAskedOfV1("/store/shipping-options/cart_01")).isTrue();
    assertThat(isAskedOfV1("/store/gift-cards/CODE")).isTrue();

    await(store.hold(LIMIT));
    confirmed();
    assertThat(isAskedOfV1("/store/carts/cart_01")).as("before --finish").isTrue();
    finish(true);
    assertThat(isAskedOfV1("/store/carts/cart_01")).as("after it").isFalse();
    assertThat(await(store.giveBack())).as("nothing was written here").isTrue();
    confirmed();
    assertThat(isAskedOfV1("/store/carts/cart_01")).isTrue();
  }

  private boolean isAskedOfV1(String path) {
    int before = v1.reads();
    gateway.get(path);
    return v1.reads() > before;
  }

  @Test
  void aHeldWriteThatNeedsALoginOfTheOldShopIsToBeRepeated() {
    await(store.hold(LIMIT));
    confirmed();

    Answer session = gateway.send("POST", "/admin/store", "{}", "cookie", "connect.sid=of-v1");
    assertThat(session.status()).isEqualTo(503);
    assertThat(session.header("retry-after")).isNotNull();
    assertThat(
            gateway
                .send("POST", "/store/customers/me", "{}", "authorization", "Bearer a.b.c")
                .status())
        .isEqualTo(503);
    CompletableFuture<Answer> anonymous =
        gateway.postLater("/store/carts", new JsonObject().put("region_id", "reg_none"));
    assertThat(gateway.get("/store/regions").status()).isEqualTo(200);
    assertThat(anonymous).isNotDone();
    assertThat(await(store.giveBack())).isTrue();
    anonymous.join();
  }

  @Test
  void aHoldWithoutItsCommandIsGivenBackAtItsLimit() {
    await(store.hold(Duration.ofSeconds(2)));
    confirmed();

    Answer answer =
        gateway.post(
            "/store/carts",
            new JsonObject().put("region_id", gateway.region("eur").getString("id")));

    assertThat(answer.status()).as(answer.text()).isEqualTo(200);
    assertThat(v1.writes()).isEqualTo(1);
    until(() -> await(store.state()).writes().equals("v1"));
  }

  @Test
  void aDifferenceThatTheNextRoundEndsIsLag() {
    String id = newRegion();
    String region = "/store/regions/" + id;
    followedAt("now() - interval '1 hour'");
    v1.plantTaxRate(77);
    gateway.get(region);
    until(() -> shadow.report().toJson().getInteger("waiting_for_round") == 1);
    assertThat(compared("storeGetRegion")).isEmpty();

    AdminApi staff = new AdminApi(shop);
    staff.post("/admin/regions/" + id, "{'tax_rate': 77}");
    followedAt("now() + interval '1 minute'");

    until(() -> compared("storeGetRegion").containsKey("lag"));
    assertThat(compared("storeGetRegion").fieldNames()).containsExactly("lag");
    assertThat(shadow.report().toJson().getJsonArray("differences")).isEmpty();
    assertThat(shadow.report().toJson().getString("last_round_at")).isNotNull();
    staff.delete("/admin/regions/" + id);
  }

  @Test
  void aDifferenceThatOutlastsTheRoundIsShown() {
    String region = "/store/regions/" + gateway.region("eur").getString("id");
    followedAt("now() - interval '1 hour'");
    v1.plantTaxRate(77);
    gateway.get(region);
    followedAt("now() + interval '1 minute'");

    until(() -> found("storeGetRegion", "region.tax_rate") != null);
  }

  private static String newRegion() {
    return new AdminApi(shop)
        .create(
            "/admin/regions",
            "region",
            "{'name': 'Lag', 'currency_code': 'eur', 'tax_rate': 5, 'payment_providers': ['manual'],"
                + " 'fulfillment_providers': ['manual'], 'countries': []}");
  }

  /** Records a round of the following. */
  private void followedAt(String time) {
    await(
        pool.query(
                """
                INSERT INTO medusa_import.move (source) SELECT 'test'
                WHERE NOT EXISTS (SELECT FROM medusa_import.move);
                UPDATE medusa_import.move SET round_at = %s;
                UPDATE medusa_import.switch SET revision = revision + 1
                """
                    .formatted(time))
            .execute());
    confirmed();
  }

  private boolean showsPlantedRate(String... headers) {
    Answer answer = gateway.send("GET", "/store/regions", null, headers);
    assertThat(answer.status()).as(answer.text()).isEqualTo(200);
    return answer.text().contains("\"tax_rate\":77");
  }

  @Test
  void shoppersDoNotNoticeTheStepsThereAndBack() throws InterruptedException {
    Queue<String> orders = new ConcurrentLinkedQueue<>();
    Queue<Throwable> failures = new ConcurrentLinkedQueue<>();
    boolean[] isOver = {false};
    JsonObject variant = shop.newVariant(1_000, 100_000);
    List<Thread> shoppers = new ArrayList<>();
    for (int i = 0; i < 3; i++) {
      Thread shopper =
          new Thread(() -> {
            while (!isOver[0]) {
              try {
                orders.add(order(variant.getString("id")));
              } catch (Throwable failure) {
                failures.add(failure);
                return;
              }
            }
          });
      shoppers.add(shopper);
      shopper.start();
    }

    awaitMore(orders, failures, 3);
    reads(Set.of("all"));
    awaitMore(orders, failures, 3);
    await(store.hold(LIMIT));
    confirmed();
    finish(true);
    assertThat(await(store.writeHere())).isTrue();
    confirmed();
    int before = v1.writes();
    awaitMore(orders, failures, 3);
    assertThat(v1.writes()).isEqualTo(before);
    await(store.hold(LIMIT));
    confirmed();
    finish(false);
    assertThat(await(store.giveBack())).isTrue();
    awaitMore(orders, failures, 3);
    reads(Set.of());
    awaitMore(orders, failures, 3);
    isOver[0] = true;
    for (Thread shopper : shoppers) {
      shopper.join();
    }

    assertThat(failures).isEmpty();
    assertThat(v1.writes()).isGreaterThan(before);
    long placed =
        await(
                shop.orders()
                    .preparedQuery("SELECT count(*) FROM \"order\" WHERE id = ANY ($1)")
                    .execute(Tuple.of(orders.toArray(String[]::new))))
            .iterator()
            .next()
            .getLong(0);
    assertThat(placed).isEqualTo(orders.size()).isGreaterThanOrEqualTo(15);
  }

  private String order(String variant) {
    JsonObject cart = gateway.createCart(gateway.region("eur").getString("id"), variant, 1);
    gateway.prepareForCompletion(cart.getString("id"), "ada@example.com", "de");
    Answer placed = gateway.post("/store/carts/" + cart.getString("id") + "/complete", null);
    assertThat(placed.status()).as(placed.text()).isEqualTo(200);
    JsonObject order = placed.body().getJsonObject("data");
    assertThat(placed.body().getString("type")).isEqualTo("order");
    return order.getString("id");
  }

  private static void awaitMore(Queue<String> orders, Queue<Throwable> failures, int number) {
    int target = orders.size() + number;
    until(() -> orders.size() >= target || !failures.isEmpty());
  }

  private void reads(Set<String> operations) {
    await(store.reads(operations));
    until(() -> await(store.nodes()).stream().allMatch(SwitchStore.Node::hasConfirmed));
  }

  /** Waits until the gateway works by the last step, without writes of the one before. */
  private void confirmed() {
    until(() ->
        await(store.nodes()).stream()
            .allMatch(node ->
                node.hasConfirmed()
                    && (node.writesInFlight() == 0
                        || !await(store.state()).writes().equals("held"))));
  }

  /** Records what {@code move-in --finish} records, or takes it back as {@code move-back} does. */
  private void finish(boolean isFinished) {
    await(
        pool.query(
                """
                INSERT INTO medusa_import.move (source) SELECT 'test'
                WHERE NOT EXISTS (SELECT FROM medusa_import.move);
                UPDATE medusa_import.move SET finished_at = %s;
                UPDATE medusa_import.switch
                SET held_here = held_here AND %s, revision = revision + 1
                """
                    .formatted(isFinished ? "now()" : "NULL", isFinished))
            .execute());
    confirmed();
  }

  private HttpResponse<String> plain(String method, String path, String body) {
    return HTTP.sendAsync(
            HttpRequest.newBuilder(URI.create(gateway.url() + path))
                .method(method, BodyPublishers.ofString(body))
                .build(),
            BodyHandlers.ofString())
        .join();
  }

  private JsonObject found(String operation, String field) {
    return shadow.report().toJson().getJsonArray("differences").stream()
        .map(JsonObject.class::cast)
        .filter(each ->
            each.getString("operation").equals(operation) && each.getString("field").equals(field))
        .findFirst()
        .orElse(null);
  }

  private JsonObject compared(String operation) {
    return shadow
        .report()
        .toJson()
        .getJsonObject("compared")
        .getJsonObject(operation, new JsonObject());
  }
}
