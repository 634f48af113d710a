package dev.tradewind.order.admin;

import dev.tradewind.kernel.Ids;
import dev.tradewind.kernel.Timestamps;
import dev.tradewind.kernel.database.Transactions;
import dev.tradewind.kernel.operation.CallContext;
import dev.tradewind.kernel.operation.Operations;
import dev.tradewind.kernel.operation.Problem;
import dev.tradewind.kernel.operation.Reply;
import dev.tradewind.kernel.operation.Request;
import dev.tradewind.order.model.Order;
import dev.tradewind.order.model.OrderEvents;
import dev.tradewind.order.model.OrderMutation;
import dev.tradewind.order.model.RefundReason;
import dev.tradewind.order.payment.PaymentOperation;
import dev.tradewind.order.payment.PaymentOperationRunner;
import dev.tradewind.order.payment.PaymentOperationStore;
import dev.tradewind.order.store.LockedOrders;
import dev.tradewind.order.store.SaleCacheInvalidation;
import dev.tradewind.order.view.OrderQueries;
import dev.tradewind.order.view.OrderViews;
import io.vertx.core.Future;
import io.vertx.core.eventbus.EventBus;
import io.vertx.core.json.JsonObject;
import io.vertx.sqlclient.Pool;
import io.vertx.sqlclient.SqlConnection;
import java.time.Clock;
import java.time.Instant;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Cancellation of an order, at most once. One transaction restores stock, discounts and gift card
 * balances, disables gift cards bought in the order, cancels the order and records the payment
 * operations. Afterwards authorizations are voided and captured payments refunded.
 */
public final class CancelOrder {

  private static final Logger LOG = LoggerFactory.getLogger(CancelOrder.class);

  private static final Ids REFUND_IDS = Ids.of("ref");

  private final EventBus eventBus;
  private final Pool pool;
  private final LockedOrders orders;
  private final PaymentOperationStore operationStore;
  private final PaymentOperationRunner runner;
  private final OrderQueries queries;
  private final Clock clock;

  public CancelOrder(
      EventBus eventBus,
      Pool pool,
      LockedOrders orders,
      PaymentOperationStore operationStore,
      PaymentOperationRunner runner,
      OrderQueries queries,
      Clock clock) {
    this.eventBus = eventBus;
    this.pool = pool;
    this.orders = orders;
    this.operationStore = operationStore;
    this.runner = runner;
    this.queries = queries;
    this.clock = clock;
  }

  public void bind(Operations operations) {
    operations.on("adminCancelOrder", this::cancel);
  }

  private Future<Reply> cancel(Request request) {
    OrderViews.ADMIN.select(request.query());
    String id = request.path("id");
    CallContext context = request.context();
    // Whether a payment has to be voided or refunded depends on the outcome of earlier operations.
    return runner
        .runOpen(context, id)
        .compose(finished ->
            Transactions.inTransaction(pool, db -> cancel(context, db, id, Timestamps.now(clock))))
        .compose(operations ->
            runner
                .runAll(context, operations)
                .onFailure(failure ->
                    LOG.warn(
                        "Voiding or refunding payments of order {} failed: {}",
                        id,
                        failure.toString()))
                .otherwiseEmpty())
        .compose(done -> queries.showToStaff(request, id));
  }

  /** Stock, discounts and gift cards are locked before the order, as in placement. */
  private Future<List<PaymentOperation>> cancel(
      CallContext context, SqlConnection db, String id, Instant now) {
    return orders
        .giveBack(db, context, id, now)
        .compose(given -> orders.lock(db, id))
        .compose(order -> {
          if (order.isCanceled()) {
            return Future.succeededFuture(List.of());
          }
          return operationStore
              .findOfOrder(db, id)
              .compose(begun -> {
                requireCancelable(order, begun);
                List<PaymentOperation> operations = operationsFor(order);
                return operationStore
                    .insert(db, operations, now)
                    .compose(recorded ->
                        orders.write(
                            db,
                            order,
                            new OrderMutation.Cancellation(now),
                            now,
                            List.of(OrderEvents.of(context, now, OrderEvents.CANCELED, order))))
                    .onSuccess(
                        canceled -> SaleCacheInvalidation.publish(eventBus, order.snapshot()))
                    .map(operations);
              });
        });
  }

  private static void requireCancelable(Order order, List<PaymentOperation> begun) {
    if (!order.refunds().isEmpty()
        || begun.stream().anyMatch(operation -> operation.kind() == PaymentOperation.Kind.REFUND)) {
      throw new Problem.NotAllowed("Order with refund(s) cannot be canceled").toException();
    }
    if (begun.stream().anyMatch(operation -> !operation.done())) {
      // A concurrent request recorded an operation after the open ones were resolved.
      throw new Problem.Conflict().toException();
    }
  }

  private static List<PaymentOperation> operationsFor(Order order) {
    return order.livePayments().stream()
        .map(payment ->
            payment.isCaptured()
                ? new PaymentOperation(
                    REFUND_IDS.next(),
                    order.id(),
                    PaymentOperation.Kind.REFUND,
                    payment.amount(),
                    new JsonObject()
                        .put("reason", RefundReason.OTHER.wireName())
                        .put("note", "The order was canceled"),
                    null,
                    false,
                    PaymentOperation.Paid.of(payment))
                : PaymentOperation.whole(PaymentOperation.Kind.CANCEL, payment, order.id()))
        .toList();
  }
}
