package dev.tradewind.order.store;

import dev.tradewind.kernel.database.Transactions;
import dev.tradewind.kernel.operation.CallContext;
import dev.tradewind.kernel.operation.Problem;
import dev.tradewind.kernel.outbox.Event;
import dev.tradewind.order.model.Order;
import dev.tradewind.order.model.OrderMutation;
import io.vertx.core.Future;
import io.vertx.sqlclient.Pool;
import io.vertx.sqlclient.SqlClient;
import io.vertx.sqlclient.SqlConnection;
import java.time.Instant;
import java.util.List;

/**
 * Pessimistic locking of orders: changes of one order run one after the other, each on the current
 * state.
 */
public final class LockedOrders {

  private final Pool pool;
  private final OrderStore store;

  public LockedOrders(Pool pool, OrderStore store) {
    this.pool = pool;
    this.store = store;
  }

  /** Unit of work on a locked order. */
  @FunctionalInterface
  public interface Work<T> {
    Future<T> on(SqlConnection db, Order order);
  }

  /** Runs the work in one transaction; an unknown order is {@code NotFound}. */
  public <T> Future<T> locked(String id, Work<T> work) {
    return Transactions.inTransaction(
        pool, db -> lock(db, id).compose(order -> work.on(db, order)));
  }

  /** Locks the order and reads it afterwards, so that it is current. */
  public Future<Order> lock(SqlClient db, String id) {
    return store.lock(db, id).compose(locked -> read(db, id));
  }

  /** Order as it is; within a transaction that has locked it, with the changes made there. */
  public Future<Order> read(SqlClient db, String id) {
    return store.findById(db, id).map(found -> found.orElseThrow(() -> notFound(id).toException()));
  }

  /**
   * Releases stock, discounts and gift cards of the order. Call it before {@link #lock}: placement
   * locks them before it inserts the order.
   */
  public Future<Void> giveBack(SqlClient db, CallContext context, String id, Instant now) {
    return store.giveBack(db, context, id, now);
  }

  /** Writes a change that is legal for the locked order. */
  public Future<Void> write(
      SqlClient db, Order order, OrderMutation mutation, Instant now, List<Event> events) {
    mutation.requireLegalFor(order);
    return store.update(db, order.id(), mutation, now, events);
  }

  private static Problem notFound(String id) {
    return new Problem.NotFound("Order with id " + id + " was not found");
  }
}
