package dev.tradewind.customer.auth.session;

import dev.tradewind.kernel.background.BackgroundTask;
import dev.tradewind.kernel.background.Batches;
import io.vertx.core.Future;
import io.vertx.sqlclient.Pool;
import java.time.Clock;
import java.time.Duration;

/**
 * Background task that deletes expired sessions and tokens. They have no effect any more, so a
 * delay is harmless; concurrent nodes delete different rows.
 */
public final class ExpiredSessionCleaner {

  private static final Duration INTERVAL = Duration.ofMinutes(5);
  private static final int BATCH = 1_000;

  private final Pool pool;
  private final SessionStore sessions;
  private final Clock clock;

  public ExpiredSessionCleaner(Pool pool, SessionStore sessions, Clock clock) {
    this.pool = pool;
    this.sessions = sessions;
    this.clock = clock;
  }

  public BackgroundTask task() {
    return BackgroundTask.every(INTERVAL, "delete-expired-sessions", this::deleteExpired);
  }

  Future<Void> deleteExpired() {
    return Batches.repeat(BATCH, () -> sessions.removeExpired(pool, clock.instant(), BATCH))
        .mapEmpty();
  }
}
