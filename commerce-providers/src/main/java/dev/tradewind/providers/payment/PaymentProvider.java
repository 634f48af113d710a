package dev.tradewind.providers.payment;

import io.vertx.core.Future;
import io.vertx.core.json.JsonObject;
import java.util.List;

/**
 * SPI of payment providers. Found by {@link java.util.ServiceLoader}; one instance serves many
 * requests at once. Every call carries an idempotency key under which the provider does its work at
 * most once, and a deadline after which the caller has given up. A future that fails with a problem
 * is a refusal, which had no effect; any other failure means that the outcome is unknown.
 */
public interface PaymentProvider {

  /** The id of this provider in regions and payment sessions. */
  String id();

  /**
   * Whether an authorization holds money or has another effect outside of the shop. Authorizations
   * of a provider without one are repeated and dropped freely: no attempt is recorded before the
   * provider is called, and nothing is voided.
   */
  default boolean holdsMoney() {
    return true;
  }

  /** Opens a session at the provider; returns the session's data. */
  Future<JsonObject> createSession(PaymentCall call);

  /** Updates the amount; returns the session's new data. */
  Future<JsonObject> updateSession(PaymentCall call, JsonObject data);

  /**
   * Passes the storefront's data on to the provider; the result is merged into the session's data.
   */
  Future<JsonObject> updateSessionData(PaymentCall call, JsonObject data, JsonObject update);

  Future<Void> deleteSession(PaymentCall call, JsonObject data);

  Future<Authorization> authorize(PaymentCall call, JsonObject data);

  /** Looks up the authorization of the key, after a call with unknown outcome. */
  Future<Authorization> findAuthorization(PaymentCall call, JsonObject data);

  /** Captures the payment; returns its new data. */
  Future<JsonObject> capture(PaymentCall call, JsonObject data);

  /** Refunds the call's amount; returns the payment's new data. */
  Future<JsonObject> refund(PaymentCall call, JsonObject data);

  /**
   * Looks up a payment that was authorized, after a capture or cancellation with unknown outcome. A
   * provider that cannot tell fails.
   */
  default Future<PaymentState> findPayment(PaymentCall call, JsonObject data) {
    return Future.failedFuture(
        new UnsupportedOperationException("Payment provider " + id() + " has no status"));
  }

  /** The payment methods that the provider has saved for the customer, as it describes them. */
  default Future<List<JsonObject>> findSavedMethods(String customerId) {
    return Future.succeededFuture(List.of());
  }

  /** Voids the authorization; returns the payment's new data. */
  Future<JsonObject> cancel(PaymentCall call, JsonObject data);
}
