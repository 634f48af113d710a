package dev.tradewind.cart.completion;

import dev.tradewind.kernel.operation.CallContext;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.sqlclient.Pool;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Settles payment attempts that nobody works on any more: asks again about those without an answer,
 * gives back those that no order came to use. Every node runs one; each step is conditional, so
 * that several do no harm.
 */
final class PaymentReconciler {

  private static final Logger LOG = LoggerFactory.getLogger(PaymentReconciler.class);

  private static final long FIRST_MILLIS = 2_000;
  private static final long EVERY_MILLIS = 30_000;
  private static final Duration TIMEOUT = Duration.ofSeconds(10);

  /** Long enough that no completion can still be waiting for its provider. */
  private static final Duration ASKED_AGO = Duration.ofMinutes(1);

  /** A shopper may come back to a completion that failed; after this long nobody does. */
  private static final Duration AUTHORIZED_AGO = Duration.ofMinutes(15);

  private final Vertx vertx;
  private final Pool pool;
  private final PaymentAttemptStore store;
  private final PaymentAuthorizer payments;
  private final Clock clock;
  private long timer = -1;

  PaymentReconciler(
      Vertx vertx, Pool pool, PaymentAttemptStore store, PaymentAuthorizer payments, Clock clock) {
    this.vertx = vertx;
    this.pool = pool;
    this.store = store;
    this.payments = payments;
    this.clock = clock;
  }

  void start() {
    // What a node left when it died is settled soon after it is back.
    timer = vertx.setPeriodic(FIRST_MILLIS, EVERY_MILLIS, tick -> reconcile());
  }

  void stop() {
    vertx.cancelTimer(timer);
  }

  Future<Void> reconcile() {
    Instant now = clock.instant();
    return store
        .findUnsettled(pool, now.minus(ASKED_AGO), now.minus(AUTHORIZED_AGO))
        .compose(this::settleAll)
        .onFailure(failure -> LOG.warn("Payments were not swept: {}", failure.toString()))
        .otherwiseEmpty();
  }

  private Future<Void> settleAll(List<PaymentAttempt> attempts) {
    Future<Void> settled = Future.succeededFuture();
    for (PaymentAttempt attempt : attempts) {
      settled = settled.compose(done -> settle(attempt).otherwiseEmpty());
    }
    return settled;
  }

  private Future<Void> settle(PaymentAttempt attempt) {
    CallContext context = CallContext.system(clock, TIMEOUT);
    return switch (attempt.status()) {
      case AUTHORIZING ->
          payments
              .provider(attempt)
              .findAuthorization(attempt.call(context.deadline()), attempt.sessionData())
              .compose(authorization -> payments.record(attempt, authorization))
              .mapEmpty();
      case AUTHORIZED -> payments.voidAuthorization(context, attempt);
      case VOIDING -> payments.cancel(context.deadline(), attempt);
      case REQUIRES_MORE, FAILED, USED, VOIDED -> Future.succeededFuture();
    };
  }
}
