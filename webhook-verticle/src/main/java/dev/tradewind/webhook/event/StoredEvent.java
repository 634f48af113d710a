package dev.tradewind.webhook.event;

import io.vertx.core.json.JsonObject;
import io.vertx.sqlclient.Row;
import java.time.Instant;

/**
 * Recorded event.
 *
 * @param sequence position among all events, in the order of the commits
 */
public record StoredEvent(
    long sequence,
    String eventId,
    String topic,
    String key,
    String type,
    String subject,
    long aggregateVersion,
    JsonObject data,
    Instant occurredAt,
    String causationId,
    String actor,
    String traceparent) {

  /** Columns of the table that {@link #of} reads. */
  public static final String COLUMNS =
      "event.sequence, event.event_id, event.topic, event.key, event.type, event.subject,"
          + " event.aggregate_version, event.data, event.occurred_at, event.causation_id,"
          + " event.actor, event.traceparent";

  public static StoredEvent of(Row row) {
    return new StoredEvent(
        row.getLong("sequence"),
        row.getString("event_id"),
        row.getString("topic"),
        row.getString("key"),
        row.getString("type"),
        row.getString("subject"),
        row.getLong("aggregate_version"),
        row.getJsonObject("data"),
        row.getOffsetDateTime("occurred_at").toInstant(),
        row.getString("causation_id"),
        row.getString("actor"),
        row.getString("traceparent"));
  }
}
