package dev.tradewind.cart.completion;

import dev.tradewind.api.order.CheckoutFailpoint;
import dev.tradewind.cart.model.Cart;
import dev.tradewind.cart.model.PaymentSession;
import dev.tradewind.kernel.Ids;
import dev.tradewind.kernel.Timestamps;
import dev.tradewind.kernel.operation.CallContext;
import dev.tradewind.kernel.operation.Problem;
import dev.tradewind.providers.payment.Authorization;
import dev.tradewind.providers.payment.PaymentCall;
import dev.tradewind.providers.payment.PaymentProvider;
import dev.tradewind.providers.payment.PaymentProviders;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.json.JsonObject;
import io.vertx.sqlclient.Pool;
import java.time.Clock;
import java.time.Instant;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Gets carts paid and gives unused authorisations back. An attempt is committed before its provider
 * is called, so that whatever dies, somebody knows which authorisation to ask about.
 */
final class PaymentAuthorizer {

  private static final Logger LOG = LoggerFactory.getLogger(PaymentAuthorizer.class);
  private static final Ids ATTEMPT_IDS = Ids.of("pay");

  private final Pool pool;
  private final PaymentAttemptStore store;
  private final PaymentProviders providers;
  private final Clock clock;

  PaymentAuthorizer(Pool pool, PaymentAttemptStore store, PaymentProviders providers, Clock clock) {
    this.pool = pool;
    this.store = store;
    this.providers = providers;
    this.clock = clock;
  }

  /**
   * Authorises the total with the provider of the session, or continues what an earlier completion
   * began.
   */
  Future<PaymentOutcome> authorize(
      CallContext context, Cart cart, PaymentSession session, long total, String currencyCode) {
    PaymentAttempt wanted =
        new PaymentAttempt(
            ATTEMPT_IDS.next(),
            cart.id(),
            cart.version(),
            session.providerId(),
            total,
            currencyCode,
            PaymentAttempt.Status.AUTHORIZING,
            session.data(),
            new JsonObject());
    return store
        .open(pool, wanted, now())
        .onSuccess(open -> CheckoutFailpoint.ATTEMPT_OPENED.hit())
        .compose(open -> {
          if (!open.pays(session, total, currencyCode)) {
            // It paid for what the cart was before.
            return voidAuthorization(context, open)
                .compose(done -> authorize(context, cart, session, total, currencyCode));
          }
          return open.status() == PaymentAttempt.Status.AUTHORIZED
              ? Future.succeededFuture(new PaymentOutcome.Authorized(open))
              : ask(context, open);
        });
  }

  /**
   * Gives an authorisation back that no order uses. When the provider does not answer, the attempt
   * stays marked and the sweeper asks again.
   */
  Future<Void> voidAuthorization(CallContext context, PaymentAttempt attempt) {
    return store
        .beginVoiding(pool, attempt, now())
        .onSuccess(begun -> CheckoutFailpoint.VOIDING_BEGUN.hit())
        .compose(begun -> begun ? cancel(context.deadline(), attempt) : Future.succeededFuture());
  }

  /** Tells the provider of an attempt that is marked as given up. */
  Future<Void> cancel(Instant deadline, PaymentAttempt attempt) {
    return Future.future((Promise<JsonObject> promise) ->
            cancelAtProvider(attempt, attempt.call(deadline))
                .timeout(millisUntil(deadline), TimeUnit.MILLISECONDS)
                .onComplete(promise))
        .onSuccess(data -> CheckoutFailpoint.VOIDED_AT_PROVIDER.hit())
        .compose(data ->
            store.finishVoiding(pool, attempt.answered(PaymentAttempt.Status.VOIDED, data), now()))
        .onFailure(failure ->
            LOG.warn("Payment attempt {} is not voided yet: {}", attempt.id(), failure.toString()))
        .otherwiseEmpty()
        .mapEmpty();
  }

  /** An attempt without an answer may have been authorised all the same: its provider knows. */
  private Future<JsonObject> cancelAtProvider(PaymentAttempt attempt, PaymentCall call) {
    PaymentProvider provider = provider(attempt);
    return attempt.data().isEmpty()
        ? provider
            .findAuthorization(call, attempt.sessionData())
            .compose(found ->
                found.status() == Authorization.Status.AUTHORIZED
                    ? provider.cancel(call, found.data())
                    : Future.succeededFuture(found.data()))
        : provider.cancel(call, attempt.data());
  }

  /** Asks the provider; the same key makes it answer the same to whoever asks again. */
  private Future<PaymentOutcome> ask(CallContext context, PaymentAttempt attempt) {
    PaymentProvider provider = provider(attempt);
    return Future.future((Promise<Authorization> promise) ->
            provider
                .authorize(attempt.call(context.deadline()), attempt.sessionData())
                .timeout(millisUntil(context.deadline()), TimeUnit.MILLISECONDS)
                .onComplete(promise))
        .recover(failure -> Future.failedFuture(noAnswer(attempt, failure)))
        .onSuccess(authorization -> CheckoutFailpoint.AUTHORIZED_AT_PROVIDER.hit())
        .compose(authorization ->
            authorization.status() == Authorization.Status.AUTHORIZED
                // The order that uses it notes it.
                ? Future.succeededFuture(
                    new PaymentOutcome.Authorized(authorized(attempt, authorization)))
                : record(attempt, authorization));
  }

  private static PaymentAttempt authorized(PaymentAttempt attempt, Authorization authorization) {
    return attempt.answered(PaymentAttempt.Status.AUTHORIZED, authorization.data());
  }

  /** Somebody who asked at the same time may have noted the same answer first. */
  Future<PaymentOutcome> record(PaymentAttempt attempt, Authorization authorization) {
    JsonObject data = authorization.data();
    return switch (authorization.status()) {
      case AUTHORIZED -> {
        PaymentAttempt authorized = authorized(attempt, authorization);
        yield record(authorized, new PaymentOutcome.Authorized(authorized));
      }
      case PENDING, REQUIRES_MORE ->
          record(
              attempt.answered(PaymentAttempt.Status.REQUIRES_MORE, data),
              new PaymentOutcome.RequiresAction(authorization.status().wireName(), data));
      case ERROR, CANCELED ->
          record(
              attempt.answered(PaymentAttempt.Status.FAILED, data), new PaymentOutcome.Declined());
    };
  }

  private Future<PaymentOutcome> record(PaymentAttempt answered, PaymentOutcome outcome) {
    return store.noteAnswer(pool, answered, now()).map(outcome);
  }

  PaymentProvider provider(PaymentAttempt attempt) {
    return providers.get(attempt.providerId());
  }

  private static Throwable noAnswer(PaymentAttempt attempt, Throwable failure) {
    LOG.warn(
        "Payment provider {} did not answer attempt {}: {}",
        attempt.providerId(),
        attempt.id(),
        failure.toString());
    Problem problem =
        failure instanceof TimeoutException
            ? new Problem.TimedOut("The payment provider did not answer in time. Please retry.")
            : new Problem.Unavailable("The payment provider is not available. Please retry.");
    return problem.toException();
  }

  private long millisUntil(Instant deadline) {
    return Math.max(1, deadline.toEpochMilli() - clock.millis());
  }

  private Instant now() {
    return Timestamps.now(clock);
  }
}
