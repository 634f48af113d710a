package dev.tradewind.benchmarks.plans;

import dev.tradewind.api.catalog.CatalogClient;
import dev.tradewind.api.catalog.CatalogOperation;
import dev.tradewind.benchmarks.paths.Database;
import dev.tradewind.catalog.CatalogVerticle;
import dev.tradewind.embedded.EmbeddedPostgres;
import dev.tradewind.kernel.database.DatabaseConfig;
import dev.tradewind.kernel.database.Migrations;
import dev.tradewind.kernel.database.SchemaPool;
import dev.tradewind.kernel.operation.CallContext;
import dev.tradewind.kernel.operation.OperationClient;
import dev.tradewind.kernel.operation.Operations;
import dev.tradewind.kernel.operation.Reply;
import dev.tradewind.kernel.operation.Request;
import dev.tradewind.kernel.resource.RelatedQuery;
import dev.tradewind.order.OrderVerticle;
import dev.tradewind.order.store.OrderStore;
import dev.tradewind.order.view.OrderQueries;
import dev.tradewind.order.view.OrderRelationLoader;
import dev.tradewind.sample.SampleOrders;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import io.vertx.sqlclient.Pool;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/**
 * Query plans of the order list of staff, over a million orders with payments, fulfillments,
 * returns and refunds: filtered, searched and sorted, the first page and the hundredth.
 */
public final class OrderPlans {

  private static final int SAMPLES = 1_000;
  private static final int CHUNK = 100;
  private static final int COPIES = 999;
  private static final int PAGE = 50;

  private static final String ADDRESS = "order-plans";

  private static final String DROP_SEARCH = "DROP INDEX order_search";

  private static final String SEARCH =
      "CREATE INDEX order_search ON \"order\" USING gin (search public.gin_trgm_ops)";

  // One in a hundred is canceled and one in five of another region; a hundred thousand buyers. Of
  // twenty orders, two are not fulfilled, one each partly fulfilled, fulfilled, partly shipped,
  // partly returned and returned, and thirteen are shipped; one in a thousand requires action.
  private static final String MULTIPLY =
      """
      INSERT INTO "order" (
        id, display_id, status, fulfillment_status, payment_status, cart_id, customer_id, email,
        region_id, currency_code, sales_channel_id, total, metadata, created_at, updated_at,
        placement_deadline, placed_at, snapshot
      )
      SELECT sample.id || '_' || copy, nextval('order_display_id'),
        CASE WHEN (sample.display_id + copy) %% 100 = 0 THEN 'canceled' ELSE sample.status END,
        CASE
          WHEN (sample.display_id + copy) %% 100 = 0 THEN 'canceled'
          WHEN (sample.display_id * 1000 + copy) %% 1000 = 7 THEN 'requires_action'
          ELSE coalesce(
            (ARRAY[
              'not_fulfilled', 'not_fulfilled', 'partially_fulfilled', 'fulfilled',
              'partially_shipped', 'partially_returned', 'returned'
            ])[(sample.display_id * 7 + copy) %% 20 + 1],
            'shipped')
        END,
        CASE
          WHEN (sample.display_id + copy) %% 50 = 1 THEN 'partially_refunded'
          ELSE sample.payment_status
        END,
        sample.cart_id || '_' || copy,
        'cus_' || (sample.display_id * 1000 + copy) %% 100000,
        'buyer' || (sample.display_id * 1000 + copy) %% 100000 || '@example.com',
        CASE WHEN copy %% 5 = 0 THEN 'reg_2' ELSE sample.region_id END,
        sample.currency_code, sample.sales_channel_id, sample.total, '{}',
        sample.created_at + copy * interval '15 hours', sample.created_at, sample.placement_deadline,
        sample.placed_at, sample.snapshot
      FROM generate_series(1, %d) AS copy
      CROSS JOIN (SELECT * FROM "order" ORDER BY id LIMIT %d) AS sample
      """
          .formatted(COPIES, SAMPLES);

