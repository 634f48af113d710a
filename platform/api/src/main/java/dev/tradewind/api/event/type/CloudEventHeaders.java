package dev.tradewind.api.event.type;

import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;

/** JSON Schema of the headers of a record. */
final class CloudEventHeaders {

  private static final String TRACE_FORM = "^[0-9a-f]{2}-[0-9a-f]{32}-[0-9a-f]{16}-[0-9a-f]{2}$";

  private CloudEventHeaders() {}

  static JsonObject schema() {
    JsonObject properties =
        new JsonObject()
            .put("ce_specversion", text().put("const", "1.0"))
            .put(
                "ce_id",
                text("Unique id of the event; equal for a repeated delivery. Deduplicate by it."))
            .put("ce_type", text("Event type, the name of the message."))
            .put(
                "ce_source",
                text("The shop: TRADEWIND_EVENT_SOURCE of its nodes.")
                    .put("format", "uri-reference")
                    .put("default", "/tradewind"))
            .put("ce_subject", text("Id of the aggregate."))
            .put("ce_time", text("Time of the change, UTC.").put("format", "date-time"))
            .put("ce_dataschema", text("URL of the JSON Schema of the value.").put("format", "uri"))
            .put(
                "ce_causationid",
                text("Id of the command that caused the event: the x-request-id of the request."))
            .put(
                "ce_actor",
                text(
                    "Caller: a kind (NOBODY, CUSTOMER, USER, SYSTEM), for customers and users"
                        + " followed by id and credential, separated by colons."))
            .put(
                "ce_traceparent",
                text("W3C trace context of the request that caused the event; derived from"
                        + " ce_causationid where the request had none.")
                    .put("pattern", TRACE_FORM))
            .put(
                "traceparent",
                text("The same trace context, or below it that of the message where a node traces"
                        + " messages, under the name that OpenTelemetry reads.")
                    .put("pattern", TRACE_FORM))
            .put("content-type", text().put("const", "application/json"));
    JsonArray required = new JsonArray();
    properties.fieldNames().forEach(required::add);
    properties.put(
        "ce_aggregateversion",
        text("Version of the aggregate after the change. Rises with every change of the aggregate;"
                + " events of one change have the same. Absent in entries of the audit log, which"
                + " are no changes of their subject.")
            .put("pattern", "^[0-9]+$"));
    properties.put(
        "ce_tracestate",
        text("W3C tracestate of the request that caused the event. Absent where it had none."));
    properties.put("tracestate", text("The same value, under the name that OpenTelemetry reads."));
    properties.put(
        "ce_nonotification",
        text("true asks notification consumers to skip the event without parsing it. Absent where"
                + " the aggregate does not say.")
            .put("enum", new JsonArray().add("true").add("false")));
    return new JsonObject()
        .put("type", "object")
        .put("required", required)
        .put("properties", properties);
  }

  private static JsonObject text() {
    return new JsonObject().put("type", "string");
  }

  private static JsonObject text(String description) {
    return text().put("description", description);
  }
}
