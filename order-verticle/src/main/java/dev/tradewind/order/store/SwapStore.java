package dev.tradewind.order.store;

import dev.tradewind.api.address.Address;
import dev.tradewind.api.cart.PreparedSwapCart;
import dev.tradewind.kernel.idempotency.IdempotencyKey;
import dev.tradewind.kernel.idempotency.StoredResponse;
import dev.tradewind.kernel.json.RecordCodec;
import dev.tradewind.kernel.operation.CallContext;
import dev.tradewind.kernel.operation.Reply;
import dev.tradewind.kernel.outbox.Event;
import dev.tradewind.kernel.outbox.Outbox;
import dev.tradewind.kernel.text.Timestamps;
import dev.tradewind.order.aftersale.FulfillmentStatus;
import dev.tradewind.order.aftersale.PartOwner;
import dev.tradewind.order.aftersale.Swap;
import dev.tradewind.order.line.OrderLine;
import dev.tradewind.order.model.OrderMutation;
import dev.tradewind.order.model.Payment;
import io.vertx.core.Future;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.RowSet;
import io.vertx.sqlclient.SqlClient;
import io.vertx.sqlclient.Tuple;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Store of swaps, and their row mapping. Every statement is conditional on the status that it
 * changes, and is executed under the lock of the order.
 */
public final class SwapStore {

  /** Id of a swap with the id of its order. */
  public record Key(String id, String orderId) {}

  /** Swaps of the order {@code o} of a statement. */
  static final String OF_ORDER =
      """
      (
        SELECT coalesce(jsonb_agg(to_jsonb(s) ORDER BY s.created_at, s.id), '[]')
        FROM swap AS s
        WHERE s.order_id = o.id
      ) AS swaps\
      """;

  private static final String FIND_BY_KEY =
      "SELECT id, request_hash FROM swap WHERE order_id = $1 AND idempotency_key = $2";

  private static final String FIND_KEY = "SELECT id, order_id FROM swap WHERE %s = $1";
  private static final String FIND_KEY_BY_ID = FIND_KEY.formatted("id");
  private static final String FIND_KEY_BY_CART = FIND_KEY.formatted("cart_id");

  /** Without the shipping methods, which belong to its cart. */
  private static final RecordCodec.Writer<Swap> ROW =
      Swap.CODEC.writerWithout(Set.of("items", "shipping_methods"), "items", "request_hash");

  private static final String INSERT =
      """
      WITH created AS (
        INSERT INTO swap (%1$s)
        SELECT %1$s
        FROM jsonb_populate_record(NULL::swap, $1)
      )
      INSERT INTO order_line (item_id, order_id)
      SELECT line.id, $3
      FROM unnest($2::text[]) AS line (id)
      """
          .formatted(ROW.columns());

  private static final String CREATE_CART = Outbox.traced(2, "cart.create_swap_cart($1, '[]')");

  private static final String CLOSE_CART =
      Outbox.traced(
          13,
          """
          limit_transaction($14),
            cart.close_cart($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)
          """);

  private static final String CONFIRM =
      """
      UPDATE swap
      SET payment_status = $2, difference_due = $3, items = $4::text::json,
        shipping_methods = $5::text::json, shipping_address = $6, confirmed_at = $7,
        updated_at = $7
      WHERE id = $1
        AND confirmed_at IS NULL
        AND canceled_at IS NULL
      """;

  private static final String INSERT_PAYMENT =
      """
      INSERT INTO payment (
        id, order_id, cart_id, swap_id, amount, currency_code, provider_id, data, created_at,
        updated_at
      )
      VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $9)
      """;

  private static final String SET_FULFILLMENT_STATUS =
      "UPDATE swap SET fulfillment_status = $2, updated_at = $3 WHERE id = $1";

  private static final String SET_PAYMENT_STATUS =
      """
      UPDATE swap
      SET payment_status = $2, updated_at = $3
      WHERE id = $1
        AND confirmed_at IS NOT NULL
        AND canceled_at IS NULL
      """;

  private static final String CANCEL =
      """
      UPDATE swap
      SET payment_status = 'canceled', fulfillment_status = 'canceled', canceled_at = $2,
        updated_at = $2
      WHERE id = $1
      """;

  private SwapStore() {}

  public static Future<Optional<RequestedPart>> findByKey(
      SqlClient db, String orderId, String key) {
    return db.preparedQuery(FIND_BY_KEY)
        .execute(Tuple.of(orderId, key))
        .map(rows ->
            rows.stream()
                .map(row -> new RequestedPart(row.getString("id"), row.getString("request_hash")))
                .findFirst());
  }

  public static Future<Optional<Key>> find(SqlClient db, String id) {
    return db.preparedQuery(FIND_KEY_BY_ID).execute(Tuple.of(id)).map(SwapStore::key);
  }

  public static Future<Optional<Key>> findByCart(SqlClient db, String cartId) {
    return db.preparedQuery(FIND_KEY_BY_CART).execute(Tuple.of(cartId)).map(SwapStore::key);
  }

  private static Optional<Key> key(RowSet<Row> rows) {
    return rows.stream()
        .map(row -> new Key(row.getString("id"), row.getString("order_id")))
        .findFirst();
  }

