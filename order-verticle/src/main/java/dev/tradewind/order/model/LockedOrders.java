package dev.tradewind.order.model;

import dev.tradewind.kernel.database.Transactions;
import dev.tradewind.kernel.operation.Problem;
import dev.tradewind.kernel.resource.read.Selection;
import dev.tradewind.kernel.resource.write.ResourceWriter;
import dev.tradewind.kernel.resource.write.RowChange;
import io.vertx.core.Future;
import io.vertx.sqlclient.Pool;
import io.vertx.sqlclient.SqlClient;
import io.vertx.sqlclient.SqlConnection;
import io.vertx.sqlclient.Tuple;
import java.util.Set;

/** Changes orders: one at a time works on an order, and sees it as the one before has left it. */
public final class LockedOrders {

  private static final String LOCK = "SELECT FROM \"order\" WHERE id = $1 FOR NO KEY UPDATE";

  private static final Selection KEY = Selection.of(OrderResource.ORDER).withFields(Set.of());

  private final ResourceWriter writer = new ResourceWriter(OrderResource.ORDER);
  private final Pool pool;
  private final OrderStore store;

  public LockedOrders(Pool pool, OrderStore store) {
    this.pool = pool;
    this.store = store;
  }

  /** What becomes of an order that is locked. */
  @FunctionalInterface
  public interface Work<T> {
    Future<T> on(SqlConnection db, Order order);
  }

  /** Does the work in one transaction; an unknown order is {@code NotFound}. */
  public <T> Future<T> locked(String id, Work<T> work) {
    return Transactions.inTransaction(
        pool, db -> lock(db, id).compose(order -> work.on(db, order)));
  }

  /** The order, locked: read after the lock, so that nothing of it is old. */
  public Future<Order> lock(SqlClient db, String id) {
    return db.preparedQuery(LOCK)
        .execute(Tuple.of(id))
        .compose(locked -> store.findById(db, id))
        .map(found -> found.orElseThrow(() -> notFound(id).toException()));
  }

  public Future<Void> write(SqlClient db, String id, RowChange write) {
    return writer.update(db, KEY, id, write).mapEmpty();
  }

  private static Problem notFound(String id) {
    return new Problem.NotFound("Order with id " + id + " was not found");
  }
}
