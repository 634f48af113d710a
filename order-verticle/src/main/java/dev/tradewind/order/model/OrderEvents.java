package dev.tradewind.order.model;

import dev.tradewind.api.event.Topics;
import dev.tradewind.kernel.operation.CallContext;
import dev.tradewind.kernel.outbox.Event;
import io.vertx.core.json.JsonObject;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** Events of orders; each has whether the customer is notified. */
public final class OrderEvents {

  public static final String UPDATED = "order.updated";
  public static final String COMPLETED = "order.completed";
  public static final String CANCELED = "order.canceled";
  public static final String PAYMENT_CAPTURED = "order.payment_captured";
  public static final String PAYMENT_CAPTURE_FAILED = "order.payment_capture_failed";
  public static final String FULFILLMENT_CREATED = "order.fulfillment_created";
  public static final String FULFILLMENT_CANCELED = "order.fulfillment_canceled";
  public static final String SHIPMENT_CREATED = "order.shipment_created";
  public static final String REFUND_CREATED = "order.refund_created";

  public static final String RETURN_REQUESTED = "order.return_requested";
  public static final String ITEMS_RETURNED = "order.items_returned";
  public static final String RETURN_ACTION_REQUIRED = "order.return_action_required";
  public static final String RETURN_CANCELED = "order.return_canceled";

  private OrderEvents() {}

  /** Event at the version that the order gets by the same write. */
  public static Event of(
      CallContext context, Instant now, String type, Order order, JsonObject... further) {
    return of(context, now, type, order.id(), order.noNotification(), further);
  }

  public static Event of(
      CallContext context,
      Instant now,
      String type,
      String orderId,
      @Nullable Boolean noNotification,
      JsonObject... further) {
    JsonObject data = new JsonObject().put("id", orderId);
    for (JsonObject more : further) {
      data.mergeIn(more);
    }
    data.put("no_notification", noNotification);
    return Event.of(context, now, Topics.ORDER, type, orderId, 0, data)
        .withNoNotification(noNotification);
  }
}
