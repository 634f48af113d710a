package dev.tradewind.order;

import static dev.tradewind.testing.Futures.await;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tradewind.api.cart.CartClient;
import dev.tradewind.api.catalog.CatalogClient;
import dev.tradewind.api.catalog.CatalogOperation;
import dev.tradewind.api.customer.CustomerClient;
import dev.tradewind.api.customer.CustomerOperation;
import dev.tradewind.api.discount.DiscountClient;
import dev.tradewind.api.discount.DiscountOperation;
import dev.tradewind.api.order.OrderClient;
import dev.tradewind.api.order.PlaceOrderRequest;
import dev.tradewind.api.order.PlaceOrderResult;
import dev.tradewind.kernel.database.DatabaseConfig;
import dev.tradewind.kernel.database.Migrations;
import dev.tradewind.kernel.database.SchemaPool;
import dev.tradewind.kernel.operation.CallContext;
import dev.tradewind.kernel.operation.OperationClient;
import dev.tradewind.kernel.operation.Operations;
import dev.tradewind.kernel.operation.Principal;
import dev.tradewind.kernel.operation.Reply;
import dev.tradewind.kernel.operation.Request;
import dev.tradewind.kernel.providercall.RecordedCallRetrier;
import dev.tradewind.kernel.resource.RelatedQuery;
import dev.tradewind.kernel.resource.RelatedRow;
import dev.tradewind.kernel.text.Ids;
import dev.tradewind.kernel.token.SigningKeys;
import dev.tradewind.kernel.verticle.NodeContext;
import dev.tradewind.order.change.OrderUnitOfWork;
import dev.tradewind.order.collection.PaymentModule;
import dev.tradewind.order.model.OrderSnapshot;
import dev.tradewind.order.payment.PaymentOperation;
import dev.tradewind.order.store.OrderSnapshotCodec;
import dev.tradewind.order.store.OrderStore;
import dev.tradewind.providers.test.TestFulfillmentProvider;
import dev.tradewind.providers.test.TestPaymentProvider;
import dev.tradewind.providers.test.TestPlugin;
import dev.tradewind.sample.SampleOrders;
import dev.tradewind.testing.StatementCounter;
import dev.tradewind.testing.TestDatabase;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import io.vertx.pgclient.PgBuilder;
import io.vertx.pgclient.PgConnectOptions;
import io.vertx.sqlclient.Pool;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.RowSet;
import io.vertx.sqlclient.Tuple;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;

/**
 * Test fixture: the order verticle over a database of its own. The functions published by the
 * catalog and discount verticles only record their calls.
 */
final class OrderShop implements AutoCloseable {

  private static final Principal STAFF =
      new Principal(Principal.Kind.USER, "usr_1", Principal.Credential.SESSION);

