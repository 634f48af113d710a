package dev.tradewind.kernel.outbox;

import dev.tradewind.kernel.text.Timestamps;
import io.vertx.core.Future;
import io.vertx.sqlclient.Pool;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.Tuple;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Events of one schema that its outbox still has, for the comparison with Kafka. */
public final class RecordedEvents {

  private static final int PAGE = 5_000;

  private static final String LATEST =
      "SELECT greatest(max(occurred_at), max(sent_at)) FROM outbox";

  private static final String SINCE =
      """
      SELECT id, event_id, topic, type, occurred_at, sent_at IS NOT NULL AS is_sent
      FROM (
        SELECT id, event_id, topic, type, occurred_at, sent_at
        FROM outbox
        UNION ALL
        SELECT id, event_id, topic, type, occurred_at, NULL
        FROM parked_event
      ) AS event
      WHERE id > $1 AND occurred_at >= $2
      ORDER BY id
      LIMIT $3
      """;

  private static final String UNSENT =
      """
      SELECT count(*) AS unsent, (SELECT count(*) FROM parked_event) AS parked
      FROM outbox
      WHERE sent_at IS NULL
      """;

  private static final String PUBLISH_AGAIN =
      """
      UPDATE outbox
      SET sent_at = NULL
      WHERE event_id = ANY ($1) AND sent_at IS NOT NULL
      """;

  private RecordedEvents() {}

  /**
   * An event of the outbox, or a parked one.
   *
   * @param isSent whether Kafka has acknowledged it
   */
  public record Recorded(String id, String topic, String type, Instant time, boolean isSent) {}

  /** Events that wait for the relay, and parked ones. */
  public record Waiting(long unsent, long parked) {}

  /** The time of the latest change or acknowledgement; null without events. */
  public static Future<@Nullable Instant> latest(Pool pool) {
    return pool.query(LATEST)
        .execute()
        .map(rows -> {
          OffsetDateTime latest = rows.iterator().next().getOffsetDateTime(0);
          return latest == null ? null : latest.toInstant();
        });
  }

  /** Reads the events of changes since a time, page by page. */
  public static Future<Void> read(Pool pool, Instant since, Consumer<Recorded> reader) {
    return read(pool, 0, since, reader);
  }

  private static Future<Void> read(
      Pool pool, long after, Instant since, Consumer<Recorded> reader) {
    return pool.preparedQuery(SINCE)
        .execute(Tuple.of(after, Timestamps.utc(since), PAGE))
        .compose(rows -> {
          long last = after;
          for (Row row : rows) {
            last = row.getLong("id");
            reader.accept(
                new Recorded(
                    row.getString("event_id"),
                    row.getString("topic"),
                    row.getString("type"),
                    row.getOffsetDateTime("occurred_at").toInstant(),
                    row.getBoolean("is_sent")));
          }
          return rows.size() < PAGE ? Future.succeededFuture() : read(pool, last, since, reader);
        });
  }

  public static Future<Waiting> waiting(Pool pool) {
    return pool.query(UNSENT)
        .execute()
        .map(rows -> rows.iterator().next())
        .map(row -> new Waiting(row.getLong("unsent"), row.getLong("parked")));
  }

  /** Makes the relay publish events again; returns their number. */
  public static Future<Integer> publishAgain(Pool pool, List<String> ids) {
    return pool.preparedQuery(PUBLISH_AGAIN)
        .execute(Tuple.of((Object) ids.toArray(String[]::new)))
        .map(changed -> changed.rowCount());
  }
}
