package dev.tradewind.kernel.ratelimit;

import dev.tradewind.kernel.background.BackgroundTask;
import dev.tradewind.kernel.background.Batches;
import io.vertx.core.Future;
import io.vertx.sqlclient.Pool;
import java.time.Clock;
import java.time.Duration;

/**
 * Background task that deletes the rate limit counters of one schema whose window has ended. They
 * have no effect any more, so a delay is harmless; concurrent runs skip each other's rows.
 */
public final class EndedCounterCleaner {

  private static final Duration INTERVAL = Duration.ofMinutes(5);
  private static final int BATCH = 1_000;

  private final Pool pool;
  private final AttemptCounterStore store = new AttemptCounterStore();
  private final Clock clock;

  public EndedCounterCleaner(Pool pool, Clock clock) {
    this.pool = pool;
    this.clock = clock;
  }

  public BackgroundTask task() {
    return BackgroundTask.spread(INTERVAL, "delete-rate-limit-counters", this::deleteEnded);
  }

  /** Deletes all counters whose window has ended. */
  public Future<Void> deleteEnded() {
    return Batches.repeat(BATCH, () -> store.removeEnded(pool, clock.instant(), BATCH)).mapEmpty();
  }
}
