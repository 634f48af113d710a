package dev.tradewind.customer.auth;

import dev.tradewind.kernel.ratelimit.AttemptCounterStore;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.sqlclient.Pool;
import java.time.Clock;
import java.time.Instant;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Removes sessions that are over and counters whose window has ended. They have no effect any more,
 * so it may come late; several nodes take different ones.
 */
final class ExpiredSessionCleaner {

  private static final Logger LOG = LoggerFactory.getLogger(ExpiredSessionCleaner.class);

  private static final long EVERY_MILLIS = 300_000;
  private static final int BATCH = 1_000;

  /** Removes a batch of what ended before a time, and answers how many. */
  private interface Removal {
    Future<Integer> remove(Pool pool, Instant now, int most);
  }

  private final Vertx vertx;
  private final Pool pool;
  private final SessionStore sessions;
  private final AttemptCounterStore attempts = new AttemptCounterStore();
  private final Clock clock;
  private long timer = -1;

  ExpiredSessionCleaner(Vertx vertx, Pool pool, SessionStore sessions, Clock clock) {
    this.vertx = vertx;
    this.pool = pool;
    this.sessions = sessions;
    this.clock = clock;
  }

  void start() {
    timer = vertx.setPeriodic(EVERY_MILLIS, tick -> deleteExpired());
  }

  void stop() {
    vertx.cancelTimer(timer);
  }

  Future<Void> deleteExpired() {
    return batches(sessions::removeExpired)
        .compose(done -> batches(attempts::removeEnded))
        .onFailure(failure -> LOG.warn("What is over was not swept: {}", failure.toString()))
        .otherwiseEmpty();
  }

  private Future<Void> batches(Removal removal) {
    return removal
        .remove(pool, clock.instant(), BATCH)
        .compose(removed -> removed < BATCH ? Future.succeededFuture() : batches(removal));
  }
}