  /** Inserts a new swap. */
  public static Future<Void> insert(SqlClient db, Swap swap, String requestHash) {
    JsonObject row = ROW.write(swap).put("items", items(swap)).put("request_hash", requestHash);
    String[] lineIds = swap.additionalLines().stream().map(OrderLine::id).toArray(String[]::new);
    return db.preparedQuery(INSERT).execute(Tuple.of(row, lineIds, swap.orderId())).mapEmpty();
  }

  /** Creates the prepared cart of a new swap, with its event. */
  public static Future<Void> createCart(
      SqlClient db, CallContext context, PreparedSwapCart.NewCart cart) {
    JsonObject created =
        cart.toJson().put("causation_id", context.commandId()).put("actor", context.actor());
    return db.preparedQuery(CREATE_CART)
        .execute(Tuple.of(created, context.traceSetting()))
        .mapEmpty();
  }

  /**
   * First step of a confirmation, before stock and order are locked: closes the cart. From then on
   * the database ends the transaction at the deadline of the request.
   */
  public static Future<Void> closeCart(
      SqlClient db,
      CallContext context,
      Swap swap,
      long cartVersion,
      @Nullable Payment payment,
      JsonObject totalsInput,
      List<Event> cartEvents,
      @Nullable IdempotencyKey key,
      Reply answer,
      Instant now) {
    IdempotencyKey clientKey = key == null || key.isGenerated() ? null : key;
    return db.preparedQuery(CLOSE_CART)
        .execute(
            Tuple.tuple()
                .addString(swap.cartId())
                .addLong(cartVersion)
                .addString(swap.orderId())
                .addJsonObject(payment == null ? null : payment.view())
                .addOffsetDateTime(Timestamps.utc(now))
                .addJsonObject(totalsInput)
                .addJsonArray(Outbox.rows(cartEvents))
                .addString(clientKey == null ? null : clientKey.scope())
                .addString(clientKey == null ? null : clientKey.key())
                .addString(clientKey == null ? null : clientKey.requestHash())
                .addString(answer.contentType())
                .addBuffer(clientKey == null ? null : StoredResponse.stored(answer))
                .addString(context.traceSetting())
                .addOffsetDateTime(Timestamps.utc(context.deadline())))
        .mapEmpty();
  }

  /** Records the confirmation with its payment; false if the swap is confirmed or canceled. */
  public static Future<Boolean> confirm(
      SqlClient db, Swap swap, @Nullable Payment payment, Instant now) {
    Address address = swap.shippingAddress();
    OrderLineView view = OrderLineView.of(swap.owner());
    JsonArray methods = new JsonArray();
    swap.shippingMethods().forEach(method -> methods.add(view.render(method)));
    return db.preparedQuery(CONFIRM)
        .execute(
            Tuple.tuple()
                .addString(swap.id())
                .addString(swap.paymentStatus().wireName())
                .addLong(swap.differenceDue())
                .addString(items(swap).encode())
                .addString(methods.encode())
                .addJsonObject(address == null ? null : address.toJson())
                .addOffsetDateTime(Timestamps.utc(now)))
        .compose(rows -> {
          boolean confirmed = rows.rowCount() == 1;
          if (confirmed && payment != null) {
            return insertPayment(db, swap, payment, now).map(true);
          }
          return Future.succeededFuture(confirmed);
        });
  }

  private static Future<Void> insertPayment(SqlClient db, Swap swap, Payment payment, Instant now) {
    return db.preparedQuery(INSERT_PAYMENT)
        .execute(
            Tuple.tuple()
                .addString(payment.id())
                .addString(swap.orderId())
                .addString(swap.cartId())
                .addString(swap.id())
                .addLong(payment.amount())
                .addString(payment.currencyCode())
                .addString(payment.providerId())
                .addJsonObject(payment.data())
                .addOffsetDateTime(Timestamps.utc(now)))
        .mapEmpty();
  }

  /** Writes what a change of an order changes in its swaps. */
  public static Future<Void> update(SqlClient db, OrderMutation mutation, Instant now) {
    return switch (mutation) {
      case OrderMutation.FulfillmentStatusChange(PartOwner.OfSwap swap, FulfillmentStatus status) ->
          update(
              db,
              SET_FULFILLMENT_STATUS,
              Tuple.of(swap.swapId(), status.wireName(), Timestamps.utc(now)));
      case OrderMutation.SwapPaymentChange change ->
          update(
              db,
              SET_PAYMENT_STATUS,
              Tuple.of(change.swapId(), change.status().wireName(), Timestamps.utc(now)));
      case OrderMutation.SwapCancellation cancellation ->
          update(db, CANCEL, Tuple.of(cancellation.swapId(), Timestamps.utc(now)));
      default -> Future.succeededFuture();
    };
  }

  private static Future<Void> update(SqlClient db, String statement, Tuple parameters) {
    return db.preparedQuery(statement).execute(parameters).mapEmpty();
  }

  private static JsonArray items(Swap swap) {
    OrderLineView view = OrderLineView.of(swap.owner());
    JsonArray items = new JsonArray();
    swap.additionalLines()
        .forEach(line -> items.add(view.render(line).put("cart_id", swap.cartId())));
    return items;
  }
}
