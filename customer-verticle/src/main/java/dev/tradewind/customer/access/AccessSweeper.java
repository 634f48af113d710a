package dev.tradewind.customer.access;

import dev.tradewind.kernel.background.BackgroundTask;
import dev.tradewind.kernel.throttle.AttemptStore;
import io.vertx.core.Future;
import io.vertx.sqlclient.Pool;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;

/**
 * Removes sessions that are over and counters whose window has ended. They have no effect any more,
 * so it may come late; several nodes take different ones.
 */
final class AccessSweeper {

  private static final Duration INTERVAL = Duration.ofMinutes(5);
  private static final int BATCH = 1_000;

  /** Removes a batch of what ended before a time, and answers how many. */
  private interface Removal {
    Future<Integer> remove(Pool pool, Instant now, int most);
  }

  private final Pool pool;
  private final SessionStore sessions;
  private final AttemptStore attempts = new AttemptStore();
  private final Clock clock;

  AccessSweeper(Pool pool, SessionStore sessions, Clock clock) {
    this.pool = pool;
    this.sessions = sessions;
    this.clock = clock;
  }

  BackgroundTask task() {
    return BackgroundTask.every(INTERVAL, "delete-expired-sessions-and-counters", this::sweep);
  }

  Future<Void> sweep() {
    return batches(sessions::removeExpired).compose(done -> batches(attempts::removeEnded));
  }

  private Future<Void> batches(Removal removal) {
    return removal
        .remove(pool, clock.instant(), BATCH)
        .compose(removed -> removed < BATCH ? Future.succeededFuture() : batches(removal));
  }
}
