package dev.tradewind.customer.restock;

import static dev.tradewind.testing.Futures.await;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tradewind.api.catalog.CatalogClient;
import dev.tradewind.api.catalog.CatalogOperation;
import dev.tradewind.customer.CustomerVerticle;
import dev.tradewind.customer.auth.login.LoginRateLimiter;
import dev.tradewind.customer.auth.login.ThrottleSettings;
import dev.tradewind.kernel.database.DatabaseConfig;
import dev.tradewind.kernel.database.Migrations;
import dev.tradewind.kernel.database.SchemaPool;
import dev.tradewind.kernel.operation.CallContext;
import dev.tradewind.kernel.operation.OperationClient;
import dev.tradewind.kernel.operation.Operations;
import dev.tradewind.kernel.operation.Reply;
import dev.tradewind.kernel.operation.Request;
import dev.tradewind.testing.AdvanceableClock;
import dev.tradewind.testing.TestDatabase;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import io.vertx.junit5.VertxExtension;
import io.vertx.sqlclient.Pool;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Restock requests beside a catalog whose stock the test sets. */
@ExtendWith(VertxExtension.class)
class RestockIT {

  private final AdvanceableClock clock = new AdvanceableClock();
  private final Map<String, JsonObject> variants = new ConcurrentHashMap<>();
  private Vertx vertx;
  private Pool pool;
  private RestockNotifier notifier;

  @BeforeEach
  void open(Vertx given) {
    vertx = given;
    DatabaseConfig database =
        DatabaseConfig.parse(
            TestDatabase.copyOf(
                    "customer",
                    url ->
                        new Migrations(DatabaseConfig.parse(url, 1))
                            .run(List.of(CustomerVerticle.SCHEMA)))
                .url(),
            4);
    pool = SchemaPool.open(vertx, database, CustomerVerticle.SCHEMA);
    OperationClient bus = new OperationClient(vertx, Clock.systemUTC());
    RestockRequestStore store = new RestockRequestStore();
    notifier = new RestockNotifier(pool, store, bus, clock);
    Operations operations = new Operations();
    new RestockRequestService(
            pool,
            store,
            bus,
            new LoginRateLimiter(
                vertx, pool, new ThrottleSettings(5, 1_000, 1_000, Duration.ofMinutes(15)), clock),
            clock)
        .bind(operations);
    await(operations.serve(vertx, "restock", Clock.systemUTC()));
    await(
        new Operations()
            .on(CatalogOperation.FIND_VARIANTS, request -> found(request.input()))
            .serve(
                vertx, OperationClient.internalAddress(CatalogClient.ADDRESS), Clock.systemUTC()));
    stock("variant_1", 0);
  }

  @AfterEach
  void close() {
    await(pool.close());
  }

  private Future<Reply> found(JsonObject input) {
    JsonArray found = new JsonArray();
    input.getJsonArray("ids").stream()
        .map(variants::get)
        .filter(variant -> variant != null)
        .forEach(found::add);
    return Future.succeededFuture(Reply.ok(new JsonObject().put("variants", found)));
  }

  private JsonObject stock(String variantId, int quantity) {
    JsonObject variant =
        new JsonObject()
            .put("id", variantId)
            .put("manage_inventory", true)
            .put("allow_backorder", false)
            .put("inventory_quantity", quantity)
            .put("product", new JsonObject().put("status", "published"));
    variants.put(variantId, variant);
    return variant;
  }

  private int request(String variantId, String email) {
    return await(
            new OperationClient(vertx, Clock.systemUTC())
                .send(
                    "restock",
                    "storeRequestRestockNotification",
                    CallContext.system(Clock.systemUTC(), Duration.ofMinutes(1)),
                    Request.input(
                        new JsonObject().put("id", variantId),
                        new JsonObject(),
                        new JsonObject().put("email", email),
                        new JsonObject())))
        .status();
  }

  private long count(String from) {
    return await(pool.query("SELECT count(*) FROM " + from).execute()).iterator().next().getLong(0);
  }

