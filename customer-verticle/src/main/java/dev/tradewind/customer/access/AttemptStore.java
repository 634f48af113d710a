package dev.tradewind.customer.access;

import dev.tradewind.kernel.Timestamps;
import io.vertx.core.Future;
import io.vertx.sqlclient.SqlClient;
import io.vertx.sqlclient.Tuple;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.stream.StreamSupport;

/** Counts attempts in PostgreSQL, for all nodes together. */
final class AttemptStore {

  /**
   * Something that is counted.
   *
   * @param key its hash
   * @param most how many attempts a window has
   */
  record Counter(String key, int most) {}

  /** A counter that allows no more before its window ends. */
  record Spent(String key, Instant windowEndsAt) {}

  // Nothing is counted where one of the counters is spent already; of several at once that pass
  // this, the count itself tells who came too late. Everybody locks counters in the same order.
  private static final String COUNT =
      """
      WITH wanted AS (
        SELECT key, most
        FROM unnest($1::text[], $2::integer[]) AS wanted (key, most)
      ), spent AS (
        SELECT attempt.key, attempt.window_ends_at
        FROM wanted
        JOIN attempt ON attempt.key = wanted.key
        WHERE attempt.attempts >= wanted.most
          AND attempt.window_ends_at > $3
      ), counted AS (
        INSERT INTO attempt (key, attempts, window_ends_at)
        SELECT key, 1, $4
        FROM wanted
        WHERE NOT EXISTS (SELECT FROM spent)
        ORDER BY key
        ON CONFLICT (key) DO UPDATE
        SET attempts = CASE WHEN attempt.window_ends_at > $3 THEN attempt.attempts + 1 ELSE 1 END,
          window_ends_at = CASE
            WHEN attempt.window_ends_at > $3 THEN attempt.window_ends_at
            ELSE excluded.window_ends_at
          END
        RETURNING key, attempts, window_ends_at
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
      """;

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
  Future<Optional<Spent>> count(
      SqlClient db, List<Counter> counters, Instant now, Instant windowEnd) {
    return db.preparedQuery(COUNT)
        .execute(
            Tuple.of(
                counters.stream().map(Counter::key).toArray(String[]::new),
                counters.stream().map(Counter::most).toArray(Integer[]::new),
                Timestamps.utc(now),
                Timestamps.utc(windowEnd)))
        .map(rows ->
            StreamSupport.stream(rows.spliterator(), false)
                .map(row ->
                    new Spent(
                        row.getString("key"), row.getOffsetDateTime("window_ends_at").toInstant()))
                .findFirst());
  }

  /** It was no guess. */
  Future<Void> takeBack(SqlClient db, List<Counter> counters) {
    return db.preparedQuery(TAKE_BACK)
        .execute(Tuple.of(counters.stream().map(Counter::key).toArray(String[]::new)))
        .mapEmpty();
  }

  /** Removes some whose window has ended, and answers how many. */
  Future<Integer> removeEnded(SqlClient db, Instant now, int most) {
    return db.preparedQuery(REMOVE_ENDED)
        .execute(Tuple.of(Timestamps.utc(now), most))
        .map(removed -> removed.rowCount());
  }
}
