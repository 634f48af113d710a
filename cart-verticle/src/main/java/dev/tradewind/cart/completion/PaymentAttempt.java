package dev.tradewind.cart.completion;

import dev.tradewind.cart.model.PaymentSession;
import dev.tradewind.providers.payment.PaymentCall;
import io.vertx.core.json.JsonObject;
import java.time.Instant;
import java.util.Locale;
import java.util.Set;

/**
 * An authorization asked from a payment provider. It is committed before the provider is called;
 * its id is the provider's idempotency key and, once used, the id of the order's payment.
 *
 * @param amount in the smallest unit of the currency
 * @param sessionData what the provider knows of the session that is paid
 * @param data what the provider said to the authorisation
 */
record PaymentAttempt(
    String id,
    String cartId,
    long cartVersion,
    String providerId,
    long amount,
    String currencyCode,
    Status status,
    JsonObject sessionData,
    JsonObject data) {

  enum Status {
    /** The provider is being asked; its answer is not known. */
    AUTHORIZING,
    AUTHORIZED,
    /** The shopper has to do something first; the next completion asks anew. */
    REQUIRES_MORE,
    FAILED,
    /** It became the payment of an order. */
    USED,
    /** It will not be used; the provider has to release what it may hold. */
    VOIDING,
    VOIDED;

    /** An order may still come to use it. */
    static final Set<Status> LIVE = Set.of(AUTHORIZING, AUTHORIZED);

    String stored() {
      return name().toLowerCase(Locale.ROOT);
    }

    static Status read(String stored) {
      return valueOf(stored.toUpperCase(Locale.ROOT));
    }
  }

  /** Whether this attempt pays exactly what the session is about to pay. */
  boolean pays(PaymentSession session, long total, String currency) {
    return providerId.equals(session.providerId())
        && amount == total
        && currencyCode.equals(currency);
  }

  /** Whether the provider is known to have authorized it. */
  boolean isAnswered() {
    return status == Status.AUTHORIZED || !data.isEmpty();
  }

  PaymentCall call(Instant deadline) {
    return new PaymentCall(id, cartId, amount, currencyCode, deadline);
  }

  PaymentAttempt answered(Status newStatus, JsonObject newData) {
    return new PaymentAttempt(
        id, cartId, cartVersion, providerId, amount, currencyCode, newStatus, sessionData, newData);
  }
}
