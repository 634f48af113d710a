package dev.tradewind.cart.completion;

import dev.tradewind.api.order.CheckoutFailpoint;
import dev.tradewind.cart.model.Cart;
import dev.tradewind.cart.model.PaymentSession;
import dev.tradewind.kernel.database.Transactions;
import dev.tradewind.kernel.operation.CallContext;
import dev.tradewind.kernel.operation.Problem;
import dev.tradewind.kernel.outbox.Event;
import dev.tradewind.kernel.providercall.ProviderCalls;
import dev.tradewind.kernel.text.Ids;
import dev.tradewind.kernel.text.Timestamps;
import dev.tradewind.providers.PaymentReferences;
import dev.tradewind.providers.ProviderRegistry;
import dev.tradewind.spi.payment.Authorization;
import dev.tradewind.spi.payment.FoundPayment;
import dev.tradewind.spi.payment.PaymentCall;
import dev.tradewind.spi.payment.PaymentProvider;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.json.JsonObject;
import io.vertx.sqlclient.Pool;
import java.time.Clock;
import java.time.Instant;
import java.util.EnumSet;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Authorization of cart totals at payment providers, and voiding of authorizations that no order
 * uses. An attempt is committed before its provider is called, so that after a crash the
 * reconciliation knows which authorization to query, unless the provider holds no money. Each step
 * is conditional on the status it changes: if an order uses an attempt while a completion voids it,
 * only one succeeds.
 */
final class PaymentAuthorizer {

  private static final Logger LOG = LoggerFactory.getLogger(PaymentAuthorizer.class);
  private static final Ids ATTEMPT_IDS = Ids.of("pay");

  private final Pool pool;
  private final PaymentAttemptStore store;
  private final ProviderRegistry<PaymentProvider> providers;
  private final PaymentReferences references;
  private final PaymentMeters meters;
  private final Clock clock;

  PaymentAuthorizer(
      Pool pool,
      PaymentAttemptStore store,
      ProviderRegistry<PaymentProvider> providers,
      PaymentMeters meters,
      Clock clock) {
    this.pool = pool;
    this.store = store;
    this.providers = providers;
    this.references = new PaymentReferences(providers);
    this.meters = meters;
    this.clock = clock;
  }

  /**
   * Authorizes the total with the provider of the session, or resumes the attempt of an earlier
   * completion. An attempt is only opened for the version of the cart that was read, and not at all
   * at a first try with a provider that holds no money: the placement stores that one.
   */
  Future<PaymentOutcome> authorize(
      CallContext context,
      Cart cart,
      PaymentSession session,
      long total,
      String currencyCode,
      boolean isFirstTry) {
    PaymentAttempt requested =
        PaymentAttemptBuilder.builder()
            .id(ATTEMPT_IDS.next())
            .cartId(cart.id())
            .cartVersion(cart.version())
            .providerId(session.providerId())
            .amount(total)
            .currencyCode(currencyCode)
            .status(PaymentAttempt.Status.AUTHORIZING)
            .sessionData(session.data())
            .data(new JsonObject())
            .build();
    if (isFirstTry && !provider(requested).holdsMoney()) {
      return callProvider(context, requested)
          .compose(authorization -> {
            if (authorization.status() == Authorization.Status.AUTHORIZED) {
              return Future.succeededFuture(
                  new PaymentOutcome.Authorized(authorized(requested, authorization), false));
            }
            return authorizeOpened(context, requested, session);
          });
    }
    return authorizeOpened(context, requested, session);
  }

  private Future<PaymentOutcome> authorizeOpened(
      CallContext context, PaymentAttempt requested, PaymentSession session) {
    return Transactions.retrying(
            () -> store.open(pool, requested, authorizingReference(requested), now()))
        .onSuccess(open -> CheckoutFailpoint.ATTEMPT_OPENED.hit())
        .compose(open -> {
          if (open.isEmpty()) {
            return Future.succeededFuture(new PaymentOutcome.CartChanged());
          }
          PaymentAttempt live = open.get();
          if (!live.pays(session, requested.amount(), requested.currencyCode())) {
            // The attempt is for an earlier version of the cart. That version opens no other one,
            // so the next attempt belongs to this version.
            return voidAuthorization(context, live).map(new PaymentOutcome.CartChanged());
          }
          if (live.status() == PaymentAttempt.Status.AUTHORIZED) {
            return Future.succeededFuture(new PaymentOutcome.Authorized(live, true));
          }
          return requestAuthorization(context, live);
        })
        .recover(failure ->
            failure instanceof PaymentAttemptStore.SessionTakenException
                // Its money is being released.
                ? Future.succeededFuture(new PaymentOutcome.Declined())
                : Future.failedFuture(failure));
  }

