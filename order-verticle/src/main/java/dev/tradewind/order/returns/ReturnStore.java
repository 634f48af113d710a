package dev.tradewind.order.returns;

import dev.tradewind.kernel.Timestamps;
import dev.tradewind.order.aftersale.Return;
import dev.tradewind.order.aftersale.ReturnStatus;
import dev.tradewind.order.line.OrderShippingMethod;
import dev.tradewind.order.store.OrderLineView;
import io.vertx.core.Future;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import io.vertx.sqlclient.SqlClient;
import io.vertx.sqlclient.Tuple;
import java.time.Instant;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Store of returns. It writes under the lock of the order, in the transaction of the caller. */
final class ReturnStore {

  /** Return requested under an idempotency key, and the body it was requested with. */
  record Requested(String id, @Nullable String requestHash) {}

  private static final String FIND_ORDER = "SELECT order_id FROM \"return\" WHERE id = $1";

  private static final String FIND_BY_KEY =
      "SELECT id, request_hash FROM \"return\" WHERE order_id = $1 AND idempotency_key = $2";

  /** Reasons with whether other reasons are below them. */
  private static final String FIND_REASONS =
      """
      SELECT id, EXISTS (
        SELECT
        FROM return_reason AS child
        WHERE child.parent_return_reason_id = reason.id
          AND child.deleted_at IS NULL
      ) AS is_category
      FROM return_reason AS reason
      WHERE id = ANY ($1)
        AND deleted_at IS NULL
      """;

  private static final String INSERT =
      """
      WITH created AS (
        INSERT INTO "return" (
          id, order_id, swap_id, claim_order_id, status, refund_amount, shipping_method,
          location_id, no_notification, idempotency_key, request_hash, metadata, created_at,
          updated_at
        )
        SELECT id, order_id, swap_id, claim_order_id, status, refund_amount, shipping_method,
          location_id, no_notification, idempotency_key, request_hash, metadata, created_at,
          updated_at
        FROM jsonb_populate_record(NULL::"return", $1)
      )
      INSERT INTO return_item (
        return_id, item_id, quantity, is_requested, requested_quantity, reason_id, note, metadata
      )
      SELECT return_id, item_id, quantity, is_requested, requested_quantity, reason_id, note,
        metadata
      FROM jsonb_populate_recordset(NULL::return_item, $2)
      """;

  private static final String RECEIVE =
      """
      WITH received AS (
        UPDATE "return"
        SET status = 'received', received_at = $2, updated_at = $2, refund_amount = $3,
          location_id = coalesce($4, location_id)
        WHERE id = $1
          AND status IN ('requested', 'requires_action')
        RETURNING id
      )
      INSERT INTO return_item (
        return_id, item_id, quantity, is_requested, requested_quantity, received_quantity, metadata
      )
      SELECT received.id, item.item_id, item.quantity, item.is_requested, item.requested_quantity,
        item.received_quantity, item.metadata
      FROM received
      CROSS JOIN jsonb_populate_recordset(NULL::return_item, $5) AS item
      ON CONFLICT (return_id, item_id) DO UPDATE
      SET quantity = excluded.quantity, is_requested = excluded.is_requested,
        received_quantity = excluded.received_quantity
      """;

  private static final String ARRANGED =
      "UPDATE \"return\" SET shipping_data = $2, updated_at = $3 WHERE id = $1";

  private static final String CANCEL =
      """
      UPDATE "return"
      SET status = 'canceled', updated_at = $2
      WHERE id = $1
        AND status IN ('requested', 'requires_action')
      """;

  private ReturnStore() {}

  /** Id of the order of a return. */
  static Future<Optional<String>> findOrder(SqlClient db, String id) {
    return db.preparedQuery(FIND_ORDER)
        .execute(Tuple.of(id))
        .map(rows -> rows.stream().map(row -> row.getString(0)).findFirst());
  }

