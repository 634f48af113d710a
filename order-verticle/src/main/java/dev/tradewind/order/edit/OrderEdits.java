package dev.tradewind.order.edit;

import dev.tradewind.kernel.operation.CallContext;
import dev.tradewind.kernel.operation.Problem;
import dev.tradewind.order.change.Change;
import dev.tradewind.order.change.OrderRequest;
import dev.tradewind.order.change.OrderTransaction;
import dev.tradewind.order.change.OrderUnitOfWork;
import io.vertx.core.Future;
import io.vertx.sqlclient.Pool;
import io.vertx.sqlclient.SqlClient;
import java.time.Clock;

/** Changes of order edits under the lock of their order, with its version and events. */
final class OrderEdits {

  private final Pool pool;
  private final OrderUnitOfWork work;
  private final Clock clock;

  OrderEdits(Pool pool, OrderUnitOfWork work, Clock clock) {
    this.pool = pool;
    this.work = work;
    this.clock = clock;
  }

  /** Decision about an edit of the locked order. */
  @FunctionalInterface
  interface Decision<T> {
    Future<Change<T>> on(OrderTransaction tx, StoredEdit edit);
  }

  <T> Future<T> change(CallContext context, String id, Decision<T> decision) {
    return require(id)
        .compose(found ->
            work.change(
                OrderRequest.of(context, found.orderId(), clock),
                tx -> require(tx.db(), id).compose(edit -> decision.on(tx, edit))));
  }

  Future<StoredEdit> require(String id) {
    return require(pool, id);
  }

  static Future<StoredEdit> require(SqlClient db, String id) {
    return OrderEditStore.find(db, id).map(found -> found.orElseThrow(() -> notFound(id)));
  }

  static RuntimeException notFound(String id) {
    return Problem.notFound("Order edit with id " + id + " was not found");
  }
}
