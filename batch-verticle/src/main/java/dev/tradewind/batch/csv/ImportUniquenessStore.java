package dev.tradewind.batch.csv;

import io.vertx.core.Future;
import io.vertx.sqlclient.Pool;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.Tuple;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Store of unique values in an import file, with the line of their first occurrence. */
public final class ImportUniquenessStore {

  /** Returns the first line of values that are stored already. */
  private static final String ADD =
      """
      WITH given AS (
        SELECT kind, key, line
        FROM unnest($2::text[], $3::text[], $4::bigint[]) AS given (kind, key, line)
      ),
      known AS (
        INSERT INTO import_key (job_id, kind, key, line)
        SELECT $1, kind, key, min(line)
        FROM given
        GROUP BY kind, key
        ON CONFLICT (job_id, kind, key) DO UPDATE SET line = import_key.line
        RETURNING kind, key, line
      )
      SELECT given.kind, given.key, given.line, known.line AS first_line
      FROM given
      JOIN known ON known.kind = given.kind AND known.key = given.key
      WHERE given.line <> known.line
      """;

  private static final String FIND =
      "SELECT key, line FROM import_key WHERE job_id = $1 AND kind = $2 AND key = ANY ($3)";

  /** Deletes in batches: one statement over millions of rows would outlast a lease. */
  private static final String DELETE =
      """
      DELETE FROM import_key
      WHERE ctid = ANY (ARRAY(SELECT ctid FROM import_key WHERE job_id = $1 LIMIT 20000))
      """;

  private final Pool pool;

  public ImportUniquenessStore(Pool pool) {
    this.pool = pool;
  }

  /** Value that must be unique in the file. */
  public record Key(String kind, String key, long line) {}

  /** Value that another line contains already. */
  public record Repeated(Key key, long firstLine) {}

  /** Stores the keys, and returns those that another line contains already. */
  public Future<List<Repeated>> add(String jobId, List<Key> keys) {
    return pool.preparedQuery(ADD)
        .execute(
            Tuple.of(
                jobId,
                keys.stream().map(Key::kind).toArray(String[]::new),
                keys.stream().map(Key::key).toArray(String[]::new),
                keys.stream().map(Key::line).toArray(Long[]::new)))
        .map(rows -> rows.stream().map(ImportUniquenessStore::repeated).toList());
  }

  private static Repeated repeated(Row row) {
    return new Repeated(
        new Key(row.getString("kind"), row.getString("key"), row.getLong("line")),
        row.getLong("first_line"));
  }

  /** First lines of these keys of a kind. */
  public Future<Map<String, Long>> firstLines(String jobId, String kind, List<String> keys) {
    return pool.preparedQuery(FIND)
        .execute(Tuple.of(jobId, kind, keys.toArray(String[]::new)))
        .map(rows -> {
          Map<String, Long> lines = new HashMap<>();
          rows.forEach(row -> lines.put(row.getString("key"), row.getLong("line")));
          return lines;
        });
  }

  /** Deletes a batch of the job's keys; true if there may be more. */
  public Future<Boolean> deleteBatch(String jobId) {
    return pool.preparedQuery(DELETE).execute(Tuple.of(jobId)).map(done -> done.rowCount() > 0);
  }
}