  private static final String OTHER_SCHEMAS =
      """
      CREATE SCHEMA catalog;
      CREATE SCHEMA discount;
      CREATE SCHEMA cart;
      CREATE FUNCTION cart.create_swap_cart(cart jsonb, events jsonb) RETURNS void LANGUAGE sql
      AS $$ SELECT $$;
      CREATE FUNCTION cart.close_cart(
        a text, b bigint, c text, d jsonb, e timestamptz, f jsonb, g jsonb, h text, i text, j text,
        k text, l bytea
      ) RETURNS void LANGUAGE sql
      AS $$ SELECT $$;
      CREATE TABLE catalog.recorded_call (name text, order_id text, PRIMARY KEY (name, order_id));
      CREATE TABLE catalog.taken_unit (
        taker text, variant_id text, quantity bigint, is_returned boolean DEFAULT false);
      CREATE FUNCTION catalog.lock_stock(taker text) RETURNS void LANGUAGE sql AS $$ SELECT $$;
      CREATE FUNCTION catalog.take_stock(
        taker text, channel text, lines jsonb, b timestamptz, c text, d text
      ) RETURNS void LANGUAGE plpgsql SECURITY DEFINER
      AS $$
      BEGIN
        IF lines @> '[{"variant_id": "variant_short"}]' THEN
          RAISE EXCEPTION USING ERRCODE = 'TW001', MESSAGE = 'short',
            DETAIL = '[{"variant_id": "variant_short"}]';
        END IF;
        INSERT INTO catalog.taken_unit
        SELECT $1, line.variant_id, line.quantity
        FROM jsonb_to_recordset(lines) AS line (variant_id text, quantity bigint);
      END
      $$;
      CREATE FUNCTION catalog.return_stock(a text, b timestamptz, c text, d text) RETURNS void
      LANGUAGE sql SECURITY DEFINER
      AS $$
        INSERT INTO catalog.recorded_call VALUES ('stock', a) ON CONFLICT DO NOTHING;
        UPDATE catalog.taken_unit SET is_returned = true WHERE taker = a;
      $$;
      CREATE FUNCTION discount.release_discounts(a text, b timestamptz, c text, d text)
      RETURNS void LANGUAGE sql SECURITY DEFINER
      AS $$ INSERT INTO catalog.recorded_call VALUES ('discounts', a) ON CONFLICT DO NOTHING $$;
      CREATE FUNCTION discount.refund_gift_cards(a text, b timestamptz, c text, d text)
      RETURNS void LANGUAGE sql SECURITY DEFINER
      AS $$ INSERT INTO catalog.recorded_call VALUES ('gift_cards', a) ON CONFLICT DO NOTHING $$;
      CREATE TABLE discount.gift_card (
        id text PRIMARY KEY, order_id text, value bigint, balance bigint,
        is_disabled boolean DEFAULT false, CHECK (balance BETWEEN 0 AND value));
      CREATE FUNCTION discount.withdraw_gift_cards(a text, b timestamptz, c text, d text)
      RETURNS void LANGUAGE sql SECURITY DEFINER
      AS $$
        INSERT INTO catalog.recorded_call VALUES ('bought cards', a) ON CONFLICT DO NOTHING;
        UPDATE discount.gift_card SET is_disabled = true WHERE order_id = a;
      $$;
      CREATE TABLE discount.gift_card_withdrawal (
        cause text, gift_card_id text, amount bigint, is_exchange boolean,
        is_restored boolean DEFAULT false,
        PRIMARY KEY (cause, gift_card_id));
      CREATE FUNCTION discount.bought_gift_cards(a text, locks boolean) RETURNS jsonb
      LANGUAGE plpgsql SECURITY DEFINER
      AS $$
      BEGIN
        IF locks THEN
          PERFORM FROM discount.gift_card WHERE order_id = a ORDER BY id FOR NO KEY UPDATE;
        END IF;
        RETURN (
          SELECT coalesce(jsonb_agg(jsonb_build_object(
            'id', id, 'value', value, 'balance', balance, 'withdrawn', (
              SELECT coalesce(sum(amount), 0) FROM discount.gift_card_withdrawal
              WHERE gift_card_id = card.id AND NOT is_restored AND NOT is_exchange)) ORDER BY id), '[]')
          FROM discount.gift_card AS card WHERE order_id = a);
      END
      $$;
      CREATE FUNCTION discount.withdraw_gift_card_balances(
        a text, cause text, is_exchange boolean, amounts jsonb, b timestamptz, c text, d text
      ) RETURNS void LANGUAGE sql SECURITY DEFINER
      AS $$
        WITH taken AS (
          INSERT INTO discount.gift_card_withdrawal
          SELECT cause, id, amount, is_exchange FROM jsonb_to_recordset(amounts) AS each (id text, amount bigint)
          RETURNING gift_card_id, amount)
        UPDATE discount.gift_card SET balance = balance - taken.amount
        FROM taken WHERE id = taken.gift_card_id
      $$;
      CREATE FUNCTION discount.restore_gift_card_balances(
        a text, b timestamptz, c text, d text
      ) RETURNS void LANGUAGE sql SECURITY DEFINER
      AS $$
        WITH restored AS (
          UPDATE discount.gift_card_withdrawal SET is_restored = true
          WHERE cause = a AND NOT is_restored
          RETURNING gift_card_id, amount)
        UPDATE discount.gift_card SET balance = balance + restored.amount
        FROM restored WHERE id = restored.gift_card_id
      $$;
      CREATE TABLE catalog.received_unit (return_id text, variant_id text, quantity bigint);
      CREATE FUNCTION catalog.receive_stock(
        taker text, a text, location text, lines jsonb, b timestamptz, c text, d text
      ) RETURNS void LANGUAGE sql SECURITY DEFINER
      AS $$
        INSERT INTO catalog.received_unit
        SELECT a, variant_id, quantity
        FROM jsonb_to_recordset(lines) AS line (variant_id text, quantity bigint)
      $$;
      CREATE FUNCTION catalog.fulfill_stock(
        a text, b text, lines jsonb, c timestamptz, d text, e text
      ) RETURNS void LANGUAGE sql
      AS $$ SELECT $$;
      CREATE FUNCTION catalog.restore_fulfilled_stock(
        a text, b text, c timestamptz, d text, e text
      ) RETURNS void LANGUAGE sql
      AS $$ SELECT $$;
      CREATE TABLE catalog.changed_line (
        order_id text, channel_id text, line_item_id text, previous_id text, variant_id text,
        change bigint, open_quantity bigint
      );
      CREATE FUNCTION catalog.change_stock(
        taker text, channel text, lines jsonb, b timestamptz, c text, d text
      ) RETURNS void LANGUAGE plpgsql SECURITY DEFINER
      AS $$
      BEGIN
        IF EXISTS (
          SELECT
          FROM jsonb_to_recordset(lines) AS line (variant_id text, change bigint)
          WHERE variant_id = 'variant_short' AND change > 0)
        THEN
          RAISE EXCEPTION USING ERRCODE = 'TW001', MESSAGE = 'short',
            DETAIL = '[{"variant_id": "variant_short"}]';
        END IF;
        INSERT INTO catalog.changed_line
        SELECT taker, channel, line_item_id, previous_id, variant_id, change, open_quantity
        FROM jsonb_to_recordset(lines) AS line (
          line_item_id text, previous_id text, variant_id text, change bigint,
          open_quantity bigint);
      END
      $$;
      GRANT USAGE ON SCHEMA cart, catalog, discount TO orders;
      """;

