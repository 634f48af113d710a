package dev.tradewind.order.payment;

import dev.tradewind.api.event.Topics;
import dev.tradewind.kernel.operation.CallContext;
import dev.tradewind.kernel.outbox.Event;
import dev.tradewind.order.change.OrderRequest;
import io.vertx.core.json.JsonObject;
import java.time.Instant;

/** Events of payments and payment collections, in the sequence of the events of their order. */
public final class PaymentEvents {

  public static final String COLLECTION_CREATED = "payment-collection.created";
  public static final String COLLECTION_UPDATED = "payment-collection.updated";
  public static final String COLLECTION_AUTHORIZED = "payment-collection.payment_authorized";
  public static final String COLLECTION_CANCELED = "payment-collection.canceled";
  public static final String COLLECTION_DELETED = "payment-collection.deleted";

  static final String CAPTURED = "payment.payment_captured";
  static final String CAPTURE_FAILED = "payment.payment_capture_failed";
  static final String REFUND_CREATED = "payment.payment_refund_created";
  static final String REFUND_FAILED = "payment.payment_refund_failed";
  static final String DISPUTED = "payment.payment_disputed";

  private PaymentEvents() {}

  /** Event of a payment or payment collection that a request changes. */
  public static Event of(OrderRequest request, String type, String id) {
    return of(request.context(), request.now(), type, id, request.orderId());
  }

  /** Event of a payment or payment collection, at the version that its order gets. */
  public static Event of(CallContext context, Instant now, String type, String id, String orderId) {
    return Event.of(
            context,
            now,
            Topics.ORDER,
            type,
            id,
            0,
            new JsonObject().put("id", id).put("order_id", orderId))
        .keyedBy(orderId);
  }
}