  /** Reference of a session that is its authorization; null for others, and before it is open. */
  private @Nullable String authorizingReference(PaymentAttempt attempt) {
    String reference = references.ofPaidSession(attempt.providerId(), attempt.sessionData());
    return reference.isEmpty() ? null : reference;
  }

  /**
   * Releases the money of a session that its shopper has paid and no order of the cart is to have.
   *
   * @return false if an attempt uses the session, or releases it already
   */
  Future<Boolean> release(
      CallContext context, String cartId, String providerId, String reference, FoundPayment paid) {
    PaymentAttempt money =
        PaymentAttemptBuilder.builder()
            .id(ATTEMPT_IDS.next())
            .cartId(cartId)
            .providerId(providerId)
            .amount(paid.amount())
            .currencyCode(paid.currencyCode())
            .status(PaymentAttempt.Status.VOIDING)
            .sessionData(paid.state().data())
            .data(paid.state().data())
            .build();
    Event entry = PaymentRelease.entry(context, paid, providerId, reference, now());
    return store
        .release(pool, money, reference, entry, now())
        .onSuccess(voiding -> NoticeFailpoint.RELEASE_RECORDED.hit())
        .compose(voiding -> {
          if (voiding.isEmpty()) {
            return Future.succeededFuture(false);
          }
          return voidAtProvider(context.deadline(), voiding.get(), true).map(true);
        });
  }

  /**
   * Voids an attempt that no order will use. Without an answer of the provider it stays marked, and
   * the reconciliation retries.
   */
  Future<Void> voidAuthorization(CallContext context, PaymentAttempt attempt) {
    return voidAuthorization(context, attempt, PaymentAttempt.Status.LIVE);
  }

  /**
   * Voids an attempt that this completion authorized, unless the order of its cart uses it. Another
   * completion may have had it voided or declined before the provider answered this one: then the
   * provider holds money whose release was not requested yet.
   */
  Future<Void> voidAuthorized(CallContext context, PaymentAttempt authorized) {
    return voidAuthorization(
        context, authorized, EnumSet.complementOf(EnumSet.of(PaymentAttempt.Status.USED)));
  }

  /** The same, unless the attempt is live and another completion of the cart may still use it. */
  Future<Void> voidUnlessLive(CallContext context, PaymentAttempt authorized) {
    return voidAuthorization(
        context,
        authorized,
        EnumSet.of(
            PaymentAttempt.Status.REQUIRES_MORE,
            PaymentAttempt.Status.FAILED,
            PaymentAttempt.Status.VOIDING,
            PaymentAttempt.Status.VOIDED));
  }

  private Future<Void> voidAuthorization(
      CallContext context, PaymentAttempt attempt, Set<PaymentAttempt.Status> from) {
    return store
        .beginVoiding(pool, attempt, from, now())
        .onSuccess(started -> CheckoutFailpoint.VOIDING_BEGUN.hit())
        .compose(started -> {
          if (started) {
            return voidAtProvider(context.deadline(), attempt, false);
          }
          return Future.succeededFuture();
        });
  }

  /** Voids the open attempts of a cart whose order was placed without a payment. */
  Future<Void> voidOpenAttempts(CallContext context, String cartId) {
    return store
        .beginVoidingOfCart(pool, cartId, now())
        .compose(attempts ->
            Future.all(
                attempts.stream()
                    .map(attempt -> voidAtProvider(context.deadline(), attempt, false))
                    .toList()))
        .mapEmpty();
  }

  /**
   * Requests the provider to release the authorization of an attempt marked for voiding.
   *
   * @param isLate whether all completions that might still request the authorization are past their
   *     deadline. Before that, an authorization unknown to the provider may yet arrive there, so
   *     that the attempt stays marked.
   */
  Future<Void> voidAtProvider(Instant deadline, PaymentAttempt attempt, boolean isLate) {
    return within(deadline, () -> cancelAtProvider(attempt, attempt.call(deadline)))
        .onSuccess(voiding -> CheckoutFailpoint.VOIDED_AT_PROVIDER.hit())
        .compose(voiding -> {
          if (voiding.isFinal() || isLate) {
            return store
                .finishVoiding(
                    pool, attempt.answered(PaymentAttempt.Status.VOIDED, voiding.data()), now())
                .onSuccess(finished -> meters.recordVoided(finished));
          }
          return Future.succeededFuture(false);
        })
        .onFailure(failure -> {
          meters.recordVoidUnanswered();
          LOG.warn("Voiding payment attempt {} failed: {}", attempt.id(), failure.toString());
        })
        .otherwiseEmpty()
        .mapEmpty();
  }

