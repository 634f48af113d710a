package dev.tradewind.batch;

import static dev.tradewind.testing.Futures.await;
import static org.assertj.core.api.Assertions.assertThat;

import io.vertx.core.json.JsonObject;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Takeover of jobs after a shutdown or a crash of their worker. */
class TakeoverIT {

  private TestBatch batch;

  @BeforeEach
  void open() {
    batch = new TestBatch();
  }

  @AfterEach
  void close() {
    batch.close();
  }

  private boolean hasAdvanced(JsonObject job, int atLeast) {
    JsonObject result = job.getJsonObject("result");
    return result != null && result.getInteger("advancement_count", 0) >= atLeast;
  }

  @Test
  void anImportResumesAtItsCheckpointAfterAShutdown() {
    String first = batch.node("one");
    batch.node("two");
    batch.catalog.slowness = 30;
    JsonObject context = new JsonObject().put("fileKey", batch.file(TestBatch.lines(2_500)));
    String id = batch.create("product-import", context, false).getString("id");
    batch.awaitJob(id, job -> hasAdvanced(job, 400));

    await(batch.vertx.undeploy(first));
    batch.catalog.slowness = 1;
    JsonObject job = batch.awaitEnd(id);

    assertThat(job.getString("status")).as("%s", job).isEqualTo("completed");
    assertThat(batch.catalog.handles())
        .isEqualTo(IntStream.range(0, 2_500).mapToObj(i -> "p-" + i).toList());
    assertThat(job.getJsonObject("result").getInteger("advancement_count")).isEqualTo(5_000);
    assertThat(batch.catalog.repeated).hasValue(0);
    assertThat(batch.count("file")).isZero();
  }

  @Test
  void anExportResumesAtItsCheckpointAfterAShutdown() {
    String first = batch.node("one");
    batch.node("two");
    batch.catalog.products = 3_000;
    batch.catalog.slowness = 30;
    String id =
        batch.create("product-export", new JsonObject().put("limit", 100), false).getString("id");
    batch.awaitJob(id, job -> hasAdvanced(job, 400));

    await(batch.vertx.undeploy(first));
    batch.catalog.slowness = 1;
    JsonObject job = batch.awaitEnd(id);

    assertThat(job.getString("status")).as("%s", job).isEqualTo("completed");
    List<String> lines =
        batch.content(job.getJsonObject("result").getString("file_key")).lines().toList();
    assertThat(lines).hasSize(3_001);
    assertThat(IntStream.range(0, 3_000).mapToObj(i -> "prod_" + i + ";").toList())
        .zipSatisfy(lines.subList(1, 3_001), (begin, line) -> assertThat(line).startsWith(begin));
  }

  @Test
  void aWorkerThatLostItsLeaseWritesNothing() {
    batch.node("one");
    batch.catalog.slowness = 200;
    JsonObject context = new JsonObject().put("fileKey", batch.file(TestBatch.lines(1_000)));
    String id = batch.create("product-import", context, false).getString("id");
    batch.awaitJob(id, job -> hasAdvanced(job, 200));

    // Another worker claims the job and crashes at once.
    batch.sql(
        """
        UPDATE job_work
        SET holder = 'another', epoch = epoch + 1, expires_at = now() + interval '1 second'
        WHERE job_id = $1
        """,
        id);
    batch.catalog.slowness = 1;
    JsonObject job = batch.awaitEnd(id);

    assertThat(job.getString("status")).as("%s", job).isEqualTo("completed");
    assertThat(batch.catalog.handles()).doesNotHaveDuplicates().hasSize(1_000);
    assertThat(job.getJsonObject("result").getInteger("advancement_count")).isEqualTo(2_000);
  }

  @Test
  void anUnavailableVerticleIsRetried() {
    batch.node("one");
    batch.catalog.isAway = true;
    JsonObject context = new JsonObject().put("fileKey", batch.file(TestBatch.lines(10)));
    String id = batch.create("product-import", context, false).getString("id");
    batch.awaitStatus(id, "processing");
    batch.awaitJob(
        id,
        job ->
            batch
                    .sql("SELECT epoch FROM job_work WHERE job_id = $1", id)
                    .iterator()
                    .next()
                    .getLong(0)
                > 2);

    batch.catalog.isAway = false;

    assertThat(batch.awaitEnd(id).getString("status")).isEqualTo("completed");
  }
}
