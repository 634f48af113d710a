package dev.tradewind.launcher.node;

import dev.tradewind.kernel.background.BackgroundGate;
import dev.tradewind.kernel.background.BackgroundTask;
import dev.tradewind.kernel.background.BackgroundTasks;
import dev.tradewind.kernel.database.DatabaseConfig;
import dev.tradewind.kernel.text.Ids;
import dev.tradewind.medusa.follow.SwitchStore;
import io.micrometer.core.instrument.MeterRegistry;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.sqlclient.Pool;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Watcher of the switch from a Medusa v1 shop, which closes the gate of background work while v1
 * takes the writes, and tells the database whether work is in progress. While the gate is closed,
 * it asks often, because shoppers wait for the work; else rarely, for a move may begin at any time,
 * and a switch has a way back. While the database does not answer, its last answer holds.
 */
public final class SwitchGate {

  private static final Logger LOG = LoggerFactory.getLogger(SwitchGate.class);

  private static final Duration INTERVAL = Duration.ofMillis(250);
  private static final Duration OPEN_INTERVAL = Duration.ofSeconds(5);

  private final String id = Ids.ulid();
  private final Vertx vertx;
  private final DatabaseConfig database;
  private final boolean isShadowing;
  private final BackgroundTasks tasks;
  private final BackgroundGate gate = BackgroundGate.closed();

  /** Of a database with a move; without one there is no connection between two questions. */
  private @Nullable Pool pool;

  private Runnable onMove = () -> {};
  private boolean isKnown;
  private long dueNanos = System.nanoTime();

  private SwitchGate(
      Vertx vertx, DatabaseConfig database, boolean isShadowing, MeterRegistry metrics) {
    this.vertx = vertx;
    this.database = database;
    this.isShadowing = isShadowing;
    this.tasks = new BackgroundTasks("switch", metrics);
  }

  /**
   * Reads the state of the switch, and watches it.
   *
   * @param isShadowing whether the node stands before a v1 server
   */
  public static Future<SwitchGate> start(
      Vertx vertx, DatabaseConfig database, boolean isShadowing, MeterRegistry metrics) {
    SwitchGate gate = new SwitchGate(vertx, database, isShadowing, metrics);
    return gate.read().onSuccess(read -> gate.watch()).map(gate);
  }

  private void watch() {
    tasks.add(BackgroundTask.every(INTERVAL, "watch-switch", this::readIfDue));
    tasks.start(vertx);
  }

  private Future<Void> readIfDue() {
    return System.nanoTime() - dueNanos < 0 ? Future.succeededFuture() : read();
  }

  private Future<Void> read() {
    Future<Void> answer = pool == null ? lookForMove() : readState(new SwitchStore(pool));
    return answer.onSuccess(read -> {
      boolean isAtRest = gate.isOpen();
      dueNanos = System.nanoTime() + (isAtRest ? OPEN_INTERVAL : INTERVAL).toNanos();
    });
  }

  private Future<Void> lookForMove() {
    Pool opened = ShadowFollower.pool(vertx, database);
    SwitchStore store = new SwitchStore(opened);
    Future<Boolean> isThere = isShadowing ? Future.succeededFuture(true) : store.exists();
    return isThere
        .compose(exists -> exists ? store.prepare().map(true) : Future.succeededFuture(false))
        .compose(exists -> {
          if (exists) {
            pool = opened;
            onMove.run();
            return readState(store);
          }
          apply(Optional.of(Instant.EPOCH));
          return opened.close();
        })
        .recover(failure -> {
          pool = null;
          return opened.close().transform(closed -> Future.failedFuture(failure));
        });
  }

  /** Work that may begin is told before it begins, so that a hold of writes waits for it. */
  private Future<Void> readState(SwitchStore store) {
    return store
        .switchedAt(isShadowing)
        .compose(switchedAt -> {
          if (switchedAt.isPresent() && !gate.isOpen()) {
            return store
                .tellWork(id, true)
                .compose(told -> store.switchedAt(isShadowing))
                .map(this::applied);
          }
          apply(switchedAt);
          return store.tellWork(id, gate.isOpen() || gate.running() > 0);
        });
  }

  private @Nullable Void applied(Optional<Instant> switchedAt) {
    apply(switchedAt);
    return null;
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

  /** Calls the listener once the database has a move, at once if it has one. */
  public void onMove(Runnable listener) {
    onMove = listener;
    if (pool != null) {
      listener.run();
    }
  }

  /** Fails while background work waits. */
  public Future<?> health() {
    if (gate.isOpen()) {
      return Future.succeededFuture();
    }
    return Future.failedFuture(
        "The Medusa v1 shop takes the writes: background work waits for the switch.");
  }

  /** Ends the watching. */
  public Future<Void> close() {
    tasks.stop(vertx);
    Pool opened = pool;
    if (opened == null) {
      return Future.succeededFuture();
    }
    return new SwitchStore(opened).forgetWork(id).transform(forgotten -> opened.close());
  }
}
