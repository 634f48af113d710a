package dev.tradewind.order.collection;

import dev.tradewind.api.cart.CartClient;
import dev.tradewind.api.customer.CustomerClient;
import dev.tradewind.kernel.async.Futures;
import dev.tradewind.kernel.operation.CallContext;
import dev.tradewind.kernel.providercall.ProviderCalls;
import dev.tradewind.kernel.text.Ids;
import dev.tradewind.providers.PayingCustomers;
import dev.tradewind.providers.PaymentReferences;
import dev.tradewind.providers.ProviderRegistry;
import dev.tradewind.spi.payment.PaymentCall;
import dev.tradewind.spi.payment.PaymentProvider;
import dev.tradewind.spi.payment.PaymentSubject;
import dev.tradewind.spi.payment.SessionData;
import io.vertx.core.Future;
import java.time.Clock;
import java.time.Instant;
import java.util.List;
import java.util.function.BiFunction;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Sessions of payment collections at their providers. A session is opened before it is stored, and
 * deleted once it is certain that no collection has it; one that remains is never paid.
 */
final class PaymentSessionProvider {

  private static final Logger LOG = LoggerFactory.getLogger(PaymentSessionProvider.class);
  private static final Ids IDS = Ids.of("ps");

  private final ProviderRegistry<PaymentProvider> providers;
  private final PaymentReferences references;
  private final PayingCustomers customers;
  private final CartClient notices;
  private final ProviderCalls calls;

  PaymentSessionProvider(
      ProviderRegistry<PaymentProvider> providers,
      CustomerClient customers,
      CartClient notices,
      Clock clock) {
    this.providers = providers;
    this.references = new PaymentReferences(providers);
    this.customers = new PayingCustomers(customers);
    this.notices = notices;
    this.calls = new ProviderCalls(clock);
  }

  Future<PaymentSession> open(
      CallContext context,
      PaymentCollection collection,
      PaymentSubject subject,
      String providerId,
      long amount,
      Instant now) {
    String id = IDS.next();
    return calls
        .ask(
            "payment provider",
            context.deadline(),
            () ->
                opened(
                    context,
                    providers.get(providerId),
                    subject,
                    (provider, known) ->
                        provider.createSession(call(context, collection, id, amount), known)))
        .compose(opened ->
            expectPayment(context, providerId, opened)
                .map(PaymentSession.opened(id, providerId, opened.data(), amount, now)));
  }

  /** Updates the amount of an open session. */
  Future<PaymentSession> update(
      CallContext context,
      PaymentCollection collection,
      PaymentSubject subject,
      PaymentSession session,
      long amount,
      Instant now) {
    String key = session.id() + ":" + collection.version();
    return calls
        .ask(
            "payment provider",
            context.deadline(),
            () ->
                opened(
                    context,
                    providers.get(session.providerId()),
                    subject,
                    (provider, known) ->
                        provider.updateSession(
                            call(context, collection, key, amount), known, session.data())))
        .compose(updated ->
            expectPayment(context, session.providerId(), updated)
                .map(session.updated(updated.data(), amount, now)));
  }

  /** Opens or changes a session for the customer as it is recorded for the provider. */
  private Future<SessionData> opened(
      CallContext context,
      PaymentProvider provider,
      PaymentSubject subject,
      BiFunction<PaymentProvider, PaymentSubject, Future<SessionData>> call) {
    return customers
        .known(context, provider, subject)
        .compose(known ->
            call.apply(provider, known)
                .compose(opened ->
                    customers.remember(context, provider, known.customer(), opened).map(opened)));
  }

  /** Has the payment looked for if shoppers pay the session at the provider. */
  private Future<Void> expectPayment(CallContext context, String providerId, SessionData session) {
    String reference = references.ofPaidSession(providerId, session.data());
    return Futures.unless(
        reference.isEmpty(), () -> notices.expectPayment(context, providerId, reference));
  }

  /** Identity of a session at its provider, which may have opened another one in its place. */
  String identity(PaymentSession session) {
    return session.id() + ":" + references.ofPaidSession(session.providerId(), session.data());
  }

  /** Deletes sessions that the collection does not have; a failure is only logged. */
  Future<Void> deleteAll(
      CallContext context, PaymentCollection collection, List<PaymentSession> sessions) {
    return Future.join(
            sessions.stream()
                .map(session ->
                    calls.ask(
                        "payment provider",
                        context.deadline(),
                        () ->
                            providers
                                .get(session.providerId())
                                .deleteSession(
                                    call(context, collection, session.id(), session.amount()),
                                    session.data())))
                .toList())
        .<Void>mapEmpty()
        .onFailure(failure ->
            LOG.warn(
                "Deleting sessions of payment collection {} failed: {}",
                collection.id(),
                failure.toString()))
        .otherwiseEmpty();
  }

  private static PaymentCall call(
      CallContext context, PaymentCollection collection, String key, long amount) {
    return new PaymentCall(
        key,
        collection.id(),
        collection.orderId(),
        amount,
        collection.currencyCode(),
        context.deadline());
  }
}
