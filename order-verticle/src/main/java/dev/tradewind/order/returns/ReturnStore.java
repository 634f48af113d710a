package dev.tradewind.order.returns;

import dev.tradewind.kernel.json.RecordCodec;
import dev.tradewind.kernel.text.Timestamps;
import dev.tradewind.order.aftersale.Return;
import dev.tradewind.order.aftersale.ReturnStatus;
import dev.tradewind.order.line.OrderShippingMethod;
import dev.tradewind.order.store.OrderLineView;
import dev.tradewind.order.store.RequestedPart;
import io.vertx.core.Future;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import io.vertx.sqlclient.SqlClient;
import io.vertx.sqlclient.Tuple;
import java.lang.invoke.MethodHandles;
import java.time.Instant;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Store of returns. It writes under the lock of the order, in the transaction of the caller. */
final class ReturnStore {

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

  private static final RecordCodec.Writer<Return> ROW =
      Return.CODEC.writerWithout(
          Set.of("items", "shipping_method"), "shipping_method", "request_hash");

  private static final RecordCodec.Writer<Return.Item> ITEM_ROW =
      RecordCodec.of(MethodHandles.lookup(), Return.Item.class)
          .writerWithout(Set.of("reason"), "return_id");

  private static final String INSERT =
      """
      WITH created AS (
        INSERT INTO "return" (%1$s)
        SELECT %1$s
        FROM jsonb_populate_record(NULL::"return", $1)
      )
      INSERT INTO return_item (%2$s)
      SELECT %2$s
      FROM jsonb_populate_recordset(NULL::return_item, $2)
      """
          .formatted(ROW.columns(), ITEM_ROW.columns());

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

  static Future<Optional<RequestedPart>> findByKey(SqlClient db, String orderId, String key) {
    return db.preparedQuery(FIND_BY_KEY)
        .execute(Tuple.of(orderId, key))
        .map(rows ->
            rows.stream()
                .map(row -> new RequestedPart(row.getString("id"), row.getString("request_hash")))
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
        ROW.write(requested)
            .put(
                "shipping_method",
                method == null ? null : new OrderLineView(null, null).render(method))
            .put("request_hash", requestHash);
    return db.preparedQuery(INSERT)
        .execute(Tuple.of(row, items(requested.id(), requested.items())))
        .mapEmpty();
  }

  /** Writes the receipt. */
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

  /** Records the data of the fulfillment provider about the shipment. */
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

  /** Requires that a row changed: its status was checked under the lock of the order. */
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
    JsonArray rows = ITEM_ROW.writeAll(items);
    rows.forEach(row -> ((JsonObject) row).put("return_id", returnId));
    return rows;
  }
}
