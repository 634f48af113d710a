package dev.tradewind.cart.payment;

import dev.tradewind.cart.model.Cart;
import dev.tradewind.cart.model.PaymentSession;
import dev.tradewind.cart.reference.CartReferenceLoader;
import dev.tradewind.kernel.operation.CallContext;
import dev.tradewind.providers.payment.PaymentCall;
import dev.tradewind.providers.payment.PaymentProviders;
import io.vertx.core.Future;
import io.vertx.core.json.JsonObject;
import java.util.List;
import java.util.Objects;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Gives sessions up at their providers: those that a saved cart no longer has, and those that were
 * opened for a cart that was not saved. It happens after the outcome is certain, so that no cart
 * keeps a session that its provider has forgotten; a provider that does not answer keeps one that
 * nobody pays with.
 */
public final class PaymentSessionCleanup {

  private static final Logger LOG = LoggerFactory.getLogger(PaymentSessionCleanup.class);

  private final PaymentProviders providers;
  private final CartReferenceLoader referenceLoader;

  public PaymentSessionCleanup(PaymentProviders providers, CartReferenceLoader referenceLoader) {
    this.providers = providers;
    this.referenceLoader = referenceLoader;
  }

  /** After the cart was saved: what only the cart before it had. */
  public Future<Void> afterSaving(CallContext context, Cart before, Cart after) {
    return giveUp(
        context,
        before,
        before.paymentSessions().stream()
            .filter(session -> session.isInitiated() && !isInitiatedIn(after, session))
            .toList());
  }

  /**
   * After a cart was not saved: what only it had. A session that was there before is opened under
   * the same key by whoever was faster, so it stays.
   */
  public Future<Void> afterConflict(CallContext context, Cart before, Cart lost) {
    return giveUp(
        context,
        lost,
        lost.paymentSessions().stream()
            .filter(session -> session.isInitiated() && !isIn(before, session))
            .toList());
  }

  private static boolean isInitiatedIn(Cart cart, PaymentSession session) {
    return cart.paymentSessions().stream()
        .anyMatch(other -> other.isInitiated() && other.id().equals(session.id()));
  }

  private static boolean isIn(Cart cart, PaymentSession session) {
    return cart.paymentSessions().stream().anyMatch(other -> other.id().equals(session.id()));
  }

  private Future<Void> giveUp(CallContext context, Cart cart, List<PaymentSession> sessions) {
    if (sessions.isEmpty()) {
      return Future.succeededFuture();
    }
    return referenceLoader
        .region(context, cart.regionId())
        .compose(region ->
            Future.join(
                sessions.stream().map(session -> delete(context, cart, session, region)).toList()))
        .<Void>mapEmpty()
        .onFailure(failure ->
            LOG.warn(
                "Sessions of cart {} stay at their provider: {}", cart.id(), failure.toString()))
        .otherwiseEmpty();
  }

  private Future<Void> delete(
      CallContext context, Cart cart, PaymentSession session, JsonObject region) {
    PaymentCall call =
        new PaymentCall(
            session.id(),
            cart.id(),
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
