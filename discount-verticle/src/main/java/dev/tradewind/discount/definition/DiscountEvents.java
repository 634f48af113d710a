package dev.tradewind.discount.definition;

import dev.tradewind.api.event.Topics;
import dev.tradewind.kernel.operation.Request;
import dev.tradewind.kernel.outbox.Event;
import dev.tradewind.kernel.outbox.Outbox;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.time.Instant;
import java.util.List;

/**
 * Events of discounts, as statement parameters. A dynamic discount and its codes have the same
 * event key, so that their events stay in order.
 */
public final class DiscountEvents {

  /**
   * INSERT into the outbox for a statement that also changes one discount: id, version and key of
   * the event come from the row of the CTE, which has {@code id}, {@code parent_discount_id} and
   * {@code version}.
   */
  public static String insertOf(String parameter, String changed) {
    return """
    INSERT INTO outbox (
      event_id, topic, key, type, subject, aggregate_version, data, occurred_at, causation_id,
      actor, traceparent, tracestate, no_notification
    )
    SELECT event.event_id, event.topic, coalesce(%2$s.parent_discount_id, %2$s.id), event.type,
      %2$s.id, %2$s.version, event.data || jsonb_build_object('id', %2$s.id), event.occurred_at,
      event.causation_id, event.actor, event.traceparent, event.tracestate,
      event.no_notification
    FROM %2$s, jsonb_populate_recordset(NULL::outbox, %1$s::jsonb) AS event
    """
        .formatted(parameter, changed);
  }

  private DiscountEvents() {}

  /** Event in the form that {@link #insertOf} reads. */
  public static JsonArray row(Request request, Instant at, String type, JsonObject data) {
    return Outbox.rows(
        List.of(Event.of(request.context(), at, Topics.DISCOUNT, type, "", 0, data)));
  }
}
