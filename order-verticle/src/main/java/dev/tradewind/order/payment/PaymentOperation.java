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
 * Authorization, capture, refund or cancellation at a payment provider. It is committed before the
 * provider is called, and retried under the same key until its outcome is known.
 *
 * @param refundId of the refund that it is a part of; absent for other kinds
 * @param amount in the smallest unit of the currency
 * @param details of a refund: reason, note, whether the customer is notified, {@value
 *     #KEEPS_STATUS} if the payment status does not follow it, and the {@value #RETURN_ID} or
 *     {@value #CLAIM_ID} of the return or claim that it pays back
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

  /** Detail of the refund of what a swap is cheaper. */
  public static final String SWAP_ID = "swap_id";

  /** Detail of the refund of a claim. */
  public static final String CLAIM_ID = "claim_id";

  /** Detail of an operation that was requested for the payment, not for its order. */
  public static final String OF_PAYMENT = "of_payment";

  public enum Kind {
    /** Authorization of a payment session; the payment exists from its success on. */
    AUTHORIZE,
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

  /** Whether the payment status of the order ignores it. */
  boolean keepsStatus() {
    return payment.collectionId() != null
        || payment.swapId() != null
        || details.getBoolean(KEEPS_STATUS, false);
  }

  /** Whether it was requested for the payment, not for its order. */
  boolean isOfPayment() {
    return details.getBoolean(OF_PAYMENT, false);
  }

  /**
   * Payment of the operation, as its provider knows it.
   *
   * @param cartId cart that was paid; absent for a payment of a collection
   * @param collectionId payment collection that it belongs to, if any
   * @param swapId swap whose cart was paid, if any
   */
  public record Paid(
      String id,
      @Nullable String cartId,
      @Nullable String collectionId,
      @Nullable String swapId,
      String currencyCode,
      String providerId,
      JsonObject data) {

    public static Paid of(Payment payment) {
      return new Paid(
          payment.id(),
          payment.cartId(),
          payment.paymentCollectionId(),
          payment.swapId(),
          payment.currencyCode(),
          payment.providerId(),
          payment.data());
    }
  }

  /** Authorization, capture or cancellation of a whole payment, at most once. */
  public static PaymentOperation whole(Kind kind, Payment payment, String orderId) {
    return whole(kind, payment, orderId, new JsonObject());
  }

  /** The same with details. */
  static PaymentOperation whole(Kind kind, Payment payment, String orderId, JsonObject details) {
    Paid paid = Paid.of(payment);
    return new PaymentOperation(
        paid.id() + ":" + kind.stored(),
        orderId,
        kind,
        null,
        payment.amount(),
        details,
        null,
        State.ASKED,
        paid);
  }

  /** Provider call with an idempotency key per payment, or per refund. */
  PaymentCall call(Instant deadline) {
    String key = kind == Kind.REFUND ? id : payment.id();
    return new PaymentCall(
        key,
        payment.cartId() == null ? String.valueOf(payment.collectionId()) : payment.cartId(),
        amount,
        payment.currencyCode(),
        deadline);
  }

  public String requireRefundId() {
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
