package dev.tradewind.kernel.outbox;

import dev.tradewind.kernel.database.Transactions;
import io.vertx.core.Future;
import io.vertx.sqlclient.Pool;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.SqlClient;
import io.vertx.sqlclient.SqlConnection;
import io.vertx.sqlclient.Tuple;
import java.time.OffsetDateTime;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Store of the parked events of one schema. Moves in both directions hold the lock of the outbox's
 * lease, so that an event is never parked behind one that is being replayed.
 */
public final class ParkedEventStore {

  private static final int REPLAY_BATCH = 5_000;

  private static final String LOCK = "SELECT FROM outbox_lease WHERE shard = 0 FOR UPDATE";

  private static final String COLUMNS =
      """
      id, event_id, topic, key, type, subject, aggregate_version, data, occurred_at, causation_id,
      actor, traceparent, tracestate, no_notification\
      """;

  /** Without a reason only behind an event that is still parked. */
  private static final String PARK =
      """
      WITH candidate AS (
        SELECT event.*, chosen.reason
        FROM unnest($1::bigint[], $2::text[]) AS chosen (id, reason)
        JOIN outbox AS event USING (id)
        WHERE event.sent_at IS NULL
          AND (
            chosen.reason IS NOT NULL
            OR EXISTS (
              SELECT
              FROM parked_event AS earlier
              WHERE earlier.topic = event.topic
                AND earlier.key = event.key
                AND earlier.id < event.id
            )
          )
      ), removed AS (
        DELETE FROM outbox
        WHERE id IN (SELECT id FROM candidate)
        RETURNING id
      )
      INSERT INTO parked_event (%1$s, reason)
      SELECT %1$s, reason
      FROM candidate
      WHERE id IN (SELECT id FROM removed)
      """
          .formatted(COLUMNS);

  private static final String REPLAY =
      """
      WITH replayed AS (
        DELETE FROM parked_event
        WHERE id IN (
          SELECT id
          FROM parked_event
          WHERE parked_at < $1
            AND ($2::text IS NULL OR topic = $2)
            AND ($3::text IS NULL OR key = $3)
          ORDER BY id
          LIMIT $4
        )
        RETURNING %1$s
      )
      INSERT INTO outbox (%1$s)
      OVERRIDING SYSTEM VALUE
      SELECT %1$s
      FROM replayed
      """
          .formatted(COLUMNS);

  private static final String LIST =
      """
      SELECT event_id, topic, key, type, occurred_at, parked_at, reason
      FROM parked_event
      ORDER BY id
      LIMIT $1
      """;

  private static final String COUNT = "SELECT count(*) FROM parked_event";

  private static final String DISCARD = "DELETE FROM parked_event WHERE event_id = $1";

  private ParkedEventStore() {}

  /**
   * Moves unsent events out of the outbox.
   *
   * @param reasons for each id; null for an event behind a parked event of its key, which stays in
   *     the outbox if the parked event was replayed meanwhile
   */
  static Future<Integer> park(Pool pool, Long[] ids, @Nullable String[] reasons) {
    return locked(
        pool, connection -> execute(connection, PARK, Tuple.of((Object) ids, (Object) reasons)));
  }

  /**
   * Moves the events that are parked now back to their places in the outbox.
   *
   * @param topic only of this topic; null: of all
   * @param key only of this partition key; null: of all
   * @return their number
   */
  public static Future<Integer> replay(Pool pool, @Nullable String topic, @Nullable String key) {
    return pool.query("SELECT clock_timestamp()")
        .execute()
        .compose(now -> replay(pool, now.iterator().next().getOffsetDateTime(0), topic, key, 0));
  }

  /** Events that are refused again meanwhile are parked after the given time, and stay. */
  private static Future<Integer> replay(
      Pool pool, OffsetDateTime before, @Nullable String topic, @Nullable String key, int done) {
    return locked(
            pool,
            connection -> execute(connection, REPLAY, Tuple.of(before, topic, key, REPLAY_BATCH)))
        .compose(moved -> {
          if (moved < REPLAY_BATCH) {
            return Future.succeededFuture(done + moved);
          }
          return replay(pool, before, topic, key, done + moved);
        });
  }

  /** Deletes an event, which is then never published. */
  public static Future<Boolean> discard(Pool pool, String eventId) {
    return execute(pool, DISCARD, Tuple.of(eventId)).map(deleted -> deleted > 0);
  }

  /** The oldest parked events. */
  public static Future<List<ParkedEvent>> list(Pool pool, int limit) {
    return pool.preparedQuery(LIST)
        .execute(Tuple.of(limit))
        .map(rows -> rows.stream().map(ParkedEventStore::event).toList());
  }

  public static Future<Long> count(Pool pool) {
    return pool.query(COUNT).execute().map(rows -> rows.iterator().next().getLong(0));
  }

  private static Future<Integer> locked(Pool pool, Function<SqlConnection, Future<Integer>> move) {
    // Of two statements: the second one sees what was committed before the lock was granted.
    return Transactions.inTransaction(
        pool,
        connection -> connection.query(LOCK).execute().compose(locked -> move.apply(connection)));
  }

  private static Future<Integer> execute(SqlClient db, String statement, Tuple values) {
    return db.preparedQuery(statement).execute(values).map(rows -> rows.rowCount());
  }

  private static ParkedEvent event(Row row) {
    return new ParkedEvent(
        row.getString("event_id"),
        row.getString("topic"),
        row.getString("key"),
        row.getString("type"),
        row.getOffsetDateTime("occurred_at").toInstant(),
        row.getOffsetDateTime("parked_at").toInstant(),
        row.getString("reason"));
  }
}
