package dev.tradewind.order.returns;

import dev.tradewind.order.aftersale.Return;
import dev.tradewind.order.aftersale.ReturnStatus;
import dev.tradewind.order.change.Change;
import dev.tradewind.order.change.OrderTransaction;
import dev.tradewind.order.change.OrderUnitOfWork;
import dev.tradewind.order.fulfillment.FulfillmentOperation;
import dev.tradewind.order.fulfillment.FulfillmentOperationHandler;
import dev.tradewind.order.model.Order;
import dev.tradewind.order.view.ReturnView;
import dev.tradewind.spi.ProviderCall;
import dev.tradewind.spi.fulfillment.FulfillmentProvider;
import io.vertx.core.Future;
import io.vertx.core.json.JsonObject;
import java.util.List;

/**
 * Arrangement of the shipment of a return with its provider. A return whose shipment the provider
 * refuses is canceled, unless its goods have come back already.
 */
public final class ReturnArrangement implements FulfillmentOperationHandler {

  private final OrderUnitOfWork work;

  public ReturnArrangement(OrderUnitOfWork work) {
    this.work = work;
  }

  @Override
  public Future<JsonObject> call(
      FulfillmentProvider provider, ProviderCall call, FulfillmentOperation operation) {
    return work.read(operation.orderId())
        .compose(
            order -> provider.createReturn(call, ReturnView.render(returned(order, operation))));
  }

  private static Return returned(Order order, FulfillmentOperation operation) {
    return ReceiveReturn.find(order, operation.subjectId());
  }

  @Override
  public Future<Change<Void>> accepted(
      OrderTransaction tx, FulfillmentOperation operation, JsonObject data) {
    return Future.succeededFuture(
        Change.ofParts(
            List.of(write ->
                ReturnStore.arranged(write.db(), operation.subjectId(), data, write.now())),
            List.of()));
  }

  @Override
  public Future<Change<Void>> refused(OrderTransaction tx, FulfillmentOperation operation) {
    boolean isCanceled = returned(tx.order(), operation).status().canBecome(ReturnStatus.CANCELED);
    return Future.succeededFuture(
        isCanceled
            ? Change.ofParts(
                List.of(
                    write -> ReturnStore.cancel(write.db(), operation.subjectId(), write.now())),
                List.of())
            : Change.none());
  }
}
