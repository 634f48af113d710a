package dev.tradewind.order.fulfillment;

import dev.tradewind.kernel.Timestamps;
import dev.tradewind.kernel.database.Transactions;
import dev.tradewind.kernel.operation.CallContext;
import dev.tradewind.order.store.LockedOrders;
import dev.tradewind.providers.ProviderCall;
import dev.tradewind.providers.ProviderCalls;
import dev.tradewind.providers.fulfillment.FulfillmentProviders;
import io.vertx.core.Future;
import io.vertx.core.json.JsonObject;
import io.vertx.sqlclient.Pool;
import java.time.Clock;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * Execution of recorded operations at their fulfillment providers, and recording of the outcomes.
 * An operation without an answer is retried under the same key, by the next request or by the
 * {@link FulfillmentOperationRetrier}.
 */
public final class FulfillmentOperationRunner {

  private final Pool pool;
  private final LockedOrders orders;
  private final FulfillmentOperationStore store;
  private final FulfillmentProviders providers;
  private final Map<FulfillmentOperation.Kind, FulfillmentOperationHandler> handlers;
  private final ProviderCalls calls;
  private final Clock clock;

  public FulfillmentOperationRunner(
      Pool pool,
      LockedOrders orders,
      FulfillmentOperationStore store,
      FulfillmentProviders providers,
      Map<FulfillmentOperation.Kind, FulfillmentOperationHandler> handlers,
      Clock clock) {
    this.pool = pool;
    this.orders = orders;
    this.store = store;
    this.providers = providers;
    this.handlers = Map.copyOf(handlers);
    this.calls = new ProviderCalls(clock);
    this.clock = clock;
  }

  /**
   * Runs all operations of an order without an outcome; fails if a provider does not answer. A
   * refusal is the outcome of an earlier request.
   */
  public Future<Void> runOpen(CallContext context, String orderId) {
    return store
        .findOpen(pool, orderId)
        .compose(operations -> {
          Future<Void> finished = Future.succeededFuture();
          for (FulfillmentOperation operation : operations) {
            finished =
                finished.compose(done ->
                    run(context, operation)
                        .recover(failure ->
                            ProviderCalls.isRefusal(failure)
                                ? Future.succeededFuture()
                                : Future.failedFuture(failure)));
          }
          return finished;
        });
  }

  /**
   * Runs open operations of an order within half of the remaining time, so that the rest is left
   * for a response without them.
   */
  Future<Void> tryOpen(CallContext context, String orderId) {
    return runOpen(context.withDeadline(calls.halfWay(context.deadline())), orderId)
        .otherwiseEmpty();
  }

  /**
   * Sequential; a provider that refuses or does not answer does not stop the others, and the first
   * failure becomes the failure of all.
   */
  public Future<Void> runAll(CallContext context, List<FulfillmentOperation> operations) {
    List<Throwable> failures = new ArrayList<>();
    Future<Void> finished = Future.succeededFuture();
    for (FulfillmentOperation operation : operations) {
      finished =
          finished
              .compose(done -> run(context, operation))
              .recover(failure -> {
                failures.add(failure);
                return Future.succeededFuture();
              });
    }
    return finished.compose(done ->
        failures.isEmpty() ? Future.succeededFuture() : Future.failedFuture(failures.getFirst()));
  }

  Future<Void> run(CallContext context, FulfillmentOperation operation) {
    FulfillmentOperationHandler handler =
        Objects.requireNonNull(handlers.get(operation.kind()), operation::key);
    FulfillmentFailpoint.FULFILLMENT_OPERATION_RECORDED.hit();
    return calls
        .ask(
            "fulfillment provider " + operation.providerId(),
            context.deadline(),
            () ->
                handler.call(
                    providers.get(operation.providerId()),
                    new ProviderCall(operation.key(), context.deadline()),
                    operation))
        .onSuccess(data -> FulfillmentFailpoint.FULFILLMENT_DONE_AT_PROVIDER.hit())
        .transform(answer -> {
          if (answer.succeeded()) {
            return recordAccepted(context, handler, operation, answer.result())
                .onSuccess(recorded -> FulfillmentFailpoint.FULFILLMENT_OUTCOME_RECORDED.hit());
          }
          Future<Void> failure = Future.failedFuture(answer.cause());
          return ProviderCalls.isRefusal(answer.cause())
              ? recordRefused(context, handler, operation).compose(recorded -> failure)
              : failure;
        });
  }

  private Future<Void> recordAccepted(
      CallContext context,
      FulfillmentOperationHandler handler,
      FulfillmentOperation operation,
      JsonObject data) {
    Instant now = Timestamps.now(clock);
    return recordOnce(
        context,
        handler,
        operation,
        now,
        true,
        (db, order) ->
            store
                .finish(db, operation, now)
                .compose(AlreadyRecorded::requireFirst)
                .compose(first -> handler.accepted(context, db, order, operation, data, now)));
  }

  private Future<Void> recordRefused(
      CallContext context, FulfillmentOperationHandler handler, FulfillmentOperation operation) {
    Instant now = Timestamps.now(clock);
    return recordOnce(
        context,
        handler,
        operation,
        now,
        false,
        (db, order) ->
            store
                .refuse(db, operation, now)
                .compose(AlreadyRecorded::requireFirst)
                .compose(first -> handler.refused(db, order, operation, now)));
  }

  /** Restores stock and records the outcome; nothing changes if it was recorded before. */
  private Future<Void> recordOnce(
      CallContext context,
      FulfillmentOperationHandler handler,
      FulfillmentOperation operation,
      Instant now,
      boolean isAccepted,
      LockedOrders.Work<Void> work) {
    return Transactions.inTransaction(
            pool,
            db ->
                handler
                    .restoreStock(context, db, operation, isAccepted, now)
                    .compose(restored -> orders.lock(db, operation.orderId()))
                    .compose(order -> work.on(db, order)))
        .recover(failure ->
            failure instanceof AlreadyRecorded
                ? Future.succeededFuture()
                : Future.failedFuture(failure));
  }

  /** Rolls back the transaction of an outcome that was recorded before. */
  private static final class AlreadyRecorded extends RuntimeException {

    private static final long serialVersionUID = 1;

    AlreadyRecorded() {
      super(null, null, false, false);
    }

    static Future<Void> requireFirst(boolean isFirst) {
      return isFirst ? Future.succeededFuture() : Future.failedFuture(new AlreadyRecorded());
    }
  }
}
