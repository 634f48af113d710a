package dev.tradewind.order.change;

import dev.tradewind.kernel.operation.CallContext;
import io.vertx.sqlclient.SqlConnection;
import java.time.Instant;

/** Transaction of a change of an order, before or after the order is locked. */
public sealed interface ChangeTransaction permits StockTransaction, OrderTransaction {

  SqlConnection db();

  OrderRequest request();

  default CallContext context() {
    return request().context();
  }

  default String orderId() {
    return request().orderId();
  }

  default Instant now() {
    return request().now();
  }
}
