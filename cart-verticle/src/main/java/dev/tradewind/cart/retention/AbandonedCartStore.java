package dev.tradewind.cart.retention;

import dev.tradewind.kernel.text.Timestamps;
import io.vertx.core.Future;
import io.vertx.sqlclient.SqlClient;
import io.vertx.sqlclient.Tuple;
import java.time.Instant;

/** Store of abandoned carts. */
final class AbandonedCartStore {

  // A cart with money at a payment provider, or whose payment an order used, is kept. A cart that
  // is
  // being changed is locked, and skipped.
  private static final String DELETE =
      """
      WITH abandoned AS (
        SELECT id
        FROM cart
        WHERE type = 'default'
          AND completed_at IS NULL
          AND created_at < $1
          AND updated_at < $1
          AND NOT EXISTS (
            SELECT
            FROM payment_attempt AS attempt
            WHERE attempt.cart_id = cart.id
              AND attempt.status IN ('authorizing', 'authorized', 'used', 'voiding')
          )
        ORDER BY created_at
        LIMIT $2
        FOR UPDATE SKIP LOCKED
      ),
      attempts AS (
        DELETE FROM payment_attempt
        USING abandoned
        WHERE payment_attempt.cart_id = abandoned.id
      )
      DELETE FROM cart
      USING abandoned
      WHERE cart.id = abandoned.id
      """;

  /** Deletes a batch of carts without an order, last changed before the time. */
  Future<Integer> delete(SqlClient db, Instant before, int limit) {
    return db.preparedQuery(DELETE)
        .execute(Tuple.of(Timestamps.utc(before), limit))
        .map(deleted -> deleted.rowCount());
  }
}
