package dev.tradewind.customer.account;

import dev.tradewind.kernel.operation.OperationBus;
import dev.tradewind.kernel.operation.Operations;
import dev.tradewind.kernel.operation.Reply;
import dev.tradewind.kernel.operation.Request;
import dev.tradewind.model.order.OrderClient;
import io.vertx.core.Future;

/** Shows a customer who is logged in the own orders, as the order verticle answers them. */
public final class OwnOrders {

  private final OrderClient orders;

  public OwnOrders(OperationBus bus) {
    this.orders = new OrderClient(bus);
  }

  public void bind(Operations operations) {
    operations.on("storeListCustomerMeOrders", this::list);
  }

  private Future<Reply> list(Request request) {
    return orders.listOrdersOfCustomer(request.context(), OwnCustomer.id(request), request.query());
  }
}
