package dev.tradewind.order.payment;

import dev.tradewind.kernel.idempotency.IdempotencyKey;
import dev.tradewind.order.model.Order;
import dev.tradewind.order.model.RefundReason;
import io.vertx.core.json.JsonObject;
import org.jspecify.annotations.Nullable;

/**
 * Purpose, reason and request of a payment operation, in their stored form.
 *
 * @param stored is not changed
 */
public record PaymentDetails(JsonObject stored) {

  public static final PaymentDetails NONE = new PaymentDetails(new JsonObject());

  private static final String KEEPS_STATUS = "keeps_payment_status";
  private static final String RETURN_ID = "return_id";
  private static final String SWAP_ID = "swap_id";
  private static final String CLAIM_ID = "claim_id";
  private static final String NO_NOTIFICATION = "no_notification";
  private static final String OF_PAYMENT = "of_payment";
  private static final String REQUEST_HASH = "request_hash";

  /** Details of a refund. */
  public static PaymentDetails of(RefundReason reason, PaymentPurpose purpose) {
    PaymentDetails details = NONE.with("reason", reason.wireName());
    return switch (purpose) {
      case PaymentPurpose.OfOrder sale -> details;
      case PaymentPurpose.OfReturn(String id) -> details.keepingStatus().with(RETURN_ID, id);
      case PaymentPurpose.OfClaim(String id) -> details.keepingStatus().with(CLAIM_ID, id);
      case PaymentPurpose.OfSwap(String id) ->
          id == null ? details.keepingStatus() : details.keepingStatus().with(SWAP_ID, id);
    };
  }

  private PaymentDetails keepingStatus() {
    return with(KEEPS_STATUS, true);
  }

  private PaymentDetails with(String name, @Nullable Object value) {
    return new PaymentDetails(stored.copy().put(name, value));
  }

  public PaymentDetails withNote(@Nullable String note) {
    return with("note", note);
  }

  /**
   * With the notification setting of the request or the part.
   *
   * @param noNotification absent: the customer is notified
   */
  public PaymentDetails withNoNotification(@Nullable Boolean noNotification) {
    return with(NO_NOTIFICATION, noNotification);
  }

  /** Of an operation that is requested for one payment, not for its order. */
  public PaymentDetails ofPayment() {
    return with(OF_PAYMENT, true);
  }

  /** Of a refund of one payment, which names it. */
  public PaymentDetails ofPayment(String paymentId) {
    return ofPayment().with("payment_id", paymentId);
  }

  /** Of a request that takes effect once. */
  public PaymentDetails requestedUnder(IdempotencyKey key) {
    return with(REQUEST_HASH, key.requestHash());
  }

  public PaymentPurpose purpose() {
    String returnId = stored.getString(RETURN_ID);
    if (returnId != null) {
      return new PaymentPurpose.OfReturn(returnId);
    }
    String claimId = stored.getString(CLAIM_ID);
    if (claimId != null) {
      return new PaymentPurpose.OfClaim(claimId);
    }
    if (stored.getBoolean(KEEPS_STATUS, false)) {
      return new PaymentPurpose.OfSwap(stored.getString(SWAP_ID));
    }
    return PaymentPurpose.ORDER;
  }

  @Nullable String reason() {
    return stored.getString("reason");
  }

  @Nullable String requestHash() {
    return stored.getString(REQUEST_HASH);
  }

  boolean isOfPayment() {
    return stored.getBoolean(OF_PAYMENT, false);
  }

  /** Setting for the events of the operation; absent: the customer is notified. */
  @Nullable Boolean noNotification() {
    return stored.getBoolean(NO_NOTIFICATION);
  }

  /** The setting of the request, or of the order if the request has none. */
  @Nullable Boolean noNotificationFor(Order order) {
    return stored.containsKey(NO_NOTIFICATION) ? noNotification() : order.noNotification();
  }
}
