package dev.tradewind.order.swap;

import dev.tradewind.kernel.operation.OperationClient;
import dev.tradewind.kernel.operation.Operations;
import dev.tradewind.order.fulfillment.FulfillmentOperationRunner;
import dev.tradewind.order.fulfillment.FulfillmentStore;
import dev.tradewind.order.fulfillment.Fulfillments;
import dev.tradewind.order.payment.PaymentOperationRunner;
import dev.tradewind.order.payment.PaymentOperationStore;
import dev.tradewind.order.returns.PartReturns;
import dev.tradewind.order.store.LockedOrders;
import dev.tradewind.order.store.OrderStore;
import dev.tradewind.order.view.OrderQueries;
import io.vertx.core.eventbus.EventBus;
import io.vertx.sqlclient.Pool;
import java.time.Clock;

/** Wiring of the operations on swaps. */
public final class SwapModule {

  private final CreateSwap creation;
  private final ConfirmSwap confirmation;
  private final ProcessSwapPayment payment;
  private final CancelSwap cancellation;
  private final SwapFulfillments goods;
  private final SwapQueries swaps;

  public SwapModule(
      Pool pool,
      EventBus eventBus,
      OperationClient bus,
      OrderStore store,
      LockedOrders orders,
      PartReturns returns,
      Fulfillments fulfillments,
      FulfillmentStore fulfillmentStore,
      FulfillmentOperationRunner fulfillmentRunner,
      PaymentOperationStore operationStore,
      PaymentOperationRunner runner,
      OrderQueries queries,
      Clock clock) {
    this.swaps = new SwapQueries(pool, bus, store);
    this.creation =
        new CreateSwap(pool, bus, store, orders, returns, fulfillmentRunner, queries, swaps, clock);
    this.confirmation = new ConfirmSwap(pool, eventBus, orders, clock);
    this.payment = new ProcessSwapPayment(pool, orders, operationStore, runner, queries, clock);
    this.cancellation =
        new CancelSwap(
            pool,
            eventBus,
            orders,
            operationStore,
            runner,
            fulfillmentStore,
            fulfillmentRunner,
            queries,
            clock);
    this.goods = new SwapFulfillments(pool, orders, fulfillments, queries);
  }

  public void bind(Operations operations, Operations internal) {
    creation.bind(operations);
    payment.bind(operations);
    cancellation.bind(operations);
    goods.bind(operations);
    swaps.bind(operations);
    confirmation.bind(internal);
  }
}
