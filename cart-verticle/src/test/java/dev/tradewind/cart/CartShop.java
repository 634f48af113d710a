package dev.tradewind.cart;

import static dev.tradewind.testing.Futures.await;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tradewind.kernel.database.DatabaseConfig;
import dev.tradewind.kernel.database.Migrations;
import dev.tradewind.kernel.database.Schema;
import dev.tradewind.kernel.database.SchemaPool;
import dev.tradewind.kernel.idempotency.IdempotencyKey;
import dev.tradewind.kernel.operation.CallContext;
import dev.tradewind.kernel.operation.OperationClient;
import dev.tradewind.kernel.operation.Operations;
import dev.tradewind.kernel.operation.Principal;
import dev.tradewind.kernel.operation.Reply;
import dev.tradewind.kernel.operation.Request;
import dev.tradewind.kernel.verticle.NodeContext;
import dev.tradewind.testing.TestDatabase;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import io.vertx.sqlclient.Pool;
import io.vertx.sqlclient.Tuple;
import java.time.Clock;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicInteger;

/** The cart's operations over a real database, with neighbours that the test controls. */
final class CartShop implements AutoCloseable {

  final FakeCatalog catalog = new FakeCatalog();
  final FakeCustomers customers = new FakeCustomers();
  final FakeDiscounts discounts = new FakeDiscounts();
  final AtomicInteger statements = new AtomicInteger();
  final SettableClock clock = new SettableClock();
  final Vertx vertx = Vertx.vertx();
  final Pool pool;
  private final CartVerticle verticle;
  final OperationClient bus = new OperationClient(vertx, Clock.systemUTC());

  CartShop() {
    DatabaseConfig database =
        DatabaseConfig.parse(
            TestDatabase.copyOf(
                    "cart",
                    url ->
                        new Migrations(DatabaseConfig.parse(url, 1))
                            .run(List.of(Schema.of("orders"), CartVerticle.SCHEMA)))
                .url(),
            4);
    pool = SchemaPool.open(vertx, database, CartVerticle.SCHEMA);
    NodeContext node = new NodeContext("node", database, events -> Future.succeededFuture(), clock);
    verticle = new CartVerticle(node);
    verticle.init(vertx, vertx.getOrCreateContext());
    Operations operations = new Operations();
    Operations internal = new Operations();
    verticle.bind(operations, internal, CountingPool.counting(pool, statements), bus);
    await(verticle.startBackground(pool, bus));
    await(catalog.serve(vertx));
    await(customers.serve(vertx));
    await(discounts.serve(vertx));
    await(operations.serve(vertx, "cart", Clock.systemUTC()));
    await(internal.serve(vertx, OperationClient.internalAddress("cart"), Clock.systemUTC()));
  }

  /** Under a key that the client chose. */
  Future<Reply> sending(
      Principal principal,
      String operation,
      JsonObject path,
      JsonObject query,
      JsonObject body,
      String key) {
    return sending(
        principal, operation, path, query, body, new JsonObject().put(IdempotencyKey.HEADER, key));
  }

  /** Under a key that the gateway made. */
  Future<Reply> sendingUnder(
      String madeKey, Principal principal, String operation, JsonObject path, JsonObject body) {
    return sending(
        principal,
        operation,
        path,
        new JsonObject(),
        body,
        new JsonObject().put(IdempotencyKey.HEADER, madeKey).put(IdempotencyKey.MADE, "true"));
  }

  private Future<Reply> sending(
      Principal principal,
      String operation,
      JsonObject path,
      JsonObject query,
      JsonObject body,
      JsonObject headers) {
    headers.put("remote-address", "127.0.0.1").put("user-agent", "test");
    return bus.send(
        "cart", operation, context(principal), Request.input(path, query, body, headers));
  }

  CallContext context() {
    return context(Principal.ANONYMOUS);
  }

  private static CallContext context(Principal principal) {
    return new CallContext(
        UUID.randomUUID().toString(), Instant.now().plusSeconds(15), null, principal);
  }

  /** As a customer who is logged in. */
  Reply as(String customerId, String operation, JsonObject path, JsonObject body) {
    Principal customer =
        new Principal(Principal.Kind.CUSTOMER, customerId, Principal.Credential.SESSION);
    return await(sendingUnder(UUID.randomUUID().toString(), customer, operation, path, body));
  }

  /** How many statements the work takes here and at the neighbours, one for each of their calls. */
  int statementsOf(Runnable work) {
    int before = statements();
    work.run();
    return statements() - before;
  }

  private int statements() {
    return statements.get() + catalog.calls.get() + customers.calls.get() + discounts.calls.get();
  }

  Future<Reply> sending(String operation, JsonObject path, JsonObject body) {
    return sendingUnder(UUID.randomUUID().toString(), Principal.ANONYMOUS, operation, path, body);
  }

  Reply send(String operation, JsonObject path, JsonObject body) {
    return await(sending(operation, path, body));
  }

  /** The cart of an answer that says yes. */
  JsonObject cart(Reply reply) {
    assertThat(reply.status()).as(reply.body().toString()).isEqualTo(200);
    return reply.body().toJsonObject().getJsonObject("cart");
  }

  JsonObject call(String operation, JsonObject path, JsonObject body) {
    return cart(send(operation, path, body));
  }

  JsonObject create() {
    return create(new JsonObject().put("region_id", FakeCatalog.EU));
  }

  JsonObject create(JsonObject body) {
    return call("storeCreateCart", new JsonObject(), body);
  }

  JsonObject get(String id) {
    return call("storeGetCart", id(id), null);
  }

  JsonObject update(String id, JsonObject body) {
    return call("storeUpdateCart", id(id), body);
  }

  JsonObject add(String id, String variant, int quantity) {
    return call("storeAddLineItem", id(id), line(variant, quantity));
  }

  JsonObject ship(String id, String option) {
    return call("storeAddShippingMethod", id(id), new JsonObject().put("option_id", option));
  }

  JsonObject openSessions(String id) {
    return call("storeCreatePaymentSessions", id(id), null);
  }

  /** A cart with that many shirts, its id. */
  String cartWithShirts(int quantity) {
    String id = create().getString("id");
    add(id, FakeCatalog.SHIRT, quantity);
    return id;
  }

  static JsonObject id(String id) {
    return new JsonObject().put("id", id);
  }

  static JsonObject line(String variant, int quantity) {
    return new JsonObject().put("variant_id", variant).put("quantity", quantity);
  }

  static void assertRefused(Reply reply, int status, String type, String message) {
    JsonObject body = reply.body().toJsonObject();
    assertThat(body.getString("message")).isEqualTo(message);
    assertThat(body.getString("type")).isEqualTo(type);
    assertThat(reply.status()).isEqualTo(status);
  }

  /** Types of the events that the cart has told, in their order. */
  List<String> events(String cartId) {
    return await(
            pool.preparedQuery("SELECT type FROM outbox WHERE key = $1 ORDER BY id")
                .execute(Tuple.of(cartId)))
        .stream()
        .map(row -> row.getString("type"))
        .toList();
  }

  static List<JsonObject> objects(JsonArray array) {
    return array.stream().map(JsonObject.class::cast).toList();
  }

  @Override
  public void close() {
    await(verticle.stopBackground());
    await(pool.close());
    await(vertx.close());
  }
}
