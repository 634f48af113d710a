package dev.tradewind.acceptance.movein;

import static dev.tradewind.testing.Eventually.until;
import static dev.tradewind.testing.Futures.await;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tradewind.acceptance.Shop;
import dev.tradewind.kernel.database.DatabaseConfig;
import dev.tradewind.kernel.database.SchemaPool;
import dev.tradewind.launcher.node.SwitchGate;
import dev.tradewind.medusa.follow.SwitchStore;
import dev.tradewind.testing.TestDatabase;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import io.vertx.sqlclient.Pool;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Gate of the background work of nodes, by the state of a move and of its switch. */
class SwitchGateIT {

  private static final String NODE =
      "INSERT INTO medusa_import.switch_node (id, revision, writes_in_flight) VALUES ('n', 0, 0)";

  private final TestDatabase database = Shop.migratedDatabase();
  private final DatabaseConfig config = DatabaseConfig.parse(database.url(), 1);
  private Vertx vertx;
  private Pool pool;
  private SwitchGate node;

  @BeforeEach
  void open() {
    vertx = Vertx.vertx();
    pool = SchemaPool.openAsLogin(vertx, config, "test");
  }

  @AfterEach
  void close() {
    if (node != null) {
      await(node.close());
    }
    await(pool.close());
    await(vertx.close());
  }

  @Test
  void aShopThatNeverMovedWorksAndKeepsNoConnection() {
    start(false);

    assertThat(node.gate().isOpen()).isTrue();
    assertThat(node.gate().newsSince()).isEqualTo(Instant.EPOCH);
    until(() -> await(connections()) == 0);
  }

  @Test
  void aMoveThatBeginsLaterEndsTheWorkOfANodeThatRuns() {
    start(false);
    boolean[] isTold = new boolean[1];
    node.onMove(() -> isTold[0] = true);
    assertThat(node.gate().isOpen()).isTrue();
    assertThat(isTold[0]).isFalse();

    move(", followed_at = now()");

    until(() -> !node.gate().isOpen());
    assertThat(isTold[0]).isTrue();
  }

  @Test
  void aShopThatHasSwitchedIsAskedRarely() {
    move(", copied_at = now(), followed_at = now(), finished_at = now()");
    start(false);
    assertThat(node.gate().isOpen()).isTrue();

    // Four times a second no second would be without a question.
    until(() -> {
      String before = await(lastQuestion());
      LockSupport.parkNanos(1_000_000_000L);
      return before.equals(await(lastQuestion()));
    });
  }

  @Test
  void theHoldOfWritesAwaitsTheRunsInProgress() {
    move(", copied_at = now(), followed_at = now(), finished_at = now()");
    execute("UPDATE medusa_import.switch SET writes = 'here'");
    start(false);
    SwitchStore store = new SwitchStore(pool);
    until(() -> await(store.workingNodes()).size() == 1);
    Promise<Void> run = Promise.promise();
    node.gate().run(run::future);

    await(store.hold(Duration.ofMinutes(10)));
    until(() -> !node.gate().isOpen());
    LockSupport.parkNanos(500_000_000);
    assertThat(await(store.workingNodes())).hasSize(1);

    run.complete();
    until(() -> await(store.workingNodes()).isEmpty());
    assertThat(await(node.gate().run("closed", () -> Future.succeededFuture("open"))))
        .isEqualTo("closed");
  }

  @Test
  void aNodeThatWasKilledIsNotAwaited() {
    move("");
    execute(
        "INSERT INTO medusa_import.gate_node VALUES ('a', true, now() - interval '1 minute'),"
            + " ('b', true, now()), ('c', false, now())");

    assertThat(await(new SwitchStore(pool).workingNodes())).containsExactly("b");
  }

  private Future<String> lastQuestion() {
    return pool.query(
            "SELECT max(query_start)::text FROM pg_stat_activity"
                + " WHERE datname = current_database() AND application_name = 'tradewind-switch'")
        .execute()
        .map(rows -> rows.iterator().next().getString(0));
  }

  @Test
  void aShopThatOnlyLookedAtTheSwitchWorks() {
    await(new SwitchStore(pool).prepare());

    start(false);

    assertThat(node.gate().isOpen()).isTrue();
  }

  @Test
  void aNodeBeforeAnotherShopWaitsWithoutAMove() {
    start(true);

    assertThat(node.gate().isOpen()).isFalse();
  }

  @Test
  void aShopThatIsCopiedWorksOnceTheCopyIsThere() {
    move("");
    start(false);
    assertThat(node.gate().isOpen()).isFalse();

    execute("UPDATE medusa_import.move SET copied_at = now()");

    until(() -> node.gate().isOpen());
    assertThat(node.gate().newsSince()).isAfter(Instant.EPOCH);
  }

  @Test
  void aShopThatIsFollowedWorksFromTheSwitchOn() {
    move(", copied_at = now(), completed_at = now(), followed_at = now()");
    start(false);
    assertThat(node.gate().isOpen()).isFalse();
    assertThat(node.health().failed()).isTrue();

    execute("UPDATE medusa_import.move SET finished_at = '2026-03-01T12:00:00Z'");

    until(() -> node.gate().isOpen());
    assertThat(node.gate().newsSince()).isEqualTo(Instant.parse("2026-03-01T12:00:00Z"));
    assertThat(node.health().succeeded()).isTrue();
  }

  @Test
  void besideGatewaysInShadowModeTheStepOfTheWritesDecides() {
    move(", copied_at = now(), followed_at = now()");
    execute(NODE);
    start(false);
    SwitchStore store = new SwitchStore(pool);
    await(store.hold(Duration.ofMinutes(10)));
    execute("UPDATE medusa_import.move SET finished_at = now()");
    execute("UPDATE medusa_import.switch_node SET revision = 1");
    assertThat(await(store.switchedAt(false))).isEmpty();
    assertThat(node.gate().isOpen()).isFalse();

    assertThat(await(store.writeHere())).isTrue();
    until(() -> node.gate().isOpen());

    await(store.hold(Duration.ofMinutes(10)));
    until(() -> !node.gate().isOpen());
    execute("DELETE FROM medusa_import.switch_node");
    assertThat(await(store.switchedAt(false))).isEmpty();
  }

  @Test
  void aFollowingThatBeginsAgainEndsTheWork() {
    move(", copied_at = now(), followed_at = now(), finished_at = now()");
    execute("UPDATE medusa_import.switch SET writes = 'here'");
    start(false);
    assertThat(node.gate().isOpen()).isTrue();

    execute("UPDATE medusa_import.move SET finished_at = NULL");

    until(() -> !node.gate().isOpen());
  }

  private void start(boolean isShadowing) {
    node = await(SwitchGate.start(vertx, config, isShadowing, new SimpleMeterRegistry()));
  }

  private void move(String columns) {
    await(new SwitchStore(pool).prepare());
    execute("INSERT INTO medusa_import.move (source) VALUES ('shop')");
    execute("UPDATE medusa_import.move SET source = 'shop'" + columns);
  }

  private void execute(String sql) {
    await(pool.query(sql).execute());
  }

  private Future<Long> connections() {
    return pool.query(
            "SELECT count(*) FROM pg_stat_activity"
                + " WHERE datname = current_database() AND application_name = 'tradewind-switch'")
        .execute()
        .map(rows -> rows.iterator().next().getLong(0));
  }
}
