package dev.tradewind.batch.job;

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
    return new ClaimedJob(
        new Lease(row.getString("job_id"), row.getLong("epoch")),
        JobType.of(row.getString("type")),
        BatchJobStatus.of(row.getString("status")),
        row.getBoolean("dry_run"),
        object(row, "context"),
        object(row, "result"),
        row.getInteger("attempts"),
        row.getString("last_error"),
        (JsonObject) row.getJson("checkpoint"),
        Duration.ofSeconds(row.getLong("idle_seconds")));
  }

  private static JsonObject object(Row row, String column) {
    return Objects.requireNonNullElseGet((JsonObject) row.getJson(column), JsonObject::new);
  }
}
