package dev.tradewind.acceptance.interleaving;

import dev.tradewind.batch.BatchVerticle;
import dev.tradewind.cart.CartVerticle;
import dev.tradewind.catalog.CatalogVerticle;
import dev.tradewind.customer.CustomerVerticle;
import dev.tradewind.discount.DiscountVerticle;
import dev.tradewind.kernel.Ids;
import dev.tradewind.kernel.database.DatabaseConfig;
import dev.tradewind.kernel.database.Migrations;
import dev.tradewind.kernel.database.SchemaPool;
import dev.tradewind.kernel.operation.Reply;
import dev.tradewind.order.OrderVerticle;
import dev.tradewind.sample.DemoShop;
import dev.tradewind.testing.TestDatabase;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import io.vertx.pgclient.PgBuilder;
import io.vertx.pgclient.PgConnectOptions;
import io.vertx.sqlclient.Pool;
import io.vertx.sqlclient.PoolOptions;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.Tuple;
import java.time.Clock;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;

/** Database with its nodes and a template cart, which each interleaving copies. */
final class InterleavedShop implements AutoCloseable {

  private static final int NODES = 6;
  private static final int STOCK = 1_000_000_000;

  // Checked state of a cart, as one row.
  private static final String STATE =
      """
      SELECT
        (SELECT json_agg(json_build_object(
            'id', placed.id, 'total', placed.total,
            'payments', (SELECT coalesce(json_agg(payment.id), '[]')
              FROM orders.payment WHERE payment.order_id = placed.id),
            'quantity', (SELECT sum((line ->> 'quantity')::int)
              FROM json_array_elements(placed.snapshot -> 'items') AS line)))
          FROM orders."order" AS placed WHERE placed.cart_id = $1) AS orders,
        (SELECT json_agg(json_build_object('id', attempt.id, 'status', attempt.status))
          FROM cart.payment_attempt AS attempt WHERE attempt.cart_id = $1) AS attempts,
        (SELECT inventory_quantity FROM catalog.product_variant WHERE id = $2) AS stock,
        (SELECT order_id FROM cart.cart WHERE id = $1) AS order_id
      """;

  private static final String COPY =
      """
      INSERT INTO cart.cart (
        id, version, type, region_id, sales_channel_id, customer_id, email, created_at, updated_at,
        state_version, state
      )
      SELECT $1, version, type, region_id, sales_channel_id, customer_id, email, created_at,
        updated_at, state_version, state
      FROM cart.cart
      WHERE id = $2
      """;

  private static final String UNRESOLVED =
      """
      SELECT count(*)
      FROM cart.payment_attempt
      WHERE cart_id = $1
        AND status IN ('authorizing', 'authorized', 'voiding')
      """;

  private final Vertx vertx = Vertx.vertx();
  private final Ids cartIds = Ids.of("cart");
  private final Pool observer;
  private final List<GatedNode> nodes;
  private final String variantId;
  private final String code = "EVERYTHING";
  private final String template;
  private int stock = STOCK;

  /** Synchronized, because migrations of several databases create the same roles of the server. */
  static synchronized InterleavedShop open() {
    return new InterleavedShop();
  }

  private InterleavedShop() {
    DatabaseConfig database = DatabaseConfig.parse(TestDatabase.create().url(), 1);
    new Migrations(database)
        .run(
            List.of(
                CatalogVerticle.SCHEMA,
                CustomerVerticle.SCHEMA,
                DiscountVerticle.SCHEMA,
                CartVerticle.SCHEMA,
                OrderVerticle.SCHEMA,
                BatchVerticle.SCHEMA));
    Pool catalog = SchemaPool.open(vertx, database, CatalogVerticle.SCHEMA);
    GatedNode.await(DemoShop.seed(catalog, Clock.systemUTC()));
    observer =
        PgBuilder.pool()
            .using(vertx)
            .connectingTo(
                new PgConnectOptions()
                    .setHost(database.host())
                    .setPort(database.port())
                    .setDatabase(database.database())
                    .setUser(database.user())
                    .setPassword(database.password())
                    .setCachePreparedStatements(true))
            .with(new PoolOptions().setMaxSize(1))
            .build();
    // Durability is irrelevant here, because the database does not crash.
    GatedNode.await(
        observer
            .query(
                """
                DO $$ BEGIN EXECUTE format(
                  'ALTER DATABASE %I SET synchronous_commit = off', current_database()); END $$
                """)
            .execute());
    Row row =
        only(
            """
            WITH variant AS (
              SELECT min(variant_id) AS id
              FROM catalog.money_amount
              WHERE currency_code = 'eur' AND variant_id IS NOT NULL
            ), region AS (
              SELECT id FROM catalog.region WHERE currency_code = 'eur' LIMIT 1
            )
            SELECT variant.id AS variant_id, region.id AS region_id FROM variant, region
            """);
    variantId = row.getString("variant_id");
    String regionId = row.getString("region_id");
    arrange(regionId);
    nodes = IntStream.range(0, NODES).mapToObj(each -> new GatedNode(database)).toList();
    template = prepareCart(regionId);
  }

