package dev.tradewind.order.store;

import dev.tradewind.api.order.AuthorizedPayment;
import dev.tradewind.api.order.PlaceOrderRequest;
import dev.tradewind.api.order.ResourceDocument;
import dev.tradewind.kernel.Timestamps;
import dev.tradewind.kernel.database.Transactions;
import dev.tradewind.kernel.idempotency.IdempotencyKey;
import dev.tradewind.kernel.idempotency.StoredResponse;
import dev.tradewind.kernel.operation.CallContext;
import dev.tradewind.kernel.operation.Reply;
import dev.tradewind.kernel.operation.Traceparent;
import dev.tradewind.kernel.outbox.Event;
import dev.tradewind.kernel.outbox.Outbox;
import dev.tradewind.kernel.resource.Selection;
import dev.tradewind.kernel.resource.write.ResourceWriter;
import dev.tradewind.kernel.resource.write.RowChange;
import dev.tradewind.order.aftersale.FulfillmentStatus;
import dev.tradewind.order.aftersale.PartOwner;
import dev.tradewind.order.line.LineProgress;
import dev.tradewind.order.line.OrderLine;
import dev.tradewind.order.model.Order;
import dev.tradewind.order.model.OrderMutation;
import dev.tradewind.order.model.OrderResource;
import dev.tradewind.order.model.OrderSnapshot;
import dev.tradewind.order.model.OrderStatus;
import dev.tradewind.order.model.Payment;
import dev.tradewind.order.model.PaymentStatus;
import dev.tradewind.order.model.PaymentView;
import dev.tradewind.totals.TotalsInput;
import io.vertx.core.Future;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.SqlClient;
import io.vertx.sqlclient.Tuple;
import io.vertx.sqlclient.data.Numeric;
import java.math.BigDecimal;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Store of orders, and their row mapping. */
public final class OrderStore {

  private static final String PLACE =
      "SELECT place_order_v2($1, $2::text::json, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13)";

  /** Order with its parts, in one statement. */
  private static final String FIND =
      """
      SELECT o.*,
      %s
      FROM "order" AS o
      WHERE %%s
      """
          .formatted(OrderPartStore.ALL);

  private static final String FIND_BY_ID = FIND.formatted("o.id = $1");
  private static final String FIND_BY_CART = FIND.formatted("o.cart_id = $1");
  private static final String FIND_BY_IDS = FIND.formatted("o.id = ANY ($1)");

  /** Two rows suffice: only a unique match is returned. */
  private static final String LOOK_UP =
      FIND.formatted("o.display_id = $1") + "  AND o.email = $2\nLIMIT 2";

  private static final String FIND_BY_CUSTOMERS =
      FIND.formatted("o.customer_id = ANY ($1)") + "ORDER BY o.created_at DESC, o.id DESC\n";

  private static final String FIND_BY_SWAPS =
      FIND.formatted("o.id IN (SELECT order_id FROM swap WHERE id = ANY ($1))");

  private static final String FIND_BY_CLAIMS =
      FIND.formatted("o.id IN (SELECT order_id FROM claim_order WHERE id = ANY ($1))");

  private static final String FIND_PAYMENTS =
      """
      SELECT to_jsonb(payment) AS payment
      FROM payment
      WHERE id = ANY ($1)
      ORDER BY created_at, id
      """;

  private static final Selection KEY = Selection.of(OrderResource.ORDER).withFields(Set.of());

  private static final String LOCK = "SELECT FROM \"order\" WHERE id = $1 FOR NO KEY UPDATE";

  /** The called functions append events, whose trace context is a setting of the transaction. */
  private static final String GIVE_BACK =
      "SELECT set_config('tradewind.traceparent', $5, true), give_back($1, $2, $3, $4)";

  private static final String FIND_SNAPSHOT = "SELECT snapshot FROM \"order\" WHERE id = $1";

  private static final String SET_TOTAL = "UPDATE \"order\" SET total = $2 WHERE id = $1";

  private final ResourceWriter writer = new ResourceWriter(OrderResource.ORDER);

  /**
   * New order, with all effects of the same transaction.
   *
   * @param draft draft order it is placed from
   * @param cartCompleted event of its cart
   * @param response to the completion, to be stored under a client-supplied key; absent without one
   */
  public record NewOrder(
      PlaceOrderRequest request,
      Order order,
      Optional<DraftOrderStore.Open> draft,
      List<Event> events,
      Event cartCompleted,
      Instant deadline,
      @Nullable JsonObject response) {}

