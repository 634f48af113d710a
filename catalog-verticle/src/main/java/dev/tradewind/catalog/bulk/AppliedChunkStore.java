package dev.tradewind.catalog.bulk;

import io.vertx.core.Future;
import io.vertx.core.json.JsonObject;
import io.vertx.sqlclient.SqlClient;
import io.vertx.sqlclient.Tuple;

/** Store of applied import chunks, written in the transaction that applies them. */
public final class AppliedChunkStore {

  /** Waits for a concurrent transaction that applies the same chunk. */
  private static final String BEGIN =
      """
      INSERT INTO import_chunk (job_id, chunk, last_line)
      VALUES ($1, $2, $3)
      ON CONFLICT DO NOTHING
      """;

  private static final String SAY =
      "UPDATE import_chunk SET counts = $3 WHERE job_id = $1 AND chunk = $2";

  private static final String FIND =
      "SELECT counts, last_line FROM import_chunk WHERE job_id = $1 AND chunk = $2";

  /** Deletes records older than any job can be; executed with the first chunk of each job. */
  private static final String PRUNE =
      """
      DELETE FROM import_chunk
      WHERE ctid = ANY (ARRAY(
        SELECT ctid
        FROM import_chunk
        WHERE applied_at < now() - interval '30 days'
        LIMIT 10000
        FOR UPDATE SKIP LOCKED
      ))
      """;

  /** Records the chunk; false if it has been applied before. */
  public Future<Boolean> begin(SqlClient db, String jobId, int chunk, long lastLine) {
    Future<?> pruned = chunk == 0 ? db.query(PRUNE).execute() : Future.succeededFuture();
    return pruned
        .compose(done -> db.preparedQuery(BEGIN).execute(Tuple.of(jobId, chunk, lastLine)))
        .map(done -> done.rowCount() == 1);
  }

  public Future<Void> say(SqlClient db, String jobId, int chunk, JsonObject counts) {
    return db.preparedQuery(SAY).execute(Tuple.of(jobId, chunk, counts)).mapEmpty();
  }

  /** Stored reply of a chunk that was applied before. */
  Future<JsonObject> answer(SqlClient db, String jobId, int chunk) {
    return db.preparedQuery(FIND)
        .execute(Tuple.of(jobId, chunk))
        .map(rows -> rows.iterator().next())
        .map(row -> answer((JsonObject) row.getJson("counts"), row.getLong("last_line")));
  }

  static JsonObject answer(JsonObject counts, long lastLine) {
    return new JsonObject().put("counts", counts).put("last_line", lastLine);
  }
}
