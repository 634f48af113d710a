package dev.tradewind.order.privacy;

import dev.tradewind.api.order.OrderOperation;
import dev.tradewind.kernel.JsonArrays;
import dev.tradewind.kernel.operation.Operations;
import dev.tradewind.kernel.operation.Reply;
import dev.tradewind.kernel.operation.Request;
import io.vertx.core.Future;
import io.vertx.core.json.JsonObject;
import io.vertx.sqlclient.Pool;
import io.vertx.sqlclient.Tuple;

/** Query of the customers that have an order; others may be deleted. */
public final class OrderCustomers {

  private static final String FIND =
      "SELECT DISTINCT customer_id FROM \"order\" WHERE customer_id = ANY ($1)";

  private final Pool pool;

  public OrderCustomers(Pool pool) {
    this.pool = pool;
  }

  public void bind(Operations internal) {
    internal.on(OrderOperation.FIND_CUSTOMERS, this::find);
  }

  private Future<Reply> find(Request request) {
    String[] ids = JsonArrays.strings(request.input().getJsonArray("ids")).toArray(String[]::new);
    return pool.preparedQuery(FIND)
        .execute(Tuple.of((Object) ids))
        .map(rows ->
            Reply.ok(
                new JsonObject()
                    .put(
                        "ids",
                        JsonArrays.of(rows.stream().map(row -> row.getString(0)).toList()))));
  }
}
