package dev.tradewind.kernel.queue;

import static dev.tradewind.testing.Futures.await;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tradewind.kernel.database.DatabaseConfig;
import dev.tradewind.kernel.database.Migrations;
import dev.tradewind.kernel.database.Schema;
import dev.tradewind.kernel.database.SchemaPool;
import dev.tradewind.kernel.retry.Backoff;
import dev.tradewind.testing.TestDatabase;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.junit5.VertxExtension;
import io.vertx.sqlclient.Pool;
import io.vertx.sqlclient.Row;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

@ExtendWith(VertxExtension.class)
class LeasedQueueIT {

  private static final Schema SCHEMA = new Schema("left_side", "db/migration/left");

  private static final Duration LEASE = Duration.ofMinutes(1);

  /** Finished rows stay, and so do those that failed. */
  private static final LeasedQueue<String> KEPT =
      LeasedQueue.<String>in("task", "tasks", List.of("storage", "id"))
          .waiting("status = 'asked'")
          .filter("storage = ANY ($4)")
          .reading("storage || '/' || id AS name", row -> row.getString("name"))
          .leasedFor(LEASE)
          .attempts("tries")
          .backoff(new Backoff(Duration.ofSeconds(5), Duration.ofMinutes(10)))
          .parkedAfter(3, "status = 'failed'", "status = 'failed'")
          .finishedBy("status = 'done'")
          .pruned("status <> 'asked' AND due_at < $1")
          .build();

  /** Finished rows are deleted. */
  private static final LeasedQueue<Void> DELETED =
      LeasedQueue.<Void>in("task", "tasks", List.of("storage", "id"))
          .leasedFor(LEASE)
          .attempts("tries")
          .leasedAtMost(2)
          .build();

  private static final String[] HERE = {"here"};

  private Instant now = Instant.now().truncatedTo(ChronoUnit.MILLIS);
  private Pool pool;

  @BeforeEach
  void create(Vertx vertx) {
    TestDatabase database =
        TestDatabase.copyOf(
            "left", url -> new Migrations(DatabaseConfig.parse(url, 1)).run(List.of(SCHEMA)));
    pool = SchemaPool.open(vertx, DatabaseConfig.parse(database.url(), 8), SCHEMA);
    await(
        pool.query(
                """
                CREATE TABLE task (
                  storage text NOT NULL,
                  id text NOT NULL,
                  status text NOT NULL DEFAULT 'asked',
                  tries integer NOT NULL DEFAULT 0,
                  due_at timestamptz NOT NULL DEFAULT '-infinity',
                  PRIMARY KEY (storage, id)
                )
                """)
            .execute());
  }

  private void add(String storage, int count) {
    await(
        pool.query(
                """
                INSERT INTO task (storage, id, due_at)
                SELECT '%s', n::text, now() - n * interval '1 minute'
                FROM generate_series(1, %s) AS n
                """
                    .formatted(storage, count))
            .execute());
  }

  private Lease<String> leaseOne() {
    List<Lease<String>> leased = await(KEPT.lease(pool, now, 1, (Object) HERE));
    assertThat(leased).hasSize(1);
    return leased.getFirst();
  }

  private Row row() {
    return await(pool.query("SELECT * FROM task").execute()).iterator().next();
  }

  @Test
  void aRowIsLeasedByOneOfSeveralWorkers() {
    add("here", 300);
    List<String> worked = Collections.synchronizedList(new ArrayList<>());

    await(
        Future.join(
            IntStream.range(0, 8).mapToObj(worker -> workUntilNothingIsDue(worked)).toList()));

    assertThat(worked).hasSize(300).doesNotHaveDuplicates();
    assertThat(await(KEPT.lease(pool, now, 10, (Object) HERE))).isEmpty();
  }

  private Future<Void> workUntilNothingIsDue(List<String> worked) {
    return KEPT.workOnDue(
            pool,
            Clock.fixed(now, ZoneOffset.UTC),
            7,
            leased -> {
              worked.add(leased.item());
              return KEPT.finish(pool, leased);
            },
            (Object) HERE)
        .compose(isFull -> isFull ? workUntilNothingIsDue(worked) : Future.succeededFuture());
  }

  @Test
  void theEarliestRowsComeFirstAndOnlyThoseOfTheFilter() {
    add("elsewhere", 9);
    add("here", 5);

    List<Lease<String>> leased = await(KEPT.lease(pool, now, 3, (Object) HERE));

    assertThat(leased)
        .extracting(Lease::item)
        .containsExactlyInAnyOrder("here/5", "here/4", "here/3");
    assertThat(leased).extracting(Lease::attempts).containsOnly(1);
  }

  /**
   * With the statistics of a table of one row, PostgreSQL executes a subquery of due rows for each
   * row that it compares with them, and finds the next one each time.
   */
  @Test
  void noMoreRowsAreLeasedThanAskedForWhateverThePlan() {
    add("here", 1);
    await(pool.query("VACUUM ANALYZE task").execute());
    await(
        pool.query(
                """
                INSERT INTO task (storage, id, due_at)
                SELECT 'here', n::text, now() - interval '1 second' + n * interval '1 millisecond'
                FROM generate_series(2, 9) AS n
                """)
            .execute());

    assertThat(await(KEPT.lease(pool, Instant.now(), 1, (Object) HERE))).hasSize(1);
  }

