package dev.tradewind.customer.access;

import dev.tradewind.kernel.throttle.AttemptStore;
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
final class AccessSweeper {

  private static final Logger LOG = LoggerFactory.getLogger(AccessSweeper.class);

  private static final long EVERY_MILLIS = 300_000;
  private static final int BATCH = 1_000;

  /** Removes a batch of what ended before a time, and answers how many. */
  private interface Removal {
    Future<Integer> remove(Pool pool, Instant now, int most);
  }

  private final Vertx vertx;
  private final Pool pool;
  private final SessionStore sessions;
  private final AttemptStore attempts = new AttemptStore();
  private final Clock clock;
  private long timer = -1;

  AccessSweeper(Vertx vertx, Pool pool, SessionStore sessions, Clock clock) {
    this.vertx = vertx;
    this.pool = pool;
    this.sessions = sessions;
    this.clock = clock;
  }

  void start() {
    timer = vertx.setPeriodic(EVERY_MILLIS, tick -> sweep());
  }

  void stop() {
    vertx.cancelTimer(timer);
  }

  Future<Void> sweep() {
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
