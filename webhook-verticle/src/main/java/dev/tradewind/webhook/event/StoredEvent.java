package dev.tradewind.webhook.event;

import dev.tradewind.kernel.json.RecordCodec;
import io.vertx.core.json.JsonObject;
import java.lang.invoke.MethodHandles;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * Recorded event.
 *
 * @param sequence position among all events, in the order of the commits
 * @param tracestate values of tracing systems beside the trace context
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
    String traceparent,
    @Nullable String tracestate) {

  public static final RecordCodec<StoredEvent> CODEC =
      RecordCodec.of(MethodHandles.lookup(), StoredEvent.class);

  /** Columns of the table that are its members. */
  public static final String COLUMNS =
      "event.sequence, event.event_id, event.topic, event.key, event.type, event.subject,"
          + " event.aggregate_version, event.data, event.occurred_at, event.causation_id,"
          + " event.actor, event.traceparent, event.tracestate";
}