  private void arrange(String regionId) {
    run(
        """
        UPDATE catalog.product_variant
        SET inventory_quantity = $2, manage_inventory = true
        WHERE id = $1
        """,
        Tuple.of(variantId, STOCK));
    run("UPDATE catalog.shipping_option SET amount = 0", Tuple.tuple());
    run(
        "INSERT INTO catalog.payment_provider (id) VALUES ($1), ($2)",
        Tuple.of(GatedPaymentProvider.ID, GatedPaymentProvider.OTHER_ID));
    run("DELETE FROM catalog.region_payment_provider", Tuple.tuple());
    run(
        "INSERT INTO catalog.region_payment_provider SELECT id, unnest(ARRAY[$1, $2]) FROM"
            + " catalog.region",
        Tuple.of(GatedPaymentProvider.ID, GatedPaymentProvider.OTHER_ID));
    run(
        """
        WITH rule AS (
          INSERT INTO discount.discount_rule (id, created_at, updated_at, type, value, allocation)
          VALUES ('dru_all', now(), now(), 'percentage', 100, 'total')
        ), made AS (
          INSERT INTO discount.discount (id, created_at, updated_at, code, rule_id, starts_at)
          VALUES ('disc_all', now(), now(), $1, 'dru_all', now() - interval '1 day')
        )
        INSERT INTO discount.discount_region (discount_id, region_id, of_fixed)
        VALUES ('disc_all', $2, false)
        """,
        Tuple.of(code, regionId));
  }

  /** Creates a cart that is ready for completion. */
  private String prepareCart(String regionId) {
    GatedNode node = nodes.getFirst();
    String id =
        cart(node.send(
                "storeCreateCart",
                null,
                new JsonObject()
                    .put("region_id", regionId)
                    .put("items", new JsonArray().add(line(1))),
                null))
            .getString("id");
    cart(
        node.send(
            "storeUpdateCart",
            id,
            new JsonObject()
                .put("email", "ada@example.com")
                .put(
                    "shipping_address",
                    new JsonObject()
                        .put("first_name", "Ada")
                        .put("last_name", "Lovelace")
                        .put("address_1", "1 Main St")
                        .put("city", "Town")
                        .put("postal_code", "1000")
                        .put("country_code", "de")),
            null));
    String option =
        only(
                """
                SELECT id
                FROM catalog.shipping_option
                WHERE region_id = $1 AND NOT is_return AND NOT admin_only AND price_type = 'flat_rate'
                LIMIT 1
                """,
                regionId)
            .getString("id");
    cart(node.send("storeAddShippingMethod", id, new JsonObject().put("option_id", option), null));
    cart(node.send("storeCreatePaymentSessions", id, null, null));
    cart(
        node.send(
            "storeSelectPaymentSession",
            id,
            new JsonObject().put("provider_id", GatedPaymentProvider.ID),
            null));
    return id;
  }

  private static JsonObject cart(Future<Reply> sent) {
    Reply reply = GatedNode.await(sent);
    JsonObject cart = reply.body().toJsonObject().getJsonObject("cart");
    if (cart == null) {
      throw new AssertionError(reply.body().toString());
    }
    return cart;
  }

  private void run(String statement, Tuple parameters) {
    GatedNode.await(observer.preparedQuery(statement).execute(parameters));
  }

  private Row only(String query, Object... parameters) {
    return GatedNode.await(observer.preparedQuery(query).execute(Tuple.from(parameters)))
        .iterator()
        .next();
  }

  List<GatedNode> nodes() {
    return nodes;
  }

  String code() {
    return code;
  }

  JsonObject line(int quantity) {
    return new JsonObject().put("variant_id", variantId).put("quantity", quantity);
  }

  String newCart() {
    String id = cartIds.next();
    run(COPY, Tuple.of(id, template));
    return id;
  }

  boolean hasUnresolvedAttempts(String cartId) {
    return only(UNRESOLVED, cartId).getLong(0) > 0;
  }

  /** Violated invariants after the reconciliation. */
  List<String> violations(String cartId, PaymentLedger ledger, List<Actor> actors) {
    Row row = only(STATE, cartId, variantId);
    List<JsonObject> orders = objects(row.getJsonArray("orders"));
    List<JsonObject> attempts = objects(row.getJsonArray("attempts"));
    List<String> violations = new ArrayList<>();
    Map<String, Long> owed = new HashMap<>();
    int ordered = 0;
    Set<String> orderIds = new HashSet<>();
    for (JsonObject order : orders) {
      orderIds.add(order.getString("id"));
      ordered += order.getInteger("quantity");
      order
          .getJsonArray("payments")
          .forEach(payment -> owed.put((String) payment, order.getLong("total")));
      if (order.getJsonArray("payments").size() != (order.getLong("total") > 0 ? 1 : 0)) {
        violations.add("An order does not have one payment: " + order);
      }
    }
    if (orders.size() > 1) {
      violations.add("A cart has more than one order: " + orders);
    }
    if (!ledger.held().equals(owed)) {
      violations.add("Held is " + ledger.held() + ", owed " + owed + ", attempts " + attempts);
    }
    attempts.stream()
        .filter(attempt -> {
          String status = attempt.getString("status");
          return owed.containsKey(attempt.getString("id"))
              ? !status.equals("used")
              : !Set.of("voided", "failed", "requires_more").contains(status);
        })
        .forEach(attempt -> violations.add("An attempt is not resolved: " + attempt));
    actors.stream()
        .filter(actor -> actor.outcome().startsWith("ordered "))
        .filter(actor -> !orderIds.contains(actor.outcome().substring("ordered ".length())))
        .forEach(actor -> violations.add("A response names an unknown order: " + actor.outcome()));
    actors.stream()
        .filter(actor -> !actor.isCrashed() && actor.outcome().startsWith("500"))
        .forEach(actor -> violations.add("A response has status 500: " + actor.name()));
    stock -= ordered;
    if (row.getInteger("stock") != stock) {
      violations.add("Stock is " + row.getInteger("stock") + " instead of " + stock);
      stock = row.getInteger("stock");
    }
    return violations;
  }

  private static List<JsonObject> objects(JsonArray array) {
    return array == null ? List.of() : array.stream().map(JsonObject.class::cast).toList();
  }

  @Override
  public void close() {
    nodes.forEach(GatedNode::close);
    GatedNode.await(vertx.close());
  }
}
