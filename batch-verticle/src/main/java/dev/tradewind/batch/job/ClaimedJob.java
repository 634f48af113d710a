package dev.tradewind.batch.job;

import io.soabase.recordbuilder.core.RecordBuilder;
import io.vertx.core.json.JsonObject;
import io.vertx.sqlclient.Row;
import java.time.Duration;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Job as it was claimed.
 *
 * @param attempts number of claims since its last progress
 * @param lastError error of the attempt before, if it failed without progress
 * @param checkpoint state to resume from; absent at the beginning
 * @param idle time since its last progress
 */
@RecordBuilder
record ClaimedJob(
    Lease lease,
    JobType type,
    BatchJobStatus status,
    boolean isDryRun,
    JsonObject context,
    JsonObject result,
    int attempts,
    @Nullable String lastError,
    @Nullable JsonObject checkpoint,
    Duration idle) {

  static ClaimedJob of(Row row) {
    return ClaimedJobBuilder.builder()
        .lease(new Lease(row.getString("job_id"), row.getLong("epoch")))
        .type(JobType.of(row.getString("type")))
        .status(BatchJobStatus.of(row.getString("status")))
        .isDryRun(row.getBoolean("dry_run"))
        .context(object(row, "context"))
        .result(object(row, "result"))
        .attempts(row.getInteger("attempts"))
        .lastError(row.getString("last_error"))
        .checkpoint((JsonObject) row.getJson("checkpoint"))
        .idle(Duration.ofSeconds(row.getLong("idle_seconds")))
        .build();
  }

  private static JsonObject object(Row row, String column) {
    return Objects.requireNonNullElseGet((JsonObject) row.getJson(column), JsonObject::new);
  }
}
