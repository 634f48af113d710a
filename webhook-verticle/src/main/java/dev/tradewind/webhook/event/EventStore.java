package dev.tradewind.webhook.event;

import dev.tradewind.kernel.text.Timestamps;
import io.vertx.core.Future;
import io.vertx.core.json.JsonArray;
import io.vertx.sqlclient.SqlClient;
import io.vertx.sqlclient.Tuple;
import java.time.Instant;
import java.util.List;

/** Store of recorded events. */
public final class EventStore {

  private static final String RECORD = "SELECT record_events($1)";

  private static final String AFTER =
      """
      SELECT %s
      FROM event
      WHERE sequence > $1
        AND matches_event_type(type, $2)
      ORDER BY sequence
      LIMIT $3
      """
          .formatted(StoredEvent.COLUMNS);

  private static final String OLDEST =
      """
      SELECT sequence
      FROM event
      ORDER BY sequence
      LIMIT 1
      """;

  private static final String PRUNE =
      """
      DELETE FROM event
      WHERE sequence IN (
        SELECT sequence
        FROM event
        WHERE recorded_at < $1
        ORDER BY recorded_at
        LIMIT $2
      )
      """;

  /** Records events in their order, except those recorded before. */
  Future<Void> record(SqlClient db, JsonArray events) {
    return db.preparedQuery(RECORD).execute(Tuple.of(events)).mapEmpty();
  }

  /** Events after a sequence whose types match one of the patterns, ascending. */
  Future<List<StoredEvent>> after(SqlClient db, long sequence, List<String> patterns, int limit) {
    return db.preparedQuery(AFTER)
        .execute(Tuple.of(sequence, patterns.toArray(new String[0]), limit))
        .map(rows -> rows.stream().map(StoredEvent.CODEC::readRow).toList());
  }

  /** Sequence of the oldest event; 0 without any. */
  Future<Long> oldest(SqlClient db) {
    return db.preparedQuery(OLDEST)
        .execute()
        .map(rows -> rows.stream().map(row -> row.getLong(0)).findFirst().orElse(0L));
  }

  /** Deletes events, with their deliveries, and returns their number. */
  Future<Integer> prune(SqlClient db, Instant before, int limit) {
    return db.preparedQuery(PRUNE)
        .execute(Tuple.of(Timestamps.utc(before), limit))
        .map(deleted -> deleted.rowCount());
  }
}
