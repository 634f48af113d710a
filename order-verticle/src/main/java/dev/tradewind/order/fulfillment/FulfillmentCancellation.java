package dev.tradewind.order.fulfillment;

import dev.tradewind.kernel.operation.CallContext;
import dev.tradewind.order.aftersale.Fulfillment;
import dev.tradewind.order.model.Order;
import dev.tradewind.order.model.OrderEvents;
import dev.tradewind.order.model.OrderMutation;
import dev.tradewind.order.store.LineProgressStore;
import dev.tradewind.order.store.LockedOrders;
import dev.tradewind.order.store.StockStore;
import dev.tradewind.providers.ProviderCall;
import dev.tradewind.providers.fulfillment.FulfillmentProvider;
import io.vertx.core.Future;
import io.vertx.core.json.JsonObject;
import io.vertx.sqlclient.Pool;
import io.vertx.sqlclient.SqlClient;
import java.time.Instant;
import java.util.List;

/** Cancellation of a fulfillment at its provider; its units can be fulfilled again. */
public final class FulfillmentCancellation implements FulfillmentOperationHandler {

  private final Pool pool;
  private final LockedOrders orders;
  private final FulfillmentStore fulfillments;

  public FulfillmentCancellation(Pool pool, LockedOrders orders, FulfillmentStore fulfillments) {
    this.pool = pool;
    this.orders = orders;
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
      CallContext context,
      SqlClient db,
      FulfillmentOperation operation,
      boolean isAccepted,
      Instant now) {
    return isAccepted
        ? StockStore.restoreFulfilled(
            db, context, operation.stockTaker(), operation.subjectId(), now)
        : Future.succeededFuture();
  }

  @Override
  public Future<Void> accepted(
      CallContext context,
      SqlClient db,
      Order order,
      FulfillmentOperation operation,
      JsonObject data,
      Instant now) {
    Fulfillment fulfillment = order.findFulfillment(operation.subjectId()).orElseThrow();
    return fulfillments
        .cancel(db, fulfillment.id(), data, now)
        .compose(canceled ->
            LineProgressStore.removeFulfilled(
                db, order.id(), FulfillmentCreation.units(order, fulfillment)))
        .compose(removed -> orders.read(db, order.id()))
        .compose(current ->
            orders.write(
                db,
                current,
                new OrderMutation.FulfillmentStatusChange(
                    fulfillment.owner(),
                    current
                        .goodsOf(fulfillment.owner())
                        .afterFulfillmentCanceled(current.hasFulfillment(fulfillment.owner()))),
                now,
                List.of(OrderEvents.fulfillmentCanceled(context, now, fulfillment))));
  }

  /** It stays as it is. */
  @Override
  public Future<Void> refused(
      SqlClient db, Order order, FulfillmentOperation operation, Instant now) {
    return Future.succeededFuture();
  }
}
