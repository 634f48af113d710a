package dev.tradewind.batch.job;

import dev.tradewind.kernel.text.Timestamps;
import io.vertx.core.Future;
import io.vertx.sqlclient.SqlClient;
import io.vertx.sqlclient.Tuple;
import java.time.Instant;

/** Store of ended batch jobs, with the files that they read or wrote. */
final class EndedJobStore {

  // Only private files: a public one may be shown by a product. A file that another job needs is
  // deleted with the last of them.
  private static final String DELETE =
      """
      WITH ended AS (
        SELECT id, context ->> 'fileKey' AS input, result ->> 'file_key' AS output
        FROM batch_job
        WHERE status IN ('completed', 'canceled', 'failed')
          AND updated_at < $1
        ORDER BY updated_at
        LIMIT $2
        FOR UPDATE SKIP LOCKED
      ),
      files AS (
        DELETE FROM file
        USING ended
        WHERE file.key IN (ended.input, ended.output)
          AND NOT file.is_public
          AND NOT EXISTS (
            SELECT
            FROM batch_job AS other
            WHERE other.context ->> 'fileKey' = file.key
              AND other.id NOT IN (SELECT id FROM ended)
          )
      )
      DELETE FROM batch_job
      USING ended
      WHERE batch_job.id = ended.id
      """;

  /** Deletes a batch of jobs that ended before the time. */
  Future<Integer> delete(SqlClient db, Instant before, int limit) {
    return db.preparedQuery(DELETE)
        .execute(Tuple.of(Timestamps.utc(before), limit))
        .map(deleted -> deleted.rowCount());
  }
}
