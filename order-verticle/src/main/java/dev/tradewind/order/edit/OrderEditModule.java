package dev.tradewind.order.edit;

import dev.tradewind.kernel.operation.OperationClient;
import dev.tradewind.kernel.operation.Operations;
import dev.tradewind.order.fulfillment.FulfillmentStore;
import dev.tradewind.order.payment.PaymentCollections;
import dev.tradewind.order.store.LockedOrders;
import dev.tradewind.order.store.OrderStore;
import dev.tradewind.order.view.OrderAccess;
import dev.tradewind.providers.tax.TaxProviders;
import io.vertx.core.eventbus.EventBus;
import io.vertx.sqlclient.Pool;
import java.time.Clock;

/** Wiring of the operations on order edits. */
public final class OrderEditModule {

  private final OrderEditService service;
  private final OrderEditItemService items;
  private final OrderEditDecisions decisions;

  public OrderEditModule(
      Pool pool,
      EventBus eventBus,
      OperationClient bus,
      OrderStore store,
      LockedOrders orders,
      FulfillmentStore fulfillments,
      PaymentCollections paymentCollections,
      Clock clock) {
    OrderEdits edits = new OrderEdits(pool, orders, clock);
    OrderEditViews views = new OrderEditViews(pool, bus, store);
    EditCollection collections = new EditCollection(paymentCollections, edits);
    AddedLines addedLines = new AddedLines(bus, TaxProviders.installed(), clock);
    this.service = new OrderEditService(pool, orders, edits, views, clock);
    this.items = new OrderEditItemService(pool, orders, edits, addedLines, collections, views);
    this.decisions =
        new OrderEditDecisions(
            pool,
            orders,
            edits,
            new OrderEditConfirmation(pool, eventBus, orders, edits, fulfillments, clock),
            collections,
            views,
            new OrderAccess(bus));
  }

  public void bind(Operations operations) {
    service.bind(operations);
    items.bind(operations);
    decisions.bind(operations);
  }
}
