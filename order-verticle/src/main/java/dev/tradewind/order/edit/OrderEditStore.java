package dev.tradewind.order.edit;

import dev.tradewind.kernel.text.Timestamps;
import io.vertx.core.Future;
import io.vertx.core.json.JsonArray;
import io.vertx.sqlclient.SqlClient;
import io.vertx.sqlclient.Tuple;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Store of order edits. Every statement is conditional on the status that it changes, and is
 * executed under the lock of the order.
 */
final class OrderEditStore {

  private static final String ACTIVE =
      """

        AND confirmed_at IS NULL
        AND declined_at IS NULL
        AND canceled_at IS NULL
      """;

  private static final String FIND =
      """
      SELECT to_jsonb(e) - 'replaced' AS edit
      FROM order_edit AS e
      WHERE e.id = $1
      """;

  private static final String FIND_OF_CHANGE =
      """
      SELECT id
      FROM order_edit
      WHERE content -> 'changes' @> jsonb_build_array(jsonb_build_object('id', $1::text))
      """;

  private static final String INSERT =
      """
      INSERT INTO order_edit (
        id, order_id, internal_note, content, basis, created_by, created_at, updated_at
      )
      VALUES ($1, $2, $3, $4, $5, $6, $7, $7)
      ON CONFLICT DO NOTHING
      """;

  private static final String SET_NOTE =
      "UPDATE order_edit SET internal_note = $3, updated_at = $2 WHERE id = $1";

  private static final String SET_CONTENT =
      "UPDATE order_edit SET content = $3, basis = $4, updated_at = $2 WHERE id = $1" + ACTIVE;

  private static final String SET_COLLECTION =
      "UPDATE order_edit SET payment_collection_id = $3, updated_at = $2 WHERE id = $1" + ACTIVE;

  private static final String REQUEST =
      """
      UPDATE order_edit
      SET requested_at = $2, updated_at = $2, requested_by = $3, basis = $4
      WHERE id = $1
      """
          + ACTIVE;

  private static final String DECLINE =
      """
      UPDATE order_edit
      SET declined_at = $2, updated_at = $2, declined_by = $3, declined_reason = $4
      WHERE id = $1
        AND requested_at IS NOT NULL
      """
          + ACTIVE;

  private static final String CANCEL =
      """
      UPDATE order_edit
      SET canceled_at = $2, updated_at = $2, canceled_by = $3
      WHERE id = $1
      """
          + ACTIVE;

  private static final String DELETE =
      "DELETE FROM order_edit WHERE id = $1 AND requested_at IS NULL" + ACTIVE;

  // Keeps what the edit replaces in the snapshot of the order.
  private static final String CONFIRM =
      """
      UPDATE order_edit
      SET confirmed_at = $2, updated_at = $2, confirmed_by = $3,
        replaced = (
          SELECT json_build_object(
            'items', o.snapshot -> 'items',
            'basket', o.snapshot -> 'basket',
            'totals', o.snapshot -> 'totals')
          FROM "order" AS o
          WHERE o.id = order_edit.order_id
        )
      WHERE id = $1
      """
          + ACTIVE;

  // Fulfillments, returns and claims, and the progress of the lines, follow to the new ids. The old
  // ids are
  // not ids of line items any more.
  private static final String MOVE_PARTS =
      """
      WITH copy AS (
        SELECT old_id, new_id, quantity
        FROM jsonb_to_recordset($2) AS line (old_id text, new_id text, quantity bigint)
      ),
      replaced AS (
        DELETE FROM order_line
        WHERE item_id = ANY ($4)
      ),
      present AS (
        INSERT INTO order_line (item_id, order_id)
        SELECT id, $1
        FROM unnest($3::text[]) AS line (id)
      ),
      progress AS (
        UPDATE line_progress
        SET item_id = copy.new_id, quantity = copy.quantity
        FROM copy
        WHERE line_progress.item_id = copy.old_id
          AND line_progress.order_id = $1
      ),
      fulfilled AS (
        UPDATE fulfillment_item
        SET item_id = copy.new_id
        FROM copy, fulfillment
        WHERE fulfillment.order_id = $1
          AND fulfillment_item.fulfillment_id = fulfillment.id
          AND fulfillment_item.item_id = copy.old_id
      ),
      claimed AS (
        UPDATE claim_item
        SET item_id = copy.new_id
        FROM copy, claim_order
        WHERE claim_order.order_id = $1
          AND claim_item.claim_order_id = claim_order.id
          AND claim_item.item_id = copy.old_id
      )
      UPDATE return_item
      SET item_id = copy.new_id
      FROM copy, "return"
      WHERE "return".order_id = $1
        AND return_item.return_id = "return".id
        AND return_item.item_id = copy.old_id
      """;

