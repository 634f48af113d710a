package dev.tradewind.order.fulfillment;

import dev.tradewind.kernel.operation.CallContext;
import dev.tradewind.kernel.outbox.Event;
import dev.tradewind.order.aftersale.Fulfillment;
import dev.tradewind.order.model.Order;
import dev.tradewind.order.model.OrderEvents;
import dev.tradewind.order.model.OrderMutation;
import dev.tradewind.order.store.LineProgressStore;
import dev.tradewind.order.store.LockedOrders;
import dev.tradewind.order.store.StockStore;
import dev.tradewind.order.view.FulfillmentView;
import dev.tradewind.order.view.OrderView;
import dev.tradewind.providers.ProviderCall;
import dev.tradewind.providers.fulfillment.FulfillmentProvider;
import io.vertx.core.Future;
import io.vertx.core.json.JsonObject;
import io.vertx.sqlclient.Pool;
import io.vertx.sqlclient.SqlClient;
import java.time.Instant;
import java.util.List;

/**
 * Creation of a fulfillment at its provider. Its units count, and it is shown, from the moment that
 * the provider has accepted it; a refused one is deleted.
 */
public final class FulfillmentCreation implements FulfillmentOperationHandler {

  private final Pool pool;
  private final LockedOrders orders;
  private final FulfillmentStore fulfillments;

  public FulfillmentCreation(Pool pool, LockedOrders orders, FulfillmentStore fulfillments) {
    this.pool = pool;
    this.orders = orders;
    this.fulfillments = fulfillments;
  }

  @Override
  public Future<JsonObject> call(
      FulfillmentProvider provider, ProviderCall call, FulfillmentOperation operation) {
    Future<Order> order = orders.read(pool, operation.orderId());
    Future<Fulfillment> fulfillment = fulfillments.get(pool, operation.subjectId());
    return Future.all(order, fulfillment)
        .compose(both ->
            provider.createFulfillment(
                call,
                operation.details().getJsonObject("method_data"),
                OrderView.ofGoods(
                    order.result(), order.result().goodsOf(fulfillment.result().owner())),
                FulfillmentView.render(fulfillment.result())));
  }

  /** A refused fulfillment gives back what it took when it was planned. */
  @Override
  public Future<Void> restoreStock(
      CallContext context,
      SqlClient db,
      FulfillmentOperation operation,
      boolean isAccepted,
      Instant now) {
    return isAccepted
        ? Future.succeededFuture()
        : StockStore.restoreFulfilled(
            db, context, operation.stockTaker(), operation.subjectId(), now);
  }

  @Override
  public Future<Void> accepted(
      CallContext context,
      SqlClient db,
      Order order,
      FulfillmentOperation operation,
      JsonObject data,
      Instant now) {
    String id = operation.subjectId();
    return fulfillments
        .accept(db, id, data, now)
        .compose(accepted -> fulfillments.get(db, id))
        .compose(fulfillment ->
            LineProgressStore.addFulfilled(db, order.id(), units(order, fulfillment))
                .compose(added -> orders.read(db, order.id()))
                .compose(current ->
                    orders.write(
                        db,
                        current,
                        new OrderMutation.FulfillmentStatusChange(
                            fulfillment.owner(),
                            current.goodsOf(fulfillment.owner()).afterFulfillment()),
                        now,
                        List.of(created(context, now, current, fulfillment)))));
  }

  private static Event created(
      CallContext context, Instant now, Order order, Fulfillment fulfillment) {
    return OrderEvents.fulfilled(
        context,
        now,
        fulfillment,
        fulfillment.noNotification() == null
            ? order.goodsOf(fulfillment.owner()).noNotification()
            : fulfillment.noNotification());
  }

  @Override
  public Future<Void> refused(
      SqlClient db, Order order, FulfillmentOperation operation, Instant now) {
    return fulfillments.discard(db, operation.subjectId());
  }

  /** Units of the line items of a fulfillment, with the ordered quantities. */
  static List<LineProgressStore.Units> units(Order order, Fulfillment fulfillment) {
    return fulfillment.items().stream()
        .map(item ->
            new LineProgressStore.Units(
                item.lineId(),
                order.goodsOf(fulfillment.owner()).requireLine(item.lineId()).quantity(),
                item.quantity()))
        .toList();
  }
}
