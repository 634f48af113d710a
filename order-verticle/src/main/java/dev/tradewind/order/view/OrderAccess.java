package dev.tradewind.order.view;

import dev.tradewind.api.customer.CustomerClient;
import dev.tradewind.kernel.operation.CallContext;
import dev.tradewind.kernel.operation.OperationClient;
import dev.tradewind.kernel.operation.Principal;
import dev.tradewind.order.model.Order;
import io.vertx.core.Future;
import java.util.List;
import java.util.Optional;

/**
 * Access of shoppers to orders: the order of a customer with an account is visible to its owner
 * alone; knowing its id suffices for the order of a guest.
 */
public final class OrderAccess {

  private final CustomerClient customers;

  public OrderAccess(OperationClient bus) {
    this.customers = new CustomerClient(bus);
  }

  /** The order, unless it is hidden from the caller. */
  public Future<Optional<Order>> visible(CallContext context, Optional<Order> found) {
    if (found.isEmpty() || isOwner(context.principal(), found.orElseThrow())) {
      return Future.succeededFuture(found);
    }
    return customers
        .findCustomers(context, List.of(found.orElseThrow().customerId()))
        .map(customer ->
            customer.stream().anyMatch(owner -> owner.getBoolean("has_account"))
                ? Optional.empty()
                : found);
  }

  private static boolean isOwner(Principal caller, Order order) {
    return caller.isCustomer() && order.customerId().equals(caller.id());
  }
}
