package dev.tradewind.discount;

import static dev.tradewind.testing.Futures.await;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tradewind.api.catalog.CatalogClient;
import dev.tradewind.api.catalog.CatalogOperation;
import dev.tradewind.api.customer.CustomerClient;
import dev.tradewind.api.customer.CustomerOperation;
import dev.tradewind.api.discount.DiscountClient;
import dev.tradewind.api.order.OrderClient;
import dev.tradewind.api.order.OrderOperation;
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
import dev.tradewind.kernel.resource.RelatedQuery;
import dev.tradewind.kernel.resource.RelatedRow;
import dev.tradewind.kernel.text.Ids;
import dev.tradewind.kernel.verticle.NodeContext;
import dev.tradewind.testing.StatementCounter;
import dev.tradewind.testing.TestDatabase;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.VertxOptions;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import io.vertx.core.tracing.TracingOptions;
import io.vertx.sqlclient.Pool;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.RowSet;
import io.vertx.sqlclient.Tuple;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Test fixture: the discount verticle over a database of its own, with fakes of the other
 * verticles.
 */
public final class TestDiscounts implements AutoCloseable {

  public static final JsonObject NOTHING = new JsonObject();
  public static final String EUROPE = "reg_eu";
  public static final String AMERICA = "reg_us";

  private static final Clock CLOCK = Clock.systemUTC();
  private static final Principal STAFF =
      new Principal(Principal.Kind.USER, "usr_1", Principal.Credential.SESSION);
  private static final Schema ORDERS = new Schema("orders", "db/migration/remote");

  public final StatementCounter statements = new StatementCounter();
  public final Vertx vertx =
      Vertx.builder()
          .with(new VertxOptions().setTracingOptions(new TracingOptions()))
          .withTracer(statements)
          .build();
  public final OperationClient bus = new OperationClient(vertx, CLOCK);
  public final DiscountClient client = new DiscountClient(bus);
  public final Pool pool;
  public final Pool orders;

  /** Resources of the other verticles, by kind and id. */
  public final Map<String, Map<String, JsonObject>> remoteRows = new ConcurrentHashMap<>();

  /** Operations requested from the other verticles. */
  public final List<String> requests = Collections.synchronizedList(new ArrayList<>());

  public TestDiscounts() {
    DatabaseConfig database =
        DatabaseConfig.parse(
            TestDatabase.copyOf(
                    "discount",
                    url ->
                        new Migrations(DatabaseConfig.parse(url, 1))
                            .run(List.of(DiscountVerticle.SCHEMA, ORDERS)))
                .url(),
            8);
    pool = SchemaPool.open(vertx, database, DiscountVerticle.SCHEMA);
    orders = SchemaPool.open(vertx, database, ORDERS);
    NodeContext node = new NodeContext("node", database, events -> Future.succeededFuture(), CLOCK);
    await(vertx.deployVerticle(new DiscountVerticle(node)));
    serve(
        new Operations()
            .on(CatalogOperation.FIND_REGIONS, request -> answer("regions", "region", request))
            .on(CatalogOperation.FIND_REFERENCES, this::answerReferences)
            .on(CatalogOperation.FIND_RELATED, this::answerRelated),
        CatalogClient.ADDRESS);
    serve(
        new Operations()
            .on(CustomerOperation.FIND_REFERENCES, this::answerReferences)
            .on(CustomerOperation.FIND_RELATED, this::answerRelated),
        CustomerClient.ADDRESS);
    serve(
        new Operations().on(OrderOperation.FIND_RELATED, this::answerRelated), OrderClient.ADDRESS);
    region(EUROPE, "eur", 20);
    region(AMERICA, "usd", 0);
  }

  private void serve(Operations operations, String address) {
    await(operations.serve(vertx, OperationClient.internalAddress(address), CLOCK));
  }

  private Future<Reply> answerReferences(Request request) {
    return answer("references", request.input().getString("kind"), request);
  }

  /** Rows by their keys, with the relations that they have; other relations are empty. */
  private Future<Reply> answerRelated(Request request) {
    RelatedQuery query = RelatedQuery.parse(request.input());
    String relation = query.relation();
    requests.add(query.resource() + (relation == null ? "" : "." + relation));
    List<RelatedRow> rows = new ArrayList<>();
    for (String key : query.keys()) {
      JsonObject row = remoteRows.getOrDefault(kindOf(query.resource()), Map.of()).get(key);
      if (row != null && relation == null) {
        rows.add(new RelatedRow(key, row));
      } else if (row != null) {
        row.getJsonArray(relation, new JsonArray())
            .forEach(member -> rows.add(new RelatedRow(key, (JsonObject) member)));
      }
    }
    return Future.succeededFuture(Reply.ok(RelatedQuery.answer(rows)));
  }

