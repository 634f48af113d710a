package dev.tradewind.cart.completion;

import dev.tradewind.providers.Providers;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.vertx.core.Future;
import io.vertx.sqlclient.Pool;
import java.time.Clock;

/** Reconciliation of payment attempts, triggered by a test with the time of its choice. */
public final class PaymentReconciliation {

  private final PaymentReconciler reconciler;

  public PaymentReconciliation(Pool pool, Providers providers, Clock clock) {
    PaymentAttemptStore store = new PaymentAttemptStore();
    PaymentMeters meters = new PaymentMeters(new SimpleMeterRegistry(), clock);
    this.reconciler =
        new PaymentReconciler(
            pool,
            store,
            new PaymentAuthorizer(pool, store, providers.payment(), meters, clock),
            // No provider here is paid by session.
            (context, cartId) -> Future.failedFuture("not asked"),
            meters,
            clock);
  }

  public Future<Void> run() {
    return reconciler.reconcile();
  }
}