  final StatementCounter counter = new StatementCounter();
  final Vertx vertx = Vertx.builder().withTracer(counter).build();
  final Pool pool;
  private final Pool superuser;
  private final OperationClient bus = new OperationClient(vertx, Clock.systemUTC());
  private final SwapCarts swapCarts = new SwapCarts();
  private final AtomicInteger hours = new AtomicInteger();
  private int orders;

  /** Whether staff may choose the amount of a refund, set by tests. */
  volatile boolean mayRefund = true;

  /** Whether the customers of the orders have accounts, set by tests. */
  boolean accounts;

  /** Return option with a price, set by tests. */
  JsonObject returnOption = new JsonObject();

  /** Shipping profiles of the products of variants, set by tests; else {@code sp_1}. */
  final Map<Object, String> profiles = new ConcurrentHashMap<>();

  /** Present regions, set by tests. */
  JsonArray regions = new JsonArray();

  /** Prices of variants by their ids, set by tests. */
  JsonObject offers = new JsonObject();

  /** Tax rates linked to every shipping option, set by tests; those of the region without. */
  JsonArray linkedRates = new JsonArray();

  OrderShop() {
    TestDatabase copy =
        TestDatabase.copyOf(
            "orders",
            template ->
                new Migrations(DatabaseConfig.parse(template, 1))
                    .run(List.of(OrderVerticle.SCHEMA)));
    DatabaseConfig database = DatabaseConfig.parse(copy.url(), 4);
    pool = SchemaPool.open(vertx, database, OrderVerticle.SCHEMA);
    superuser =
        PgBuilder.pool()
            .using(vertx)
            .connectingTo(PgConnectOptions.fromUri(copy.plainUrl()))
            .build();
    await(superuser.query(OTHER_SCHEMAS).execute());
    await(
        new Operations()
            .on(CatalogOperation.FIND_RELATED, request -> related(request.input()))
            .on(
                CatalogOperation.FIND_REGIONS,
                request ->
                    Future.succeededFuture(Reply.ok(new JsonObject().put("regions", regions))))
            .on(CatalogOperation.FIND_VARIANTS, request -> variants(request.input()))
            .on(CatalogOperation.FIND_COUNTRIES, request -> countries(request.input()))
            .on(CatalogOperation.FIND_SHIPPING_OPTIONS, request -> options(request.input()))
            .on(CatalogOperation.FIND_TAX_RATES, request -> taxRates(request.input()))
            .on(CatalogOperation.QUOTE_VARIANTS, request -> quotes(request.input()))
            .serve(
                vertx, OperationClient.internalAddress(CatalogClient.ADDRESS), Clock.systemUTC()));
    await(
        new Operations()
            .on(CustomerOperation.FIND_CUSTOMERS, request -> customers(request.input()))
            .serve(
                vertx, OperationClient.internalAddress(CustomerClient.ADDRESS), Clock.systemUTC()));
    await(
        new Operations()
            .on(DiscountOperation.EVALUATE_DISCOUNTS, request -> eligible(request.input()))
            .on(DiscountOperation.FIND_RELATED, request -> related(request.input()))
            .serve(
                vertx, OperationClient.internalAddress(DiscountClient.ADDRESS), Clock.systemUTC()));
    await(
        swapCarts
            .operations()
            .serve(vertx, OperationClient.internalAddress(CartClient.ADDRESS), Clock.systemUTC()));
    await(
        vertx.deployVerticle(
            new OrderVerticle(
                new NodeContext(
                    "node", database, events -> Future.succeededFuture(), Clock.systemUTC()),
                TestPlugin.installed(vertx),
                SigningKeys.random())));
  }

