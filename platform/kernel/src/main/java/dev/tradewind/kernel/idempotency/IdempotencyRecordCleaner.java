package dev.tradewind.kernel.idempotency;

import dev.tradewind.kernel.background.BackgroundTask;
import dev.tradewind.kernel.background.Batches;
import io.vertx.core.Future;
import io.vertx.sqlclient.Pool;
import io.vertx.sqlclient.SqlResult;
import java.time.Duration;

/**
 * Background task that deletes the stored responses of one schema after 24 hours, in batches. Every
 * instance of a verticle runs one; concurrent runs skip each other's rows.
 */
public final class IdempotencyRecordCleaner {

  private static final Duration INTERVAL = Duration.ofMinutes(1);
  private static final int BATCH = 5_000;

  // Rows locked by another instance are skipped.
  private static final String DELETE_EXPIRED =
      """
      WITH expired AS MATERIALIZED (
        SELECT scope, key
        FROM idempotency_record
        WHERE created_at < now() - interval '24 hours'
        ORDER BY created_at
        LIMIT %s
        FOR UPDATE SKIP LOCKED
      )
      DELETE FROM idempotency_record
      WHERE (scope, key) IN (SELECT scope, key FROM expired)
      """
          .formatted(BATCH);

  private final Pool pool;

  public IdempotencyRecordCleaner(Pool pool) {
    this.pool = pool;
  }

  public BackgroundTask task() {
    return BackgroundTask.spread(INTERVAL, "delete-idempotency-records", this::deleteExpired);
  }

  /** Deletes all expired records and returns their number. */
  Future<Integer> deleteExpired() {
    return Batches.repeat(
        BATCH, () -> pool.query(DELETE_EXPIRED).execute().map(SqlResult::rowCount));
  }
}