  static Future<Optional<Requested>> findByKey(SqlClient db, String orderId, String key) {
    return db.preparedQuery(FIND_BY_KEY)
        .execute(Tuple.of(orderId, key))
        .map(rows ->
            rows.stream()
                .map(row -> new Requested(row.getString("id"), row.getString("request_hash")))
                .findFirst());
  }

  /** Whether each of these reasons is a category of others; unknown ones are left out. */
  static Future<Map<String, Boolean>> findReasons(SqlClient db, Collection<String> ids) {
    if (ids.isEmpty()) {
      return Future.succeededFuture(Map.of());
    }
    return db.preparedQuery(FIND_REASONS)
        .execute(Tuple.of(ids.toArray(String[]::new)))
        .map(rows -> {
          Map<String, Boolean> found = new HashMap<>();
          rows.forEach(row -> found.put(row.getString("id"), row.getBoolean("is_category")));
          return found;
        });
  }

  static Future<Void> insert(SqlClient db, Return requested, @Nullable String requestHash) {
    OrderShippingMethod method = requested.shippingMethod();
    JsonObject row =
        new JsonObject()
            .put("id", requested.id())
            .put("order_id", requested.orderId())
            .put("swap_id", requested.owner().swapIdOrNull())
            .put("claim_order_id", requested.owner().claimIdOrNull())
            .put("status", requested.status().wireName())
            .put("refund_amount", requested.refundAmount())
            .put(
                "shipping_method",
                method == null ? null : new OrderLineView(null, null).render(method))
            .put("location_id", requested.locationId())
            .put("no_notification", requested.noNotification())
            .put("idempotency_key", requested.idempotencyKey())
            .put("request_hash", requestHash)
            .put("metadata", requested.metadata())
            .put("created_at", Timestamps.format(requested.createdAt()))
            .put("updated_at", Timestamps.format(requested.updatedAt()));
    return db.preparedQuery(INSERT)
        .execute(Tuple.of(row, items(requested.id(), requested.items())))
        .mapEmpty();
  }

  /** Writes what was received. */
  static Future<Void> receive(
      SqlClient db,
      String id,
      List<Return.Item> items,
      long refundAmount,
      @Nullable String locationId,
      Instant now) {
    return changed(
        id,
        items.size(),
        db.preparedQuery(RECEIVE)
            .execute(Tuple.of(id, Timestamps.utc(now), refundAmount, locationId, items(id, items)))
            .map(rows -> rows.rowCount()));
  }

  /** Records what the fulfillment provider knows about the shipment. */
  static Future<Void> arranged(SqlClient db, String id, JsonObject data, Instant now) {
    return db.preparedQuery(ARRANGED).execute(Tuple.of(id, data, Timestamps.utc(now))).mapEmpty();
  }

  static Future<Void> cancel(SqlClient db, String id, Instant now) {
    return changed(
        id,
        1,
        db.preparedQuery(CANCEL)
            .execute(Tuple.of(id, Timestamps.utc(now)))
            .map(rows -> rows.rowCount()));
  }

  /** The status was checked under the lock of the order, so that no change is a defect. */
  private static Future<Void> changed(String id, int expected, Future<Integer> rows) {
    return rows.map(count -> {
      if (count != expected) {
        throw new IllegalStateException(
            "Return %s is not %s".formatted(id, ReturnStatus.REQUESTED));
      }
      return null;
    });
  }

  private static JsonArray items(String returnId, List<Return.Item> items) {
    JsonArray rows = new JsonArray();
    items.forEach(item ->
        rows.add(
            new JsonObject()
                .put("return_id", returnId)
                .put("item_id", item.lineId())
                .put("quantity", item.quantity())
                .put("is_requested", item.isRequested())
                .put("requested_quantity", item.requestedQuantity())
                .put("received_quantity", item.receivedQuantity())
                .put("reason_id", item.reasonId())
                .put("note", item.note())
                .put("metadata", item.metadata())));
    return rows;
  }
}
