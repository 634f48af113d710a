package dev.tradewind.order.payment;

import dev.tradewind.kernel.idempotency.IdempotencyKey;
import dev.tradewind.kernel.text.Timestamps;
import dev.tradewind.order.model.Payment;
import dev.tradewind.spi.payment.PaymentCall;
import io.soabase.recordbuilder.core.RecordBuilder;
import io.vertx.core.json.JsonObject;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Authorization, capture, refund or cancellation at a payment provider. It is committed before the
 * provider is called, and retried under the same key until its outcome is known.
 *
 * @param refundId of the refund that it is a part of; absent for other kinds
 * @param amount in the smallest unit of the currency
 * @param idempotencyKey of the request for a refund
 */
@RecordBuilder
public record PaymentOperation(
    String id,
    String orderId,
    Kind kind,
    @Nullable String refundId,
    long amount,
    PaymentDetails details,
    @Nullable String idempotencyKey,
    State state,
    Paid payment) {

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
    REFUSED,
    /** A refund that the provider had accepted, and whose money came back. */
    FAILED;

    String stored() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /** Whether its outcome is not known. */
  public boolean isOpen() {
    return state == State.ASKED;
  }

  /** Whether it has an effect, or may have one. */
  boolean hasEffect() {
    return state == State.ASKED || state == State.DONE;
  }

  /** Whether it refunds an amount, or has. */
  public boolean isRefund() {
    return kind == Kind.REFUND && hasEffect();
  }

  /** Whether the payment status of the order ignores it. */
  boolean keepsStatus() {
    return payment.collectionId() != null
        || payment.swapId() != null
        || !(details.purpose() instanceof PaymentPurpose.OfOrder);
  }

  /** Whether it was requested for the payment, not for its order. */
  boolean isOfPayment() {
    return details.isOfPayment();
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

  /**
   * Refunds that an earlier request recorded under the key.
   *
   * @param recorded operations of the order
   * @throws dev.tradewind.kernel.operation.Problem 422 if it had another body
   */
  public static List<PaymentOperation> refundsUnder(
      IdempotencyKey key, List<PaymentOperation> recorded) {
    List<PaymentOperation> refunds =
        recorded.stream()
            .filter(PaymentOperation::isRefund)
            .filter(operation -> key.key().equals(operation.idempotencyKey()))
            .toList();
    refunds.forEach(operation -> key.requireSameRequest(operation.details().requestHash()));
    return refunds;
  }

  /** Whether it refunds what the swap is cheaper. */
  public boolean isOfSwap(String swapId) {
    return details.purpose() instanceof PaymentPurpose.OfSwap(String id) && swapId.equals(id);
  }

  /** Authorization, capture or cancellation of a whole payment, at most once. */
  public static PaymentOperation whole(Kind kind, Payment payment, String orderId) {
    return whole(kind, payment, orderId, PaymentDetails.NONE);
  }

  /** The same with details. */
  static PaymentOperation whole(
      Kind kind, Payment payment, String orderId, PaymentDetails details) {
    Paid paid = Paid.of(payment);
    return PaymentOperationBuilder.builder()
        .id(paid.id() + ":" + kind.stored())
        .orderId(orderId)
        .kind(kind)
        .amount(payment.amount())
        .details(details)
        .state(State.ASKED)
        .payment(paid)
        .build();
  }

  /** Refund of a part of a payment, under the id of the refund unless it has several parts. */
  static PaymentOperationBuilder refund(
      String refundId, Payment payment, String orderId, long amount, PaymentDetails details) {
    return PaymentOperationBuilder.builder()
        .id(refundId)
        .orderId(orderId)
        .kind(Kind.REFUND)
        .refundId(refundId)
        .amount(amount)
        .details(details)
        .state(State.ASKED)
        .payment(Paid.of(payment));
  }

  /** Provider call with an idempotency key per payment, or per refund. */
  PaymentCall call(Instant deadline) {
    String key = kind == Kind.REFUND ? id : payment.id();
    return new PaymentCall(
        key,
        payment.cartId() == null ? String.valueOf(payment.collectionId()) : payment.cartId(),
        orderId,
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
        .put("details", details.stored())
        .put("idempotency_key", idempotencyKey)
        .put("created_at", Timestamps.format(now))
        .put("updated_at", Timestamps.format(now));
  }
}
