package dev.tradewind.order.fulfillment;

import dev.tradewind.order.aftersale.Fulfillment;
import dev.tradewind.order.change.Change;
import dev.tradewind.order.change.OrderTransaction;
import dev.tradewind.order.change.OrderUnitOfWork;
import dev.tradewind.order.change.StockStore;
import dev.tradewind.order.change.StockTransaction;
import dev.tradewind.order.model.Order;
import dev.tradewind.order.model.OrderEvents;
import dev.tradewind.order.model.OrderMutation;
import dev.tradewind.order.store.LineProgressStore;
import dev.tradewind.spi.ProviderCall;
import dev.tradewind.spi.fulfillment.FulfillmentProvider;
import io.vertx.core.Future;
import io.vertx.core.json.JsonObject;
import io.vertx.sqlclient.Pool;
import java.util.List;

/** Cancellation of a fulfillment at its provider; its units can be fulfilled again. */
public final class FulfillmentCancellation implements FulfillmentOperationHandler {

  private final Pool pool;
  private final OrderUnitOfWork work;
  private final FulfillmentStore fulfillments;

  public FulfillmentCancellation(Pool pool, OrderUnitOfWork work, FulfillmentStore fulfillments) {
    this.pool = pool;
    this.work = work;
    this.fulfillments = fulfillments;
  }

  @Override
  public Future<JsonObject> call(
      FulfillmentProvider provider, ProviderCall call, FulfillmentOperation operation) {
    return fulfillments
        .get(pool, operation.subjectId())
        .compose(fulfillment -> provider.cancelFulfillment(call, fulfillment.data()));
  }

  @Override
  public Future<Void> restoreStock(
      StockTransaction tx, FulfillmentOperation operation, boolean isAccepted) {
    if (isAccepted) {
      return StockStore.restoreFulfilled(tx, operation.stockOwner(), operation.subjectId());
    }
    return Future.succeededFuture();
  }

  @Override
  public Future<Change<Void>> accepted(
      OrderTransaction tx, FulfillmentOperation operation, JsonObject data) {
    Order order = tx.order();
    Fulfillment fulfillment = order.findFulfillment(operation.subjectId()).orElseThrow();
    return fulfillments
        .cancel(tx.db(), fulfillment.id(), data, tx.now())
        .compose(canceled ->
            LineProgressStore.removeFulfilled(
                tx.db(), order.id(), FulfillmentCreation.units(order, fulfillment)))
        .compose(removed -> work.read(tx))
        .map(current ->
            Change.of(
                new OrderMutation.FulfillmentStatusChange(
                    fulfillment.owner(),
                    current
                        .goodsOf(fulfillment.owner())
                        .afterFulfillmentCanceled(current.hasFulfillment(fulfillment.owner()))),
                List.of(OrderEvents.fulfillmentCanceled(tx.context(), tx.now(), fulfillment))));
  }

  /** It stays as it is. */
  @Override
  public Future<Change<Void>> refused(OrderTransaction tx, FulfillmentOperation operation) {
    return Future.succeededFuture(Change.none());
  }
}
