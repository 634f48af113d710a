package dev.tradewind.cart;

import dev.tradewind.kernel.Ids;
import dev.tradewind.kernel.operation.CallContext;
import dev.tradewind.kernel.operation.Problem;
import dev.tradewind.kernel.operation.ProblemException;
import dev.tradewind.providers.payment.PaymentCall;
import dev.tradewind.providers.payment.PaymentProvider;
import dev.tradewind.providers.payment.PaymentProviders;
import dev.tradewind.providers.payment.SystemPaymentProvider;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.json.JsonObject;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.Function;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Keeps the payment sessions of a cart in step with its region and total, and tells the providers.
 * A provider is called before the cart is saved, with a key that makes a repetition harmless.
 */
final class PaymentSessions {

  private static final Logger LOG = LoggerFactory.getLogger(PaymentSessions.class);
  private static final Ids IDS = Ids.of("ps");

  private final PaymentProviders providers;

  PaymentSessions(PaymentProviders providers) {
    this.providers = providers;
  }

  /** As {@link #create}, where the cart has sessions at all. */
  Future<Cart> resync(CallContext context, Cart cart, CartContext surroundings, Instant now) {
    return cart.paymentSessions().isEmpty()
        ? Future.succeededFuture(cart)
        : create(context, cart, surroundings, now);
  }

  /** A session for every provider of the region at the present total; none when nothing is due. */
  Future<Cart> create(CallContext context, Cart cart, CartContext surroundings, Instant now) {
    Call call = new Call(context, cart, surroundings, now);
    if (call.total <= 0) {
      return remove(context, cart, surroundings, now);
    }
    List<String> offered = offered(surroundings);
    List<Future<List<PaymentSession>>> kept =
        cart.paymentSessions().stream().map(session -> adjusted(call, session, offered)).toList();
    return sequence(kept)
        .compose(sessions -> {
          boolean selected = sessions.stream().anyMatch(PaymentSession::isSelected);
          if (offered.size() == 1 && !selected) {
            PaymentSession only =
                sessions.stream()
                    .filter(session -> session.providerId().equals(offered.get(0)))
                    .findFirst()
                    .orElseGet(() -> call.local(offered.get(0)));
            return initiate(call, only).map(List::of);
          }
          List<PaymentSession> all = new ArrayList<>(sessions);
          offered.stream()
              .filter(id -> sessions.stream().noneMatch(s -> s.providerId().equals(id)))
              .forEach(id -> all.add(call.local(id)));
          return Future.succeededFuture(all);
        })
        .map(sessions -> cart.with(draft -> draft.paymentSessions = sessions));
  }

  /** Makes the provider's session the one the shopper pays with. */
  Future<Cart> select(
      CallContext context, Cart cart, CartContext surroundings, String providerId, Instant now) {
    if (!providerId.equals(SystemPaymentProvider.ID)
        && !offered(surroundings).contains(providerId)) {
      throw new Problem.NotAllowed("The payment method is not available in this region")
          .toException();
    }
    if (cart.sessionOf(providerId).isEmpty()) {
      throw new Problem.NotFound("Could not find payment session").toException();
    }
    Call call = new Call(context, cart, surroundings, now);
    List<Future<List<PaymentSession>>> sessions =
        cart.paymentSessions().stream()
            .map(session -> chosen(call, session, providerId).map(List::of))
            .toList();
    return sequence(sessions).map(all -> cart.with(draft -> draft.paymentSessions = all));
  }

  /** Without any session; providers that know one are told. */
  Future<Cart> remove(CallContext context, Cart cart, CartContext surroundings, Instant now) {
    Call call = new Call(context, cart, surroundings, now);
    return Future.all(cart.paymentSessions().stream().map(s -> delete(call, s)).toList())
        .map(deleted -> cart.with(draft -> draft.paymentSessions = List.of()));
  }

  private Future<PaymentSession> chosen(Call call, PaymentSession session, String providerId) {
    if (session.providerId().equals(providerId)) {
      return session.isSelected() && session.isInitiated() && session.amount() == call.total
          ? Future.succeededFuture(session)
          : initiate(call, session);
    }
    return session.isSelected() || session.isInitiated()
        ? renewed(call, session)
        : Future.succeededFuture(session);
  }

  private Future<List<PaymentSession>> adjusted(
      Call call, PaymentSession session, List<String> offered) {
    if (!offered.contains(session.providerId())) {
      return delete(call, session).map(List.of());
    }
    if (session.amount() == call.total && session.isSelected() == session.isInitiated()) {
      return Future.succeededFuture(List.of(session));
    }
    Future<PaymentSession> adjusted;
    if (session.isSelected() && session.isInitiated()) {
      adjusted = initiate(call, session);
    } else if (session.isInitiated()) {
      adjusted = renewed(call, session);
    } else {
      adjusted = Future.succeededFuture(session.withAmount(call.total, call.now));
    }
    return adjusted.map(List::of);
  }

  /** Opened at the provider, or told the new amount where it is open already. */
  private Future<PaymentSession> initiate(Call call, PaymentSession session) {
    return ask(
            session.providerId(),
            provider ->
                session.isInitiated()
                    ? provider.updateSession(
                        call.of(session.id() + ":" + call.cart.version()), session.data())
                    : provider.createSession(call.of(session.id())))
        .map(data -> session.initiated(data, call.total, call.now));
  }

  /** Given up at the provider; a new one that it does not know takes its place. */
  private Future<PaymentSession> renewed(Call call, PaymentSession session) {
    return delete(call, session).map(deleted -> call.local(session.providerId()));
  }

  private Future<Void> delete(Call call, PaymentSession session) {
    return session.isInitiated()
        ? ask(
            session.providerId(),
            provider -> provider.deleteSession(call.of(session.id()), session.data()))
        : Future.succeededFuture();
  }

  private <T> Future<T> ask(String providerId, Function<PaymentProvider, Future<T>> question) {
    return Future.future(
            (Promise<T> promise) -> question.apply(providers.get(providerId)).onComplete(promise))
        .recover(failure -> {
          if (failure instanceof ProblemException) {
            return Future.failedFuture(failure);
          }
          LOG.warn("The payment provider {} failed: {}", providerId, failure.toString());
          return Future.failedFuture(
              new Problem.Unavailable(
                      "The payment provider " + providerId + " is not available. Please retry.")
                  .toException());
        });
  }

  private static List<String> offered(CartContext surroundings) {
    return surroundings.region().getJsonArray("payment_providers").stream()
        .map(provider -> Objects.requireNonNull(((JsonObject) provider).getString("id")))
        .toList();
  }

  private static Future<List<PaymentSession>> sequence(List<Future<List<PaymentSession>>> parts) {
    return Future.all(parts)
        .map(all -> parts.stream().flatMap(part -> part.result().stream()).toList());
  }

  /** One piece of work at the providers: for which cart, at which total. */
  private static final class Call {

    private final CallContext context;
    private final Cart cart;
    private final String currency;
    private final long total;
    private final Instant now;

    Call(CallContext context, Cart cart, CartContext surroundings, Instant now) {
      this.context = context;
      this.cart = cart;
      this.currency = Objects.requireNonNull(surroundings.region().getString("currency_code"));
      this.total = CartAmounts.taxed(cart, surroundings).total();
      this.now = now;
    }

    PaymentCall of(String idempotencyKey) {
      return new PaymentCall(idempotencyKey, cart.id(), total, currency, context.deadline());
    }

    PaymentSession local(String providerId) {
      return PaymentSession.local(IDS.next(), providerId, total, now);
    }
  }
}
