package dev.tradewind.batch.job;

import static dev.tradewind.testing.Futures.await;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tradewind.batch.BatchVerticle;
import dev.tradewind.kernel.database.DatabaseConfig;
import dev.tradewind.kernel.database.Migrations;
import dev.tradewind.kernel.database.SchemaPool;
import dev.tradewind.testing.TestDatabase;
import io.vertx.core.Vertx;
import io.vertx.core.json.JsonObject;
import io.vertx.sqlclient.Pool;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Statements of the leases of jobs, in orders that workers reach by chance. */
class JobStoreIT {

  private static final JobStore.Progress NOTHING =
      new JobStore.Progress(new JsonObject(), new JsonObject(), null);

  private final Vertx vertx = Vertx.vertx();
  private Pool pool;
  private JobStore store;
  private Lease lease;

  /** A dry run that a worker has prepared, and that waits for its confirmation. */
  @BeforeEach
  void prepare() {
    DatabaseConfig database =
        DatabaseConfig.parse(
            TestDatabase.copyOf(
                    "batch",
                    url ->
                        new Migrations(DatabaseConfig.parse(url, 1))
                            .run(List.of(BatchVerticle.SCHEMA)))
                .url(),
            2);
    pool = SchemaPool.open(vertx, database, BatchVerticle.SCHEMA);
    store = new JobStore(pool);
    run(
        """
        INSERT INTO batch_job (id, created_at, updated_at, type, dry_run, created_by)
        VALUES ('batch_1', now(), now(), 'product-import', true, 'usr_1')
        """);
    run("INSERT INTO job_work (job_id) VALUES ('batch_1')");
    lease = await(store.claim("one")).orElseThrow().lease();
    await(store.preProcessed(lease, NOTHING, Instant.now(), List.of()));
  }

  @AfterEach
  void close() {
    await(vertx.close());
  }

  @Test
  void aLateRenewalDoesNotEndTheWaitForConfirmation() {
    assertThat(await(store.renew(lease))).isEqualTo(JobStore.Outcome.DONE);

    assertThatItWaits();
  }

  @Test
  void aWorkerThatLeavesDoesNotEndTheWaitForConfirmation() {
    await(store.release(lease, Duration.ZERO, true, "the answer was lost"));

    assertThatItWaits();
    await(
        pool.withTransaction(
            db -> store.confirm(db, "batch_1", "usr_1", Instant.now(), List.of())));
    assertThat(await(store.claim("two")).orElseThrow().status())
        .isEqualTo(BatchJobStatus.CONFIRMED);
  }

  private void assertThatItWaits() {
    assertThat(run("SELECT FROM job_work WHERE expires_at = 'infinity'")).isEqualTo(1);
    assertThat(await(store.claim("two"))).isEmpty();
  }

  private int run(String sql) {
    return await(pool.query(sql).execute()).rowCount();
  }
}
