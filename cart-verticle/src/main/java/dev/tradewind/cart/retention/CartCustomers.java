package dev.tradewind.cart.retention;

import dev.tradewind.api.cart.CartOperation;
import dev.tradewind.kernel.JsonArrays;
import dev.tradewind.kernel.operation.Operations;
import dev.tradewind.kernel.operation.Reply;
import dev.tradewind.kernel.operation.Request;
import io.vertx.core.Future;
import io.vertx.core.json.JsonObject;
import io.vertx.sqlclient.Pool;
import io.vertx.sqlclient.Tuple;

/** Query of the customers that have a cart; others may be deleted. */
public final class CartCustomers {

  private static final String FIND =
      "SELECT DISTINCT customer_id FROM cart WHERE customer_id = ANY ($1)";

  private final Pool pool;

  public CartCustomers(Pool pool) {
    this.pool = pool;
  }

  public void bind(Operations internal) {
    internal.on(CartOperation.FIND_CUSTOMERS, this::find);
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
