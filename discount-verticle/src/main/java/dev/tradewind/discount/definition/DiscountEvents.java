package dev.tradewind.discount.definition;

import dev.tradewind.api.event.Topics;
import dev.tradewind.kernel.operation.Request;
import dev.tradewind.kernel.outbox.Event;
import dev.tradewind.kernel.outbox.Outbox;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

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
    return Outbox.insertFrom(
        "%s, jsonb_populate_recordset(NULL::outbox, %s::jsonb) AS event"
            .formatted(changed, parameter),
        columns("coalesce(%1$s.parent_discount_id, %1$s.id)", changed));
  }

  /** The same for the codes of a dynamic discount, whose rows have one event each. */
  static String insertOfCodes(String parameter, String changed) {
    Map<String, String> columns = new HashMap<>(columns("%1$s.parent_discount_id", changed));
    columns.put("event_id", "gen_random_uuid()::text");
    return Outbox.insertFrom(
        "%s, jsonb_populate_recordset(NULL::outbox, %s::jsonb) AS event"
            .formatted(changed, parameter),
        columns);
  }

  private static Map<String, String> columns(String key, String changed) {
    return Map.of(
        "key",
        key.formatted(changed),
        "subject",
        changed + ".id",
        "aggregate_version",
        changed + ".version",
        "data",
        "event.data || jsonb_build_object('id', %s.id)".formatted(changed));
  }

  private DiscountEvents() {}

  /** Event in the form that {@link #insertOf} reads. */
  public static JsonArray row(Request request, Instant at, String type, JsonObject data) {
    return Outbox.rows(
        List.of(Event.of(request.context(), at, Topics.DISCOUNT, type, "", 0, data)));
  }
}
