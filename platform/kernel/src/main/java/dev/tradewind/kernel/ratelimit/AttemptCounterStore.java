package dev.tradewind.kernel.ratelimit;

import dev.tradewind.kernel.text.Sha256;
import dev.tradewind.kernel.text.Timestamps;
import io.vertx.core.Future;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.SqlClient;
import io.vertx.sqlclient.Tuple;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Attempt counters of rate limits in PostgreSQL, for all nodes together, in the table {@code
 * attempt} of the schema of the calling verticle.
 */
public final class AttemptCounterStore {

  /**
   * One rate limit counter.
   *
   * @param key its hash
   * @param limit attempts per window
   * @param sparesKnown whether callers who succeeded before are exempt from the limit
   */
  public record Counter(String key, int limit, boolean sparesKnown) {

    /** The counter of these words, which are not stored themselves. */
    public static Counter of(int limit, String... words) {
      return new Counter(Sha256.of(String.join("\n", words)), limit, false);
    }

    /** The counter of these words, whose limit does not hold for known callers. */
    public static Counter unlessKnown(int limit, String... words) {
      return new Counter(Sha256.of(String.join("\n", words)), limit, true);
    }
  }

  /** A counter without attempts left in its window. */
  public record Exhausted(String key, Instant windowEndsAt) {}

  /** Value of a counter and the end of its window. */
  public record Counted(String key, int attempts, Instant windowEndsAt) {}

  // Increments the counter of a running window, or starts a new one.
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

  // Nothing is counted if one of the counters is exhausted; concurrent attempts that pass this
  // check are ranked by the increment itself. Counters are always locked in the same order.
  private static final String COUNT =
      """
      WITH wanted AS (
        SELECT key,
          CASE
            WHEN spares_known
              AND EXISTS (SELECT FROM attempt WHERE key = $6 AND window_ends_at > $1)
              THEN 2147483647
            ELSE most
          END AS most
        FROM unnest($3::text[], $4::integer[], $5::boolean[]) AS wanted (key, most, spares_known)
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

  private static final String REMEMBER =
      """
      INSERT INTO attempt (key, attempts, window_ends_at)
      VALUES ($1, 0, $2)
      ON CONFLICT (key) DO UPDATE
      SET window_ends_at = excluded.window_ends_at
      """;

  private static final String REMOVE_ENDED =
      """
      DELETE FROM attempt
      WHERE key = ANY (ARRAY(
        SELECT key
        FROM attempt
        WHERE window_ends_at <= $1
        LIMIT $2
        FOR UPDATE SKIP LOCKED
      ))
      """;

  /**
   * Counts one attempt; returns the exhausted counter with the longest wait, if there is one.
   *
   * @param caller key under which the caller would be {@link #remember remembered}
   */
  public Future<Optional<Exhausted>> count(
      SqlClient db,
      List<Counter> counters,
      @Nullable String caller,
      Instant now,
      Instant windowEnd) {
    return db.preparedQuery(COUNT)
        .execute(
            Tuple.tuple()
                .addOffsetDateTime(Timestamps.utc(now))
                .addOffsetDateTime(Timestamps.utc(windowEnd))
                .addArrayOfString(keys(counters))
                .addArrayOfInteger(counters.stream().map(Counter::limit).toArray(Integer[]::new))
                .addArrayOfBoolean(
                    counters.stream().map(Counter::sparesKnown).toArray(Boolean[]::new))
                .addString(caller))
        .map(rows ->
            rows.stream()
                .map(row -> new Exhausted(row.getString("key"), windowEnd(row)))
                .findFirst());
  }

  /** Counts one attempt after the fact, regardless of limits; returns the new values. */
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

  /** Takes an attempt back, because it was no guess. */
  public Future<Void> release(SqlClient db, List<Counter> counters) {
    return db.preparedQuery(TAKE_BACK).execute(Tuple.of((Object) keys(counters))).mapEmpty();
  }

  /** Remembers a caller who succeeded. */
  public Future<Void> remember(SqlClient db, String caller, Instant until) {
    return db.preparedQuery(REMEMBER).execute(Tuple.of(caller, Timestamps.utc(until))).mapEmpty();
  }

  /** Deletes a batch of counters whose window has ended, and returns their number. */
  public Future<Integer> removeEnded(SqlClient db, Instant now, int limit) {
    return db.preparedQuery(REMOVE_ENDED)
        .execute(Tuple.of(Timestamps.utc(now), limit))
        .map(removed -> removed.rowCount());
  }

  private static String[] keys(List<Counter> counters) {
    return counters.stream().map(Counter::key).toArray(String[]::new);
  }

  private static Instant windowEnd(Row row) {
    return row.getOffsetDateTime("window_ends_at").toInstant();
  }
}
