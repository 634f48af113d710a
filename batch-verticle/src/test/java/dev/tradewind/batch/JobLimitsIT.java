package dev.tradewind.batch;

import static dev.tradewind.testing.Futures.await;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tradewind.api.batch.FileClient;
import dev.tradewind.api.retention.DataLimits;
import dev.tradewind.batch.job.EndedJobCleaner;
import dev.tradewind.kernel.operation.CallContext;
import dev.tradewind.kernel.operation.Reply;
import dev.tradewind.kernel.operation.Request;
import io.vertx.core.Future;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.json.JsonObject;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Limits of batch jobs and their files, by number and by age. */
class JobLimitsIT {

  private static final int PER_USER = DataLimits.DEFAULT.jobsPerUser();

  private TestBatch batch;

  @BeforeEach
  void open() {
    batch = new TestBatch();
    batch.node("node");
  }

  @AfterEach
  void close() {
    batch.close();
  }

  private Future<Reply> creating(String user) {
    JsonObject job =
        new JsonObject()
            .put("type", "product-export")
            .put("context", new JsonObject())
            // Waits for its confirmation.
            .put("dry_run", true);
    CallContext context =
        TestBatch.context()
            .withDeadline(Clock.systemUTC().instant().plusSeconds(60))
            .withPrincipal(TestBatch.user(user));
    Buffer input = Request.input(new JsonObject(), new JsonObject(), job, TestBatch.permitted());
    return batch.bus.send(FileClient.ADDRESS, "adminCreateBatchJob", context, input);
  }

  @Test
  void aUserHasALimitedNumberOfJobsThatHaveNotEnded() {
    List<Future<Reply>> asked = new ArrayList<>();
    for (int i = 0; i < PER_USER + 20; i++) {
      asked.add(creating("usr_1"));
    }
    List<Integer> statuses = asked.stream().map(reply -> await(reply).status()).toList();

    assertThat(statuses).containsOnly(201, 429);
    assertThat(statuses).filteredOn(status -> status == 201).hasSize(PER_USER);
    assertThat(await(creating("usr_2")).status()).isEqualTo(201);

    String one =
        batch
            .list(new JsonObject(), "usr_1")
            .getJsonArray("batch_jobs")
            .getJsonObject(0)
            .getString("id");
    batch.ask("adminCancelBatchJob", one, "usr_1");
    batch.sql("DELETE FROM job_work WHERE job_id = $1", one);
    assertThat(await(creating("usr_1")).status()).isEqualTo(201);
  }

  @Test
  void endedJobsAreDeletedWithTheirFilesAfterTheirRetention() {
    String input = batch.file(TestBatch.lines(1));
    String shared = batch.file(TestBatch.lines(1));
    String image = batch.file("image");
    batch.sql("UPDATE file SET is_public = true WHERE key = $1", image);
    old("batch_old", "failed_at", new JsonObject().put("fileKey", input), "31 days");
    old("batch_shared", "failed_at", new JsonObject().put("fileKey", shared), "31 days");
    old("batch_young", "failed_at", new JsonObject().put("fileKey", shared), "29 days");
    old("batch_image", "canceled_at", new JsonObject().put("fileKey", image), "31 days");
    old("batch_waiting", "pre_processed_at", new JsonObject(), "31 days");

    EndedJobCleaner cleaner =
        new EndedJobCleaner(batch.pool, Duration.ofDays(30), Clock.systemUTC());
    Future<Integer> one = cleaner.delete();
    Future<Integer> other = cleaner.delete();

    assertThat(await(one) + await(other)).isEqualTo(3);
    assertThat(batch.count("batch_job")).isEqualTo(2);
    assertThat(batch.count("file WHERE key = '" + input + "'")).isZero();
    assertThat(batch.count("file_piece WHERE file_key = '" + input + "'")).isZero();
    assertThat(batch.content(shared)).isNotEmpty();
    assertThat(batch.content(image)).isEqualTo("image");
  }

  private void old(String id, String ended, JsonObject context, String age) {
    batch.sql(
        """
        INSERT INTO batch_job (
          id, created_at, updated_at, type, created_by, context, dry_run, %s
        )
        SELECT $1, at, at, 'product-import', 'usr_1', $2, false, at
        FROM (SELECT now() - '%s'::interval) AS ages (at)
        """
            .formatted(ended, age),
        id,
        context);
  }
}