  public Future<List<Payment>> findPayments(SqlClient db, List<String> ids) {
    return db.preparedQuery(FIND_PAYMENTS)
        .execute(Tuple.of(ids.toArray(String[]::new)))
        .map(rows ->
            rows.stream()
                .map(row -> OrderPartStore.payment(row.getJsonObject("payment")))
                .toList());
  }

  /**
   * Places the order, and retries serialization failures and deadlocks. Returns the display id.
   * Fails with an SQLSTATE of its own if the placement is refused; see the migrations.
   */
  public Future<Long> place(SqlClient db, NewOrder placed) {
    Tuple parameters = parameters(placed);
    return Transactions.retrying(() -> db.preparedQuery(PLACE).execute(parameters))
        .map(rows -> rows.iterator().next().getLong(0));
  }

  private static Tuple parameters(NewOrder placed) {
    Order order = placed.order();
    IdempotencyKey clientKey = placed.response() == null ? null : placed.request().key();
    Reply answer = placed.response() == null ? null : Reply.ok(placed.response());
    JsonObject snapshot = OrderSnapshotCodec.encode(order.snapshot(), order.id(), order.cartId());
    return Tuple.tuple()
        .addJsonObject(newRow(placed).put("search_names", searchNames(snapshot)))
        .addString(snapshot.encode())
        .addJsonObject(payment(placed))
        .addJsonArray(stock(order.snapshot()))
        .addJsonObject(RedemptionRequest.of(placed.request(), order))
        .addJsonArray(Outbox.rows(placed.events()))
        .addLong(placed.request().cartVersion())
        .addJsonArray(Outbox.rows(List.of(placed.cartCompleted())))
        .addString(clientKey == null ? null : clientKey.scope())
        .addString(clientKey == null ? null : clientKey.key())
        .addString(clientKey == null ? null : clientKey.requestHash())
        .addString(answer == null ? null : answer.contentType())
        .addBuffer(answer == null ? null : StoredResponse.stored(answer));
  }

  private static JsonObject payment(NewOrder placed) {
    AuthorizedPayment authorized = placed.request().payment();
    return authorized == null
        ? new JsonObject()
        : PaymentView.render(placed.order().payments().getFirst())
            .put("is_opened", !authorized.isToBeOpened());
  }

  /** Key that the draft order of the placement stores. */
  public static @Nullable String draftKey(PlaceOrderRequest request) {
    IdempotencyKey key = request.key();
    return key == null ? request.paidWithKey() : key.key();
  }

  private static JsonObject newRow(NewOrder placed) {
    PlaceOrderRequest request = placed.request();
    TotalsInput input = request.totalsInput();
    JsonObject row =
        OrderDocument.own(placed.order())
            .put("display_id", placed.order().displayId() == 0 ? null : placed.order().displayId())
            .put("total", placed.order().snapshot().amounts().total())
            .put("placement_deadline", Timestamps.format(placed.deadline()))
            .put(
                "line_ids",
                new JsonArray(
                    placed.order().snapshot().lines().stream().map(OrderLine::id).toList()))
            // The cart stores its input with the taxes of regions with automatic taxes alone.
            .put("cart_basket", input.taxed(request.region().automaticTaxes()).toJson());
    placed
        .draft()
        .ifPresent(
            draft -> row.put("draft_version", draft.version()).put("draft_key", draftKey(request)));
    return row;
  }

  /** Names that staff search by; the database reads the same ones from a corrected snapshot. */
  private static String searchNames(JsonObject snapshot) {
    JsonObject address = snapshot.getJsonObject("shipping_address");
    JsonObject customer = snapshot.getJsonObject("customer");
    return Stream.of(
            address == null ? null : address.getString("first_name"),
            customer.getString("first_name"),
            customer.getString("last_name"),
            customer.getString("phone"))
        .map(name -> Objects.requireNonNullElse(name, ""))
        .collect(Collectors.joining("\n"));
  }

  private static JsonArray stock(OrderSnapshot snapshot) {
    JsonArray stock = new JsonArray();
    for (OrderLine line : snapshot.lines()) {
      if (line.variantId() != null) {
        stock.add(
            new JsonObject()
                .put("line_item_id", line.id())
                .put("variant_id", line.variantId())
                .put("quantity", line.quantity()));
      }
    }
    return stock;
  }

  /** Locks the order until the end of the transaction. */
  Future<Void> lock(SqlClient db, String id) {
    return db.preparedQuery(LOCK).execute(Tuple.of(id)).mapEmpty();
  }

  /** Releases stock, discounts and gift cards, which are locked before the order. */
  public Future<Void> giveBack(SqlClient db, CallContext context, String id, Instant now) {
    return db.preparedQuery(GIVE_BACK)
        .execute(
            Tuple.of(
                id,
                Timestamps.utc(now),
                context.commandId(),
                context.actor(),
                Traceparent.of(context.traceparent(), context.commandId())))
        .mapEmpty();
  }

