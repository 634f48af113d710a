package dev.tradewind.customer.account;

import dev.tradewind.api.order.OrderClient;
import dev.tradewind.kernel.operation.OperationClient;
import dev.tradewind.kernel.operation.Operations;
import dev.tradewind.kernel.operation.Reply;
import dev.tradewind.kernel.operation.Request;
import io.vertx.core.Future;

/** Orders of a logged-in customer, read from the order verticle. */
public final class CurrentCustomerOrders {

  private final OrderClient orders;

  public CurrentCustomerOrders(OperationClient bus) {
    this.orders = new OrderClient(bus);
  }

  public void bind(Operations operations) {
    operations.on("storeListCustomerMeOrders", this::list);
  }

  private Future<Reply> list(Request request) {
    return orders.listOrdersOfCustomer(
        request.context(), CurrentCustomer.id(request), request.query());
  }
}
