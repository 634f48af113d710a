package dev.tradewind.order.returns;

import dev.tradewind.kernel.database.ConstraintViolations;
import dev.tradewind.kernel.text.Timestamps;
import io.vertx.core.Future;
import io.vertx.core.json.JsonObject;
import io.vertx.sqlclient.SqlClient;
import io.vertx.sqlclient.Tuple;
import java.time.Instant;
import java.util.Optional;

/** Store of return reasons: the statements beside the generic ones. */
final class ReturnReasonStore {

  /** Lock of a reason, so that no reason gets a parent that is being deleted. */
  private static final String LOCK =
      """
      SELECT parent_return_reason_id IS NOT NULL AS nested
      FROM return_reason
      WHERE id = $1
        AND deleted_at IS NULL
      FOR NO KEY UPDATE
      """;

  private static final String UPDATE =
      """
      UPDATE return_reason
      SET value = coalesce($2::jsonb ->> 'value', value),
        label = coalesce($2::jsonb ->> 'label', label),
        description = CASE
          WHEN $2::jsonb ? 'description' THEN $2::jsonb ->> 'description'
          ELSE description
        END,
        metadata = CASE
          WHEN $2::jsonb ? 'metadata' THEN nullif($2::jsonb -> 'metadata', 'null')
          ELSE metadata
        END,
        updated_at = $3,
        version = version + 1
      WHERE id = $1
        AND deleted_at IS NULL
      """;

  private static final String DELETE =
      """
      UPDATE return_reason
      SET deleted_at = $2, updated_at = $2, version = version + 1
      WHERE (id = $1 OR parent_return_reason_id = $1)
        AND deleted_at IS NULL
      """;

  /** Locks the reason; whether it has a parent itself, empty if it is missing or deleted. */
  Future<Optional<Boolean>> lock(SqlClient db, String id) {
    return db.preparedQuery(LOCK)
        .execute(Tuple.of(id))
        .map(rows -> rows.stream().map(row -> row.getBoolean("nested")).findFirst());
  }

  /** Writes the given fields, metadata as a whole; false if the reason is missing or deleted. */
  Future<Boolean> update(SqlClient db, String id, JsonObject values, Instant now) {
    return ConstraintViolations.mapped(
            db.preparedQuery(UPDATE).execute(Tuple.of(id, values, Timestamps.utc(now))))
        .map(rows -> rows.rowCount() == 1);
  }

  /** Marks the locked reason and its children deleted. */
  Future<Void> delete(SqlClient db, String id, Instant now) {
    return db.preparedQuery(DELETE).execute(Tuple.of(id, Timestamps.utc(now))).mapEmpty();
  }
}
