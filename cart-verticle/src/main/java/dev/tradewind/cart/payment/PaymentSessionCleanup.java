package dev.tradewind.cart.payment;

import dev.tradewind.cart.model.Cart;
import dev.tradewind.cart.model.PaymentSession;
import dev.tradewind.cart.reference.CartReferenceLoader;
import dev.tradewind.kernel.operation.CallContext;
import dev.tradewind.providers.PaymentReferences;
import dev.tradewind.providers.ProviderRegistry;
import dev.tradewind.spi.payment.PaymentCall;
import dev.tradewind.spi.payment.PaymentProvider;
import io.vertx.core.Future;
import io.vertx.core.json.JsonObject;
import java.util.List;
import java.util.Objects;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Cleanup of payment sessions at their providers: sessions that a saved cart no longer has, and
 * sessions opened for a cart that was not saved. Runs once the outcome is certain, so that no cart
 * has a session deleted at its provider. A session that remains at an unavailable provider is never
 * paid.
 */
public final class PaymentSessionCleanup {

  private static final Logger LOG = LoggerFactory.getLogger(PaymentSessionCleanup.class);

  private final ProviderRegistry<PaymentProvider> providers;
  private final PaymentReferences references;
  private final CartReferenceLoader referenceLoader;

  public PaymentSessionCleanup(
      ProviderRegistry<PaymentProvider> providers, CartReferenceLoader referenceLoader) {
    this.providers = providers;
    this.references = new PaymentReferences(providers);
    this.referenceLoader = referenceLoader;
  }

  /** Deletes sessions that only the previous version of the cart had. */
  public Future<Void> afterSaving(CallContext context, Cart before, Cart after) {
    return deleteAll(
        context,
        before,
        before.paymentSessions().stream()
            .filter(session -> session.isInitiated() && !isInitiatedIn(after, session))
            .toList());
  }

  /**
   * Deletes sessions that only the unsaved cart had. One that existed before is opened under the
   * same key by the command that was saved, so it remains.
   */
  public Future<Void> afterConflict(CallContext context, Cart before, Cart unsaved) {
    return deleteAll(
        context,
        unsaved,
        unsaved.paymentSessions().stream()
            .filter(session -> session.isInitiated() && !isIn(before, session))
            .toList());
  }

  private boolean isInitiatedIn(Cart cart, PaymentSession session) {
    return cart.paymentSessions().stream()
        .anyMatch(other -> other.isInitiated() && isSame(other, session));
  }

  private boolean isIn(Cart cart, PaymentSession session) {
    return cart.paymentSessions().stream().anyMatch(other -> isSame(other, session));
  }

  /** A provider may have opened another session in place of one that it could not change. */
  private boolean isSame(PaymentSession session, PaymentSession other) {
    return session.id().equals(other.id())
        && references
            .ofPaidSession(session.providerId(), session.data())
            .equals(references.ofPaidSession(other.providerId(), other.data()));
  }

  private Future<Void> deleteAll(CallContext context, Cart cart, List<PaymentSession> sessions) {
    if (sessions.isEmpty()) {
      return Future.succeededFuture();
    }
    return referenceLoader
        .regions()
        .find(context, cart.regionId())
        .compose(region ->
            Future.join(
                sessions.stream().map(session -> delete(context, cart, session, region)).toList()))
        .<Void>mapEmpty()
        .onFailure(failure ->
            LOG.warn(
                "Deleting payment sessions of cart {} failed: {}", cart.id(), failure.toString()))
        .otherwiseEmpty();
  }

  private Future<Void> delete(
      CallContext context, Cart cart, PaymentSession session, JsonObject region) {
    PaymentCall call =
        new PaymentCall(
            session.id(),
            cart.id(),
            null,
            session.amount(),
            Objects.requireNonNull(region.getString("currency_code")),
            context.deadline());
    return Future.future(promise ->
        providers
            .get(session.providerId())
            .deleteSession(call, session.data())
            .onComplete(promise));
  }
}
