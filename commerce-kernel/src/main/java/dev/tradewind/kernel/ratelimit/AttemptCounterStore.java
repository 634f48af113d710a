package dev.tradewind.kernel.ratelimit;

import dev.tradewind.kernel.Sha256;
import dev.tradewind.kernel.Timestamps;
import io.vertx.core.Future;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.SqlClient;
import io.vertx.sqlclient.Tuple;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * Counts attempts in PostgreSQL, for all nodes together, in the table {@code attempt} of the schema
 * whose verticle it works for.
 */
public final class AttemptCounterStore {

  /**
   * Something that is counted.
   *
   * @param key its hash
   * @param limit how many attempts a window has
   */
  public record Counter(String key, int limit) {

    /** A counter of what these words name, which are not kept. */
    public static Counter of(int most, String... what) {
      return new Counter(Sha256.of(String.join("\n", what)), most);
    }
  }

  /** A counter that allows no more before its window ends. */
  public record Exhausted(String key, Instant windowEndsAt) {}

  /** What a counter stands at until its window ends. */
  public record Counted(String key, int attempts, Instant windowEndsAt) {}

  // Once more within the window that was begun, else the first of a new one.
  private static final String ONCE_MORE =
      """
      ON CONFLICT (key) DO UPDATE
      SET attempts = CASE WHEN attempt.window_ends_at > $1 THEN attempt.attempts + 1 ELSE 1 END,
        window_ends_at = CASE
          WHEN attempt.window_ends_at > $1 THEN attempt.window_ends_at
          ELSE excluded.window_ends_at
        END
      RETURNING key, attempts, window_ends_at
      """;

  // Nothing is counted where one of the counters is spent already; of several at once that pass
  // this, the count itself tells who came too late. Everybody locks counters in the same order.
  private static final String COUNT =
      """
      WITH wanted AS (
        SELECT key, most
        FROM unnest($3::text[], $4::integer[]) AS wanted (key, most)
      ), spent AS (
        SELECT attempt.key, attempt.window_ends_at
        FROM wanted
        JOIN attempt ON attempt.key = wanted.key
        WHERE attempt.attempts >= wanted.most
          AND attempt.window_ends_at > $1
      ), counted AS (
        INSERT INTO attempt (key, attempts, window_ends_at)
        SELECT key, 1, $2
        FROM wanted
        WHERE NOT EXISTS (SELECT FROM spent)
        ORDER BY key
        %s
      )
      SELECT key, window_ends_at
      FROM spent
      UNION ALL
      SELECT counted.key, counted.window_ends_at
      FROM counted
      JOIN wanted ON wanted.key = counted.key
      WHERE counted.attempts > wanted.most
      ORDER BY window_ends_at DESC
      LIMIT 1
      """
          .formatted(ONCE_MORE);

  private static final String ADD =
      """
      INSERT INTO attempt (key, attempts, window_ends_at)
      SELECT key, 1, $2
      FROM unnest($3::text[]) AS wanted (key)
      ORDER BY key
      %s
      """
          .formatted(ONCE_MORE);

  private static final String TAKE_BACK =
      """
      UPDATE attempt
      SET attempts = attempts - 1
      FROM (
        SELECT key
        FROM attempt
        WHERE key = ANY ($1)
          AND attempts > 0
        ORDER BY key
        FOR NO KEY UPDATE
      ) AS locked
      WHERE attempt.key = locked.key
      """;

  private static final String REMOVE_ENDED =
      """
      DELETE FROM attempt
      WHERE key IN (
        SELECT key
        FROM attempt
        WHERE window_ends_at <= $1
        LIMIT $2
        FOR UPDATE SKIP LOCKED
      )
      """;

  /** Counts one attempt; answers what forbids it, the one with the longest wait. */
  public Future<Optional<Exhausted>> count(
      SqlClient db, List<Counter> counters, Instant now, Instant windowEnd) {
    return db.preparedQuery(COUNT)
        .execute(
            Tuple.of(
                Timestamps.utc(now),
                Timestamps.utc(windowEnd),
                keys(counters),
                counters.stream().map(Counter::limit).toArray(Integer[]::new)))
        .map(rows ->
            rows.stream()
                .map(row -> new Exhausted(row.getString("key"), windowEnd(row)))
                .findFirst());
  }

  /** Counts one attempt that was made already, whatever is allowed; answers what stands now. */
  public Future<List<Counted>> add(
      SqlClient db, List<Counter> counters, Instant now, Instant windowEnd) {
    return db.preparedQuery(ADD)
        .execute(Tuple.of(Timestamps.utc(now), Timestamps.utc(windowEnd), keys(counters)))
        .map(rows ->
            rows.stream()
                .map(row ->
                    new Counted(row.getString("key"), row.getInteger("attempts"), windowEnd(row)))
                .toList());
  }

  /** It was no guess. */
  public Future<Void> release(SqlClient db, List<Counter> counters) {
    return db.preparedQuery(TAKE_BACK).execute(Tuple.of((Object) keys(counters))).mapEmpty();
  }

  /** Removes some whose window has ended, and answers how many. */
  public Future<Integer> removeEnded(SqlClient db, Instant now, int most) {
    return db.preparedQuery(REMOVE_ENDED)
        .execute(Tuple.of(Timestamps.utc(now), most))
        .map(removed -> removed.rowCount());
  }

  private static String[] keys(List<Counter> counters) {
    return counters.stream().map(Counter::key).toArray(String[]::new);
  }

  private static Instant windowEnd(Row row) {
    return row.getOffsetDateTime("window_ends_at").toInstant();
  }
}
