package dev.tradewind.acceptance.interleaving;

import dev.tradewind.batch.BatchVerticle;
import dev.tradewind.cart.CartVerticle;
import dev.tradewind.catalog.CatalogVerticle;
import dev.tradewind.customer.CustomerVerticle;
import dev.tradewind.discount.DiscountVerticle;
import dev.tradewind.kernel.database.DatabaseConfig;
import dev.tradewind.kernel.database.Migrations;
import dev.tradewind.kernel.database.SchemaPool;
import dev.tradewind.kernel.operation.Reply;
import dev.tradewind.kernel.text.Ids;
import dev.tradewind.kernel.verticle.NodeContext;
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
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;

/** Database with its nodes and a template cart, which each interleaving copies. */
final class InterleavedShop implements AutoCloseable {

  /** Interleavings that are prepared and audited together. */
  static final int BATCH = 16;

  private static final int NODES = 6;
  private static final int STOCK = 1_000_000_000;

  private static final Tuple PROVIDERS =
      Tuple.of(GatedPaymentProvider.ID, GatedPaymentProvider.OTHER_ID, PaidPaymentProvider.ID);

  /** Checked state of carts, one row for each. */
  private static final String STATE =
      """
      SELECT cart.id,
        (SELECT json_agg(json_build_object(
            'id', placed.id, 'total', placed.total,
            'payments', (SELECT coalesce(json_agg(json_build_object(
                'id', payment.id, 'key', coalesce(payment.data ->> 'id', payment.id))), '[]')
              FROM orders.payment WHERE payment.order_id = placed.id),
            'quantity', (SELECT sum((line ->> 'quantity')::int)
              FROM json_array_elements(placed.snapshot -> 'items') AS line)))
          FROM orders."order" AS placed WHERE placed.cart_id = cart.id) AS orders,
        (SELECT json_agg(json_build_object('id', attempt.id, 'status', attempt.status))
          FROM cart.payment_attempt AS attempt WHERE attempt.cart_id = cart.id) AS attempts
      FROM cart.cart
      WHERE cart.id = ANY ($1)
      """;

  private static final String STOCK_OF =
      "SELECT id, inventory_quantity FROM catalog.product_variant WHERE id = ANY ($1)";

  // A line item belongs to one cart, so the copy has another id for its own.
  private static final String COPY =
      """
      INSERT INTO cart.cart (
        id, version, type, region_id, sales_channel_id, customer_id, email, created_at, updated_at,
        state_version, state
      )
      SELECT copy.id, version, type, region_id, sales_channel_id, customer_id, email, created_at,
        updated_at, state_version,
        regexp_replace(
          state::text, '(item|paid)_[0-9A-Z]{26}', '\\1_' || right(copy.id, 26), 'g')::jsonb
      FROM unnest($1::text[], $2::text[]) AS copy (id, template)
      JOIN cart.cart ON cart.id = copy.template
      """;

  // The look at a session that its shopper pays; each is made due by the schedule.
  private static final String EXPECT =
      """
      INSERT INTO cart.payment_notice (id, provider_id, reference, received_at, due_at)
      SELECT 'session:paid:' || reference, 'paid', reference, now(), now() + interval '1 day'
      FROM unnest($1::text[]) AS reference
      """;

  private static final String UNRESOLVED =
      """
      SELECT (
        SELECT count(*)
        FROM cart.payment_attempt
        WHERE cart_id = $1
          AND status IN ('authorizing', 'authorized', 'voiding')
      ) + (
        SELECT count(*)
        FROM cart.payment_notice
        WHERE reference = $2
          AND due_at IS NOT NULL
      )
      """;

  /**
   * Variant with its own stock, and the cart with it that interleavings copy: those of one batch
   * share nothing that the audit checks.
   */
  static final class Slot {

    private final String variantId;
    private final String template;
    private final String paidTemplate;
    private final long total;
    private int stock = STOCK;

    private Slot(String variantId, String template, String paidTemplate, long total) {
      this.variantId = variantId;
      this.template = template;
      this.paidTemplate = paidTemplate;
      this.total = total;
    }

    private String template(long seed) {
      return Interleaving.isPaidAtProvider(seed) ? paidTemplate : template;
    }

    /** Total of the cart. */
    long total() {
      return total;
    }

    JsonObject line() {
      return InterleavedShop.line(variantId);
    }
  }

  private final SharedEventLoop loop = new SharedEventLoop();
  private final Vertx vertx = loop.vertx();
  private final Ids cartIds = Ids.of("cart");
  private final Pool observer;
  private final ReferenceData data;
  private final List<GatedNode> nodes;
  private final List<Slot> slots;
  private final String code = "EVERYTHING";

