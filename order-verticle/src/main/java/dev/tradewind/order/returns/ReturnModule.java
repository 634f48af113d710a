package dev.tradewind.order.returns;

import dev.tradewind.kernel.operation.OperationClient;
import dev.tradewind.kernel.operation.Operations;
import dev.tradewind.order.change.OrderUnitOfWork;
import dev.tradewind.order.fulfillment.FulfillmentOperationRunner;
import dev.tradewind.order.fulfillment.ShippingMethodTaxes;
import dev.tradewind.order.payment.PaymentOperationRunner;
import dev.tradewind.order.payment.RefundHooks;
import dev.tradewind.order.store.OrderStore;
import dev.tradewind.order.view.OrderQueries;
import io.vertx.sqlclient.Pool;
import java.time.Clock;

/** Wiring of returns and return reasons. */
public final class ReturnModule {

  private final PartReturns ofParts;
  private final RequestReturn requests;
  private final ReceiveReturn receipts;
  private final ReturnService service;
  private final ReturnReasonService reasons;

  public ReturnModule(
      Pool pool,
      OperationClient bus,
      OrderStore store,
      OrderUnitOfWork work,
      PaymentOperationRunner payments,
      RefundHooks refunds,
      FulfillmentOperationRunner shipments,
      ShippingMethodTaxes taxes,
      OrderQueries queries,
      Clock clock) {
    this.ofParts = new PartReturns(pool, bus, taxes);
    this.receipts = new ReceiveReturn(pool, work, payments, refunds, clock);
    this.requests =
        new RequestReturn(
            pool, bus, store, work, refunds, shipments, receipts, taxes, queries, clock);
    this.service = new ReturnService(pool, store, work, queries, clock);
    this.reasons = new ReturnReasonService(pool, clock);
  }

  public void bind(Operations operations) {
    requests.bind(operations);
    receipts.bind(operations);
    service.bind(operations);
    reasons.bind(operations);
  }

  /** Returns of swaps and claims. */
  public PartReturns ofParts() {
    return ofParts;
  }
}
