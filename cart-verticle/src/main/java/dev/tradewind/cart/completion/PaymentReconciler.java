package dev.tradewind.cart.completion;

import dev.tradewind.kernel.async.Futures;
import dev.tradewind.kernel.background.BackgroundTask;
import dev.tradewind.kernel.operation.CallContext;
import dev.tradewind.kernel.operation.Reply;
import dev.tradewind.kernel.operation.Tracing;
import dev.tradewind.kernel.text.Timestamps;
import io.vertx.core.Future;
import io.vertx.sqlclient.Pool;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Iterator;
import java.util.List;
import java.util.function.BiFunction;
import java.util.stream.IntStream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reconciliation of payment attempts that no completion works on any more: queries the provider
 * about attempts without an answer, and voids the ones that no order used. Runs on every node;
 * attempts are leased to one node, and each step is conditional.
 */
final class PaymentReconciler {

  private static final Logger LOG = LoggerFactory.getLogger(PaymentReconciler.class);

  private static final String TASK = "reconcile-payment-attempts";

  /** Short, so that attempts interrupted by a crash are resolved soon after the restart. */
  private static final Duration FIRST_DELAY = Duration.ofSeconds(2);

  private static final Duration INTERVAL = Duration.ofSeconds(30);
  private static final Duration TIMEOUT = Duration.ofSeconds(10);
  private static final int BATCH = 100;
  private static final int MAX_CONCURRENCY = 4;

  /** Longer than any completion waits for its provider. */
  private static final Duration UNANSWERED_AGE = Duration.ofMinutes(1);

  /** Time for the shopper to retry a failed completion with the same authorization. */
  private static final Duration UNUSED_AGE = Duration.ofMinutes(15);

  private final Pool pool;
  private final PaymentAttemptStore store;
  private final PaymentAuthorizer payments;
  private final BiFunction<CallContext, String, Future<Reply>> completion;
  private final PaymentMeters meters;
  private final Clock clock;

  /**
   * @param completion of the cart of an id, which its shopper has paid
   */
  PaymentReconciler(
      Pool pool,
      PaymentAttemptStore store,
      PaymentAuthorizer payments,
      BiFunction<CallContext, String, Future<Reply>> completion,
      PaymentMeters meters,
      Clock clock) {
    this.pool = pool;
    this.store = store;
    this.payments = payments;
    this.completion = completion;
    this.meters = meters;
    this.clock = clock;
  }

  BackgroundTask task() {
    return new BackgroundTask(TASK, FIRST_DELAY, INTERVAL, this::reconcile);
  }

  /** Resolves one batch of due attempts and updates the metrics; the next run takes the rest. */
  Future<Void> reconcile() {
    Instant now = Timestamps.now(clock);
    return store
        .leaseUnresolved(pool, now, now.minus(UNANSWERED_AGE), now.minus(UNUSED_AGE), BATCH)
        .compose(attempts ->
            Futures.unlessEmpty(
                attempts, () -> Tracing.background(TASK, () -> resolveAll(attempts))))
        .compose(done -> store.countUnresolved(pool))
        .onSuccess(meters::recordUnresolved)
        .mapEmpty();
  }

  /**
   * Limited concurrency, so that a slow provider does not delay the attempts of others for long.
   */
  private Future<Void> resolveAll(List<PaymentAttempt> attempts) {
    Iterator<PaymentAttempt> left = attempts.iterator();
    return Future.join(
            IntStream.range(0, MAX_CONCURRENCY).mapToObj(lane -> resolveNext(left)).toList())
        .mapEmpty();
  }

  private Future<Void> resolveNext(Iterator<PaymentAttempt> left) {
    if (left.hasNext()) {
      return resolve(left.next()).transform(done -> resolveNext(left));
    }
    return Future.succeededFuture();
  }

  private Future<Void> resolve(PaymentAttempt attempt) {
    CallContext context = CallContext.system(clock, TIMEOUT);
    return switch (attempt.status()) {
      case AUTHORIZING ->
          payments
              .query(context, attempt)
              .onFailure(failure ->
                  LOG.warn(
                      "Querying provider {} about payment attempt {} failed: {}",
                      attempt.providerId(),
                      attempt.id(),
                      failure.toString()))
              .mapEmpty();
      case AUTHORIZED ->
          payments.isPaidBySession(attempt)
              ? completeOrVoid(context, attempt)
              : payments.voidAuthorization(context, attempt);
      case VOIDING -> payments.voidAtProvider(context.deadline(), attempt, true);
      case REQUIRES_MORE, FAILED, USED, VOIDED -> Future.succeededFuture();
    };
  }

  /**
   * The shopper has paid for the cart: the money is released if no order can be placed for it, or
   * its order does not use it.
   */
  private Future<Void> completeOrVoid(CallContext context, PaymentAttempt attempt) {
    Future<Reply> completed = completion.apply(context, attempt.cartId());
    return completed.transform(ended ->
        PaymentNotices.isRefused(ended)
                || completed.succeeded() && CompleteCart.isOrder(completed.result())
            // Without effect on the attempt that an order uses.
            ? payments.voidAuthorization(context, attempt)
            : completed.mapEmpty());
  }
}
