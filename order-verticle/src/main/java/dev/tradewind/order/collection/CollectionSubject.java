package dev.tradewind.order.collection;

import dev.tradewind.api.address.Address;
import dev.tradewind.api.customer.CustomerClient;
import dev.tradewind.kernel.operation.CallContext;
import dev.tradewind.order.model.Order;
import dev.tradewind.order.store.OrderStore;
import dev.tradewind.providers.PayingCustomers;
import dev.tradewind.spi.payment.PaymentSubject;
import io.vertx.core.Future;
import io.vertx.core.json.JsonObject;
import io.vertx.sqlclient.SqlClient;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Subjects of the payment sessions of collections: the customer and addresses of the order. */
final class CollectionSubject {

  private final SqlClient db;
  private final OrderStore orders;
  private final CustomerClient customers;

  CollectionSubject(SqlClient db, OrderStore orders, CustomerClient customers) {
    this.orders = orders;
    this.db = db;
    this.customers = customers;
  }

  Future<PaymentSubject> find(CallContext context, PaymentCollection collection) {
    return orders
        .findById(db, collection.orderId())
        .compose(found ->
            found
                .map(order -> of(context, order))
                .orElseGet(() -> Future.succeededFuture(PaymentSubject.UNKNOWN)));
  }

  private Future<PaymentSubject> of(CallContext context, Order order) {
    return customers
        .findCustomers(context, List.of(order.customerId()))
        .map(found ->
            new PaymentSubject(
                PayingCustomers.of(found.isEmpty() ? null : found.getFirst()),
                order.email(),
                json(order.snapshot().billingAddress()),
                json(order.snapshot().shippingAddress()),
                List.of(),
                new JsonObject()));
  }

  private static @Nullable JsonObject json(@Nullable Address address) {
    return address == null ? null : address.toJson();
  }
}
