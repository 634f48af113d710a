package dev.tradewind.batch.job;

import io.vertx.core.json.JsonObject;
import io.vertx.sqlclient.Row;
import java.time.Duration;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A job as it was when it was taken.
 *
 * @param attempts how often it has been taken since it last got further
 * @param checkpoint how far it has come; absent at the beginning
 * @param idle since it last got further
 */
record ClaimedJob(
    Lease lease,
    JobType type,
    BatchJobStatus status,
    boolean isDryRun,
    JsonObject context,
    JsonObject result,
    int attempts,
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
        (JsonObject) row.getJson("checkpoint"),
        Duration.ofSeconds(row.getLong("idle_seconds")));
  }

  private static JsonObject object(Row row, String column) {
    return Objects.requireNonNullElseGet((JsonObject) row.getJson(column), JsonObject::new);
  }
}
