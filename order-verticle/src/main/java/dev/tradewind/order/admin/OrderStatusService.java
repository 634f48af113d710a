package dev.tradewind.order.admin;

import dev.tradewind.kernel.Timestamps;
import dev.tradewind.kernel.operation.CallContext;
import dev.tradewind.kernel.operation.Operations;
import dev.tradewind.kernel.operation.Problem;
import dev.tradewind.kernel.operation.ProblemException;
import dev.tradewind.kernel.operation.Reply;
import dev.tradewind.kernel.operation.Request;
import dev.tradewind.kernel.outbox.Event;
import dev.tradewind.order.model.Order;
import dev.tradewind.order.model.OrderEvents;
import dev.tradewind.order.model.OrderMutation;
import dev.tradewind.order.model.OrderStatus;
import dev.tradewind.order.model.PaymentStatus;
import dev.tradewind.order.payment.PaymentOperation;
import dev.tradewind.order.payment.PaymentOperationRunner;
import dev.tradewind.order.payment.PaymentOperationStore;
import dev.tradewind.order.store.LockedOrders;
import dev.tradewind.order.view.OrderQueries;
import dev.tradewind.order.view.OrderViews;
import dev.tradewind.providers.ProviderCalls;
import io.vertx.core.Future;
import io.vertx.sqlclient.SqlClient;
import java.time.Clock;
import java.time.Instant;
import java.util.List;
import java.util.function.Predicate;

/** Status changes of orders by staff: capture, complete and archive. */
public final class OrderStatusService {

  private final LockedOrders orders;
  private final PaymentOperationStore operationStore;
  private final PaymentOperationRunner runner;
  private final OrderQueries queries;
  private final Clock clock;

  public OrderStatusService(
      LockedOrders orders,
      PaymentOperationStore operationStore,
      PaymentOperationRunner runner,
      OrderQueries queries,
      Clock clock) {
    this.orders = orders;
    this.operationStore = operationStore;
    this.runner = runner;
    this.queries = queries;
    this.clock = clock;
  }

  public void bind(Operations operations) {
    operations
        .on("adminCaptureOrder", this::capture)
        .on("adminCompleteOrder", this::complete)
        .on("adminArchiveOrder", this::archive);
  }

  /**
   * Captures the payments one by one. A failed capture sets the payment status to {@code
   * requires_action}; without an answer it is retried later.
   */
  private Future<Reply> capture(Request request) {
    OrderViews.ofAction(request.query());
    String id = request.path("id");
    return orders
        .locked(
            id,
            (db, order) -> {
              if (order.isCanceled()) {
                throw new Problem.NotAllowed("A canceled order cannot capture payment")
                    .toException();
              }
              Instant now = Timestamps.now(clock);
              List<PaymentOperation> operations =
                  order.livePayments().stream()
                      .filter(payment -> !payment.isCaptured())
                      .map(payment ->
                          PaymentOperation.whole(PaymentOperation.Kind.CAPTURE, payment, id))
                      .toList();
              return operations.isEmpty()
                  ? recordNothingToCapture(request.context(), db, order, now).map(operations)
                  : operationStore
                      .insert(db, request.context(), "adminCaptureOrder", order, operations, now)
                      .map(operations);
            })
        .compose(
            operations -> runner.runEach(request.context(), operations).recover(this::notCaptured))
        .compose(done -> queries.showToStaff(request, id));
  }

  /** A failed capture is no error: the response is the order with its payment status. */
  private Future<Void> notCaptured(Throwable failure) {
    boolean isOfProvider =
        ProviderCalls.isRefusal(failure)
            || failure instanceof ProblemException expected
                && (expected.problem() instanceof Problem.Unavailable
                    || expected.problem() instanceof Problem.TimedOut);
    return isOfProvider ? Future.succeededFuture() : Future.failedFuture(failure);
  }

  private Future<Void> recordNothingToCapture(
      CallContext context, SqlClient db, Order order, Instant now) {
    PaymentStatus captured = order.paymentStatusAfterCapture();
    if (captured == order.paymentStatus()) {
      return Future.succeededFuture();
    }
    Event event = OrderEvents.of(context, now, OrderEvents.PAYMENT_CAPTURED, order);
    return orders.write(
        db, order, new OrderMutation.PaymentStatusChange(captured), now, List.of(event));
  }

  private Future<Reply> complete(Request request) {
    return transition(
        request,
        OrderStatus.COMPLETED,
        OrderEvents.COMPLETED,
        status -> status != OrderStatus.CANCELED,
        "A canceled order cannot be completed");
  }

  private Future<Reply> archive(Request request) {
    return transition(
        request,
        OrderStatus.ARCHIVED,
        OrderEvents.UPDATED,
        status -> status == OrderStatus.COMPLETED,
        "Can't archive an unprocessed order");
  }

  /**
   * Changes the status of an order.
   *
   * @param from current statuses that allow it
   */
  private Future<Reply> transition(
      Request request,
      OrderStatus status,
      String event,
      Predicate<OrderStatus> from,
      String refusal) {
    OrderViews.ofAction(request.query());
    String id = request.path("id");
    return orders
        .locked(
            id,
            (db, order) -> {
              if (!from.test(order.status())) {
                throw new Problem.NotAllowed(refusal).toException();
              }
              Instant now = Timestamps.now(clock);
              return orders.write(
                  db,
                  order,
                  new OrderMutation.StatusChange(status),
                  now,
                  List.of(OrderEvents.of(request.context(), now, event, order)));
            })
        .compose(done -> queries.showToStaff(request, id));
  }
}
