package dev.tradewind.batch;

import static dev.tradewind.testing.Eventually.LIMIT;
import static dev.tradewind.testing.Futures.await;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tradewind.batch.job.JobHandler;
import dev.tradewind.batch.job.JobRun;
import dev.tradewind.batch.job.JobStore;
import dev.tradewind.batch.job.JobType;
import dev.tradewind.batch.job.JobWorker;
import dev.tradewind.kernel.background.BackgroundGate;
import dev.tradewind.kernel.background.BackgroundTask;
import dev.tradewind.kernel.operation.Problem;
import io.vertx.sqlclient.Row;
import java.time.Clock;
import java.time.Duration;
import java.util.Iterator;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * Bounds of the retries of a job whose work fails each time. The test advances the time: it moves
 * the stored times of the job into the past.
 */
class JobOutageIT {

  private static final String JOB = "batch_outage";
  private static final RuntimeException OUTAGE = Problem.unavailable("The catalog is unavailable");

  private final TestBatch batch = new TestBatch();
  private final FailingImport imports = new FailingImport();
  private final BackgroundTask claim =
      new JobWorker(
              batch.vertx,
              new JobStore(batch.pool),
              Map.of(JobType.PRODUCT_IMPORT, imports),
              "one",
              BackgroundGate.opened(),
              Clock.systemUTC())
          .tasks()
          .getFirst();

  /** Import that fails as the test wants. */
  private static final class FailingImport implements JobHandler {

    private volatile @Nullable RuntimeException failure = OUTAGE;
    private volatile int attempts;

    @Override
    public void preProcess(JobRun run) {}

    @Override
    @SuppressWarnings("NonAtomicVolatileUpdate") // One attempt at a time.
    public void process(JobRun run) {
      attempts++;
      RuntimeException wanted = failure;
      if (wanted != null) {
        throw wanted;
      }
    }

    @Override
    public void cleanUp(JobRun run, boolean isCompleted) {}
  }

  /** Time from the last claim to the reading of its pause, at most as much as has passed of it. */
  private Duration sinceClaim = Duration.ZERO;

  @BeforeEach
  void createJob() {
    batch.sql(
        """
        INSERT INTO batch_job (id, created_at, updated_at, type, dry_run, pre_processed_at,
          confirmed_at, processing_at)
        VALUES ($1, now(), now(), 'product-import', false, now(), now(), now())
        """,
        JOB);
    batch.sql("INSERT INTO job_work (job_id) VALUES ($1)", JOB);
  }

  @AfterEach
  void close() {
    batch.close();
  }

  @Test
  void anOutageOfADayIsWaitedOutWithABackoffOfUpToAMinute() {
    Duration waited = Duration.ZERO;
    while (waited.compareTo(Duration.ofHours(1)) < 0) {
      Duration pause = attempt();
      assertThat(pause).isLessThanOrEqualTo(Duration.ofMinutes(1));
      assertThat(pause.plus(sinceClaim)).isGreaterThanOrEqualTo(Duration.ofMillis(500));
      advance(pause);
      waited = waited.plus(pause);
    }
    // Ten with the shortest pause, then each a tenth longer, then one every minute.
    assertThat(imports.attempts).isBetween(60, 150);

    advance(Duration.ofHours(22).plusMinutes(50));
    assertThat(attempt().plus(sinceClaim)).isGreaterThan(Duration.ofSeconds(55));
    assertThat(status()).isEqualTo("processing");

    advance(Duration.ofMinutes(1));
    imports.failure = null;
    attempt();
    assertThat(status()).isEqualTo("completed");
  }

  @Test
  void afterAnOutageOfADayFiveFurtherAttemptsAreTheLast() {
    advance(Duration.ofDays(1));

    for (int i = 0; i < 5; i++) {
      Duration pause = attempt();
      assertThat(pause.plus(sinceClaim)).isGreaterThan(Duration.ofSeconds(55));
      assertThat(status()).isEqualTo("processing");
      advance(pause);
    }
    attempt();

    assertFailed("The catalog is unavailable");
  }

  @Test
  void aDefectIsAttemptedFiveTimes() {
    imports.failure = new IllegalStateException("A defect");

    for (int i = 0; i < 5; i++) {
      Duration pause = attempt();
      assertThat(status()).isEqualTo("processing");
      advance(pause);
    }
    attempt();

    assertFailed("A defect");
  }

  private void assertFailed(String error) {
    assertThat(imports.attempts).isEqualTo(5);
    assertThat(status()).isEqualTo("failed");
    assertThat(job().getJsonObject("result").getJsonArray("errors"))
        .containsExactly("The job was given up after 5 attempts that got no further", error);
    assertThat(batch.count("job_work")).isZero();
  }

  /** Claims the job and returns the pause after which it can be claimed again. */
  private Duration attempt() {
    long claims = claims();
    long begun = System.nanoTime();
    await(claim.work().get());
    long deadline = begun + LIMIT.toNanos();
    while (true) {
      Iterator<Row> work =
          batch
              .sql(
                  """
                  SELECT epoch, holder, extract(epoch FROM expires_at - clock_timestamp())::float8 AS pause
                  FROM job_work
                  WHERE job_id = $1
                  """,
                  JOB)
              .iterator();
      if (!work.hasNext()) {
        return Duration.ZERO;
      }
      Row row = work.next();
      assertThat(row.getLong("epoch")).isEqualTo(claims + 1);
      if (row.getString("holder") == null) {
        sinceClaim = Duration.ofNanos(System.nanoTime() - begun);
        return Duration.ofMillis((long) (row.getDouble("pause") * 1_000) + 1);
      }
      assertThat(System.nanoTime()).isLessThan(deadline);
      LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(2));
    }
  }

  private long claims() {
    return batch.count("job_work") == 0
        ? 0
        : batch
            .sql("SELECT epoch FROM job_work WHERE job_id = $1", JOB)
            .iterator()
            .next()
            .getLong(0);
  }

  private void advance(Duration time) {
    batch.sql(
        """
        WITH work AS (
          UPDATE job_work
          SET expires_at = expires_at - $2 * interval '1 millisecond'
          WHERE job_id = $1
        )
        UPDATE batch_job
        SET updated_at = updated_at - $2 * interval '1 millisecond'
        WHERE id = $1
        """,
        JOB,
        time.toMillis());
  }

  private Row job() {
    return batch.sql("SELECT status, result FROM batch_job WHERE id = $1", JOB).iterator().next();
  }

  private String status() {
    return job().getString("status");
  }
}
