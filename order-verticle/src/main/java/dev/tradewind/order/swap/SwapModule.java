package dev.tradewind.order.swap;

import dev.tradewind.kernel.operation.OperationClient;
import dev.tradewind.kernel.operation.Operations;
import dev.tradewind.kernel.operation.Request;
import dev.tradewind.order.change.OrderUnitOfWork;
import dev.tradewind.order.fulfillment.FulfillmentModule;
import dev.tradewind.order.fulfillment.FulfillmentOperationRunner;
import dev.tradewind.order.fulfillment.Fulfillments;
import dev.tradewind.order.fulfillment.PartFulfillments;
import dev.tradewind.order.payment.PaymentOperationRunner;
import dev.tradewind.order.returns.PartReturns;
import dev.tradewind.order.store.OrderStore;
import dev.tradewind.order.view.OrderQueries;
import io.vertx.core.Future;
import io.vertx.sqlclient.Pool;
import java.time.Clock;

/** Wiring of the operations on swaps. */
public final class SwapModule {

  private final CreateSwap creation;
  private final ConfirmSwap confirmation;
  private final ProcessSwapPayment payment;
  private final CancelSwap cancellation;
  private final PartFulfillments fulfillments;
  private final OrderUnitOfWork work;
  private final Pool pool;
  private final SwapQueries swaps;

  public SwapModule(
      Pool pool,
      OperationClient bus,
      OrderStore store,
      OrderUnitOfWork work,
      PartReturns returns,
      PaymentOperationRunner payments,
      FulfillmentModule fulfillments,
      OrderQueries queries,
      Clock clock) {
    FulfillmentOperationRunner shipments = fulfillments.operations();
    this.swaps = new SwapQueries(pool, bus, store);
    this.creation =
        new CreateSwap(pool, bus, store, work, returns, shipments, queries, swaps, clock);
    this.confirmation = new ConfirmSwap(pool, work, clock);
    this.payment = new ProcessSwapPayment(pool, work, payments, queries, clock);
    this.cancellation =
        new CancelSwap(pool, work, payments, fulfillments.store(), shipments, queries, clock);
    this.fulfillments = fulfillments.ofParts();
    this.work = work;
    this.pool = pool;
  }

  public void bind(Operations operations, Operations internal) {
    creation.bind(operations);
    payment.bind(operations);
    cancellation.bind(operations);
    fulfillments.bind(
        operations,
        new PartFulfillments.OperationNames(
            "adminCreateOrderSwapFulfillment",
            "adminCreateOrderSwapShipment",
            "adminCancelOrderSwapFulfillment"),
        this::fulfillmentRules);
    swaps.bind(operations);
    confirmation.bind(internal);
  }

  private Future<Fulfillments.Rules> fulfillmentRules(Request request) {
    String orderId = request.path("id");
    String id = request.path("swap_id");
    return work.read(orderId)
        .compose(order -> Swaps.requireOf(pool, orderId, id))
        .map(known -> new SwapFulfillmentRules(orderId, id));
  }
}
