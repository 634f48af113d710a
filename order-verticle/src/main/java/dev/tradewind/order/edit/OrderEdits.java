package dev.tradewind.order.edit;

import dev.tradewind.kernel.Timestamps;
import dev.tradewind.kernel.operation.CallContext;
import dev.tradewind.kernel.operation.Problem;
import dev.tradewind.kernel.outbox.Event;
import dev.tradewind.order.model.Order;
import dev.tradewind.order.model.OrderMutation;
import dev.tradewind.order.store.LockedOrders;
import io.vertx.core.Future;
import io.vertx.sqlclient.Pool;
import io.vertx.sqlclient.SqlClient;
import io.vertx.sqlclient.SqlConnection;
import java.time.Clock;
import java.time.Instant;
import java.util.List;

/** Changes of order edits under the lock of their order, with its version and events. */
final class OrderEdits {

  private final Pool pool;
  private final LockedOrders orders;
  private final Clock clock;

  OrderEdits(Pool pool, LockedOrders orders, Clock clock) {
    this.pool = pool;
    this.orders = orders;
    this.clock = clock;
  }

  /** Work on a locked edit. */
  @FunctionalInterface
  interface Work<T> {
    Future<T> on(SqlConnection db, Order order, StoredEdit edit, Instant now);
  }

  <T> Future<T> locked(String id, Work<T> work) {
    return require(id)
        .compose(found ->
            orders.locked(
                found.orderId(),
                (db, order) ->
                    require(db, id)
                        .compose(edit -> work.on(db, order, edit, Timestamps.now(clock)))));
  }

  /** Raises the version of the order, with events. */
  Future<Void> publish(SqlClient db, Order order, Instant now, List<Event> events) {
    return orders.write(
        db, order, new OrderMutation.PaymentStatusChange(order.paymentStatus()), now, events);
  }

  Future<Void> publish(
      CallContext context, SqlClient db, Order order, String id, String event, Instant now) {
    return publish(
        db, order, now, List.of(OrderEditEvents.of(context, now, event, id, order.id())));
  }

  Future<StoredEdit> require(String id) {
    return require(pool, id);
  }

  static Future<StoredEdit> require(SqlClient db, String id) {
    return OrderEditStore.find(db, id).map(found -> found.orElseThrow(() -> notFound(id)));
  }

  static RuntimeException notFound(String id) {
    return new Problem.NotFound("Order edit with id " + id + " was not found").toException();
  }
}
