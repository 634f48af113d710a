package dev.tradewind.launcher.node;

import dev.tradewind.kernel.background.BackgroundTask;
import dev.tradewind.kernel.background.BackgroundTasks;
import dev.tradewind.kernel.database.DatabaseConfig;
import dev.tradewind.kernel.database.SchemaPool;
import dev.tradewind.kernel.text.Ids;
import dev.tradewind.medusa.follow.SwitchStore;
import dev.tradewind.shadow.Shadow;
import dev.tradewind.shadow.ShadowConfig;
import dev.tradewind.shadow.ShadowReport;
import dev.tradewind.shadow.ShadowRouting;
import dev.tradewind.shadow.ShadowRouting.State;
import dev.tradewind.shadow.ShadowRouting.Writes;
import io.micrometer.core.instrument.MeterRegistry;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.sqlclient.Pool;
import java.time.Clock;
import java.time.Duration;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Follower of the state of the switch in the database: it routes the requests of this node by the
 * state, and confirms each state that the node works by. While the database does not answer, the
 * node works by the last state, and no step is taken without it.
 */
public final class ShadowFollower {

  private static final Logger LOG = LoggerFactory.getLogger(ShadowFollower.class);

  private static final Duration INTERVAL = Duration.ofMillis(250);

  private final String id = Ids.ulid();
  private final Pool pool;
  private final SwitchStore store;
  private final Shadow shadow;
  private final BackgroundTasks tasks;
  private final Vertx vertx;
  private final Clock clock;
  private long revision;

  private ShadowFollower(
      Vertx vertx, Pool pool, ShadowConfig config, MeterRegistry metrics, Clock clock) {
    this.vertx = vertx;
    this.clock = clock;
    this.pool = pool;
    this.store = new SwitchStore(pool);
    this.shadow =
        new Shadow(config, new ShadowRouting(State.NOT_SWITCHED), new ShadowReport(metrics, clock));
    this.tasks = new BackgroundTasks("gateway", metrics);
  }

  /** Registers the node and reads the state; then follows it until it is closed. */
  public static Future<ShadowFollower> start(
      Vertx vertx,
      DatabaseConfig database,
      ShadowConfig config,
      MeterRegistry metrics,
      Clock clock) {
    ShadowFollower follower =
        new ShadowFollower(vertx, pool(vertx, database), config, metrics, clock);
    return follower
        .store
        .prepare()
        .compose(prepared -> follower.store.register(follower.id))
        .onSuccess(follower::apply)
        .onSuccess(registered -> follower.follow())
        .map(follower);
  }

  /** A pool of the login that migrates, which owns the schema. */
  public static Pool pool(Vertx vertx, DatabaseConfig database) {
    return SchemaPool.openAsLogin(vertx, database, "switch");
  }

  private void follow() {
    tasks.add(BackgroundTask.every(INTERVAL, "follow-switch", this::confirm));
    tasks.start(vertx);
  }

  private Future<Void> confirm() {
    return store
        .confirm(id, revision, shadow.routing().writesInFlight())
        .compose(state -> {
          apply(state);
          // The command that holds the writes may have been killed.
          return state.isOverdue() ? store.giveBackOverdue() : Future.succeededFuture();
        })
        .mapEmpty();
  }

  private void apply(SwitchStore.State state) {
    shadow.report().lastRound(state.roundAt());
    if (state.revision() == revision) {
      return;
    }
    shadow
        .routing()
        .change(
            new State(
                state.reads(),
                Writes.of(state.writes()),
                state.heldHere(),
                state.isFinished(),
                state.holdLeft() == null ? null : clock.instant().plus(state.holdLeft())));
    revision = state.revision();
    LOG.info(
        "Switched to revision {}: writes {}, reads here {}",
        revision,
        state.writes(),
        shadow.routing().state().allReadsHere() ? ShadowRouting.ALL : state.reads());
  }

  public Shadow shadow() {
    return shadow;
  }

  /** Ends the following once the gateways are closed; steps do not wait for this node any more. */
  public Future<Void> close() {
    tasks.stop(vertx);
    return store.forget(id).transform(forgotten -> pool.close());
  }
}