  InterleavedShop() {
    this(UnaryOperator.identity());
  }

  InterleavedShop(Fault fault) {
    this(fault::applyTo);
    GatedNode.await(observer.query(fault.schemaChange()).execute());
  }

  private InterleavedShop(UnaryOperator<String> fault) {
    DatabaseConfig database =
        DatabaseConfig.parse(
                TestDatabase.copyOf("interleaved shop", InterleavedShop::migrate).url(), 1)
            .withConnectionTimeout(Duration.ofMinutes(1));
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
    String regionId =
        rows("SELECT id FROM catalog.region WHERE currency_code = 'eur' LIMIT 1")
            .getFirst()
            .getString("id");
    List<String> variantIds =
        rows(
                """
                SELECT DISTINCT variant_id
                FROM catalog.money_amount
                WHERE currency_code = 'eur' AND variant_id IS NOT NULL
                ORDER BY variant_id
                LIMIT $1
                """,
                BATCH)
            .stream()
            .map(row -> row.getString("variant_id"))
            .toList();
    arrange(regionId, variantIds);
    NodeContext services =
        new NodeContext(Ids.ulid(), database, events -> Future.succeededFuture(), loop.clock());
    data = new ReferenceData(loop, database, services);
    nodes =
        IntStream.range(0, NODES)
            .mapToObj(each -> new GatedNode(loop, database, services, data, fault))
            .toList();
    slots =
        variantIds.stream()
            .map(variant -> {
              JsonObject paid = prepareCart(regionId, variant, PaidPaymentProvider.ID);
              return new Slot(
                  variant,
                  prepareCart(regionId, variant, GatedPaymentProvider.ID).getString("id"),
                  paid.getString("id"),
                  paid.getLong("total"));
            })
            .toList();
    // The templates are not paid.
    run("DELETE FROM cart.payment_notice", Tuple.tuple());
  }

  private static void migrate(String url) {
    DatabaseConfig database = DatabaseConfig.parse(url, 1);
    new Migrations(database)
        .run(
            List.of(
                CatalogVerticle.SCHEMA,
                CustomerVerticle.SCHEMA,
                DiscountVerticle.SCHEMA,
                CartVerticle.SCHEMA,
                OrderVerticle.SCHEMA,
                BatchVerticle.SCHEMA));
    Vertx vertx = Vertx.vertx();
    Pool catalog = SchemaPool.openForSeeding(vertx, database, CatalogVerticle.SCHEMA);
    GatedNode.await(DemoShop.seed(catalog, Clock.systemUTC()));
    GatedNode.await(vertx.close());
  }

