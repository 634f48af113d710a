package dev.tradewind.order.fulfillment;

import dev.tradewind.kernel.operation.CallContext;
import dev.tradewind.kernel.providercall.CallHandler;
import dev.tradewind.kernel.providercall.ProviderCalls;
import dev.tradewind.kernel.providercall.RecordedCallRunner;
import dev.tradewind.order.change.Change;
import dev.tradewind.order.change.OrderRequest;
import dev.tradewind.order.change.OrderTransaction;
import dev.tradewind.order.change.OrderUnitOfWork;
import dev.tradewind.providers.ProviderRegistry;
import dev.tradewind.spi.ProviderCall;
import dev.tradewind.spi.fulfillment.FulfillmentProvider;
import io.vertx.core.Future;
import io.vertx.core.json.JsonObject;
import io.vertx.sqlclient.SqlClient;
import java.time.Clock;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;

/** Execution of recorded operations at their fulfillment providers. */
public final class FulfillmentOperationRunner extends RecordedCallRunner<FulfillmentOperation> {

  private final OrderUnitOfWork work;
  private final FulfillmentOperationStore store;
  private final ProviderRegistry<FulfillmentProvider> providers;
  private final Map<FulfillmentOperation.Kind, FulfillmentOperationHandler> kinds;
  private final ProviderCalls calls;
  private final Clock clock;

  public FulfillmentOperationRunner(
      SqlClient db,
      ProviderRegistry<FulfillmentProvider> providers,
      OrderUnitOfWork work,
      FulfillmentOperationStore store,
      Map<FulfillmentOperation.Kind, FulfillmentOperationHandler> kinds,
      Clock clock) {
    super(db, store, FulfillmentFailpoint.PROGRESS);
    this.work = work;
    this.store = store;
    this.providers = providers;
    this.kinds = Map.copyOf(kinds);
    this.calls = new ProviderCalls(clock);
    this.clock = clock;
  }

  /** Write of operations; they are run after the transaction. */
  public Change.Write record(List<FulfillmentOperation> operations) {
    return tx -> store.insert(tx.db(), operations, tx.now());
  }

  /** Operations of an order, its swaps and its claims without an outcome, oldest first. */
  Future<List<FulfillmentOperation>> findOpen(SqlClient db, String orderId) {
    return store.findOpen(db, orderId);
  }

  /**
   * Runs open operations of an order within half of the remaining time, so that the rest is left
   * for a response without them.
   */
  Future<Void> tryOpen(CallContext context, String orderId) {
    return runOpen(context.withDeadline(calls.halfWay(context.deadline())), orderId)
        .otherwiseEmpty();
  }

  @Override
  protected CallHandler<FulfillmentOperation, JsonObject> handler(FulfillmentOperation operation) {
    return new Handler(Objects.requireNonNull(kinds.get(operation.kind()), operation::key));
  }

  /** Handler of a kind, which records the outcome once. */
  private final class Handler implements CallHandler<FulfillmentOperation, JsonObject> {

    private final FulfillmentOperationHandler kind;

    Handler(FulfillmentOperationHandler kind) {
      this.kind = kind;
    }

    @Override
    public Future<JsonObject> call(CallContext context, FulfillmentOperation operation) {
      return calls.ask(
          "fulfillment provider " + operation.providerId(),
          context.deadline(),
          () ->
              kind.call(
                  providers.get(operation.providerId()),
                  new ProviderCall(operation.key(), context.deadline()),
                  operation));
    }

    @Override
    public Future<List<FulfillmentOperation>> accepted(
        CallContext context, FulfillmentOperation operation, JsonObject data) {
      return record(context, operation, true, tx -> kind.accepted(tx, operation, data))
          .map(List.of());
    }

    @Override
    public Future<List<FulfillmentOperation>> refused(
        CallContext context, FulfillmentOperation operation, Throwable refusal) {
      return record(context, operation, false, tx -> kind.refused(tx, operation))
          .compose(recorded -> Future.failedFuture(refusal));
    }

    private Future<Void> record(
        CallContext context,
        FulfillmentOperation operation,
        boolean isAccepted,
        Function<OrderTransaction, Future<Change<Void>>> effect) {
      return work.change(
          OrderRequest.of(context, operation.orderId(), clock),
          tx -> kind.restoreStock(tx, operation, isAccepted),
          (tx, restored) ->
              store
                  .finish(tx.db(), operation, isAccepted, tx.now())
                  .compose(isFirst ->
                      isFirst ? effect.apply(tx) : Future.succeededFuture(Change.rollback())));
    }
  }
}