  private OrderEditStore() {}

  static Future<Optional<StoredEdit>> find(SqlClient db, String id) {
    return db.preparedQuery(FIND)
        .execute(Tuple.of(id))
        .map(rows -> rows.stream().map(row -> StoredEdit.of(row.getJsonObject(0))).findFirst());
  }

  /** Edit that a change belongs to. */
  static Future<Optional<String>> findOfChange(SqlClient db, String changeId) {
    return db.preparedQuery(FIND_OF_CHANGE)
        .execute(Tuple.of(changeId))
        .map(rows -> rows.stream().map(row -> row.getString(0)).findFirst());
  }

  /** Inserts the edit; false if the order has an active one. */
  static Future<Boolean> insert(
      SqlClient db,
      String id,
      String orderId,
      @Nullable String note,
      OrderEditContent content,
      String basis,
      @Nullable String createdBy,
      Instant now) {
    return changed(
        db,
        INSERT,
        Tuple.of(id, orderId, note, content.toJson(), basis, createdBy)
            .addOffsetDateTime(Timestamps.utc(now)));
  }

  static Future<Boolean> setNote(SqlClient db, String id, @Nullable String note, Instant now) {
    return changed(db, SET_NOTE, Tuple.of(id, Timestamps.utc(now), note));
  }

  static Future<Boolean> setContent(
      SqlClient db, String id, OrderEditContent content, String basis, Instant now) {
    return changed(db, SET_CONTENT, Tuple.of(id, Timestamps.utc(now), content.toJson(), basis));
  }

  static Future<Boolean> setCollection(
      SqlClient db, String id, @Nullable String collectionId, Instant now) {
    return changed(db, SET_COLLECTION, Tuple.of(id, Timestamps.utc(now), collectionId));
  }

  static Future<Boolean> request(
      SqlClient db, String id, @Nullable String by, String basis, Instant now) {
    return changed(db, REQUEST, Tuple.of(id, Timestamps.utc(now), by, basis));
  }

  static Future<Boolean> decline(
      SqlClient db, String id, @Nullable String by, @Nullable String reason, Instant now) {
    return changed(db, DECLINE, Tuple.of(id, Timestamps.utc(now), by, reason));
  }

  static Future<Boolean> cancel(SqlClient db, String id, @Nullable String by, Instant now) {
    return changed(db, CANCEL, Tuple.of(id, Timestamps.utc(now), by));
  }

  static Future<Boolean> confirm(SqlClient db, String id, @Nullable String by, Instant now) {
    return changed(db, CONFIRM, Tuple.of(id, Timestamps.utc(now), by));
  }

  static Future<Boolean> delete(SqlClient db, String id) {
    return changed(db, DELETE, Tuple.of(id));
  }

  /**
   * Moves fulfillments, returns and progress to the copies of their lines.
   *
   * @param copies rows of {@code old_id}, {@code new_id} and {@code quantity}
   * @param lineIds all lines of the edit
   * @param replacedIds all lines that the order had; lines of swaps and claims stay
   */
  static Future<Void> moveParts(
      SqlClient db,
      String orderId,
      JsonArray copies,
      List<String> lineIds,
      List<String> replacedIds) {
    return db.preparedQuery(MOVE_PARTS)
        .execute(
            Tuple.of(
                orderId,
                copies,
                lineIds.toArray(String[]::new),
                replacedIds.toArray(String[]::new)))
        .mapEmpty();
  }

  private static Future<Boolean> changed(SqlClient db, String statement, Tuple parameters) {
    return db.preparedQuery(statement).execute(parameters).map(rows -> rows.rowCount() == 1);
  }
}
