package dev.tradewind.order.change;

import dev.tradewind.kernel.async.Futures;
import dev.tradewind.kernel.database.Transactions;
import dev.tradewind.kernel.operation.Problem;
import dev.tradewind.order.model.Order;
import dev.tradewind.order.model.OrderMutation;
import dev.tradewind.order.store.ClaimStore;
import dev.tradewind.order.store.OrderStore;
import dev.tradewind.order.store.SwapStore;
import io.vertx.core.Future;
import io.vertx.sqlclient.Pool;
import io.vertx.sqlclient.SqlClient;
import io.vertx.sqlclient.SqlConnection;
import java.util.function.Function;

/**
 * Unit of work on one order, in one transaction: gift cards and stock are locked first, then the
 * order; the decision is made on the locked order, and what it decides is written. Changes of one
 * order run one after the other, each on the current state. An unknown order is {@code NotFound}.
 */
public final class OrderUnitOfWork {

  private final Pool pool;
  private final OrderStore store;

  public OrderUnitOfWork(Pool pool, OrderStore store) {
    this.pool = pool;
    this.store = store;
  }

  /** Locks of gift cards and stock before the order, with the effects on them. */
  @FunctionalInterface
  public interface StockStep<S> {
    Future<S> in(StockTransaction tx);
  }

  /** Decision on the locked order, with the result of the stock step. */
  @FunctionalInterface
  public interface Decision<S, T> {
    Future<Change<T>> on(OrderTransaction tx, S locked);
  }

  /** Order outside of a change. */
  public Future<Order> read(String orderId) {
    return read(pool, orderId);
  }

  /** Locked order with the changes made in its transaction. */
  public Future<Order> read(OrderTransaction tx) {
    return read(tx.db(), tx.orderId());
  }

  /** The transaction with the order as it is now, for a further change within it. */
  public Future<OrderTransaction> renewed(OrderTransaction tx) {
    return read(tx).map(order -> tx.with(order));
  }

  private Future<Order> read(SqlClient db, String id) {
    return store
        .findById(db, id)
        .map(found ->
            found.orElseThrow(() -> Problem.notFound("Order with id " + id + " was not found")));
  }

  /** Change that the order alone decides. */
  public <T> Future<T> decide(OrderRequest request, Function<Order, Change<T>> decision) {
    return change(request, tx -> Future.succeededFuture(decision.apply(tx.order())));
  }

  /** Change that needs neither gift cards nor stock. */
  public <T> Future<T> change(
      OrderRequest request, Function<OrderTransaction, Future<Change<T>>> decision) {
    return inTransaction(db -> changeWithin(db, request, decision));
  }

  /** Change that locks gift cards and stock before the order. */
  public <S, T> Future<T> change(
      OrderRequest request, StockStep<S> stock, Decision<S, T> decision) {
    return inTransaction(db ->
        stock
            .in(new StockTransaction(db, request))
            .compose(locked -> changeWithin(db, request, tx -> decision.on(tx, locked))));
  }

  private <T> Future<T> inTransaction(Function<SqlConnection, Future<Change<T>>> work) {
    return Transactions.inTransaction(pool, Change::isCommitted, work).map(Change::outcome);
  }

  /** Change within a transaction that changes several orders, each locked after the one before. */
  public <T> Future<Change<T>> changeWithin(
      SqlConnection db,
      OrderRequest request,
      Function<OrderTransaction, Future<Change<T>>> decision) {
    return store
        .lock(db, request.orderId())
        .compose(locked -> read(db, request.orderId()))
        .compose(order -> {
          OrderTransaction tx = new OrderTransaction(db, request, order);
          return decision.apply(tx).compose(change -> write(tx, change).map(change));
        });
  }

  /** Writes a change within the transaction of another change, before the other one. */
  public Future<Void> write(OrderTransaction tx, Change<?> change) {
    Future<Void> written = Futures.sequence(change.writes(), each -> each.in(tx));
    OrderMutation mutation = change.mutation();
    if (mutation == null) {
      return written;
    }
    return written
        .compose(done -> {
          mutation.requireLegalFor(tx.order());
          return SwapStore.update(tx.db(), mutation, tx.now());
        })
        .compose(done -> ClaimStore.update(tx.db(), mutation, tx.now()))
        .compose(done -> store.update(tx.db(), tx.orderId(), mutation, tx.now(), change.events()));
  }
}
