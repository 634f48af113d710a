package dev.tradewind.order.edit;

import dev.tradewind.kernel.operation.OperationClient;
import dev.tradewind.kernel.operation.Operations;
import dev.tradewind.order.change.OrderUnitOfWork;
import dev.tradewind.order.collection.PaymentCollections;
import dev.tradewind.order.fulfillment.FulfillmentStore;
import dev.tradewind.order.store.OrderStore;
import dev.tradewind.order.view.OrderAccess;
import dev.tradewind.providers.Providers;
import io.vertx.sqlclient.Pool;
import java.time.Clock;

/** Wiring of the operations on order edits. */
public final class OrderEditModule {

  private final OrderEditService service;
  private final OrderEditItemService items;
  private final OrderEditDecisions decisions;

  public OrderEditModule(
      Pool pool,
      OperationClient bus,
      Providers providers,
      OrderStore store,
      OrderUnitOfWork work,
      FulfillmentStore fulfillments,
      PaymentCollections paymentCollections,
      Clock clock) {
    OrderEdits edits = new OrderEdits(pool, work, clock);
    OrderEditViews views = new OrderEditViews(pool, bus, store);
    EditCollection collections = new EditCollection(paymentCollections, work);
    AddedLines addedLines = new AddedLines(pool, bus, providers, clock);
    this.service = new OrderEditService(pool, work, edits, views, clock);
    this.items = new OrderEditItemService(pool, work, edits, addedLines, collections, views);
    this.decisions =
        new OrderEditDecisions(
            pool,
            work,
            edits,
            new OrderEditConfirmation(work, edits, fulfillments, clock),
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
