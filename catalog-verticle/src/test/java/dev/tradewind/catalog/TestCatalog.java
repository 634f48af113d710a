package dev.tradewind.catalog;

import static dev.tradewind.testing.Futures.await;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tradewind.api.cart.CartClient;
import dev.tradewind.api.cart.CartOperation;
import dev.tradewind.api.catalog.CatalogClient;
import dev.tradewind.api.customer.CustomerClient;
import dev.tradewind.api.customer.CustomerOperation;
import dev.tradewind.kernel.database.DatabaseConfig;
import dev.tradewind.kernel.database.Migrations;
import dev.tradewind.kernel.database.Schema;
import dev.tradewind.kernel.database.SchemaPool;
import dev.tradewind.kernel.operation.CallContext;
import dev.tradewind.kernel.operation.OperationClient;
import dev.tradewind.kernel.operation.Operations;
import dev.tradewind.kernel.operation.Principal;
import dev.tradewind.kernel.operation.Reply;
import dev.tradewind.kernel.operation.Request;
import dev.tradewind.kernel.verticle.NodeContext;
import dev.tradewind.providers.test.TestPlugin;
import dev.tradewind.sample.DemoShop;
import dev.tradewind.testing.TestDatabase;
import io.micrometer.core.instrument.MeterRegistry;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import io.vertx.sqlclient.Pool;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.RowSet;
import io.vertx.sqlclient.Tuple;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * Catalog verticle over its own database, seeded with the demo shop and called over the event bus.
 */
public final class TestCatalog implements AutoCloseable {

  private static final Clock CLOCK = Clock.systemUTC();
  private static final Principal STAFF =
      new Principal(Principal.Kind.USER, "usr_1", Principal.Credential.SESSION);
  private static final Schema ORDERS = new Schema("orders", "db/migration/remote");

  public final Vertx vertx = Vertx.vertx();
  public final OperationClient bus = new OperationClient(vertx, CLOCK);
  public final CatalogClient client = new CatalogClient(bus);
  public final Pool pool;
  public final Pool orders;
  private final DatabaseConfig database;
  private long lastEvent;

  public TestCatalog() {
    database =
        DatabaseConfig.parse(
            TestDatabase.copyOf("catalog", url -> migrate(DatabaseConfig.parse(url, 1))).url(), 4);
    pool = SchemaPool.open(vertx, database, CatalogVerticle.SCHEMA);
    orders = SchemaPool.open(vertx, database, ORDERS);
    NodeContext node = new NodeContext("node", database, events -> Future.succeededFuture(), CLOCK);
    await(vertx.deployVerticle(new CatalogVerticle(node, TestPlugin.installed(vertx))));
  }

  /** Migrates the database again, as every start of a node does. */
  public void migrate() {
    migrate(database);
  }

  private static void migrate(DatabaseConfig database) {
    new Migrations(database).run(List.of(CatalogVerticle.SCHEMA, ORDERS));
  }

  /** Deploys the verticle of another node over the same database. */
  public OperationClient deployNode(Vertx other, MeterRegistry meters, int cacheMegabytes) {
    NodeContext node =
        new NodeContext(
            "other",
            database,
            events -> Future.succeededFuture(),
            CLOCK,
            meters,
            false,
            cacheMegabytes);
    await(other.deployVerticle(new CatalogVerticle(node, TestPlugin.installed(other))));
    return new OperationClient(other, CLOCK);
  }

  /** Deploys the verticle of another node with a data folder. */
  public OperationClient deployNode(Vertx other, Path data) {
    NodeContext node =
        new NodeContext("other", database, events -> Future.succeededFuture(), CLOCK)
            .withDataFolder(data);
    await(other.deployVerticle(new CatalogVerticle(node, TestPlugin.installed(other))));
    return new OperationClient(other, CLOCK);
  }

  public static TestCatalog withDemoShop() {
    TestCatalog catalog = new TestCatalog();
    assertThat(await(DemoShop.seed(catalog.pool, CLOCK))).isTrue();
    return catalog;
  }

  /** Registers fakes of the cart and customer verticles. */
  public void withRemote(
      String cartId, JsonObject priceContext, String customerId, String groupId) {
    await(
        new Operations()
            .on(
                CartOperation.FIND_PRICE_CONTEXT,
                request ->
                    Future.succeededFuture(
                        Reply.ok(
                            request.input().getString("cart_id").equals(cartId)
                                ? priceContext
                                : new JsonObject())))
            .serve(vertx, OperationClient.internalAddress(CartClient.ADDRESS), CLOCK));
    await(
        new Operations()
            .on(
                CustomerOperation.FIND_CUSTOMERS,
                request ->
                    Future.succeededFuture(
                        Reply.ok(
                            new JsonObject()
                                .put(
                                    "customers",
                                    new JsonArray()
                                        .add(
                                            new JsonObject()
                                                .put("id", customerId)
                                                .put("group_ids", new JsonArray().add(groupId)))))))
            .serve(vertx, OperationClient.internalAddress(CustomerClient.ADDRESS), CLOCK));
  }

  public Reply ask(String operation, JsonObject path, JsonObject query, Principal principal) {
    return await(send(operation, path, query, null, principal));
  }