  private static String kindOf(String resource) {
    return switch (resource) {
      case "product", "product_type", "product_collection", "product_tag", "customer_group" ->
          resource + "s";
      default -> resource;
    };
  }

  private Future<Reply> answer(String name, String kind, Request request) {
    requests.add(request.operation() + " " + kind);
    JsonArray found = new JsonArray();
    for (Object id : request.input().getJsonArray("ids")) {
      JsonObject row = remoteRows.getOrDefault(kind, Map.of()).get(id);
      if (row != null) {
        found.add(row);
      }
    }
    return Future.succeededFuture(Reply.ok(new JsonObject().put(name, found)));
  }

  private void region(String id, String currency, int taxRate) {
    has(
        "region",
        new JsonObject()
            .put("id", id)
            .put("name", id)
            .put("currency_code", currency)
            .put("tax_rate", taxRate)
            .put("gift_cards_taxable", taxRate > 0)
            .put("countries", new JsonArray().add(new JsonObject().put("iso_2", "xx"))));
  }

  /** Adds a resource of another verticle. */
  public void has(String kind, JsonObject row) {
    remoteRows
        .computeIfAbsent(kind, key -> new ConcurrentHashMap<>())
        .put(row.getString("id"), row);
  }

  public void has(String kind, String... ids) {
    for (String id : ids) {
      has(kind, new JsonObject().put("id", id).put("title", "The " + id).put("value", id));
    }
  }

  public Reply ask(String operation, JsonObject path, JsonObject query, JsonObject body) {
    return await(send(operation, path, query, body));
  }

  public Future<Reply> send(String operation, JsonObject path, JsonObject query, JsonObject body) {
    return bus.send(
        DiscountClient.ADDRESS,
        operation,
        context().withPrincipal(STAFF),
        Request.input(path, query, body, NOTHING));
  }

  public JsonObject ok(String operation, JsonObject path, JsonObject query, JsonObject body) {
    Reply reply = ask(operation, path, query, body);
    assertThat(reply.status()).as(reply.body().toString()).isEqualTo(200);
    return reply.body().toJsonObject();
  }

  /** Status, type and message of a refused operation. */
  public String refused(String operation, JsonObject path, JsonObject query, JsonObject body) {
    return outcome(ask(operation, path, query, body));
  }

  public static String outcome(Reply reply) {
    JsonObject body = reply.body().toJsonObject();
    return reply.status() + " " + body.getString("type") + " " + body.getString("message");
  }

  /** Discount of a percentage in both regions, with the changes of the body. */
  public JsonObject discount(JsonObject changes) {
    return ok("adminCreateDiscount", NOTHING, NOTHING, percentage(10).mergeIn(changes, true))
        .getJsonObject("discount");
  }

  public static JsonObject percentage(int value) {
    return new JsonObject()
        .put("code", "c" + Ids.ulid())
        .put("regions", new JsonArray().add(EUROPE).add(AMERICA))
        .put(
            "rule",
            new JsonObject()
                .put("type", "percentage")
                .put("value", value)
                .put("allocation", "total"));
  }

  public static JsonObject id(String id) {
    return new JsonObject().put("id", id);
  }

  public static CallContext context() {
    return CallContext.system(CLOCK, Duration.ofMinutes(1));
  }

  public RowSet<Row> sql(String statement, Object... values) {
    return await(pool.preparedQuery(statement).execute(Tuple.from(values)));
  }

  public long number(String statement, Object... values) {
    return ((Number) sql(statement, values).iterator().next().getValue(0)).longValue();
  }

  /** Events of an aggregate: key, type, version and data. */
  public List<String> events(String subject) {
    return sql(
            "SELECT key, type, aggregate_version, data FROM outbox WHERE subject = $1"
                + " AND topic <> 'commerce.audit.v1' ORDER BY id",
            subject)
        .stream()
        .map(row ->
            "%s %s %d %s"
                .formatted(
                    row.getString(0), row.getString(1), row.getLong(2), row.getJson(3).toString()))
        .toList();
  }

  /** Values before and after in the entries of the audit log about a subject, oldest first. */
  public List<String> audited(String subject) {
    return sql(
            "SELECT action, before, after FROM audit_entry WHERE subject = $1 ORDER BY sequence",
            subject)
        .stream()
        .map(row -> "%s %s -> %s".formatted(row.getString(0), row.getJson(1), row.getJson(2)))
        .toList();
  }

  @Override
  public void close() {
    await(vertx.close());
  }
}
