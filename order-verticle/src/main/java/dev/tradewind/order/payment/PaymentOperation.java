package dev.tradewind.order.payment;

import dev.tradewind.kernel.Timestamps;
import dev.tradewind.order.model.Payment;
import dev.tradewind.providers.payment.PaymentCall;
import io.vertx.core.json.JsonObject;
import java.time.Instant;
import java.util.Locale;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Capture, refund or cancellation at a payment provider. It is committed before the provider is
 * called, and retried under the same key until its outcome is known.
 *
 * @param refundId of the refund that it is a part of; absent for other kinds
 * @param amount in the smallest unit of the currency
 * @param details of a refund: reason, note, whether the customer is notified, {@value
 *     #KEEPS_STATUS} if the payment status does not follow it, and the {@value #RETURN_ID} of the
 *     return that it pays back
 * @param idempotencyKey of the request for a refund
 */
public record PaymentOperation(
    String id,
    String orderId,
    Kind kind,
    @Nullable String refundId,
    long amount,
    JsonObject details,
    @Nullable String idempotencyKey,
    State state,
    Paid payment) {

  /** Detail of a refund that returns, swaps and claims cause, as the reference does. */
  public static final String KEEPS_STATUS = "keeps_payment_status";

  /** Detail of the refund of a received return. */
  public static final String RETURN_ID = "return_id";

  public enum Kind {
    CAPTURE,
    CANCEL,
    REFUND;

    String stored() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /** Progress of an operation. */
  public enum State {
    /** Committed; its outcome is not known. */
    ASKED,
    DONE,
    /** The provider has refused it; it had no effect. */
    REFUSED;

    String stored() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /** Whether its outcome is not known. */
  public boolean isOpen() {
    return state == State.ASKED;
  }

  /** Whether it refunds an amount, or has. */
  public boolean isRefund() {
    return kind == Kind.REFUND && state != State.REFUSED;
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
        null,
        payment.amount(),
        new JsonObject(),
        null,
        State.ASKED,
        paid);
  }

  /** Provider call with an idempotency key per payment, or per refund. */
  PaymentCall call(Instant deadline) {
    String key = kind == Kind.REFUND ? id : payment.id();
    return new PaymentCall(
        key, String.valueOf(payment.cartId()), amount, payment.currencyCode(), deadline);
  }

  String requireRefundId() {
    return Objects.requireNonNull(refundId, id);
  }

  JsonObject row(Instant now) {
    return new JsonObject()
        .put("id", id)
        .put("order_id", orderId)
        .put("payment_id", payment.id())
        .put("kind", kind.stored())
        .put("refund_id", refundId)
        .put("amount", amount)
        .put("status", state.stored())
        .put("details", details)
        .put("idempotency_key", idempotencyKey)
        .put("created_at", Timestamps.format(now))
        .put("updated_at", Timestamps.format(now));
  }
}
