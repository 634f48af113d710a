package dev.tradewind.order.edit;

import dev.tradewind.api.event.Topics;
import dev.tradewind.kernel.outbox.Event;
import dev.tradewind.order.change.OrderRequest;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
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
  static Event of(OrderRequest request, String type, String id) {
    return event(request, type, id, new JsonObject().put("id", id));
  }

  static Event changeCreated(OrderRequest request, String id) {
    return event(request, CHANGE_CREATED, id, new JsonObject().put("id", id));
  }

  static Event changesDeleted(OrderRequest request, List<String> ids, String editId) {
    return event(
        request,
        CHANGE_DELETED,
        editId,
        new JsonObject().put("id", editId).put("ids", new JsonArray(ids)));
  }

  private static Event event(OrderRequest request, String type, String id, JsonObject data) {
    String orderId = request.orderId();
    return Event.of(
            request.context(),
            request.now(),
            Topics.ORDER,
            type,
            id,
            0,
            data.put("order_id", orderId))
        .keyedBy(orderId);
  }
}