  @Test
  void aRowIsLeasedAgainWhenItsLeaseHasEnded() {
    add("here", 1);
    leaseOne();

    now = now.plus(LEASE.minusMillis(1));
    assertThat(await(KEPT.lease(pool, now, 1, (Object) HERE))).isEmpty();

    now = now.plus(Duration.ofMillis(1));
    assertThat(leaseOne().attempts()).isEqualTo(2);
  }

  @Test
  void aHolderThatHasLostItsLeaseChangesNothing() {
    add("here", 1);
    Lease<String> lost = leaseOne();
    now = now.plus(LEASE);
    Lease<String> held = leaseOne();

    assertThat(await(KEPT.finish(pool, lost))).isFalse();
    assertThat(await(KEPT.postpone(pool, lost, now))).isFalse();
    assertThat(await(KEPT.park(pool, lost))).isFalse();
    assertThat(await(KEPT.retry(pool, lost, now))).isEqualTo(LeasedQueue.Retry.LOST);

    assertThat(row().getString("status")).isEqualTo("asked");
    assertThat(row().getOffsetDateTime("due_at").toInstant()).isEqualTo(held.until());
    assertThat(await(KEPT.finish(pool, held))).isTrue();
    assertThat(await(KEPT.finish(pool, held))).as("finished before").isFalse();
  }

  @Test
  void aFailedAttemptIsRepeatedAfterTheBackoffAndTheLastOneParksTheRow() {
    add("here", 1);

    for (int seconds : List.of(5, 10)) {
      assertThat(await(KEPT.retry(pool, leaseOne(), now))).isEqualTo(LeasedQueue.Retry.POSTPONED);
      assertThat(row().getOffsetDateTime("due_at").toInstant()).isEqualTo(now.plusSeconds(seconds));
      now = now.plus(Duration.ofSeconds(seconds));
    }
    assertThat(await(KEPT.retry(pool, leaseOne(), now))).isEqualTo(LeasedQueue.Retry.PARKED);

    now = now.plus(Duration.ofDays(1));
    assertThat(await(KEPT.lease(pool, now, 1, (Object) HERE))).isEmpty();
    assertThat(row().getString("status")).isEqualTo("failed");
    assertThat(row().getInteger("tries")).isEqualTo(3);
  }

  @Test
  void aRowWhoseNodesEndIsLeasedSoOftenAndNoMore() {
    add("here", 1);

    for (int leases = 1; leases <= 2; leases++) {
      assertThat(await(DELETED.lease(pool, now, 1))).hasSize(1);
      now = now.plus(LEASE);
    }

    assertThat(await(DELETED.lease(pool, now, 1))).isEmpty();
  }

  @Test
  void theLastLeaseOfARowFinishesIt() {
    add("here", 1);
    await(DELETED.lease(pool, now, 1));
    now = now.plus(LEASE);

    Lease<Void> last = await(DELETED.lease(pool, now, 1)).getFirst();

    assertThat(await(DELETED.finish(pool, last))).isTrue();
    assertThat(await(pool.query("SELECT FROM task").execute()).size()).isZero();
  }

  @Test
  void rowsThatDoNotWaitArePrunedUpToTheLimit() {
    add("here", 4);
    await(
        KEPT.workOnDue(
            pool,
            Clock.fixed(now, ZoneOffset.UTC),
            3,
            leased -> KEPT.finish(pool, leased),
            (Object) HERE));
    now = now.plus(Duration.ofDays(30));

    assertThat(await(KEPT.prune(pool, now, 2))).isEqualTo(2);
    assertThat(await(KEPT.prune(pool, now, 2))).isEqualTo(1);

    assertThat(row().getString("status")).isEqualTo("asked");
  }

  @Test
  void theGaugesTellDepthAgeAttemptsAndWhatWasGivenUp() {
    assertThat(facts()).containsExactly("0.0", "0.0", "0.0", "0.0");
    add("here", 3);
    Lease<String> worked = leaseOne();
    await(KEPT.park(pool, leaseOne()));
    await(pool.query("UPDATE task SET tries = 2 WHERE id = '1'").execute());

    assertThat(facts()).containsExactly("2.0", "60.0", "2.0", "1.0");

    await(KEPT.finish(pool, worked));
    await(pool.query("UPDATE task SET due_at = '-infinity' WHERE id = '1'").execute());
    assertThat(facts()).containsExactly("1.0", "2592000.0", "2.0", "1.0");
  }

  /** Values of waiting, oldest age, attempts and parked; ages to the minute. */
  private List<String> facts() {
    return QueueFacts.of(KEPT).stream()
        .map(fact -> await(pool.query(fact.query()).execute()).iterator().next())
        .map(row -> row.getDouble(1))
        .map(value -> String.valueOf(value < 60 ? value : Math.floor(value / 60) * 60))
        .toList();
  }
}