  /** Each variant has 7 pieces and belongs to one product; nothing else is there. */
  private static Future<Reply> related(JsonObject input) {
    RelatedQuery query = RelatedQuery.parse(input);
    List<RelatedRow> rows =
        query.relation() != null
            ? List.of()
            : query.keys().stream()
                .map(key ->
                    new RelatedRow(
                        key,
                        new JsonObject()
                            .put("id", key)
                            .put("inventory_quantity", 7)
                            .put("product_id", "prod_1")))
                .toList();
    return Future.succeededFuture(Reply.ok(RelatedQuery.answer(rows)));
  }

  private Future<Reply> variants(JsonObject input) {
    JsonArray variants = new JsonArray();
    for (Object id : input.getJsonArray("ids")) {
      variants.add(
          new JsonObject()
              .put("id", id)
              .put(
                  "product",
                  new JsonObject().put("profile_id", profiles.getOrDefault(id, "sp_1"))));
    }
    return Future.succeededFuture(Reply.ok(new JsonObject().put("variants", variants)));
  }

  /** Germany is in the region of the orders, Norway in another. */
  private static Future<Reply> countries(JsonObject input) {
    JsonArray countries = new JsonArray();
    for (Object code : input.getJsonArray("codes")) {
      if (code.equals("de") || code.equals("no")) {
        countries.add(
            new JsonObject()
                .put("iso_2", code)
                .put("region_id", code.equals("de") ? "reg_1" : "reg_2"));
      }
    }
    return Future.succeededFuture(Reply.ok(new JsonObject().put("countries", countries)));
  }

  /** An option of the orders' region and profile, one of another profile, and unsuitable ones. */
  private Future<Reply> options(JsonObject input) {
    JsonArray options = new JsonArray();
    for (Object id : input.getJsonArray("ids")) {
      if (id.equals(returnOption.getString("id"))) {
        options.add(returnOption);
      } else if (!id.equals("so_none")) {
        options.add(
            new JsonObject()
                .put("id", id)
                .put("region_id", id.equals("so_elsewhere") ? "reg_2" : "reg_1")
                .put("profile_id", id.equals("so_other") ? "sp_2" : "sp_1")
                .put("provider_id", TestFulfillmentProvider.ID)
                .put("is_return", id.equals("so_return"))
                .put("includes_tax", false)
                .put("data", new JsonObject())
                .put("requirements", new JsonArray()));
      }
    }
    return Future.succeededFuture(Reply.ok(new JsonObject().put("shipping_options", options)));
  }