  // Two line items each, as far as the status says so; a line item is fulfilled in one piece.
  private static final List<String> PARTS =
      List.of(
          """
          INSERT INTO payment (
            id, order_id, cart_id, amount, amount_refunded, currency_code, provider_id, data,
            captured_at, created_at, updated_at
          )
          SELECT 'pay_' || id, id, cart_id, total,
            CASE payment_status WHEN 'partially_refunded' THEN 100 ELSE 0 END, currency_code,
            'manual', '{}', CASE WHEN payment_status <> 'awaiting' THEN created_at END,
            created_at, created_at
          FROM "order"
          WHERE id NOT IN (SELECT order_id FROM payment)
          """,
          """
          INSERT INTO refund (id, order_id, amount, reason, created_at, updated_at)
          SELECT 'ref_' || id, id, 100, 'discount', created_at, created_at
          FROM "order"
          WHERE payment_status = 'partially_refunded'
          """,
          """
          INSERT INTO fulfillment (
            id, order_id, provider_id, accepted_at, shipped_at, canceled_at, metadata, created_at,
            updated_at
          )
          SELECT 'ful_' || id, id, 'manual', created_at,
            CASE
              WHEN fulfillment_status NOT IN ('partially_fulfilled', 'fulfilled', 'canceled')
                THEN created_at
            END,
            CASE fulfillment_status WHEN 'canceled' THEN created_at END, '{}', created_at,
            created_at
          FROM "order"
          WHERE fulfillment_status <> 'not_fulfilled'
          """,
          """
          INSERT INTO fulfillment_item (fulfillment_id, item_id, quantity)
          SELECT fulfillment.id, 'item_' || fulfillment.order_id || '_' || line, 1
          FROM fulfillment
          CROSS JOIN generate_series(1, 2) AS line
          """,
          """
          INSERT INTO tracking_link (id, fulfillment_id, tracking_number, created_at, updated_at)
          SELECT 'tlink_' || id, id, 'T' || hashtext(id), created_at, created_at
          FROM fulfillment
          WHERE shipped_at IS NOT NULL
          """,
          """
          INSERT INTO "return" (
            id, order_id, status, refund_amount, received_at, created_at, updated_at
          )
          SELECT 'ret_' || id, id, 'received', 0, created_at, created_at, created_at
          FROM "order"
          WHERE fulfillment_status IN ('partially_returned', 'returned', 'requires_action')
          """,
          """
          INSERT INTO return_item (
            return_id, item_id, quantity, requested_quantity, received_quantity
          )
          SELECT 'ret_' || id, 'item_' || id || '_1', 1, 1, 1
          FROM "order"
          WHERE fulfillment_status IN ('partially_returned', 'returned', 'requires_action')
          """,
          """
          INSERT INTO line_progress (
            item_id, order_id, quantity, fulfilled_quantity, shipped_quantity, returned_quantity
          )
          SELECT 'item_' || fulfillment.order_id || '_' || line, fulfillment.order_id, 1,
            CASE WHEN fulfillment.canceled_at IS NULL THEN 1 ELSE 0 END,
            CASE WHEN fulfillment.shipped_at IS NULL THEN NULL ELSE 1 END, NULL
          FROM fulfillment
          CROSS JOIN generate_series(1, 2) AS line
          """);

  private final Vertx vertx;
  private final Pool pool;

  private OrderPlans(Vertx vertx, Pool pool) {
    this.vertx = vertx;
    this.pool = pool;
  }

