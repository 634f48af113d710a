package dev.tradewind.kernel.idempotency;

import dev.tradewind.kernel.background.BackgroundTask;
import io.vertx.core.Future;
import io.vertx.sqlclient.Pool;
import java.time.Duration;

/**
 * Drops the answers of one schema that were kept for longer than 24 hours, a piece at a time. Every
 * instance of a verticle runs one; they do no harm to each other.
 */
public final class IdempotencyRecordCleaner {

  private static final Duration INTERVAL = Duration.ofMinutes(1);
  private static final int PIECE = 5_000;

  // Rows that another instance is dropping are left to it.
  private static final String DELETE_EXPIRED =
      """
      DELETE FROM idempotency_record
      WHERE (scope, key) IN (
        SELECT scope, key
        FROM idempotency_record
        WHERE created_at < now() - interval '24 hours'
        ORDER BY created_at
        LIMIT %d
        FOR UPDATE SKIP LOCKED
      )
      """
          .formatted(PIECE);

  private final Pool pool;

  public IdempotencyRecordCleaner(Pool pool) {
    this.pool = pool;
  }

  public BackgroundTask task() {
    return BackgroundTask.spread(INTERVAL, "delete-idempotency-records", this::deleteExpired);
  }

  /** Drops everything that is due; the number of answers that were. */
  Future<Integer> deleteExpired() {
    return pool.query(DELETE_EXPIRED)
        .execute()
        .compose(swept ->
            swept.rowCount() < PIECE
                ? Future.succeededFuture(swept.rowCount())
                : deleteExpired().map(more -> more + swept.rowCount()));
  }
}