  /** Every wanted variant at its offered price, or at 1,000. */
  private Future<Reply> quotes(JsonObject input) {
    JsonArray quotes = new JsonArray();
    for (Object each : input.getJsonArray("items")) {
      String id = ((JsonObject) each).getString("variant_id");
      JsonObject offer = offers.getJsonObject(id, new JsonObject());
      if (!id.equals("variant_none")) {
        quotes.add(
            new JsonObject()
                .put("variant_id", id)
                .put("quantity", ((JsonObject) each).getInteger("quantity"))
                .put("unit_price", offer.getLong("unit_price", 1_000L))
                .put("includes_tax", offer.getBoolean("includes_tax", false))
                .put("in_sales_channel", true)
                .put("covered", true)
                .put("from_quantity", 1)
                .put("to_quantity", Integer.MAX_VALUE)
                .put(
                    "variant",
                    new JsonObject()
                        .put("id", id)
                        .put("title", id)
                        .put(
                            "product",
                            new JsonObject()
                                .put("id", "prod_1")
                                .put("title", id)
                                .put("discountable", offer.getBoolean("discountable", true)))));
      }
    }
    return Future.succeededFuture(Reply.ok(new JsonObject().put("quotes", quotes)));
  }

  /** Every discount applies to every line. */
  private static Future<Reply> eligible(JsonObject input) {
    JsonArray lines = new JsonArray();
    input.getJsonArray("lines").forEach(line -> lines.add(((JsonObject) line).getString("id")));
    JsonArray discounts = new JsonArray();
    for (Object id : input.getJsonArray("discount_ids")) {
      discounts.add(
          new JsonObject()
              .put(
                  "document",
                  new JsonObject()
                      .put("id", id)
                      .put("code", id)
                      .put("rule", new JsonObject().put("type", "percentage").put("value", 1)))
              .put("inapplicable", new JsonArray())
              .put("line_ids", lines));
    }
    return Future.succeededFuture(Reply.ok(new JsonObject().put("discounts", discounts)));
  }

  private Future<Reply> taxRates(JsonObject input) {
    if (input.getJsonArray("shipping_option_ids").isEmpty()) {
      return Future.succeededFuture(
          Reply.ok(
              new JsonObject()
                  .put("region", new JsonObject().put("id", "reg_1"))
                  .put("products", new JsonObject())
                  .put("shipping_options", new JsonObject())));
    }
    String option = input.getJsonArray("shipping_option_ids").getString(0);
    return Future.succeededFuture(
        Reply.ok(
            new JsonObject()
                .put("region", new JsonObject().put("id", "reg_1"))
                .put("products", new JsonObject())
                .put("shipping_options", new JsonObject().put(option, linkedRates))));
  }

  /** Units of a variant that came back in these returns. */
  long receivedUnits(List<String> returnIds, String variantId) {
    return await(
            superuser
                .preparedQuery(
                    "SELECT coalesce(sum(quantity), 0)::bigint FROM catalog.received_unit"
                        + " WHERE return_id = ANY ($1) AND variant_id = $2")
                .execute(Tuple.of(returnIds.toArray(String[]::new), variantId)))
        .iterator()
        .next()
        .getLong(0);
  }

  /** Units of a variant that confirmed edits took, negative if they gave back more. */
  long changedUnits(String orderId, String variantId) {
    return await(
            superuser
                .preparedQuery(
                    "SELECT coalesce(sum(change), 0)::bigint FROM catalog.changed_line"
                        + " WHERE order_id = $1 AND variant_id = $2")
                .execute(Tuple.of(orderId, variantId)))
        .iterator()
        .next()
        .getLong(0);
  }

  /** Units of a variant that swaps and claims have taken and not returned. */
  long takenUnits(String variantId) {
    return await(
            superuser
                .preparedQuery(
                    "SELECT coalesce(sum(quantity), 0)::bigint FROM catalog.taken_unit"
                        + " WHERE variant_id = $1 AND NOT is_returned")
                .execute(Tuple.of(variantId)))
        .iterator()
        .next()
        .getLong(0);
  }

