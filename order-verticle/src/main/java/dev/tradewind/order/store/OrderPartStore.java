package dev.tradewind.order.store;

import dev.tradewind.order.aftersale.Fulfillment;
import dev.tradewind.order.aftersale.OrderEdit;
import dev.tradewind.order.aftersale.PartOwner;
import dev.tradewind.order.aftersale.Return;
import dev.tradewind.order.aftersale.ReturnReasonResource;
import dev.tradewind.order.aftersale.ReturnStatus;
import dev.tradewind.order.line.LineProgress;
import dev.tradewind.order.model.Payment;
import dev.tradewind.order.model.Refund;
import dev.tradewind.order.model.RefundReason;
import io.vertx.core.Future;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.SqlClient;
import io.vertx.sqlclient.Tuple;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Store of the parts of orders: payments, refunds, fulfillments, returns, edits, swaps, claims and
 * the progress of line items. The parts of any number of orders are one statement, or columns of
 * the statement that reads the order.
 */
public final class OrderPartStore {

  /** All parts of the order {@code o} of a statement. */
  static final String ALL =
      """
      (
        SELECT coalesce(jsonb_agg(to_jsonb(p) ORDER BY p.created_at, p.id), '[]')
        FROM payment AS p
        WHERE p.order_id = o.id
      ) AS payments,
      (
        SELECT coalesce(jsonb_agg(to_jsonb(r) ORDER BY r.created_at, r.id), '[]')
        FROM refund AS r
        WHERE r.order_id = o.id
      ) AS refunds,
      (
        SELECT coalesce(
          jsonb_agg(
            to_jsonb(f) || jsonb_build_object(
              'items', (
                SELECT coalesce(jsonb_agg(to_jsonb(item) ORDER BY item.item_id), '[]')
                FROM fulfillment_item AS item
                WHERE item.fulfillment_id = f.id
              ),
              'tracking_links', (
                SELECT coalesce(jsonb_agg(to_jsonb(link) ORDER BY link.created_at, link.id), '[]')
                FROM tracking_link AS link
                WHERE link.fulfillment_id = f.id
              ))
            ORDER BY f.created_at, f.id),
          '[]')
        FROM fulfillment AS f
        WHERE f.order_id = o.id
          AND f.accepted_at IS NOT NULL
      ) AS fulfillments,
      (
        SELECT coalesce(
          jsonb_agg(
            to_jsonb(r) || jsonb_build_object(
              'items', (
                SELECT coalesce(
                  jsonb_agg(
                    to_jsonb(item) || jsonb_build_object('reason', (
                      SELECT %s
                      FROM return_reason AS reason
                      WHERE reason.id = item.reason_id
                        AND reason.deleted_at IS NULL
                    ))
                    ORDER BY item.item_id),
                  '[]')
                FROM return_item AS item
                WHERE item.return_id = r.id
              ))
            ORDER BY r.created_at, r.id),
          '[]')
        FROM "return" AS r
        WHERE r.order_id = o.id
      ) AS returns,
      (
        SELECT coalesce(
          jsonb_agg(to_jsonb(e) - 'content' - 'replaced' ORDER BY e.created_at, e.id), '[]')
        FROM order_edit AS e
        WHERE e.order_id = o.id
      ) AS edits,
      %s,
      %s,
      (
        SELECT coalesce(jsonb_agg(to_jsonb(progress)), '[]')
        FROM line_progress AS progress
        WHERE progress.order_id = o.id
      ) AS progress
      """
          .formatted(
              ReturnReasonResource.REASON.jsonObject("reason"),
              SwapStore.OF_ORDER,
              ClaimStore.OF_ORDER);

  private static final String FIND =
      """
      SELECT o.id,
      %s
      FROM unnest($1::text[]) AS o (id)
      """
          .formatted(ALL);

  private static final List<String> COLUMNS =
      List.of(
          "payments", "refunds", "fulfillments", "returns", "edits", "swaps", "claims", "progress");

  private static final String FIND_ORDERS_OF_LINES =
      """
      SELECT line.item_id, placed.canceled_at IS NOT NULL
      FROM order_line AS line
      JOIN "order" AS placed ON placed.id = line.order_id
      WHERE line.item_id = ANY ($1)
      """;

  private OrderPartStore() {}

  /** Orders of line items, as far as they exist: whether the order is canceled, by line item. */
  public static Future<Map<String, Boolean>> findOrdersOfLines(SqlClient db, List<String> lineIds) {
    return db.preparedQuery(FIND_ORDERS_OF_LINES)
        .execute(Tuple.of(lineIds.toArray(String[]::new)))
        .map(rows -> {
          Map<String, Boolean> canceled = new HashMap<>();
          rows.forEach(row -> canceled.put(row.getString(0), row.getBoolean(1)));
          return canceled;
        });
  }

  /** Adds the parts to these rows of orders. */
  public static Future<List<JsonObject>> attach(SqlClient db, List<JsonObject> orders) {
    if (orders.isEmpty()) {
      return Future.succeededFuture(orders);
    }
    String[] ids = orders.stream().map(order -> order.getString("id")).toArray(String[]::new);
    return db.preparedQuery(FIND)
        .execute(Tuple.of((Object) ids))
        .map(rows -> {
          Map<String, Row> byId = new HashMap<>();
          rows.forEach(row -> byId.put(row.getString("id"), row));
          for (JsonObject order : orders) {
            Row parts = Objects.requireNonNull(byId.get(order.getString("id")));
            COLUMNS.forEach(column -> order.put(column, parts.getJsonArray(column)));
          }
          return orders;
        });
  }

