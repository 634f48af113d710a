package dev.tradewind.order.view;

import dev.tradewind.api.order.OrderOperation;
import dev.tradewind.kernel.operation.Operations;
import dev.tradewind.kernel.operation.Problem;
import dev.tradewind.kernel.operation.Reply;
import dev.tradewind.kernel.operation.Request;
import dev.tradewind.order.model.PaymentView;
import dev.tradewind.order.store.OrderDocument;
import dev.tradewind.order.store.OrderStore;
import io.vertx.core.Future;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import io.vertx.sqlclient.Pool;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/** Internal operations on orders, for other verticles. */
public final class OrderService {

  private final Pool pool;
  private final OrderStore store;

  public OrderService(Pool pool, OrderStore store) {
    this.pool = pool;
    this.store = store;
  }

  public void bind(Operations internal) {
    internal
        .on(OrderOperation.FIND_COMPLETION, this::findCompletion)
        .on(OrderOperation.FIND_ORDERS_OF_CUSTOMERS, this::findOrdersOfCustomers)
        .on(OrderOperation.FIND_ORDERS, this::findOrders)
        .on(OrderOperation.FIND_PAYMENTS, this::findPayments);
  }

  private Future<Reply> findCompletion(Request request) {
    String cartId = request.input().getString("cart_id");
    return store
        .findByCart(pool, cartId)
        .map(found ->
            found.orElseThrow(() ->
                new Problem.NotFound("Order with cart id " + cartId + " was not found")
                    .toException()))
        .map(order -> Reply.ok(OrderView.completion(order)));
  }

  private Future<Reply> findPayments(Request request) {
    List<String> ids =
        request.input().getJsonArray("ids").stream().map(String.class::cast).toList();
    return store
        .findPayments(pool, ids)
        .map(payments -> new JsonArray(payments.stream().map(PaymentView::render).toList()))
        .map(payments -> Reply.ok(new JsonObject().put("payments", payments)));
  }

  private Future<Reply> findOrdersOfCustomers(Request request) {
    List<String> customerIds =
        request.input().getJsonArray("customer_ids").stream().map(String.class::cast).toList();
    Set<String> relations =
        request.input().getJsonArray("relations").stream()
            .map(String.class::cast)
            .collect(Collectors.toSet());
    return store
        .findByCustomers(pool, customerIds)
        .map(orders ->
            new JsonArray(
                orders.stream().map(order -> OrderView.ofCustomer(order, relations)).toList()))
        .map(orders -> Reply.ok(new JsonObject().put("orders", orders)));
  }

  private Future<Reply> findOrders(Request request) {
    List<String> ids =
        request.input().getJsonArray("ids").stream().map(String.class::cast).toList();
    return store
        .findByIds(pool, ids)
        .map(orders -> new JsonArray(orders.stream().map(OrderDocument::own).toList()))
        .map(orders -> Reply.ok(new JsonObject().put("orders", orders)));
  }
}