  private Future<Reply> customers(JsonObject input) {
    JsonArray customers = new JsonArray();
    for (Object id : input.getJsonArray("ids")) {
      if (!id.equals("cus_none")) {
        customers.add(
            new JsonObject()
                .put("id", id)
                .put("first_name", "Ida")
                .put("last_name", "Rhodes")
                .put("phone", "+1")
                .put("email", "ida@example.com")
                .put("has_account", accounts)
                .put("group_ids", new JsonArray()));
      }
    }
    return Future.succeededFuture(Reply.ok(new JsonObject().put("customers", customers)));
  }

  /** Creates that many orders, each of another customer, paid with that provider. */
  List<String> newOrders(int count, String provider) {
    return newOrders(count, provider, List.of("variant_1"));
  }

  /**
   * Creates that many orders, each of another customer.
   *
   * @param variantIds goods of which each order has some, one line item each
   */
  List<String> newOrders(int count, String provider, List<String> variantIds) {
    int first = orders + 1;
    orders += count;
    JsonArray buyers = new JsonArray();
    for (int number = 0; number < 10; number++) {
      buyers.add(buyer(number));
    }
    await(SampleOrders.insert(pool, catalogItems(variantIds), buyers, first, orders));
    List<String> ids =
        run(
                "UPDATE \"order\" SET payment_status = 'awaiting', status = 'pending'"
                    + " WHERE id >= $1 RETURNING id",
                "order_00SEED%020d".formatted(first * 10L))
            .stream()
            .map(row -> row.getString(0))
            .sorted()
            .toList();
    run(
        "UPDATE payment SET provider_id = $1, captured_at = NULL WHERE order_id = ANY ($2)",
        provider,
        ids.toArray(String[]::new));
    return ids;
  }

  private static JsonObject buyer(int number) {
    return new JsonObject()
        .put("id", "cus_" + number)
        .put("created_at", "2024-01-01T00:00:00.000Z")
        .put("updated_at", "2024-01-01T00:00:00.000Z")
        .put("email", "buyer" + number + "@example.com")
        .put("first_name", "Grace")
        .put("last_name", number == 3 ? "Hopper_100%" : "Lovelace")
        .put("phone", "+49 170 00" + number)
        .put("has_account", true);
  }

  private static JsonObject catalogItems(List<String> variantIds) {
    return new JsonObject()
        .put(
            "region",
            new JsonObject().put("id", "reg_1").put("currency_code", "eur").put("tax_rate", 20))
        .put("currency", new JsonObject().put("code", "eur"))
        .put("sales_channel", new JsonObject().put("id", "sc_1"))
        .put(
            "shipping_option",
            new JsonObject()
                .put("id", "so_1")
                .put("amount", 500)
                .put("profile_id", "sp_1")
                .put("provider_id", TestFulfillmentProvider.ID))
        .put(
            "goods",
            new JsonArray(
                variantIds.stream()
                    .map(id ->
                        new JsonObject()
                            .put("title", "Mug")
                            .put("unit_price", 1_000)
                            .put(
                                "variant",
                                new JsonObject()
                                    .put("id", id)
                                    .put("product_id", "prod_1")
                                    .put("title", "Red")))
                    .toList()));
  }

  /**
   * Clock an hour ahead of the last one: what has happened is old for a retrier with this clock,
   * and not for the retrier of the verticle, which would take the same work at the same time.
   */
  Clock nextHour() {
    return Clock.offset(Clock.systemUTC(), Duration.ofHours(hours.incrementAndGet()));
  }

  /** Retries the payment operations that have no outcome. */
  void retryPayments() {
    await(paymentRetrier(nextHour()).retry(Duration.ofMinutes(1)));
  }

  /** Retrier of the payment operations of all orders, besides the one of the verticle. */
  RecordedCallRetrier<PaymentOperation> paymentRetrier(Clock clock) {
    return paymentRetrier(pool, clock);
  }

  /** Retrier whose operations fail: the tables are not in the search path of its connections. */
  RecordedCallRetrier<PaymentOperation> brokenPaymentRetrier(Clock clock) {
    return paymentRetrier(superuser, clock);
  }

