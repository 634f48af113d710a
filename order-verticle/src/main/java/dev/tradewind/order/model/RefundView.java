package dev.tradewind.order.model;

import dev.tradewind.kernel.Timestamps;
import io.vertx.core.json.JsonObject;

/** JSON view of a refund. */
public final class RefundView {

  private RefundView() {}

  public static JsonObject render(Refund refund) {
    return new JsonObject()
        .put("id", refund.id())
        .put("created_at", Timestamps.format(refund.createdAt()))
        .put("updated_at", Timestamps.format(refund.updatedAt()))
        .put("order_id", refund.orderId())
        .put("payment_id", refund.paymentId())
        .put("amount", refund.amount())
        .put("note", refund.note())
        .put("reason", refund.reason().wireName())
        .put("metadata", refund.metadata())
        .put("idempotency_key", refund.idempotencyKey());
  }
}
