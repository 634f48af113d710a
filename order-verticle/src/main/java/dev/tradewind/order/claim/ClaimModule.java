package dev.tradewind.order.claim;

import dev.tradewind.kernel.operation.OperationClient;
import dev.tradewind.kernel.operation.Operations;
import dev.tradewind.order.fulfillment.FulfillmentOperationRunner;
import dev.tradewind.order.fulfillment.FulfillmentOperationStore;
import dev.tradewind.order.fulfillment.FulfillmentStore;
import dev.tradewind.order.fulfillment.Fulfillments;
import dev.tradewind.order.fulfillment.ShippingMethodTaxes;
import dev.tradewind.order.payment.PaymentOperationRunner;
import dev.tradewind.order.payment.PaymentOperationStore;
import dev.tradewind.order.pricing.AdditionalLines;
import dev.tradewind.order.pricing.ShippingMethodQuotes;
import dev.tradewind.order.returns.PartReturns;
import dev.tradewind.order.store.LockedOrders;
import dev.tradewind.order.view.OrderQueries;
import dev.tradewind.providers.tax.TaxProviders;
import io.vertx.core.eventbus.EventBus;
import io.vertx.sqlclient.Pool;
import java.time.Clock;

/** Wiring of the operations on claims. */
public final class ClaimModule {

  private final CreateClaim creation;
  private final UpdateClaim update;
  private final CancelClaim cancellation;
  private final ClaimFulfillmentService fulfillments;

  public ClaimModule(
      Pool pool,
      EventBus eventBus,
      OperationClient bus,
      LockedOrders orders,
      PaymentOperationStore paymentStore,
      PaymentOperationRunner payments,
      FulfillmentOperationRunner shipments,
      ShippingMethodTaxes taxes,
      ShippingMethodQuotes methods,
      OrderQueries queries,
      Clock clock) {
    FulfillmentStore store = new FulfillmentStore();
    FulfillmentOperationStore operationStore = new FulfillmentOperationStore();
    this.creation =
        new CreateClaim(
            pool,
            eventBus,
            bus,
            orders,
            paymentStore,
            payments,
            shipments,
            new AdditionalLines(bus, TaxProviders.installed(), clock),
            methods,
            new PartReturns(pool, bus, taxes, operationStore),
            queries,
            clock);
    this.update = new UpdateClaim(pool, orders, methods, queries, clock);
    this.cancellation = new CancelClaim(pool, eventBus, orders, store, shipments, queries, clock);
    this.fulfillments =
        new ClaimFulfillmentService(
            pool,
            new Fulfillments(pool, orders, store, operationStore, shipments, bus, clock),
            queries);
  }

  public void bind(Operations operations) {
    creation.bind(operations);
    update.bind(operations);
    cancellation.bind(operations);
    fulfillments.bind(operations);
  }
}