  private RecordedCallRetrier<PaymentOperation> paymentRetrier(Pool pool, Clock clock) {
    return new RecordedCallRetrier<>(
        "payment-operations",
        PaymentModule.operations(
            pool,
            TestPlugin.installed(vertx).payment(),
            new OrderUnitOfWork(pool, new OrderStore()),
            clock),
        clock);
  }

  /** Order of that request, with an authorized payment of what it costs. */
  String place(PlaceOrderRequest request, String provider) {
    String id = "order_" + Ids.ulid();
    OrderSnapshot snapshot = OrderSnapshot.of(request, Orders.PLACED);
    long total = snapshot.amounts().total();
    run(
        "INSERT INTO \"order\" (id, display_id, cart_id, customer_id, email, region_id,"
            + " currency_code, total, metadata, created_at, updated_at, placement_deadline,"
            + " snapshot) VALUES ($1, nextval('order_display_id'), $2, 'cus_1', 'ada@example.com',"
            + " 'reg_1', 'eur', $3, '{}', now(), now(), now(), $4::text::json)",
        id,
        request.cartId(),
        total,
        OrderSnapshotCodec.encode(snapshot, id, request.cartId()).encode());
    if (total > 0) {
      run(
          "INSERT INTO payment (id, order_id, cart_id, amount, currency_code, provider_id, data,"
              + " created_at, updated_at) VALUES ($1, $2, $3, $4, 'eur', $5, '{}', now(), now())",
          "pay_" + Ids.ulid(),
          id,
          request.cartId(),
          total,
          provider);
    }
    return id;
  }

  /** Response to a request of staff. */
  Answer admin(String operation, String id, JsonObject query, JsonObject body, String key) {
    return await(adminLater(operation, id, query, body, key));
  }

  Answer admin(String operation, String id) {
    return admin(operation, id, new JsonObject(), new JsonObject(), Ids.ulid());
  }

  Answer list(JsonObject query) {
    return admin("adminListOrders", "", query, new JsonObject(), Ids.ulid());
  }

  Future<Answer> adminLater(
      String operation, String id, JsonObject query, JsonObject body, String key) {
    return send(operation, new JsonObject().put("id", id), query, body, key, STAFF);
  }

  /** Response to a request of staff about a part of the order. */
  Answer adminPart(String operation, JsonObject path, JsonObject body) {
    return await(adminPartLater(operation, path, body));
  }

  Future<Answer> adminPartLater(String operation, JsonObject path, JsonObject body) {
    return send(operation, path, new JsonObject(), body, Ids.ulid(), STAFF);
  }

  /** Responses to the same request of staff, several times concurrently. */
  List<Answer> allAtOnce(int times, String operation, String id, JsonObject body) {
    return await(
        Future.all(
                IntStream.range(0, times)
                    .mapToObj(each ->
                        adminLater(operation, id, new JsonObject(), body.copy(), Ids.ulid()))
                    .toList())
            .map(all -> all.<Answer>list()));
  }

  /** Response to a request of the storefront. */
  Answer store(String operation, JsonObject path, JsonObject query) {
    return await(send(operation, path, query, new JsonObject(), Ids.ulid(), Principal.ANONYMOUS));
  }

  /** The answer to a caller from that address. */
  Answer storeFrom(String address, String operation, JsonObject query) {
    return await(
        bus.send(
                OrderClient.ADDRESS,
                operation,
                context(Principal.ANONYMOUS),
                Request.input(
                    new JsonObject(),
                    query,
                    new JsonObject(),
                    new JsonObject().put("remote-address", address)))
            .map(reply -> new Answer(reply.status(), reply.body().toJsonObject())));
  }

  Answer storePart(String operation, JsonObject path, JsonObject body) {
    return await(storePartLater(operation, path, body));
  }

  Future<Answer> storePartLater(String operation, JsonObject path, JsonObject body) {
    return storePartLater(operation, path, body, Ids.ulid());
  }

  Future<Answer> storePartLater(String operation, JsonObject path, JsonObject body, String key) {
    return send(operation, path, new JsonObject(), body, key, Principal.ANONYMOUS);
  }