  /** Reply to a member of staff. */
  public Reply ask(String operation, JsonObject path, JsonObject query) {
    return ask(operation, path, query, STAFF);
  }

  /** Future reply to a member of staff. */
  public Future<Reply> send(String operation, JsonObject path, JsonObject query, JsonObject body) {
    return send(operation, path, query, body, STAFF);
  }

  /** Reply to a shopper whose storefront sends the publishable key. */
  public Reply withKey(String key, String operation, JsonObject path, JsonObject query) {
    JsonObject headers = new JsonObject().put("x-publishable-api-key", key);
    Buffer input = Request.input(path, query, null, headers);
    return await(bus.send(CatalogClient.ADDRESS, operation, context(), input));
  }

  /** Reply to a write by staff with a permission that only some values need. */
  public Reply writePermitted(String permission, String operation, JsonObject body) {
    return await(
        send(
            operation,
            new JsonObject(),
            new JsonObject(),
            body,
            STAFF,
            Request.permitting(permission)));
  }

  private Future<Reply> send(
      String operation, JsonObject path, JsonObject query, JsonObject body, Principal principal) {
    return send(operation, path, query, body, principal, new JsonObject());
  }

  private Future<Reply> send(
      String operation,
      JsonObject path,
      JsonObject query,
      JsonObject body,
      Principal principal,
      JsonObject headers) {
    CallContext context =
        new CallContext("command", CLOCK.instant().plusSeconds(60), null, principal);
    Buffer input = Request.input(path, query, body, headers);
    return bus.send(CatalogClient.ADDRESS, operation, context, input);
  }

  /** Body of the reply of another node to a shopper. */
  public JsonObject shownBy(OperationClient node, String operation) {
    CallContext context =
        new CallContext("command", CLOCK.instant().plusSeconds(60), null, Principal.ANONYMOUS);
    Buffer input = Request.input(new JsonObject(), new JsonObject(), null, new JsonObject());
    return await(node.send(CatalogClient.ADDRESS, operation, context, input)).body().toJsonObject();
  }

  /** Reply to a write by staff. */
  public Reply write(String operation, JsonObject path, JsonObject body) {
    return await(send(operation, path, new JsonObject(), body));
  }

  /** Product in the reply to a write. */
  public JsonObject written(String operation, JsonObject path, JsonObject body) {
    Reply reply = write(operation, path, body);
    assertThat(reply.status()).as(reply.body().toString()).isEqualTo(200);
    return reply.body().toJsonObject().getJsonObject("product");
  }

  /** Status and message of a refused write, after asserting that it changed no product. */
  public String refused(String operation, JsonObject path, JsonObject body) {
    Object before = productRows();
    Reply reply = write(operation, path, body);
    assertThat(productRows()).isEqualTo(before);
    JsonObject problem = reply.body().toJsonObject();
    return reply.status()
        + " "
        + problem.getString("type")
        + " "
        + (problem.containsKey("errors")
            ? problem.getJsonArray("errors").getString(0)
            : problem.getString("message"));
  }

  private Object productRows() {
    return sql("""
    SELECT
      (SELECT md5(string_agg(t::text, ',' ORDER BY id)) FROM product t) || ' '
        || (SELECT md5(string_agg(t::text, ',' ORDER BY id)) FROM product_variant t) || ' '
        || (SELECT md5(string_agg(t::text, ',' ORDER BY id)) FROM money_amount t) || ' '
        || (SELECT count(*) FROM outbox)
    """)
        .iterator()
        .next()
        .getString(0);
  }

  /**
   * Events but those of the audit log since the last call in their order, as "type subject data".
   */
  public List<JsonObject> events() {
    List<JsonObject> events = new ArrayList<>();
    for (Row row :
        sql(
            """
            SELECT topic, key, type, subject, aggregate_version, data
            FROM outbox WHERE id > $1 AND type <> 'audit.recorded' ORDER BY id
            """,
            lastEvent)) {
      events.add(row.toJson());
    }
    lastEvent = sql("SELECT coalesce(max(id), 0) FROM outbox").iterator().next().getLong(0);
    return events;
  }

  public JsonObject list(String operation, JsonObject query) {
    Reply reply = ask(operation, new JsonObject(), query, Principal.ANONYMOUS);
    assertThat(reply.status()).as(reply.body().toString()).isEqualTo(200);
    return reply.body().toJsonObject();
  }

  public Reply get(String operation, String id, JsonObject query) {
    return ask(operation, new JsonObject().put("id", id), query, Principal.ANONYMOUS);
  }

  public JsonObject product(String handle, JsonObject query) {
    return list("storeListProducts", query.copy().put("handle", handle))
        .getJsonArray("products")
        .getJsonObject(0);
  }

  public static CallContext context() {
    return CallContext.system(CLOCK, Duration.ofMinutes(1));
  }

  public RowSet<Row> sql(String statement, Object... values) {
    return await(pool.preparedQuery(statement).execute(Tuple.from(values)));
  }

  public String id(String statement, Object... values) {
    return sql(statement, values).iterator().next().getString(0);
  }

  @Override
  public void close() {
    await(vertx.close());
  }
}
