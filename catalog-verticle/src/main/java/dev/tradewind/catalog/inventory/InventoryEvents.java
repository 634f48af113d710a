package dev.tradewind.catalog.inventory;

import dev.tradewind.api.event.Topics;
import dev.tradewind.kernel.operation.CallContext;
import dev.tradewind.kernel.outbox.Event;
import dev.tradewind.kernel.resource.write.RowChange;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.time.Instant;
import java.util.List;

/** Row changes of inventory items, levels and stock locations, each with its event. */
final class InventoryEvents {

  private InventoryEvents() {}

  /** Event with the one id as a list. */
  static RowChange created(
      CallContext context, Instant now, String type, String id, String itemId, JsonObject values) {
    return change(
        context, now, type, id, itemId, values, new JsonObject().put("ids", JsonArray.of(id)));
  }

  static RowChange updated(
      CallContext context, Instant now, String type, String id, String itemId, JsonObject values) {
    return change(context, now, type, id, itemId, values, new JsonObject().put("id", id));
  }

  private static RowChange change(
      CallContext context,
      Instant now,
      String type,
      String id,
      String itemId,
      JsonObject values,
      JsonObject data) {
    Event event = Event.of(context, now, Topics.INVENTORY, type, id, 0, data).keyedBy(itemId);
    return new RowChange(now, values, List.of(event));
  }

  static RowChange ofLocation(
      CallContext context, Instant now, String type, String id, JsonObject values) {
    JsonObject data = new JsonObject().put("id", id);
    return new RowChange(
        now, values, List.of(Event.of(context, now, Topics.SETTINGS, type, id, 0, data)));
  }
}
