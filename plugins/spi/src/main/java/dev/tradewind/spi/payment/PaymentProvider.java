package dev.tradewind.spi.payment;

import dev.tradewind.spi.Provider;
import io.vertx.core.Future;
import io.vertx.core.json.JsonObject;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * Payment provider. Every call carries an idempotency key under which the provider does its work at
 * most once, and a deadline after which the caller has given up.
 */
public interface PaymentProvider extends Provider {

  /**
   * Whether an authorization holds money or has another effect outside of the shop. Authorizations
   * of a provider without one are repeated and dropped freely: no attempt is recorded before the
   * provider is called, and nothing is voided.
   */
  default boolean holdsMoney() {
    return true;
  }

  /**
   * Whether shoppers pay at the provider themselves, so that a session may hold money before it is
   * authorized. Then the session is its authorization: authorizing reads it, and a session of which
   * one payment attempt was voided is not paid with by another one. The shop looks for money of
   * such sessions, also without a {@linkplain PaymentNotice notice}, and completes their carts.
   */
  default boolean isPaidBySession() {
    return false;
  }

  /**
   * Name under which the shop records the ids of its customers at the service; the same for
   * providers of one service. It is a member of the customer's metadata too, which only the shop
   * writes: there Medusa v1's plugins keep the id, and applications read it. Empty for a provider
   * that keeps no customers.
   */
  default Optional<String> customerKey() {
    return Optional.empty();
  }

  /** Reference of the session or payment at the provider; by default the member {@code id}. */
  default String reference(JsonObject data) {
    return data.getString("id", "");
  }

  /**
   * Finds a payment, for a provider that is paid by session or sends notices.
   *
   * @return empty if it is not one of this shop
   */
  default Future<Optional<FoundPayment>> findByReference(String reference, Instant deadline) {
    return Future.succeededFuture(Optional.empty());
  }

  /**
   * Opens a session at the provider. A call whose answer was lost is repeated under its key, with
   * what the cart is by then.
   */
  Future<SessionData> createSession(PaymentCall call, PaymentSubject subject);

  /**
   * Changes the amount, the customer or the addresses of a session. A provider that cannot change
   * it opens another one: the shop deletes the former once its cart is saved, and the new one if it
   * is not.
   */
  Future<SessionData> updateSession(PaymentCall call, PaymentSubject subject, JsonObject data);

  /**
   * Takes data that the storefront has sent for its session. It is the shopper's: a saved payment
   * method in it is used only if it belongs to the customer of the subject.
   *
   * @param data of the session
   * @param input {@code data} of the storefront's request
   * @return members that the session's data gets
   */
  Future<JsonObject> acceptInput(
      PaymentCall call, PaymentSubject subject, JsonObject data, JsonObject input);

  Future<Void> deleteSession(PaymentCall call, JsonObject data);

  Future<Authorization> authorize(PaymentCall call, JsonObject data);

  /**
   * Looks up the authorization of the key, after a call with unknown outcome. Money that a shopper
   * has paid for another amount than the amount of the call is not authorized.
   */
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
  default Future<List<JsonObject>> findSavedMethods(PaymentSubject.Customer customer) {
    return Future.succeededFuture(List.of());
  }

  /** Voids the authorization; returns the payment's new data. */
  Future<JsonObject> cancel(PaymentCall call, JsonObject data);
}
