package dev.tradewind.order.fulfillment;

import dev.tradewind.kernel.operation.CallContext;
import dev.tradewind.kernel.outbox.Event;
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
import dev.tradewind.order.view.FulfillmentView;
import dev.tradewind.order.view.OrderView;
import dev.tradewind.spi.ProviderCall;
import dev.tradewind.spi.fulfillment.FulfillmentProvider;
import io.vertx.core.Future;
import io.vertx.core.json.JsonObject;
import io.vertx.sqlclient.Pool;
import java.time.Instant;
import java.util.List;

/**
 * Creation of a fulfillment at its provider. Its units count, and it is shown, from the moment that
 * the provider has accepted it; a refused one is deleted.
 */
public final class FulfillmentCreation implements FulfillmentOperationHandler {

  private final Pool pool;
  private final OrderUnitOfWork work;
  private final FulfillmentStore fulfillments;

  public FulfillmentCreation(Pool pool, OrderUnitOfWork work, FulfillmentStore fulfillments) {
    this.pool = pool;
    this.work = work;
    this.fulfillments = fulfillments;
  }

  @Override
  public Future<JsonObject> call(
      FulfillmentProvider provider, ProviderCall call, FulfillmentOperation operation) {
    Future<Order> order = work.read(operation.orderId());
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

  /** Restores the units of a refused fulfillment. */
  @Override
  public Future<Void> restoreStock(
      StockTransaction tx, FulfillmentOperation operation, boolean isAccepted) {
    if (isAccepted) {
      return Future.succeededFuture();
    }
    return StockStore.restoreFulfilled(tx, operation.stockOwner(), operation.subjectId());
  }

  @Override
  public Future<Change<Void>> accepted(
      OrderTransaction tx, FulfillmentOperation operation, JsonObject data) {
    String id = operation.subjectId();
    Order order = tx.order();
    return fulfillments
        .accept(tx.db(), id, data, tx.now())
        .compose(accepted -> fulfillments.get(tx.db(), id))
        .compose(fulfillment ->
            LineProgressStore.addFulfilled(tx.db(), order.id(), units(order, fulfillment))
                .compose(added -> work.read(tx))
                .map(current ->
                    Change.of(
                        new OrderMutation.FulfillmentStatusChange(
                            fulfillment.owner(),
                            current.goodsOf(fulfillment.owner()).afterFulfillment()),
                        List.of(created(tx.context(), tx.now(), current, fulfillment)))));
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
  public Future<Change<Void>> refused(OrderTransaction tx, FulfillmentOperation operation) {
    return Future.succeededFuture(
        Change.ofOperations(
            List.of(write -> fulfillments.discard(write.db(), operation.subjectId()))));
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
