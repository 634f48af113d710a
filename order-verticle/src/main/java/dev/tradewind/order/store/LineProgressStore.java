package dev.tradewind.order.store;

import io.vertx.core.Future;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import io.vertx.sqlclient.SqlClient;
import io.vertx.sqlclient.Tuple;
import java.util.List;

/**
 * Store of the fulfilled, shipped, returned and claimed units of line items. It adds to the stored
 * units under the lock of the order; constraints keep them within the ordered quantity.
 */
public final class LineProgressStore {

  /**
   * Units of one line item.
   *
   * @param ordered quantity of the line item
   */
  public record Units(String lineId, long ordered, long units) {}

  private static final String ADD =
      """
      INSERT INTO line_progress AS progress (item_id, order_id, quantity, %1$s)
      SELECT item_id, $1, ordered, units
      FROM jsonb_to_recordset($2) AS added (item_id text, ordered bigint, units bigint)
      ON CONFLICT (item_id) DO UPDATE
      SET %1$s = coalesce(progress.%1$s, 0) + excluded.%1$s
      """;

  private static final String ADD_FULFILLED = ADD.formatted("fulfilled_quantity");
  private static final String ADD_RETURNED = ADD.formatted("returned_quantity");

  private static final String ADD_SHIPPED =
      """
      UPDATE line_progress AS progress
      SET shipped_quantity = coalesce(progress.shipped_quantity, 0) + added.units
      FROM jsonb_to_recordset($2) AS added (item_id text, units bigint)
      WHERE progress.item_id = added.item_id
        AND progress.order_id = $1
      """;

  private static final String REMOVE_FULFILLED =
      """
      UPDATE line_progress AS progress
      SET fulfilled_quantity = progress.fulfilled_quantity - removed.units
      FROM jsonb_to_recordset($2) AS removed (item_id text, units bigint)
      WHERE progress.item_id = removed.item_id
        AND progress.order_id = $1
      """;

  private static final String ADD_CLAIMED =
      """
      UPDATE line_progress AS progress
      SET claimed_quantity = coalesce(progress.claimed_quantity, 0) + added.units
      FROM jsonb_to_recordset($2) AS added (item_id text, units bigint)
      WHERE progress.item_id = added.item_id
        AND progress.order_id = $1
        AND coalesce(progress.claimed_quantity, 0) + added.units <= progress.fulfilled_quantity
      """;

  private static final String REMOVE_CLAIMED =
      """
      UPDATE line_progress AS progress
      SET claimed_quantity = progress.claimed_quantity - removed.units
      FROM jsonb_to_recordset($2) AS removed (item_id text, units bigint)
      WHERE progress.item_id = removed.item_id
        AND progress.order_id = $1
      """;

  private LineProgressStore() {}

  public static Future<Void> addFulfilled(SqlClient db, String orderId, List<Units> added) {
    return change(db, ADD_FULFILLED, orderId, added);
  }

  public static Future<Void> removeFulfilled(SqlClient db, String orderId, List<Units> removed) {
    return change(db, REMOVE_FULFILLED, orderId, removed);
  }

  public static Future<Void> addShipped(SqlClient db, String orderId, List<Units> added) {
    return change(db, ADD_SHIPPED, orderId, added);
  }

  public static Future<Void> addReturned(SqlClient db, String orderId, List<Units> added) {
    return change(db, ADD_RETURNED, orderId, added);
  }

  /** Adds claimed units, of those that are fulfilled and not claimed yet. */
  public static Future<Void> addClaimed(SqlClient db, String orderId, List<Units> added) {
    return change(db, ADD_CLAIMED, orderId, added);
  }

  /** Subtracts the claimed units of a canceled or withdrawn claim. */
  public static Future<Void> removeClaimed(SqlClient db, String orderId, List<Units> removed) {
    return change(db, REMOVE_CLAIMED, orderId, removed);
  }

  /** Every line item has to change; a missing one is a defect. */
  private static Future<Void> change(
      SqlClient db, String statement, String orderId, List<Units> changed) {
    JsonArray rows = new JsonArray();
    changed.forEach(units ->
        rows.add(
            new JsonObject()
                .put("item_id", units.lineId())
                .put("ordered", units.ordered())
                .put("units", units.units())));
    return db.preparedQuery(statement)
        .execute(Tuple.of(orderId, rows))
        .map(result -> {
          if (result.rowCount() != changed.size()) {
            throw new IllegalStateException(
                "Progress of %s of %s line items of order %s changed"
                    .formatted(result.rowCount(), changed.size(), orderId));
          }
          return null;
        });
  }
}
