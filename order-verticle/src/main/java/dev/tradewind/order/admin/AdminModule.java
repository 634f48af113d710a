package dev.tradewind.order.admin;

import dev.tradewind.kernel.operation.OperationClient;
import dev.tradewind.kernel.operation.Operations;
import dev.tradewind.order.change.OrderUnitOfWork;
import dev.tradewind.order.fulfillment.FulfillmentModule;
import dev.tradewind.order.payment.PaymentOperationRunner;
import dev.tradewind.order.payment.RefundHooks;
import dev.tradewind.order.pricing.ShippingMethodQuotes;
import dev.tradewind.order.view.OrderQueries;
import java.time.Clock;

/** Wiring of the changes of orders by staff. */
public final class AdminModule {

  private final UpdateOrder update;
  private final OrderStatusService status;
  private final RefundOrder refund;
  private final AddShippingMethod shippingMethod;
  private final CancelOrder cancellation;

  public AdminModule(
      OperationClient bus,
      OrderUnitOfWork work,
      PaymentOperationRunner payments,
      RefundHooks refunds,
      FulfillmentModule fulfillments,
      ShippingMethodQuotes methods,
      OrderQueries queries,
      Clock clock) {
    this.update = new UpdateOrder(work, bus, queries, clock);
    this.status = new OrderStatusService(work, payments, queries, clock);
    this.refund = new RefundOrder(work, payments, refunds, queries, clock);
    this.shippingMethod = new AddShippingMethod(work, methods, queries, clock);
    this.cancellation =
        new CancelOrder(
            work, payments, fulfillments.store(), fulfillments.operations(), queries, clock);
  }

  public void bind(Operations operations) {
    update.bind(operations);
    status.bind(operations);
    refund.bind(operations);
    shippingMethod.bind(operations);
    cancellation.bind(operations);
  }
}
