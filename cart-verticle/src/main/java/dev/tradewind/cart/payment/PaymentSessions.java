package dev.tradewind.cart.payment;

import dev.tradewind.api.customer.CustomerClient;
import dev.tradewind.cart.model.Cart;
import dev.tradewind.cart.model.PaymentSession;
import dev.tradewind.cart.reference.CartReferences;
import dev.tradewind.cart.view.CartTotalsCalculator;
import dev.tradewind.kernel.async.Futures;
import dev.tradewind.kernel.operation.CallContext;
import dev.tradewind.kernel.operation.Problem;
import dev.tradewind.kernel.text.Ids;
import dev.tradewind.providers.PayingCustomers;
import dev.tradewind.providers.PaymentReferences;
import dev.tradewind.providers.ProviderRegistry;
import dev.tradewind.providers.builtin.SystemPaymentProvider;
import dev.tradewind.spi.payment.PaymentCall;
import dev.tradewind.spi.payment.PaymentProvider;
import dev.tradewind.spi.payment.PaymentSubject;
import dev.tradewind.spi.payment.SessionData;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.json.JsonObject;
import io.vertx.sqlclient.SqlClient;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.Function;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Payment sessions of a cart, kept in sync with its region and total. A provider opens or updates a
 * session before the cart is saved, under an idempotency key. Sessions that the saved cart no
 * longer has are deleted afterwards by {@link PaymentSessionCleanup}.
 */
public final class PaymentSessions {

  private static final Logger LOG = LoggerFactory.getLogger(PaymentSessions.class);
  private static final Ids IDS = Ids.of("ps");

  private final SqlClient db;
  private final ProviderRegistry<PaymentProvider> providers;
  private final PaymentReferences references;
  private final PayingCustomers customers;
  private final PaymentNoticeStore notices;

  public PaymentSessions(
      SqlClient db,
      ProviderRegistry<PaymentProvider> providers,
      CustomerClient customers,
      PaymentNoticeStore notices) {
    this.db = db;
    this.providers = providers;
    this.references = new PaymentReferences(providers);
    this.customers = new PayingCustomers(customers);
    this.notices = notices;
  }

  /** Like {@link #create}, if the cart has sessions. */
  public Future<Cart> resync(
      CallContext context, Cart cart, CartReferences references, Instant now) {
    if (cart.paymentSessions().isEmpty()) {
      return Future.succeededFuture(cart);
    }
    return create(context, cart, references, now);
  }

  /** One session per provider of the region at the current total; none if nothing is due. */
  public Future<Cart> create(
      CallContext context, Cart cart, CartReferences references, Instant now) {
    Call call = new Call(context, cart, references, now);
    if (call.total <= 0) {
      return Future.succeededFuture(cart.with(builder -> builder.paymentSessions(List.of())));
    }
    List<String> offered = offered(references);
    return all(cart.paymentSessions().stream()
            .filter(session -> offered.contains(session.providerId()))
            .map(session -> adjusted(call, session))
            .toList())
        .compose(sessions -> {
          boolean selected = sessions.stream().anyMatch(PaymentSession::isSelected);
          if (offered.size() == 1 && !selected) {
            PaymentSession only =
                sessions.stream().findFirst().orElseGet(() -> call.local(offered.get(0)));
            return initiate(call, only).map(List::of);
          }
          List<PaymentSession> all = new ArrayList<>(sessions);
          offered.stream()
              .filter(id -> sessions.stream().noneMatch(s -> s.providerId().equals(id)))
              .forEach(id -> all.add(call.local(id)));
          return Future.succeededFuture(all);
        })
        .map(sessions -> cart.with(builder -> builder.paymentSessions(sessions)));
  }

  /** Selects the session of the provider for payment. */
  public Future<Cart> select(
      CallContext context, Cart cart, CartReferences references, String providerId, Instant now) {
    if (!providerId.equals(SystemPaymentProvider.ID) && !offered(references).contains(providerId)) {
      throw Problem.notAllowed("The payment method is not available in this region");
    }
    if (cart.sessionOf(providerId).isEmpty()) {
      throw Problem.notFound("Could not find payment session");
    }
    Call call = new Call(context, cart, references, now);
    return all(cart.paymentSessions().stream()
            .map(session -> chosen(call, session, providerId))
            .toList())
        .map(all -> cart.with(builder -> builder.paymentSessions(all)));
  }

  /** Selects the session of the provider and forwards data of the storefront. */
  public Future<Cart> update(
      CallContext context,
      Cart cart,
      CartReferences references,
      String providerId,
      JsonObject data,
      Instant now) {
    return select(context, cart, references, providerId, now)
        .compose(selected -> {
          PaymentSession session = selected.sessionOf(providerId).orElseThrow();
          Call call = new Call(context, selected, references, now);
          return call(
                  providerId,
                  provider ->
                      customers
                          .known(context, provider, call.subject())
                          .compose(subject ->
                              provider.acceptInput(
                                  call.of(session.id() + ":data:" + cart.version()),
                                  subject,
                                  session.data(),
                                  data)))
              .map(answer ->
                  selected.withSession(
                      session.withData(session.data().copy().mergeIn(answer), now)));
        });
  }