  public Future<Optional<Order>> findById(SqlClient db, String id) {
    return find(db, FIND_BY_ID, id);
  }

  public Future<Optional<Order>> findByCart(SqlClient db, String cartId) {
    return find(db, FIND_BY_CART, cartId);
  }

  /** Order with that display id and e-mail address. */
  public Future<Optional<Order>> lookUp(SqlClient db, long displayId, String email) {
    return db.preparedQuery(LOOK_UP)
        .execute(Tuple.of(displayId, email))
        .map(rows ->
            rows.size() == 1
                ? Optional.of(order(rows.iterator().next()))
                : Optional.<Order>empty());
  }

  /** Orders of these customers, latest first. */
  public Future<List<Order>> findByCustomers(SqlClient db, List<String> customerIds) {
    return findAll(db, FIND_BY_CUSTOMERS, customerIds);
  }

  /** Orders with these ids, unordered. */
  public Future<List<Order>> findByIds(SqlClient db, List<String> ids) {
    return findAll(db, FIND_BY_IDS, ids);
  }

  /** Orders of these swaps, unordered. */
  public Future<List<Order>> findBySwaps(SqlClient db, List<String> swapIds) {
    return findAll(db, FIND_BY_SWAPS, swapIds);
  }

  /** Orders of these claims, unordered. */
  public Future<List<Order>> findByClaims(SqlClient db, List<String> claimIds) {
    return findAll(db, FIND_BY_CLAIMS, claimIds);
  }

  private static Future<List<Order>> findAll(SqlClient db, String query, List<String> keys) {
    return db.preparedQuery(query)
        .execute(Tuple.of(keys.toArray(String[]::new)))
        .map(rows -> rows.stream().map(OrderStore::order).toList());
  }

  private static Future<Optional<Order>> find(SqlClient db, String query, String key) {
    return db.preparedQuery(query)
        .execute(Tuple.of(key))
        .map(rows -> rows.stream().map(OrderStore::order).findFirst());
  }

  /** Writes the change with its events, at the version that the order gets. */
  Future<Void> update(
      SqlClient db, String id, OrderMutation mutation, Instant now, List<Event> events) {
    return columns(db, id, mutation, now)
        .compose(columns -> {
          RowChange change = new RowChange(now, columns, events);
          // The version rises for parts of the order as well, which are not its columns; only a
          // correction may change nothing.
          return mutation instanceof OrderMutation.Correction
              ? writer.update(db, KEY, id, change).mapEmpty()
              : writer.change(db, id, change).mapEmpty();
        });
  }

  private static Future<JsonObject> columns(
      SqlClient db, String id, OrderMutation mutation, Instant now) {
    JsonObject columns = new JsonObject();
    return switch (mutation) {
      case OrderMutation.StatusChange change ->
          Future.succeededFuture(columns.put("status", change.status().wireName()));
      case OrderMutation.PaymentStatusChange change ->
          Future.succeededFuture(columns.put("payment_status", change.status().wireName()));
      case OrderMutation.FulfillmentStatusChange change ->
          switch (change.owner()) {
            case PartOwner.OfOrder order ->
                Future.succeededFuture(
                    columns.put("fulfillment_status", change.status().wireName()));
            case PartOwner.OfSwap swap ->
                SwapStore.setFulfillmentStatus(db, swap.swapId(), change.status(), now)
                    .map(columns);
            case PartOwner.OfClaim claim ->
                ClaimStore.setFulfillmentStatus(db, claim.claimId(), change.status(), now)
                    .map(columns);
          };
      case OrderMutation.SwapPaymentChange change ->
          SwapStore.setPaymentStatus(db, change.swapId(), change.status(), now).map(columns);
      case OrderMutation.SwapCancellation cancellation ->
          SwapStore.cancel(db, cancellation.swapId(), now).map(columns);
      case OrderMutation.Cancellation cancellation ->
          Future.succeededFuture(
              columns
                  .put("status", OrderStatus.CANCELED.wireName())
                  .put("fulfillment_status", FulfillmentStatus.CANCELED.wireName())
                  .put("payment_status", PaymentStatus.CANCELED.wireName())
                  .put("canceled_at", cancellation.at()));
      case OrderMutation.ShippingMethodChange change ->
          snapshot(db, id)
              .compose(stored ->
                  db.preparedQuery(SET_TOTAL)
                      .execute(Tuple.of(id, change.snapshot().amounts().total()))
                      .map(
                          columns.put(
                              "snapshot",
                              OrderSnapshotCodec.putShippingMethods(
                                  stored, change.snapshot(), id))));
      case OrderMutation.LineChange change ->
          snapshot(db, id)
              .compose(stored ->
                  db.preparedQuery(SET_TOTAL)
                      .execute(Tuple.of(id, change.snapshot().amounts().total()))
                      .map(
                          columns
                              .put("fulfillment_status", change.status().wireName())
                              .put(
                                  "snapshot",
                                  OrderSnapshotCodec.putLines(stored, change.snapshot(), id))));
      case OrderMutation.Correction correction -> {
        ResourceDocument customer = correction.customer();
        putPresent(columns, "customer_id", customer == null ? null : customer.id());
        putPresent(columns, "email", correction.email());
        putPresent(columns, "no_notification", correction.noNotification());
        putPresent(columns, "metadata", correction.metadata());
        yield correction.shippingAddress() == null
                && correction.billingAddress() == null
                && customer == null
            ? Future.succeededFuture(columns)
            : snapshot(db, id)
                .map(snapshot -> columns.put("snapshot", corrected(snapshot, correction)));
      }
    };
  }