  public static void writeInto(Path folder) throws Exception {
    Files.createDirectories(folder);
    Vertx vertx = Vertx.vertx();
    try (EmbeddedPostgres server = EmbeddedPostgres.startForTests()) {
      String url = server.database("order_plans");
      DatabaseConfig database = DatabaseConfig.parse(url, 2);
      // Pages ask the log of the catalog.
      new Migrations(database).run(List.of(OrderVerticle.SCHEMA, CatalogVerticle.SCHEMA));
      Pool pool = SchemaPool.open(vertx, database, OrderVerticle.SCHEMA);
      fill(pool);
      new Database(url).tidy();
      await(
          catalog()
              .serve(
                  vertx,
                  OperationClient.internalAddress(CatalogClient.ADDRESS),
                  Clock.systemUTC()));
      new OrderPlans(vertx, pool).write(folder.resolve("orders-1000000.txt"));
      await(pool.close());
    } finally {
      await(vertx.close());
    }
  }

  /** Catalog without rows: the plans are about the schema of orders. */
  private static Operations catalog() {
    return new Operations()
        .on(
            CatalogOperation.FIND_RELATED,
            request -> Future.succeededFuture(Reply.ok(RelatedQuery.answer(List.of()))))
        .on(
            CatalogOperation.FIND_REGIONS,
            request ->
                Future.succeededFuture(Reply.ok(new JsonObject().put("regions", new JsonArray()))));
  }

  private static void fill(Pool pool) throws Exception {
    for (int first = 1; first <= SAMPLES; first += CHUNK) {
      await(SampleOrders.insert(pool, shelf(), buyers(), first, first + CHUNK - 1));
    }
    await(pool.query(DROP_SEARCH).execute());
    await(pool.query(MULTIPLY).execute());
    await(pool.query(SEARCH).execute());
    for (String part : PARTS) {
      await(pool.query(part).execute());
    }
  }

  /** Buyers, of whom one in a hundred has the searched name. */
  private static JsonArray buyers() {
    JsonArray buyers = new JsonArray();
    for (int number = 0; number < 100; number++) {
      buyers.add(
          new JsonObject()
              .put("id", "cus_" + number)
              .put("email", "sample" + number + "@example.com")
              .put("first_name", "Ada")
              .put("last_name", number == 42 ? "Hopper" : "Lovelace")
              .put("phone", "+49 30 " + number));
    }
    return buyers;
  }

  private static JsonObject shelf() {
    JsonArray goods = new JsonArray();
    for (int number = 0; number < 20; number++) {
      goods.add(
          new JsonObject()
              .put("title", "Mug " + number)
              .put("unit_price", 1_000 + number)
              .put("variant", new JsonObject().put("id", "variant_" + number).put("title", "Red")));
    }
    return new JsonObject()
        .put(
            "region",
            new JsonObject().put("id", "reg_1").put("currency_code", "eur").put("tax_rate", 19))
        .put("currency", new JsonObject().put("code", "eur"))
        .put("sales_channel", new JsonObject().put("id", "sc_1"))
        .put("shipping_option", new JsonObject().put("id", "so_1").put("amount", 500))
        .put("goods", goods);
  }

