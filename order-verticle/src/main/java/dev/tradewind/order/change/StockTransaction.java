package dev.tradewind.order.change;

import io.vertx.sqlclient.SqlConnection;

/**
 * Transaction before its order is locked. Gift cards and stock are locked by functions that take
 * this type, so that the order is locked after them.
 */
public final class StockTransaction implements ChangeTransaction {

  private final SqlConnection db;
  private final OrderRequest request;

  StockTransaction(SqlConnection db, OrderRequest request) {
    this.db = db;
    this.request = request;
  }

  @Override
  public SqlConnection db() {
    return db;
  }

  @Override
  public OrderRequest request() {
    return request;
  }
}
