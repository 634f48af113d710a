package dev.tradewind.order.payment;

import dev.tradewind.kernel.Ids;
import dev.tradewind.kernel.operation.CallContext;
import dev.tradewind.providers.ProviderCalls;
import dev.tradewind.providers.payment.PaymentCall;
import dev.tradewind.providers.payment.PaymentProviders;
import io.vertx.core.Future;
import java.time.Clock;
import java.time.Instant;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Sessions of payment collections at their providers. A session is opened before it is stored, and
 * deleted once it is certain that no collection has it; one that remains is never paid.
 */
final class PaymentSessionProvider {

  private static final Logger LOG = LoggerFactory.getLogger(PaymentSessionProvider.class);
  private static final Ids IDS = Ids.of("ps");

  private final PaymentProviders providers;
  private final ProviderCalls calls;

  PaymentSessionProvider(PaymentProviders providers, Clock clock) {
    this.providers = providers;
    this.calls = new ProviderCalls(clock);
  }

  Future<PaymentSession> open(
      CallContext context,
      PaymentCollection collection,
      String providerId,
      long amount,
      Instant now) {
    String id = IDS.next();
    return calls
        .ask(
            "payment provider",
            context.deadline(),
            () -> providers.get(providerId).createSession(call(context, collection, id, amount)))
        .map(data -> PaymentSession.opened(id, providerId, data, amount, now));
  }

  /** Updates the amount of an open session. */
  Future<PaymentSession> update(
      CallContext context,
      PaymentCollection collection,
      PaymentSession session,
      long amount,
      Instant now) {
    String key = session.id() + ":" + collection.version();
    return calls
        .ask(
            "payment provider",
            context.deadline(),
            () ->
                providers
                    .get(session.providerId())
                    .updateSession(call(context, collection, key, amount), session.data()))
        .map(data -> session.updated(data, amount, now));
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
        key, collection.id(), amount, collection.currencyCode(), context.deadline());
  }
}
