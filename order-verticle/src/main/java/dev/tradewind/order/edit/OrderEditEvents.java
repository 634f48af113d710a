package dev.tradewind.order.edit;

import dev.tradewind.api.event.Topics;
import dev.tradewind.kernel.operation.CallContext;
import dev.tradewind.kernel.outbox.Event;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.time.Instant;
import java.util.List;

/** Events of order edits and their changes, in the sequence of the events of their order. */
final class OrderEditEvents {

  static final String CREATED = "order-edit.created";
  static final String UPDATED = "order-edit.updated";
  static final String REQUESTED = "order-edit.requested";
  static final String CONFIRMED = "order-edit.confirmed";
  static final String DECLINED = "order-edit.declined";
  static final String CANCELED = "order-edit.canceled";
  static final String DELETED = "order-edit.deleted";

  private static final String CHANGE_CREATED = "order-edit-item-change.CREATED";
  private static final String CHANGE_DELETED = "order-edit-item-change.DELETED";

  private OrderEditEvents() {}

  /** Event at the version that the order gets by the same write. */
  static Event of(CallContext context, Instant now, String type, String id, String orderId) {
    return event(context, now, type, id, orderId, new JsonObject().put("id", id));
  }

  static Event changeCreated(CallContext context, Instant now, String id, String orderId) {
    return event(context, now, CHANGE_CREATED, id, orderId, new JsonObject().put("id", id));
  }

  static Event changesDeleted(
      CallContext context, Instant now, List<String> ids, String editId, String orderId) {
    return event(
        context,
        now,
        CHANGE_DELETED,
        editId,
        orderId,
        new JsonObject().put("id", editId).put("ids", new JsonArray(ids)));
  }

  private static Event event(
      CallContext context, Instant now, String type, String id, String orderId, JsonObject data) {
    return Event.of(context, now, Topics.ORDER, type, id, 0, data.put("order_id", orderId))
        .keyedBy(orderId);
  }
}