  private void arrange(String regionId, List<String> variantIds) {
    run(
        """
        UPDATE catalog.product_variant
        SET inventory_quantity = $2, manage_inventory = true
        WHERE id = ANY ($1)
        """,
        Tuple.tuple().addArrayOfString(variantIds.toArray(String[]::new)).addInteger(STOCK));
    run("UPDATE catalog.shipping_option SET amount = 0", Tuple.tuple());
    run("INSERT INTO catalog.payment_provider (id) VALUES ($1), ($2), ($3)", PROVIDERS);
    run("DELETE FROM catalog.region_payment_provider", Tuple.tuple());
    run(
        "INSERT INTO catalog.region_payment_provider SELECT id, unnest(ARRAY[$1, $2, $3])"
            + " FROM catalog.region",
        PROVIDERS);
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
  private JsonObject prepareCart(String regionId, String variantId, String providerId) {
    GatedNode node = nodes.getFirst();
    String id =
        cart(node.send(
                "storeCreateCart",
                null,
                new JsonObject()
                    .put("region_id", regionId)
                    .put("items", new JsonArray().add(line(variantId))),
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
        rows(
                """
                SELECT id
                FROM catalog.shipping_option
                WHERE region_id = $1 AND NOT is_return AND NOT admin_only AND price_type = 'flat_rate'
                LIMIT 1
                """,
                regionId)
            .getFirst()
            .getString("id");
    cart(node.send("storeAddShippingMethod", id, new JsonObject().put("option_id", option), null));
    cart(node.send("storeCreatePaymentSessions", id, null, null));
    return cart(
        node.send(
            "storeSelectPaymentSession",
            id,
            new JsonObject().put("provider_id", providerId),
            null));
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

  private List<Row> rows(String query, Object... parameters) {
    return GatedNode.await(observer.preparedQuery(query).execute(Tuple.from(parameters))).stream()
        .toList();
  }

  SharedEventLoop loop() {
    return loop;
  }

  List<GatedNode> nodes() {
    return nodes;
  }

  String code() {
    return code;
  }

  private static JsonObject line(String variantId) {
    return new JsonObject().put("variant_id", variantId).put("quantity", 1);
  }

  /**
   * Runs the interleavings of consecutive seeds, at most {@link #BATCH}, and returns the violated
   * invariants.
   */
  List<String> run(long firstSeed, int count) {
    List<Interleaving> batch = interleavings(firstSeed, count);
    batch.forEach(Interleaving::run);
    return violations(batch);
  }

  /** Copies a cart for each interleaving. */
  private List<Interleaving> interleavings(long firstSeed, int count) {
    List<Interleaving> batch =
        IntStream.range(0, count)
            .mapToObj(
                each -> new Interleaving(this, slots.get(each), cartIds.next(), firstSeed + each))
            .toList();
    run(
        EXPECT,
        Tuple.tuple()
            .addArrayOfString(
                batch.stream()
                    .filter(each -> Interleaving.isPaidAtProvider(each.seed()))
                    .map(each -> PaidPaymentProvider.reference(each.cartId()))
                    .toArray(String[]::new)));
    run(
        COPY,
        Tuple.tuple()
            .addArrayOfString(batch.stream().map(Interleaving::cartId).toArray(String[]::new))
            .addArrayOfString(
                batch.stream()
                    .map(each -> each.slot().template(each.seed()))
                    .toArray(String[]::new)));
    return batch;
  }

  Future<Boolean> hasUnresolvedPayments(String cartId) {
    return observer
        .preparedQuery(UNRESOLVED)
        .execute(Tuple.of(cartId, PaidPaymentProvider.reference(cartId)))
        .map(rows -> rows.iterator().next().getLong(0) > 0);
  }

  /** Violated invariants after the reconciliation of interleavings of different slots. */
  private List<String> violations(List<Interleaving> batch) {
    Map<String, Row> states = new HashMap<>();
    rows(STATE, (Object) batch.stream().map(Interleaving::cartId).toArray(String[]::new))
        .forEach(row -> states.put(row.getString("id"), row));
    Map<String, Integer> stocks = new HashMap<>();
    rows(STOCK_OF, (Object) slots.stream().map(slot -> slot.variantId).toArray(String[]::new))
        .forEach(row -> stocks.put(row.getString("id"), row.getInteger("inventory_quantity")));
    return batch.stream()
        .flatMap(each ->
            violations(
                    each,
                    Objects.requireNonNull(states.get(each.cartId())),
                    Objects.requireNonNull(stocks.get(each.slot().variantId)))
                .stream()
                .map(each::describe))
        .toList();
  }

  private static List<String> violations(Interleaving interleaving, Row state, int stock) {
    List<JsonObject> orders = objects(state.getJsonArray("orders"));
    List<JsonObject> attempts = objects(state.getJsonArray("attempts"));
    Map<String, Long> held = interleaving.ledger().held();
    List<Actor> actors = interleaving.actors();
    List<String> violations = new ArrayList<>();
    Map<String, Long> owed = new HashMap<>();
    int ordered = 0;
    Set<String> orderIds = new HashSet<>();
    Set<String> used = new HashSet<>();
    for (JsonObject order : orders) {
      orderIds.add(order.getString("id"));
      ordered += order.getInteger("quantity");
      objects(order.getJsonArray("payments"))
          .forEach(payment -> {
            owed.put(payment.getString("key"), order.getLong("total"));
            used.add(payment.getString("id"));
          });
      if (order.getJsonArray("payments").size() != (order.getLong("total") > 0 ? 1 : 0)) {
        violations.add("An order does not have one payment: " + order);
      }
    }
    if (orders.size() > 1) {
      violations.add("A cart has more than one order: " + orders);
    }
    if (!held.equals(owed)) {
      violations.add("Held is " + held + ", owed " + owed + ", attempts " + attempts);
    }
    attempts.stream()
        .filter(attempt -> {
          String status = attempt.getString("status");
          return used.contains(attempt.getString("id"))
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
    Slot slot = interleaving.slot();
    slot.stock -= ordered;
    if (stock != slot.stock) {
      violations.add("Stock is " + stock + " instead of " + slot.stock);
      slot.stock = stock;
    }
    return violations;
  }

  private static List<JsonObject> objects(JsonArray array) {
    return array == null ? List.of() : array.stream().map(JsonObject.class::cast).toList();
  }

  @Override
  public void close() {
    nodes.forEach(GatedNode::close);
    data.close();
    GatedNode.await(vertx.close());
    loop.close();
  }
}
