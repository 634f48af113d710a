package dev.tradewind.webhook.event;

import dev.tradewind.kernel.outbox.DataSchemas;
import dev.tradewind.kernel.text.Timestamps;
import io.vertx.core.json.JsonObject;
import java.util.Locale;

/**
 * Renderer of events as CloudEvents 1.0 in the JSON format, with the attributes that Kafka records
 * have as headers.
 *
 * @param source of all events of the shop
 */
public record CloudEvents(String source, DataSchemas schemas) {

  public static final String MEDIA_TYPE = "application/cloudevents+json; charset=utf-8";

  /** The longest sequence; shorter ones have zeros in front, so that their texts have an order. */
  private static final String SEQUENCE = "%019d"; // in ASCII digits

  /** The event with the extensions {@code sequence} and {@code partitionkey}. */
  public JsonObject render(StoredEvent event) {
    JsonObject rendered =
        new JsonObject()
            .put("specversion", "1.0")
            .put("id", event.eventId())
            .put("source", source)
            .put("type", event.type())
            .put("subject", event.subject())
            .put("time", Timestamps.format(event.occurredAt()))
            .put("datacontenttype", "application/json")
            .put("sequence", String.format(Locale.ROOT, SEQUENCE, event.sequence()))
            .put("partitionkey", event.key())
            .put("aggregateversion", Long.toString(event.aggregateVersion()))
            .put("causationid", event.causationId())
            .put("actor", event.actor())
            .put("traceparent", event.traceparent());
    if (event.tracestate() != null) {
      rendered.put("tracestate", event.tracestate());
    }
    String schema = schemas.urlOf(event.topic(), event.type());
    if (schema != null) {
      rendered.put("dataschema", schema);
    }
    return rendered.put("data", event.data());
  }
}
