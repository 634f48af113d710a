package dev.tradewind.customer.auth;

import dev.tradewind.kernel.background.BackgroundTask;
import dev.tradewind.kernel.ratelimit.AttemptCounterStore;
import io.vertx.core.Future;
import io.vertx.sqlclient.Pool;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;

/**
 * Background task that deletes expired sessions and rate limit counters. They have no effect any
 * more, so a delay is harmless; concurrent nodes delete different rows.
 */
final class ExpiredSessionCleaner {

  private static final Duration INTERVAL = Duration.ofMinutes(5);
  private static final int BATCH = 1_000;

  /** Deletes a batch of rows that expired before a time, and returns their number. */
  private interface Removal {
    Future<Integer> remove(Pool pool, Instant now, int limit);
  }

  private final Pool pool;
  private final SessionStore sessions;
  private final AttemptCounterStore attempts = new AttemptCounterStore();
  private final Clock clock;

  ExpiredSessionCleaner(Pool pool, SessionStore sessions, Clock clock) {
    this.pool = pool;
    this.sessions = sessions;
    this.clock = clock;
  }

  BackgroundTask task() {
    return BackgroundTask.every(
        INTERVAL, "delete-expired-sessions-and-counters", this::deleteExpired);
  }

  Future<Void> deleteExpired() {
    return batches(sessions::removeExpired).compose(done -> batches(attempts::removeEnded));
  }

  private Future<Void> batches(Removal removal) {
    return removal
        .remove(pool, clock.instant(), BATCH)
        .compose(removed -> removed < BATCH ? Future.succeededFuture() : batches(removal));
  }
}