  /** Response to a request of a customer who is logged in. */
  Answer customerPart(String customerId, String operation, JsonObject path, JsonObject body) {
    Principal customer =
        new Principal(Principal.Kind.CUSTOMER, customerId, Principal.Credential.SESSION);
    return await(send(operation, path, new JsonObject(), body, Ids.ulid(), customer));
  }

  /** Issues gift cards that were bought in the order. */
  void issueCards(String orderId, List<String> ids, long value) {
    await(
        superuser
            .preparedQuery(
                "INSERT INTO discount.gift_card"
                    + " SELECT id, $1, $3, $3 FROM unnest($2::text[]) AS card (id)")
            .execute(Tuple.of(orderId, ids.toArray(String[]::new), value)));
  }

  /** Spends an amount of a gift card, if it is left; whether it was. */
  Future<Boolean> spendCard(String id, long amount) {
    return superuser
        .preparedQuery(
            "UPDATE discount.gift_card SET balance = balance - $2"
                + " WHERE id = $1 AND balance >= $2 AND NOT is_disabled")
        .execute(Tuple.of(id, amount))
        .map(rows -> rows.rowCount() == 1);
  }

  /** Rows of any schema. */
  Future<RowSet<Row>> read(String statement, Object... values) {
    return superuser.preparedQuery(statement).execute(Tuple.from(values));
  }

  /** Completes the cart of a swap. */
  Future<PlaceOrderResult> completeSwap(String cartId) {
    return swapCarts.complete(client(), context(), cartId, TestPaymentProvider.ID);
  }

  OrderClient client() {
    return new OrderClient(bus);
  }

  CallContext context() {
    return context(Principal.SYSTEM);
  }

  private static CallContext context(Principal principal) {
    return new CallContext("command", Clock.systemUTC().instant().plusSeconds(60), null, principal);
  }

  private Future<Answer> send(
      String operation,
      JsonObject path,
      JsonObject query,
      JsonObject body,
      String key,
      Principal principal) {
    return bus.send(
            OrderClient.ADDRESS,
            operation,
            context(principal),
            Request.input(
                path,
                query,
                body,
                new JsonObject()
                    .put("idempotency-key", key)
                    .put(Request.PERMITTED, mayRefund ? "orders:refund" : null)))
        .map(reply -> new Answer(reply.status(), reply.body().toJsonObject()));
  }

  /** Response of an operation. */
  record Answer(int status, JsonObject body) {

    JsonObject order() {
      assertThat(status).as(body.encode()).isEqualTo(200);
      return body.getJsonObject("order");
    }

    List<String> ids() {
      assertThat(status).as(body.encode()).isEqualTo(200);
      return body.getJsonArray("orders").stream()
          .map(row -> ((JsonObject) row).getString("id"))
          .toList();
    }

    void refuses(int expected, String message) {
      assertThat(status).as(body.encode()).isEqualTo(expected);
      assertThat(body.getString("message")).isEqualTo(message);
    }
  }

  RowSet<Row> run(String statement, Object... values) {
    return await(pool.preparedQuery(statement).execute(Tuple.from(values)));
  }

  /** Number of published functions that had an effect for the order. */
  long publishedCalls(String orderId) {
    return await(
            superuser
                .preparedQuery("SELECT count(*) FROM catalog.recorded_call WHERE order_id = $1")
                .execute(Tuple.of(orderId)))
        .iterator()
        .next()
        .getLong(0);
  }

  List<String> events(String subject) {
    return run(
            "SELECT type FROM outbox WHERE subject = $1 AND type <> 'audit.recorded' ORDER BY id",
            subject)
        .stream()
        .map(row -> row.getString(0))
        .toList();
  }

  Row lastEvent(String subject) {
    return run(
            "SELECT data, no_notification, aggregate_version FROM outbox WHERE subject = $1"
                + " AND type <> 'audit.recorded' ORDER BY id DESC LIMIT 1",
            subject)
        .iterator()
        .next();
  }

  @Override
  public void close() {
    await(superuser.close());
    await(pool.close());
    await(vertx.close());
  }
}
