package dev.tradewind.order.model;

import dev.tradewind.kernel.operation.CallContext;
import dev.tradewind.kernel.outbox.Event;
import dev.tradewind.order.aftersale.Swap;
import java.time.Instant;

/** Events of swaps, in the sequence of the events of their order. */
public final class SwapEvents {

  public static final String CREATED = "swap.created";
  public static final String RECEIVED = "swap.received";
  public static final String FULFILLMENT_CREATED = "swap.fulfillment_created";
  public static final String FULFILLMENT_CANCELED = "swap.fulfillment_canceled";
  public static final String SHIPMENT_CREATED = "swap.shipment_created";
  public static final String PAYMENT_COMPLETED = "swap.payment_completed";
  public static final String PAYMENT_CAPTURED = "swap.payment_captured";
  public static final String PAYMENT_CAPTURE_FAILED = "swap.payment_capture_failed";
  public static final String REFUND_PROCESSED = "swap.refund_processed";
  public static final String REFUND_FAILED = "swap.process_refund_failed";

  private SwapEvents() {}

  /** Event at the version that the order gets by the same write. */
  public static Event of(CallContext context, Instant now, String type, Swap swap) {
    return OrderEvents.ofPart(
        context, now, type, swap.owner(), swap.orderId(), swap.noNotification());
  }
}