  /** Queries by name. */
  private static Map<String, JsonObject> queries() {
    JsonArray pending = new JsonArray().add("pending");
    JsonArray canceled = new JsonArray().add("canceled");
    JsonObject lately = new JsonObject().put("gte", "2025-01-01");
    Map<String, JsonObject> queries = new LinkedHashMap<>();
    queries.put("all", new JsonObject());
    queries.put("all by number", new JsonObject().put("order", "display_id"));
    queries.put("status pending", new JsonObject().put("status", pending));
    queries.put("status canceled", new JsonObject().put("status", canceled));
    queries.put(
        "status canceled by number",
        new JsonObject().put("status", canceled).put("order", "-display_id"));
    queries.put(
        "payment captured",
        new JsonObject().put("payment_status", new JsonArray().add("captured")));
    queries.put(
        "payment partially refunded",
        new JsonObject().put("payment_status", new JsonArray().add("partially_refunded")));
    queries.put(
        "fulfillment shipped",
        new JsonObject().put("fulfillment_status", new JsonArray().add("shipped")));
    queries.put(
        "fulfillment returned",
        new JsonObject().put("fulfillment_status", new JsonArray().add("returned")));
    queries.put(
        "fulfillment, two statuses",
        new JsonObject()
            .put("fulfillment_status", new JsonArray().add("partially_returned").add("returned")));
    queries.put(
        "fulfillment requires action",
        new JsonObject().put("fulfillment_status", new JsonArray().add("requires_action")));
    queries.put(
        "payment and fulfillment",
        new JsonObject()
            .put("payment_status", new JsonArray().add("captured"))
            .put("fulfillment_status", new JsonArray().add("not_fulfilled")));
    queries.put("region", new JsonObject().put("region_id", "reg_2"));
    queries.put("dates", new JsonObject().put("created_at", lately));
    queries.put(
        "status, region and dates",
        new JsonObject()
            .put("status", pending)
            .put("region_id", "reg_2")
            .put("created_at", lately));
    queries.put("customer", new JsonObject().put("customer_id", "cus_4711"));
    queries.put("e-mail", new JsonObject().put("email", "buyer4711@example.com"));
    queries.put("q with 10,000 hits", new JsonObject().put("q", "hopper"));
    queries.put("q and status", new JsonObject().put("q", "hopper").put("status", pending));
    queries.put("q with 10 hits", new JsonObject().put("q", "buyer47110@"));
    queries.put("q for a number", new JsonObject().put("q", "765432"));
    return queries;
  }

  private void write(Path file) throws Exception {
    StringBuilder summary = new StringBuilder();
    StringBuilder plans = new StringBuilder();
    for (Map.Entry<String, JsonObject> query : queries().entrySet()) {
      for (int offset : List.of(0, 99 * PAGE)) {
        JsonObject asked = query.getValue().copy().put("limit", PAGE).put("offset", offset);
        double page = 0;
        double count = 0;
        long buffers = 0;
        int statements = 0;
        plans.append("#### %s, from row %d%n".formatted(query.getKey(), offset + 1));
        for (RecordingClient.Statement statement : statements(asked)) {
          ExplainedPlan explained = ExplainedPlan.of(pool, statement);
          plans.append(explained.text()).append(System.lineSeparator());
          statements++;
          buffers += explained.buffers();
          if (statement.sql().startsWith("SELECT count")) {
            count = explained.millis();
          } else {
            page += explained.millis();
          }
        }
        summary.append(
            "%-28s from row %4d: page %7.2f ms, count %7.2f ms, %d statements, %,7d buffers%n"
                .formatted(query.getKey(), offset + 1, page, count, statements, buffers));
      }
    }
    String title =
        "Pages of %d of a million orders: the page with the parts of its orders, and the count.%n%n"
            .formatted(PAGE);
    Files.writeString(file, title + summary + System.lineSeparator() + plans);
    System.out.print(title + summary);
  }

  /** The statements of a list, recorded while it runs. */
  private List<RecordingClient.Statement> statements(JsonObject query) throws Exception {
    RecordingClient recording = new RecordingClient(pool);
    OperationClient bus = new OperationClient(vertx, Clock.systemUTC());
    Operations operations = new Operations();
    OrderRelationLoader relations = new OrderRelationLoader(recording.client(), bus);
    new OrderQueries(recording.client(), new OrderStore(), bus, relations, Clock.systemUTC())
        .bind(operations, new Operations());
    Operations.OperationServer served = await(operations.serve(vertx, ADDRESS, Clock.systemUTC()));
    CallContext context = CallContext.system(Clock.systemUTC(), Duration.ofSeconds(60));
    Reply reply =
        await(
            bus.send(
                ADDRESS,
                "adminListOrders",
                context,
                Request.input(new JsonObject(), query, null, new JsonObject())));
    await(served.drain());
    if (reply.isProblem()) {
      throw new IllegalStateException(reply.body().toString());
    }
    return new ArrayList<>(recording.statements());
  }

  private static <T> T await(Future<T> future) throws Exception {
    return future.toCompletionStage().toCompletableFuture().get(20, TimeUnit.MINUTES);
  }
}
