package dev.tradewind.providers.payment;

import io.vertx.core.Future;
import io.vertx.core.json.JsonObject;

/**
 * Takes the shopper's money. Found by {@link java.util.ServiceLoader}; one instance serves many
 * requests at once. Every call carries an idempotency key under which the provider does its work at
 * most once, and a deadline after which nobody waits. A future that fails means that the outcome is
 * not known.
 */
public interface PaymentProvider {

  /** The id by which regions and payment sessions name this provider. */
  String id();

  /** Opens a session at the provider; the answer is the session's data. */
  Future<JsonObject> createSession(PaymentCall call);

  /** Tells the provider the new amount; the answer is the session's new data. */
  Future<JsonObject> updateSession(PaymentCall call, JsonObject data);

  /** Passes what the storefront sent on to the provider; the answer is merged into the data. */
  Future<JsonObject> updateSessionData(PaymentCall call, JsonObject data, JsonObject update);

  Future<Void> deleteSession(PaymentCall call, JsonObject data);

  Future<Authorization> authorize(PaymentCall call, JsonObject data);

  /**
   * What the provider knows of the authorisation asked under the key, after a call without answer.
   */
  Future<Authorization> findAuthorization(PaymentCall call, JsonObject data);

  /** The payment's new data. */
  Future<JsonObject> capture(PaymentCall call, JsonObject data);

  /** The payment's new data; the call's amount is what goes back to the shopper. */
  Future<JsonObject> refund(PaymentCall call, JsonObject data);

  /** Gives an authorisation up; the answer is the payment's new data. */
  Future<JsonObject> cancel(PaymentCall call, JsonObject data);
}
