package dev.tradewind.launcher.node;

import dev.tradewind.kernel.background.BackgroundGate;
import dev.tradewind.kernel.background.BackgroundTask;
import dev.tradewind.kernel.background.BackgroundTasks;
import dev.tradewind.kernel.database.DatabaseConfig;
import dev.tradewind.medusa.SwitchStore;
import io.micrometer.core.instrument.MeterRegistry;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.sqlclient.Pool;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Watcher of the switch from a Medusa v1 shop, which closes the gate of background work while v1
 * takes the writes. A database without a move is asked once; another one all the time, as a switch
 * has a way back. While it does not answer, its last answer holds.
 */
public final class SwitchGate {

  private static final Logger LOG = LoggerFactory.getLogger(SwitchGate.class);

  private static final Duration INTERVAL = Duration.ofMillis(250);

  private final Vertx vertx;
  private final Pool pool;
  private final SwitchStore store;
  private final boolean isShadowing;
  private final BackgroundTasks tasks;
  private final BackgroundGate gate = BackgroundGate.closed();
  private boolean isWatching;
  private boolean isKnown;

  private SwitchGate(
      Vertx vertx, DatabaseConfig database, boolean isShadowing, MeterRegistry metrics) {
    this.vertx = vertx;
    this.pool = ShadowFollower.pool(vertx, database);
    this.store = new SwitchStore(pool);
    this.isShadowing = isShadowing;
    this.tasks = new BackgroundTasks("switch", metrics);
  }

  /**
   * Reads the state of the switch, and watches it if there is a move.
   *
   * @param isShadowing whether the node stands before a v1 server
   */
  public static Future<SwitchGate> start(
      Vertx vertx, DatabaseConfig database, boolean isShadowing, MeterRegistry metrics) {
    SwitchGate gate = new SwitchGate(vertx, database, isShadowing, metrics);
    return (isShadowing ? gate.store.prepare().map(true) : gate.store.exists())
        .compose(exists -> {
          gate.isWatching = exists;
          return exists ? gate.read().onSuccess(read -> gate.watch()) : gate.openForGood();
        })
        .map(gate);
  }

  private Future<Void> openForGood() {
    gate.open(Instant.EPOCH);
    return pool.close();
  }

  private void watch() {
    tasks.add(BackgroundTask.every(INTERVAL, "watch-switch", this::read));
    tasks.start(vertx);
  }

  private Future<Void> read() {
    return store.switchedAt(isShadowing).onSuccess(this::apply).mapEmpty();
  }

  private void apply(Optional<Instant> switchedAt) {
    boolean isOpen = switchedAt.isPresent();
    if (isKnown && isOpen == gate.isOpen()) {
      return;
    }
    switchedAt.ifPresentOrElse(gate::open, gate::close);
    if (!isOpen) {
      LOG.info("Following a Medusa v1 shop that takes the writes: background work waits");
    } else if (isKnown) {
      LOG.info("Switched from the Medusa v1 shop: background work begins");
    }
    isKnown = true;
  }

  public BackgroundGate gate() {
    return gate;
  }

  /** Whether the database has a move, so that the gate can change. */
  public boolean isWatching() {
    return isWatching;
  }

  /** Fails while background work waits. */
  public Future<?> health() {
    return gate.isOpen()
        ? Future.succeededFuture()
        : Future.failedFuture(
            "The Medusa v1 shop takes the writes: background work waits for the switch.");
  }

  /** Ends the watching. */
  public Future<Void> close() {
    tasks.stop(vertx);
    return isWatching ? pool.close() : Future.succeededFuture();
  }
}
