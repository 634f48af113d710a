package dev.tradewind.kernel.idempotency;

import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.sqlclient.Pool;
import java.util.concurrent.ThreadLocalRandom;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Drops the answers of one schema that were kept for longer than 24 hours, a piece at a time. Every
 * instance of a verticle runs one; they do no harm to each other.
 */
public final class IdempotencyRecordCleaner {

  private static final Logger LOG = LoggerFactory.getLogger(IdempotencyRecordCleaner.class);

  private static final long EVERY_MILLIS = 60_000;
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

  private final Vertx vertx;
  private final Pool pool;
  private long timer = -1;

  public IdempotencyRecordCleaner(Vertx vertx, Pool pool) {
    this.vertx = vertx;
    this.pool = pool;
  }

  public void start() {
    // Nodes that were started together do not all come at once.
    long first = 1 + ThreadLocalRandom.current().nextLong(EVERY_MILLIS);
    timer =
        vertx.setPeriodic(
            first,
            EVERY_MILLIS,
            tick ->
                deleteExpired()
                    .onFailure(failure ->
                        LOG.warn("Kept answers were not swept: {}", failure.toString())));
  }

  public void stop() {
    vertx.cancelTimer(timer);
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
