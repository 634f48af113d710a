package dev.tradewind.order.payment;

import dev.tradewind.kernel.Timestamps;
import dev.tradewind.order.model.Payment;
import dev.tradewind.providers.payment.PaymentCall;
import io.vertx.core.json.JsonObject;
import java.time.Instant;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * Capture, refund or cancellation at a payment provider. It is committed before the provider is
 * called, and retried under the same key until its outcome is known.
 *
 * @param id for a refund also the id of the resulting refund
 * @param amount in the smallest unit of the currency
 * @param details of a refund: reason, note, whether the customer is notified
 * @param idempotencyKey of the request for a refund
 */
public record PaymentOperation(
    String id,
    String orderId,
    Kind kind,
    long amount,
    JsonObject details,
    @Nullable String idempotencyKey,
    boolean done,
    Paid payment) {

  public enum Kind {
    CAPTURE,
    CANCEL,
    REFUND;

    String stored() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /** Payment of the operation, as its provider knows it. */
  public record Paid(
      String id, @Nullable String cartId, String currencyCode, String providerId, JsonObject data) {

    public static Paid of(Payment payment) {
      return new Paid(
          payment.id(),
          payment.cartId(),
          payment.currencyCode(),
          payment.providerId(),
          payment.data());
    }
  }

  /** Capture or cancellation of a whole payment, at most once. */
  public static PaymentOperation whole(Kind kind, Payment payment, String orderId) {
    Paid paid = Paid.of(payment);
    return new PaymentOperation(
        paid.id() + ":" + kind.stored(),
        orderId,
        kind,
        payment.amount(),
        new JsonObject(),
        null,
        false,
        paid);
  }

  /** Provider call with an idempotency key per payment, or per refund. */
  PaymentCall call(Instant deadline) {
    String key = kind == Kind.REFUND ? id : payment.id();
    return new PaymentCall(
        key, String.valueOf(payment.cartId()), amount, payment.currencyCode(), deadline);
  }

  JsonObject row(Instant now) {
    return new JsonObject()
        .put("id", id)
        .put("order_id", orderId)
        .put("payment_id", payment.id())
        .put("kind", kind.stored())
        .put("amount", amount)
        .put("status", "asked")
        .put("details", details)
        .put("idempotency_key", idempotencyKey)
        .put("created_at", Timestamps.format(now))
        .put("updated_at", Timestamps.format(now));
  }
}
