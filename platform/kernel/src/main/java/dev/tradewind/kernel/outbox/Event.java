package dev.tradewind.kernel.outbox;

import dev.tradewind.kernel.operation.CallContext;
import dev.tradewind.kernel.operation.Traceparent;
import dev.tradewind.kernel.text.Ids;
import dev.tradewind.kernel.text.Timestamps;
import io.soabase.recordbuilder.core.RecordBuilder;
import io.vertx.core.json.JsonObject;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * Change of one aggregate, as stored in the outbox and published to Kafka.
 *
 * @param topic Kafka topic
 * @param key partition key: events with the same key keep their order
 * @param type CloudEvents type, for example {@code order.placed}
 * @param subject id of the changed aggregate
 * @param aggregateVersion version of the aggregate after the change
 * @param data small and stable, always with an {@code id}; never secrets
 * @param occurredAt UTC
 * @param traceparent W3C trace context of the command
 * @param tracestate values of tracing systems beside it
 * @param noNotification true asks notification consumers to send nothing
 */
@RecordBuilder
public record Event(
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
    @Nullable String tracestate,
    @Nullable Boolean noNotification) {

  /** An event that occurs now, caused by the command of the context. */
  public static Event of(
      CallContext context,
      Instant occurredAt,
      String topic,
      String type,
      String aggregateId,
      long aggregateVersion,
      JsonObject data) {
    return EventBuilder.builder()
        .eventId(Ids.ulid())
        .topic(topic)
        .key(aggregateId)
        .type(type)
        .subject(aggregateId)
        .aggregateVersion(aggregateVersion)
        .data(data)
        .occurredAt(occurredAt)
        .causationId(context.commandId())
        .actor(context.actor())
        .traceparent(Traceparent.of(context.traceparent(), context.commandId()))
        .tracestate(context.tracestate())
        .build();
  }

  public Event keyedBy(String otherKey) {
    return EventBuilder.builder(this).key(otherKey).build();
  }

  public Event withNoNotification(@Nullable Boolean value) {
    return EventBuilder.builder(this).noNotification(value).build();
  }

  JsonObject toRow() {
    return new JsonObject()
        .put("event_id", eventId)
        .put("topic", topic)
        .put("key", key)
        .put("type", type)
        .put("subject", subject)
        .put("aggregate_version", aggregateVersion)
        .put("data", data)
        .put("occurred_at", Timestamps.format(occurredAt))
        .put("causation_id", causationId)
        .put("actor", actor)
        .put("traceparent", traceparent)
        .put("tracestate", tracestate)
        .put("no_notification", noNotification);
  }
}
