package dev.tradewind.order.fulfillment;

import dev.tradewind.kernel.background.BackgroundTask;
import dev.tradewind.kernel.operation.OperationClient;
import dev.tradewind.kernel.operation.Operations;
import dev.tradewind.kernel.providercall.RecordedCallRetrier;
import dev.tradewind.order.change.OrderUnitOfWork;
import dev.tradewind.order.view.OrderQueries;
import dev.tradewind.providers.ProviderRegistry;
import dev.tradewind.spi.fulfillment.FulfillmentProvider;
import io.vertx.sqlclient.Pool;
import java.time.Clock;
import java.util.Map;

/** Wiring of fulfillments, and of the operations at fulfillment providers. */
public final class FulfillmentModule {

  private final FulfillmentStore store = new FulfillmentStore();
  private final FulfillmentOperationRunner operations;
  private final RecordedCallRetrier<FulfillmentOperation> retrier;
  private final FulfillmentService service;
  private final PartFulfillments ofParts;

  /**
   * @param returns handler of the shipments of returns
   */
  public FulfillmentModule(
      Pool pool,
      OperationClient bus,
      ProviderRegistry<FulfillmentProvider> providers,
      OrderUnitOfWork work,
      FulfillmentOperationHandler returns,
      OrderQueries queries,
      Clock clock) {
    FulfillmentOperationStore operationStore = new FulfillmentOperationStore();
    this.operations =
        new FulfillmentOperationRunner(
            pool,
            providers,
            work,
            operationStore,
            Map.of(
                FulfillmentOperation.Kind.CREATE,
                new FulfillmentCreation(pool, work, store),
                FulfillmentOperation.Kind.CANCEL,
                new FulfillmentCancellation(pool, work, store),
                FulfillmentOperation.Kind.RETURN,
                returns),
            clock);
    this.retrier = new RecordedCallRetrier<>("fulfillment-operations", operations, clock);
    CreateFulfillments creation = new CreateFulfillments(pool, work, store, operations, bus, clock);
    Fulfillments fulfillments = new Fulfillments(pool, work, store, operations, clock);
    this.service = new FulfillmentService(creation, fulfillments, queries);
    this.ofParts = new PartFulfillments(creation, fulfillments, queries);
  }

  public void bind(Operations handlers) {
    service.bind(handlers);
  }

  public BackgroundTask task() {
    return retrier.task();
  }

  public FulfillmentStore store() {
    return store;
  }

  public FulfillmentOperationRunner operations() {
    return operations;
  }

  /** Fulfillments of swaps and claims. */
  public PartFulfillments ofParts() {
    return ofParts;
  }
}