  /**
   * Result of a voiding.
   *
   * @param isFinal whether the provider knew the authorization and has released it
   */
  private record Voiding(JsonObject data, boolean isFinal) {}

  /**
   * Cancels the authorization, also of an attempt without an answer: the provider may have
   * authorized it.
   */
  private Future<Voiding> cancelAtProvider(PaymentAttempt attempt, PaymentCall call) {
    PaymentProvider provider = provider(attempt);
    if (attempt.isAnswered()) {
      return provider.cancel(call, attempt.data()).map(data -> new Voiding(data, true));
    }
    return provider
        .findAuthorization(call, attempt.sessionData())
        .compose(found ->
            switch (found.status()) {
              case AUTHORIZED ->
                  provider.cancel(call, found.data()).map(data -> new Voiding(data, true));
              case CANCELED -> Future.succeededFuture(new Voiding(found.data(), true));
              case PENDING, REQUIRES_MORE, ERROR ->
                  Future.succeededFuture(new Voiding(found.data(), false));
            });
  }

  /**
   * Requests the authorization; the idempotency key makes a repeated request return the same
   * answer.
   */
  private Future<PaymentOutcome> requestAuthorization(CallContext context, PaymentAttempt attempt) {
    return callProvider(context, attempt)
        .compose(authorization ->
            authorization.status() == Authorization.Status.AUTHORIZED
                // Recorded by the placement of the order that uses it.
                ? Future.succeededFuture(
                    new PaymentOutcome.Authorized(authorized(attempt, authorization), true))
                : record(attempt, authorization));
  }

  private Future<Authorization> callProvider(CallContext context, PaymentAttempt attempt) {
    if (context.isExpired(clock)) {
      // The reconciliation relies on it: no authorization is requested after the deadline.
      return Future.failedFuture(
          Problem.timedOut("The cart could not be completed in time. Please retry."));
    }
    PaymentProvider provider = provider(attempt);
    return within(
            context.deadline(),
            () -> provider.authorize(attempt.call(context.deadline()), attempt.sessionData()))
        .recover(failure -> Future.failedFuture(noAnswer(attempt, failure)))
        .onSuccess(authorization -> CheckoutFailpoint.AUTHORIZED_AT_PROVIDER.hit());
  }

  private static PaymentAttempt authorized(PaymentAttempt attempt, Authorization authorization) {
    return attempt.answered(PaymentAttempt.Status.AUTHORIZED, authorization.data());
  }

  /** Queries the provider about an attempt without an answer, and records what it knows. */
  Future<PaymentOutcome> query(CallContext context, PaymentAttempt attempt) {
    return within(
            context.deadline(),
            () ->
                provider(attempt)
                    .findAuthorization(attempt.call(context.deadline()), attempt.sessionData()))
        .compose(authorization -> record(attempt, authorization));
  }

  /** Records an answer, unless a concurrent completion recorded it first. */
  private Future<PaymentOutcome> record(PaymentAttempt attempt, Authorization authorization) {
    JsonObject data = authorization.data();
    return switch (authorization.status()) {
      case AUTHORIZED -> {
        PaymentAttempt authorized = authorized(attempt, authorization);
        yield record(authorized, new PaymentOutcome.Authorized(authorized, true));
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
    return store
        .recordAnswer(pool, answered, now())
        .onSuccess(recorded -> meters.recordResolved(answered.status(), recorded))
        .map(outcome);
  }

  /** Whether the shopper may have paid already, at the provider of the session. */
  boolean mayBePaid(PaymentSession session) {
    return providers
        .find(session.providerId())
        .filter(PaymentProvider::isPaidBySession)
        .isPresent();
  }

  boolean isPaidBySession(PaymentAttempt attempt) {
    return provider(attempt).isPaidBySession();
  }

  private PaymentProvider provider(PaymentAttempt attempt) {
    return providers.get(attempt.providerId());
  }

  private static Throwable noAnswer(PaymentAttempt attempt, Throwable failure) {
    LOG.warn(
        "Calling payment provider {} for attempt {} failed: {}",
        attempt.providerId(),
        attempt.id(),
        failure.toString());
    return ProviderCalls.noAnswer("payment provider", failure);
  }

  /**
   * Call of a provider that fails with a timeout at the deadline; an exception is a failure too.
   */
  private <T> Future<T> within(Instant deadline, Supplier<Future<T>> call) {
    long millis = Math.max(1, deadline.toEpochMilli() - clock.millis());
    return Future.future((Promise<T> promise) ->
        call.get().timeout(millis, TimeUnit.MILLISECONDS).onComplete(promise));
  }

  private Instant now() {
    return Timestamps.now(clock);
  }
}
