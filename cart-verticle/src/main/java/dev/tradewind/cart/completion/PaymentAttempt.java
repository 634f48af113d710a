package dev.tradewind.cart.completion;

import dev.tradewind.cart.model.PaymentSession;
import dev.tradewind.spi.payment.PaymentCall;
import io.soabase.recordbuilder.core.RecordBuilder;
import io.vertx.core.json.JsonObject;
import java.time.Instant;
import java.util.Locale;
import java.util.Set;

/**
 * Payment authorization, committed before a provider that holds money is called. Its id is the
 * provider's idempotency key and, once used, the id of the order's payment.
 *
 * @param amount in the smallest unit of the currency
 * @param sessionData provider data of the session being paid
 * @param data provider data of the authorization
 */
@RecordBuilder
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
    /** Authorization requested; the outcome is not known. */
    AUTHORIZING,
    AUTHORIZED,
    /** Requires an action of the shopper; the next completion authorizes again. */
    REQUIRES_MORE,
    FAILED,
    /** Payment of an order. */
    USED,
    /** Not to be used; the provider has to release the authorization. */
    VOIDING,
    VOIDED;

    /** Statuses of an attempt that an order may still use. */
    static final Set<Status> LIVE = Set.of(AUTHORIZING, AUTHORIZED);

    String stored() {
      return name().toLowerCase(Locale.ROOT);
    }

    static Status read(String stored) {
      return valueOf(stored.toUpperCase(Locale.ROOT));
    }
  }

  /** Whether this attempt authorizes exactly the amount that the session is to pay. */
  boolean pays(PaymentSession session, long total, String currency) {
    return providerId.equals(session.providerId())
        && amount == total
        && currencyCode.equals(currency);
  }

  /** Whether the provider's authorization is recorded. */
  boolean isAnswered() {
    return status == Status.AUTHORIZED || !data.isEmpty();
  }

  PaymentCall call(Instant deadline) {
    return new PaymentCall(id, cartId, null, amount, currencyCode, deadline);
  }

  PaymentAttempt answered(Status newStatus, JsonObject newData) {
    return PaymentAttemptBuilder.builder(this).status(newStatus).data(newData).build();
  }
}
