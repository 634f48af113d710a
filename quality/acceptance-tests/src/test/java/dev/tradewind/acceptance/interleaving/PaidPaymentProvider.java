package dev.tradewind.acceptance.interleaving;

import dev.tradewind.providers.test.SessionlessPaymentProvider;
import dev.tradewind.spi.payment.Authorization;
import dev.tradewind.spi.payment.FoundPayment;
import dev.tradewind.spi.payment.PaymentCall;
import dev.tradewind.spi.payment.PaymentState;
import dev.tradewind.spi.payment.PaymentSubject;
import dev.tradewind.spi.payment.SessionData;
import io.vertx.core.Future;
import io.vertx.core.json.JsonObject;
import java.time.Instant;
import java.util.Optional;
import java.util.function.Function;

/**
 * Payment provider whose sessions shoppers pay there, as Stripe's. Each call waits at the node's
 * gate, except those that open and change sessions.
 */
public final class PaidPaymentProvider extends SessionlessPaymentProvider {

  public static final String ID = "paid";

  /** Prefix of references; the rest is that of the cart's id. */
  public static final String PREFIX = "paid_";

  @Override
  public String id() {
    return ID;
  }

  @Override
  public boolean isPaidBySession() {
    return true;
  }

  public static String reference(String cartId) {
    return PREFIX + cartId.substring(cartId.length() - 26);
  }

  @Override
  public Future<SessionData> createSession(PaymentCall call, PaymentSubject subject) {
    return Future.succeededFuture(
        SessionData.of(new JsonObject().put("id", reference(call.resourceId()))));
  }

  @Override
  public Future<SessionData> updateSession(
      PaymentCall call, PaymentSubject subject, JsonObject data) {
    return act("update", data, ledger -> ledger.ask(reference(data), call.amount()))
        .map(SessionData.of(data));
  }

  @Override
  public Future<Void> deleteSession(PaymentCall call, JsonObject data) {
    return cancel(call, data).mapEmpty();
  }

  /** Reads what the shopper has paid; another amount is released. */
  @Override
  public Future<Authorization> authorize(PaymentCall call, JsonObject data) {
    return act("authorize", data, ledger -> authorization(ledger, call, data));
  }

  @Override
  public Future<Authorization> findAuthorization(PaymentCall call, JsonObject data) {
    return act("find", data, ledger -> authorization(ledger, call, data));
  }

  /** A payment of another amount is no authorization. */
  private Authorization authorization(PaymentLedger ledger, PaymentCall call, JsonObject data) {
    if (ledger.amount(reference(data)) != call.amount()) {
      ledger.cancelPaid(reference(data));
    }
    return new Authorization(
        switch (ledger.state(reference(data))) {
          case AUTHORIZED -> Authorization.Status.AUTHORIZED;
          case CANCELED -> Authorization.Status.CANCELED;
          default -> Authorization.Status.PENDING;
        },
        data);
  }

  @Override
  public Future<PaymentState> findPayment(PaymentCall call, JsonObject data) {
    return act("find", data, ledger -> state(ledger, reference(data)));
  }

  @Override
  public Future<Optional<FoundPayment>> findByReference(String reference, Instant deadline) {
    return act(
        "find",
        new JsonObject().put("id", reference),
        ledger ->
            Optional.of(
                new FoundPayment(
                    ledger.cartId(), ledger.amount(reference), "eur", state(ledger, reference))));
  }

  private static PaymentState state(PaymentLedger ledger, String reference) {
    return new PaymentState(ledger.state(reference), new JsonObject().put("id", reference));
  }

  @Override
  public Future<JsonObject> cancel(PaymentCall call, JsonObject data) {
    return act(
        "cancel",
        data,
        ledger -> {
          ledger.cancelPaid(reference(data));
          return data;
        });
  }

  private <T> Future<T> act(String what, JsonObject data, Function<PaymentLedger, T> effect) {
    return GatedPaymentProvider.act(
        what + " " + reference(data), node -> node.answer(effect.apply(node.ledger())));
  }
}
