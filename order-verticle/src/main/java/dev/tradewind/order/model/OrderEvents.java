package dev.tradewind.order.model;

import dev.tradewind.api.event.Topics;
import dev.tradewind.kernel.operation.CallContext;
import dev.tradewind.kernel.outbox.Event;
import dev.tradewind.order.aftersale.Fulfillment;
import dev.tradewind.order.aftersale.PartOwner;
import io.vertx.core.json.JsonObject;
import java.time.Instant;
import java.util.Arrays;
import java.util.stream.Stream;
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

  /** Event of a fulfillment that its provider has accepted. */
  public static Event fulfilled(
      CallContext context, Instant now, Fulfillment fulfillment, @Nullable Boolean noNotification) {
    String type =
        switch (fulfillment.owner()) {
          case PartOwner.OfOrder order -> FULFILLMENT_CREATED;
          case PartOwner.OfClaim claim -> ClaimEvents.FULFILLMENT_CREATED;
          case PartOwner.OfSwap swap -> SwapEvents.FULFILLMENT_CREATED;
        };
    return ofFulfillment(context, now, type, fulfillment, noNotification);
  }

  /** Event of a fulfillment that left. */
  public static Event shipped(
      CallContext context, Instant now, Fulfillment fulfillment, @Nullable Boolean noNotification) {
    String type =
        switch (fulfillment.owner()) {
          case PartOwner.OfOrder order -> SHIPMENT_CREATED;
          case PartOwner.OfClaim claim -> ClaimEvents.SHIPMENT_CREATED;
          case PartOwner.OfSwap swap -> SwapEvents.SHIPMENT_CREATED;
        };
    return ofFulfillment(context, now, type, fulfillment, noNotification);
  }

  /** Event of a fulfillment that its provider has canceled. */
  public static Event fulfillmentCanceled(
      CallContext context, Instant now, Fulfillment fulfillment) {
    String type =
        switch (fulfillment.owner()) {
          case PartOwner.OfOrder order -> FULFILLMENT_CANCELED;
          case PartOwner.OfClaim claim -> ClaimEvents.FULFILLMENT_CANCELED;
          case PartOwner.OfSwap swap -> SwapEvents.FULFILLMENT_CANCELED;
        };
    return ofFulfillment(context, now, type, fulfillment, fulfillment.noNotification());
  }

  private static Event ofFulfillment(
      CallContext context,
      Instant now,
      String type,
      Fulfillment fulfillment,
      @Nullable Boolean noNotification) {
    JsonObject id = new JsonObject().put("fulfillment_id", fulfillment.id());
    if (fulfillment.owner().equals(PartOwner.ORDER)) {
      return of(context, now, type, fulfillment.orderId(), noNotification, id);
    }
    return ofPart(
        context, now, type, fulfillment.owner(), fulfillment.orderId(), noNotification, id);
  }

  /** Event of a swap or claim, in the sequence of the events of its order. */
  public static Event ofPart(
      CallContext context,
      Instant now,
      String type,
      PartOwner owner,
      String orderId,
      @Nullable Boolean noNotification,
      JsonObject... further) {
    return of(
            context,
            now,
            type,
            owner.idWithin(orderId),
            noNotification,
            Stream.concat(
                    Stream.of(new JsonObject().put("order_id", orderId)), Arrays.stream(further))
                .toArray(JsonObject[]::new))
        .keyedBy(orderId);
  }

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
