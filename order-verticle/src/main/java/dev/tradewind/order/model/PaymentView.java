package dev.tradewind.order.model;

import dev.tradewind.kernel.Timestamps;
import io.vertx.core.json.JsonObject;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** JSON view of a payment. */
public final class PaymentView {

  private PaymentView() {}

  public static JsonObject render(Payment payment) {
    return new JsonObject()
        .put("id", payment.id())
        .put("created_at", Timestamps.format(payment.createdAt()))
        .put("updated_at", Timestamps.format(payment.updatedAt()))
        .put("swap_id", payment.swapId())
        .put("cart_id", payment.cartId())
        .put("order_id", payment.orderId())
        .put("amount", payment.amount())
        .put("currency_code", payment.currencyCode())
        .put("amount_refunded", payment.amountRefunded())
        .put("provider_id", payment.providerId())
        .put("data", payment.data())
        .put("captured_at", time(payment.capturedAt()))
        .put("canceled_at", time(payment.canceledAt()))
        .put("metadata", payment.metadata())
        .put("idempotency_key", payment.idempotencyKey());
  }

  static @Nullable public String time(@Nullable Instant time) {
    return time == null ? null : Timestamps.format(time);
  }
}