  /**
   * Replaces the session of the provider. A selected one is opened again and stays selected,
   * another one gets the current total.
   */
  public Future<Cart> refresh(
      CallContext context, Cart cart, CartReferences references, String providerId, Instant now) {
    PaymentSession session = cart.sessionOf(providerId).orElse(null);
    if (session == null) {
      return Future.succeededFuture(cart);
    }
    Call call = new Call(context, cart, references, now);
    Future<PaymentSession> refreshed =
        session.isSelected()
            ? initiate(call, call.local(providerId))
            : Future.succeededFuture(
                session.amount() == call.total ? session : session.withAmount(call.total, now));
    return refreshed.map(changed ->
        cart.with(builder ->
            builder.paymentSessions(
                cart.paymentSessions().stream()
                    .map(each -> each.id().equals(session.id()) ? changed : each)
                    .toList())));
  }

  /**
   * Cart without the session of the provider.
   *
   * @throws Problem 404 if the provider has the session and is not installed here
   */
  public Cart deleted(Cart cart, String providerId) {
    cart.sessionOf(providerId)
        .filter(PaymentSession::isInitiated)
        .ifPresent(session -> providers.get(providerId));
    return cart.with(builder ->
        builder.paymentSessions(
            cart.paymentSessions().stream()
                .filter(session -> !session.providerId().equals(providerId))
                .toList()));
  }

  private Future<PaymentSession> chosen(Call call, PaymentSession session, String providerId) {
    if (session.providerId().equals(providerId)) {
      if (session.isSelected() && session.isInitiated() && session.amount() == call.total) {
        return Future.succeededFuture(session);
      }
      return initiate(call, session);
    }
    return Future.succeededFuture(
        session.isSelected() || session.isInitiated() ? call.local(session.providerId()) : session);
  }

  private Future<PaymentSession> adjusted(Call call, PaymentSession session) {
    if (session.amount() == call.total && session.isSelected() == session.isInitiated()) {
      return Future.succeededFuture(session);
    }
    if (session.isSelected() && session.isInitiated()) {
      return initiate(call, session);
    }
    return Future.succeededFuture(
        session.isInitiated()
            ? call.local(session.providerId())
            : session.withAmount(call.total, call.now));
  }

  /** Opens the session at the provider, or updates the amount of an open one. */
  private Future<PaymentSession> initiate(Call call, PaymentSession session) {
    return call(
            session.providerId(),
            provider ->
                customers
                    .known(call.context, provider, call.subject())
                    .compose(subject -> opened(call, provider, subject, session)))
        .compose(opened ->
            expectPayment(call, session.providerId(), opened.data())
                .map(session.initiated(opened.data(), call.total, call.now)));
  }

  private Future<SessionData> opened(
      Call call, PaymentProvider provider, PaymentSubject subject, PaymentSession session) {
    Future<SessionData> opened =
        session.isInitiated()
            ? provider.updateSession(
                call.of(session.id() + ":" + call.cart.version()), subject, session.data())
            : provider.createSession(call.of(session.id()), subject);
    return opened.compose(
        data -> customers.remember(call.context, provider, subject.customer(), data).map(data));
  }

  /** Looks for a payment of a session that its shopper pays at the provider. */
  private Future<Void> expectPayment(Call call, String providerId, JsonObject data) {
    String reference = references.ofPaidSession(providerId, data);
    return Futures.unless(
        reference.isEmpty(), () -> notices.expect(db, providerId, reference, call.now));
  }

  private <T> Future<T> call(String providerId, Function<PaymentProvider, Future<T>> question) {
    return Future.future(
            (Promise<T> promise) -> question.apply(providers.get(providerId)).onComplete(promise))
        .recover(failure -> {
          if (failure instanceof Problem) {
            return Future.failedFuture(failure);
          }
          LOG.warn("Calling payment provider {} failed: {}", providerId, failure.toString());
          return Future.failedFuture(
              Problem.unavailable(
                  "The payment provider " + providerId + " is not available. Please retry."));
        });
  }

  private static List<String> offered(CartReferences references) {
    return references.region().getJsonArray("payment_providers").stream()
        .map(provider -> Objects.requireNonNull(((JsonObject) provider).getString("id")))
        .toList();
  }

  private static Future<List<PaymentSession>> all(List<Future<PaymentSession>> parts) {
    return Future.all(parts).map(all -> parts.stream().map(Future::result).toList());
  }

  /** Context of the provider calls for one cart and total. */
  private static final class Call {

    private final CallContext context;
    private final Cart cart;
    private final CartReferences references;
    private final String currency;
    private final long total;
    private final Instant now;

    Call(CallContext context, Cart cart, CartReferences references, Instant now) {
      this.context = context;
      this.cart = cart;
      this.references = references;
      this.currency = Objects.requireNonNull(references.region().getString("currency_code"));
      this.total = CartTotalsCalculator.taxed(cart, references).total();
      this.now = now;
    }

    PaymentCall of(String idempotencyKey) {
      return new PaymentCall(idempotencyKey, cart.id(), null, total, currency, context.deadline());
    }

    PaymentSubject subject() {
      return CartPaymentSubject.of(cart, references);
    }

    PaymentSession local(String providerId) {
      return PaymentSession.local(IDS.next(), providerId, total, now);
    }
  }
}
