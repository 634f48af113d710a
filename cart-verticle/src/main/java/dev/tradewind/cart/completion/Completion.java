package dev.tradewind.cart.completion;

import dev.tradewind.cart.CartContexts;
import dev.tradewind.cart.CartStore;
import dev.tradewind.kernel.background.BackgroundTask;
import dev.tradewind.kernel.operation.OperationBus;
import dev.tradewind.kernel.operation.Operations;
import dev.tradewind.model.order.OrderClient;
import dev.tradewind.providers.payment.PaymentProviders;
import io.micrometer.core.instrument.MeterRegistry;
import io.vertx.sqlclient.Pool;
import java.time.Clock;

/** Completing carts: its operation and the sweeper behind it. */
public final class Completion {

  private final CompleteCart completeCart;
  private final PaymentSweeper sweeper;

  public Completion(
      Pool pool,
      OperationBus bus,
      CartStore carts,
      CartContexts contexts,
      PaymentProviders providers,
      MeterRegistry registry,
      Clock clock) {
    PaymentAttemptStore attempts = new PaymentAttemptStore();
    PaymentMeters meters = new PaymentMeters(registry, clock);
    Payments payments = new Payments(pool, attempts, providers, meters, clock);
    this.completeCart =
        new CompleteCart(pool, carts, contexts, payments, meters, new OrderClient(bus), clock);
    this.sweeper = new PaymentSweeper(pool, attempts, payments, meters, clock);
  }

  public void bind(Operations operations, Operations internal) {
    completeCart.bind(operations, internal);
  }

  public BackgroundTask reconciliation() {
    return sweeper.task();
  }
}