  private static void putPresent(JsonObject columns, String name, @Nullable Object value) {
    if (value != null) {
      columns.put(name, value);
    }
  }

  private static Future<JsonObject> snapshot(SqlClient db, String id) {
    return db.preparedQuery(FIND_SNAPSHOT)
        .execute(Tuple.of(id))
        .map(rows -> rows.iterator().next().getJsonObject(0));
  }

  /** Only corrected parts of the stored document change, whichever version wrote it. */
  private static JsonObject corrected(JsonObject snapshot, OrderMutation.Correction correction) {
    if (correction.billingAddress() != null) {
      OrderSnapshotCodec.putAddress(snapshot, "billing_address", correction.billingAddress());
    }
    if (correction.shippingAddress() != null) {
      OrderSnapshotCodec.putAddress(snapshot, "shipping_address", correction.shippingAddress());
    }
    if (correction.customer() != null) {
      snapshot.put("customer", correction.customer().json());
    }
    return snapshot;
  }

  private static Order order(Row row) {
    JsonObject columns = new JsonObject();
    for (int column = 0; column < row.size(); column++) {
      columns.put(row.getColumnName(column), wireValue(row.getValue(column)));
    }
    return order(columns);
  }

  private static @Nullable Object wireValue(@Nullable Object value) {
    return switch (value) {
      case OffsetDateTime time -> Timestamps.format(time);
      case Numeric number -> number.bigDecimalValue();
      case null, default -> value;
    };
  }

  /** Order of a row of {@link OrderResource} with the columns of its parts. */
  public static Order order(JsonObject row) {
    Map<String, LineProgress> progress = OrderPartStore.progress(row.getJsonArray("progress"));
    return new Order(
        row.getString("id"),
        Timestamps.parse(row.getString("created_at")),
        Timestamps.parse(row.getString("updated_at")),
        OrderStatus.of(row.getString("status")),
        FulfillmentStatus.of(row.getString("fulfillment_status")),
        PaymentStatus.of(row.getString("payment_status")),
        row.getLong("display_id"),
        row.getString("cart_id"),
        row.getString("customer_id"),
        row.getString("email"),
        row.getString("region_id"),
        row.getString("currency_code"),
        decimal(row.getNumber("tax_rate")),
        row.getString("draft_order_id"),
        OrderPartStore.time(row.getString("canceled_at")),
        row.getJsonObject("metadata"),
        row.getBoolean("no_notification"),
        row.getString("idempotency_key"),
        row.getString("external_id"),
        row.getString("sales_channel_id"),
        OrderSnapshotCodec.decode(row.getJsonObject("snapshot")).withProgress(progress),
        OrderPartStore.each(row.getJsonArray("payments"), OrderPartStore::payment),
        OrderPartStore.each(row.getJsonArray("refunds"), OrderPartStore::refund),
        OrderPartStore.each(row.getJsonArray("fulfillments"), OrderPartStore::fulfillment),
        OrderPartStore.each(row.getJsonArray("returns"), OrderPartStore::returned),
        OrderPartStore.each(row.getJsonArray("edits"), OrderPartStore::edit),
        OrderPartStore.each(
            row.getJsonArray("swaps"), swap -> SwapStore.swap(swap).withProgress(progress)),
        OrderPartStore.each(
            row.getJsonArray("claims"), claim -> ClaimStore.claim(claim).withProgress(progress)));
  }

  private static @Nullable BigDecimal decimal(@Nullable Number stored) {
    return stored == null ? null : new BigDecimal(stored.toString());
  }
}