  /** Payment of a row as {@code to_jsonb} returns it. */
  public static Payment payment(JsonObject row) {
    return new Payment(
        row.getString("id"),
        instant(row.getString("created_at")),
        instant(row.getString("updated_at")),
        row.getString("cart_id"),
        row.getString("order_id"),
        row.getString("swap_id"),
        row.getLong("amount"),
        row.getLong("amount_refunded"),
        row.getString("currency_code"),
        row.getString("provider_id"),
        row.getJsonObject("data"),
        time(row.getString("captured_at")),
        time(row.getString("canceled_at")),
        row.getJsonObject("metadata"),
        row.getString("idempotency_key"),
        row.getString("payment_collection_id"));
  }

  public static Refund refund(JsonObject row) {
    return new Refund(
        row.getString("id"),
        instant(row.getString("created_at")),
        instant(row.getString("updated_at")),
        row.getString("order_id"),
        row.getString("payment_id"),
        row.getLong("amount"),
        row.getString("note"),
        RefundReason.of(row.getString("reason")),
        row.getJsonObject("metadata"),
        row.getString("idempotency_key"));
  }

  /** Fulfillment of a row with its items and tracking links. */
  public static Fulfillment fulfillment(JsonObject row) {
    return new Fulfillment(
        row.getString("id"),
        instant(row.getString("created_at")),
        instant(row.getString("updated_at")),
        row.getString("order_id"),
        PartOwner.of(row.getString("swap_id"), row.getString("claim_order_id")),
        row.getString("provider_id"),
        row.getString("location_id"),
        each(
            row.getJsonArray("items"),
            item -> new Fulfillment.Item(item.getString("item_id"), item.getLong("quantity"))),
        each(row.getJsonArray("tracking_links"), OrderPartStore::trackingLink),
        row.getJsonObject("data"),
        time(row.getString("shipped_at")),
        time(row.getString("canceled_at")),
        row.getBoolean("no_notification"),
        row.getJsonObject("metadata"));
  }

  private static Fulfillment.TrackingLink trackingLink(JsonObject row) {
    return new Fulfillment.TrackingLink(
        row.getString("id"),
        instant(row.getString("created_at")),
        instant(row.getString("updated_at")),
        row.getString("tracking_number"),
        row.getString("url"),
        row.getJsonObject("metadata"));
  }

  /** Return of a row with its items. */
  public static Return returned(JsonObject row) {
    JsonObject method = row.getJsonObject("shipping_method");
    return new Return(
        row.getString("id"),
        instant(row.getString("created_at")),
        instant(row.getString("updated_at")),
        row.getString("order_id"),
        PartOwner.of(row.getString("swap_id"), row.getString("claim_order_id")),
        ReturnStatus.of(row.getString("status")),
        each(row.getJsonArray("items"), OrderPartStore::returnItem),
        row.getLong("refund_amount"),
        method == null ? null : OrderSnapshotCodec.method(method),
        row.getJsonObject("shipping_data"),
        row.getString("location_id"),
        time(row.getString("received_at")),
        row.getBoolean("no_notification"),
        row.getJsonObject("metadata"),
        row.getString("idempotency_key"));
  }

  /** Order edit of a row, without its content. */
  public static OrderEdit edit(JsonObject row) {
    return new OrderEdit(
        row.getString("id"),
        instant(row.getString("created_at")),
        row.getString("order_id"),
        row.getString("internal_note"),
        row.getString("created_by"),
        row.getString("requested_by"),
        time(row.getString("requested_at")),
        row.getString("confirmed_by"),
        time(row.getString("confirmed_at")),
        row.getString("declined_by"),
        row.getString("declined_reason"),
        time(row.getString("declined_at")),
        row.getString("canceled_by"),
        time(row.getString("canceled_at")),
        row.getString("payment_collection_id"));
  }

  private static Return.Item returnItem(JsonObject row) {
    return new Return.Item(
        row.getString("item_id"),
        row.getLong("quantity"),
        row.getBoolean("is_requested"),
        row.getLong("requested_quantity"),
        row.getLong("received_quantity"),
        row.getString("reason_id"),
        row.getJsonObject("reason"),
        row.getString("note"),
        row.getJsonObject("metadata"));
  }

  /** Progress by the id of the line item. */
  static Map<String, LineProgress> progress(JsonArray rows) {
    Map<String, LineProgress> progress = new HashMap<>();
    rows.forEach(each -> {
      JsonObject row = (JsonObject) each;
      progress.put(
          row.getString("item_id"),
          new LineProgress(
              row.getLong("fulfilled_quantity"),
              row.getLong("shipped_quantity"),
              row.getLong("returned_quantity")));
    });
    return progress;
  }

  public static <T> List<T> each(JsonArray rows, Function<JsonObject, T> read) {
    return rows.stream().map(row -> read.apply((JsonObject) row)).toList();
  }

  public static Instant instant(String stored) {
    return OffsetDateTime.parse(stored).toInstant();
  }

  public static @Nullable Instant time(@Nullable String stored) {
    return stored == null ? null : instant(stored);
  }
}
