package dev.tradewind.order.change;

import dev.tradewind.order.model.Order;
import io.vertx.sqlclient.SqlConnection;

/** Transaction after its order is locked, with the order as read under the lock. */
public final class OrderTransaction implements ChangeTransaction {

  private final SqlConnection db;
  private final OrderRequest request;
  private final Order order;

  OrderTransaction(SqlConnection db, OrderRequest request, Order order) {
    this.db = db;
    this.request = request;
    this.order = order;
  }

  OrderTransaction with(Order current) {
    return new OrderTransaction(db, request, current);
  }

  @Override
  public SqlConnection db() {
    return db;
  }

  @Override
  public OrderRequest request() {
    return request;
  }

  /** Order as of its lock; later writes of the transaction do not change it. */
  public Order order() {
    return order;
  }
}