  @Test
  void aSoldOutVariantIsWaitedForOnceByAnAddress() {
    assertThat(request("variant_1", "Ada@Example.com")).isEqualTo(204);
    assertThat(request("variant_1", "ada@example.com ")).isEqualTo(204);

    assertThat(count("restock_request WHERE email = 'ada@example.com'")).isEqualTo(1);
  }

  @Test
  void onlyASoldOutVariantThatIsPublishedIsWaitedFor() {
    stock("variant_in_stock", 1);
    stock("variant_backorder", 0).put("allow_backorder", true);
    stock("variant_unmanaged", 0).put("manage_inventory", false);
    stock("variant_draft", 0).put("product", new JsonObject().put("status", "draft"));

    for (String available : List.of("variant_in_stock", "variant_backorder", "variant_unmanaged")) {
      assertThat(request(available, available + "@example.com")).as(available).isEqualTo(400);
    }
    assertThat(request("variant_draft", "ada@example.com")).isEqualTo(404);
    assertThat(request("variant_unknown", "ada@example.com")).isEqualTo(404);
    assertThat(count("restock_request")).isZero();
  }

  @Test
  void anAddressIsEnteredAFewTimesOnly() {
    for (int number = 0; number < 5; number++) {
      stock("variant_of_" + number, 0);
      assertThat(request("variant_of_" + number, "ada@example.com")).isEqualTo(204);
    }

    assertThat(request("variant_1", "ada@example.com")).isEqualTo(429);
    assertThat(request("variant_1", "eve@example.com")).isEqualTo(204);
  }

  @Test
  void severalNodesTellEachShopperOnce() {
    int shoppers = 1_200;
    await(
        pool.query(
                """
                INSERT INTO restock_request (variant_id, email, created_at)
                SELECT 'variant_' || number %% 3, 'shopper-' || number || '@example.com', now()
                FROM generate_series(1, %d) AS number
                """
                    .formatted(shoppers))
            .execute());
    stock("variant_0", 5);
    stock("variant_1", 0);
    stock("variant_2", 1);

    await(
        Future.all(IntStream.range(0, 4).mapToObj(node -> notifier.notifyOfRestocked()).toList()));

    assertThat(count("outbox")).isEqualTo(800);
    assertThat(count("(SELECT DISTINCT data ->> 'to' FROM outbox) AS recipient")).isEqualTo(800);
    assertThat(
            count(
                "outbox WHERE data ->> 'event_name' = 'restock-notification.restocked'"
                    + " AND data -> 'data' ->> 'variant_id' IN ('variant_0', 'variant_2')"))
        .isEqualTo(800);
    assertThat(count("restock_request WHERE variant_id = 'variant_1'")).isEqualTo(400);
    assertThat(count("restock_request")).isEqualTo(400);
  }

  @Test
  void allVariantsAreLookedAtHoweverManyAreWaitedFor() {
    await(
        pool.query(
                """
                INSERT INTO restock_request (variant_id, email, created_at)
                SELECT 'variant_of_' || number, 'ada@example.com', now()
                FROM generate_series(1, 450) AS number
                """)
            .execute());
    IntStream.rangeClosed(1, 450).forEach(number -> stock("variant_of_" + number, 0));
    stock("variant_of_99", 1);

    await(notifier.notifyOfRestocked());

    assertThat(count("restock_request")).isEqualTo(449);
    assertThat(count("outbox")).isEqualTo(1);
  }

  @Test
  void requestsForDeletedVariantsAndOldOnesAreForgotten() {
    await(
        pool.query(
                """
                INSERT INTO restock_request (variant_id, email, created_at) VALUES
                  ('variant_deleted', 'ada@example.com', now()),
                  ('variant_1', 'ada@example.com', now()),
                  ('variant_1', 'old@example.com', now() - interval '366 days')
                """)
            .execute());

    await(notifier.notifyOfRestocked());

    assertThat(count("restock_request")).isEqualTo(1);
    assertThat(count("outbox")).isZero();
  }
}
