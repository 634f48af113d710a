package dev.tradewind.cart.completion;

import dev.tradewind.api.order.OrderClient;
import dev.tradewind.cart.reference.CartReferenceLoader;
import dev.tradewind.cart.store.CartStore;
import dev.tradewind.kernel.operation.OperationClient;
import dev.tradewind.kernel.operation.Operations;
import dev.tradewind.providers.payment.PaymentProviders;
import io.vertx.core.Vertx;
import io.vertx.sqlclient.Pool;
import java.time.Clock;

/** Completing carts: its operation and the sweeper behind it. */
public final class Completion {

  private final CompleteCart completeCart;
  private final PaymentReconciler reconciler;

  public Completion(
      Vertx vertx,
      Pool pool,
      OperationClient bus,
      CartStore carts,
      CartReferenceLoader referenceLoader,
      PaymentProviders providers,
      Clock clock) {
    PaymentAttemptStore attempts = new PaymentAttemptStore();
    PaymentAuthorizer payments = new PaymentAuthorizer(pool, attempts, providers, clock);
    this.completeCart =
        new CompleteCart(pool, carts, referenceLoader, payments, new OrderClient(bus), clock);
    this.reconciler = new PaymentReconciler(vertx, pool, attempts, payments, clock);
  }

  public void bind(Operations operations, Operations internal) {
    completeCart.bind(operations, internal);
  }

  public void start() {
    reconciler.start();
  }

  public void stop() {
    reconciler.stop();
  }
}
