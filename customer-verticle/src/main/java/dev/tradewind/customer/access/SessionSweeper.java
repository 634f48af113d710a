package dev.tradewind.customer.access;

import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.sqlclient.Pool;
import java.time.Clock;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Removes sessions that are over. They let nobody in any more, so it may come late; several nodes
 * take different ones.
 */
final class SessionSweeper {

  private static final Logger LOG = LoggerFactory.getLogger(SessionSweeper.class);

  private static final long EVERY_MILLIS = 300_000;
  private static final int BATCH = 1_000;

  private final Vertx vertx;
  private final Pool pool;
  private final SessionStore store;
  private final Clock clock;
  private long timer = -1;

  SessionSweeper(Vertx vertx, Pool pool, SessionStore store, Clock clock) {
    this.vertx = vertx;
    this.pool = pool;
    this.store = store;
    this.clock = clock;
  }

  void start() {
    timer = vertx.setPeriodic(EVERY_MILLIS, tick -> sweep());
  }

  void stop() {
    vertx.cancelTimer(timer);
  }

  Future<Void> sweep() {
    return batches()
        .onFailure(failure -> LOG.warn("Sessions were not swept: {}", failure.toString()))
        .otherwiseEmpty();
  }

  private Future<Void> batches() {
    return store
        .removeExpired(pool, clock.instant(), BATCH)
        .compose(removed -> removed < BATCH ? Future.succeededFuture() : batches());
  }
}
