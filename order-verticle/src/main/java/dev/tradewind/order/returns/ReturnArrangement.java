package dev.tradewind.order.returns;

import dev.tradewind.kernel.operation.CallContext;
import dev.tradewind.order.aftersale.Return;
import dev.tradewind.order.aftersale.ReturnStatus;
import dev.tradewind.order.fulfillment.FulfillmentOperation;
import dev.tradewind.order.fulfillment.FulfillmentOperationHandler;
import dev.tradewind.order.model.Order;
import dev.tradewind.order.model.OrderMutation;
import dev.tradewind.order.store.LockedOrders;
import dev.tradewind.order.view.ReturnView;
import dev.tradewind.providers.ProviderCall;
import dev.tradewind.providers.fulfillment.FulfillmentProvider;
import io.vertx.core.Future;
import io.vertx.core.json.JsonObject;
import io.vertx.sqlclient.Pool;
import io.vertx.sqlclient.SqlClient;
import java.time.Instant;
import java.util.List;

/**
 * Arrangement of the shipment of a return with its provider. A return whose shipment the provider
 * refuses is canceled, unless its goods have come back already.
 */
public final class ReturnArrangement implements FulfillmentOperationHandler {

  private final Pool pool;
  private final LockedOrders orders;

  public ReturnArrangement(Pool pool, LockedOrders orders) {
    this.pool = pool;
    this.orders = orders;
  }

  @Override
  public Future<JsonObject> call(
      FulfillmentProvider provider, ProviderCall call, FulfillmentOperation operation) {
    return orders
        .read(pool, operation.orderId())
        .compose(
            order -> provider.createReturn(call, ReturnView.render(returned(order, operation))));
  }

  private static Return returned(Order order, FulfillmentOperation operation) {
    return ReceiveReturn.find(order, operation.subjectId());
  }

  @Override
  public Future<Void> accepted(
      CallContext context,
      SqlClient db,
      Order order,
      FulfillmentOperation operation,
      JsonObject data,
      Instant now) {
    return ReturnStore.arranged(db, operation.subjectId(), data, now)
        .compose(written -> touch(db, order, now));
  }

  @Override
  public Future<Void> refused(
      SqlClient db, Order order, FulfillmentOperation operation, Instant now) {
    return returned(order, operation).status().canBecome(ReturnStatus.CANCELED)
        ? ReturnStore.cancel(db, operation.subjectId(), now)
            .compose(canceled -> touch(db, order, now))
        : Future.succeededFuture();
  }

  /** Raises the version of the order. */
  private Future<Void> touch(SqlClient db, Order order, Instant now) {
    return orders.write(
        db,
        order,
        new OrderMutation.FulfillmentStatusChange(order.fulfillmentStatus()),
        now,
        List.of());
  }
}
