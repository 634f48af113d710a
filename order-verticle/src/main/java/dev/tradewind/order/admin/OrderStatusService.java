package dev.tradewind.order.admin;

import dev.tradewind.kernel.operation.Operations;
import dev.tradewind.kernel.operation.Problem;
import dev.tradewind.kernel.operation.Reply;
import dev.tradewind.kernel.operation.Request;
import dev.tradewind.kernel.providercall.ProviderCalls;
import dev.tradewind.order.change.Change;
import dev.tradewind.order.change.OrderRequest;
import dev.tradewind.order.change.OrderUnitOfWork;
import dev.tradewind.order.model.Order;
import dev.tradewind.order.model.OrderEvents;
import dev.tradewind.order.model.OrderMutation;
import dev.tradewind.order.model.OrderStatus;
import dev.tradewind.order.model.Payment;
import dev.tradewind.order.model.PaymentStatus;
import dev.tradewind.order.payment.PaymentOperation;
import dev.tradewind.order.payment.PaymentOperationRunner;
import dev.tradewind.order.view.OrderQueries;
import dev.tradewind.order.view.OrderViews;
import io.vertx.core.Future;
import io.vertx.core.json.JsonObject;
import java.time.Clock;
import java.util.List;
import java.util.Optional;
import java.util.function.BiFunction;

/** Status changes of orders by staff: capture, complete and archive. */
public final class OrderStatusService {

  private static final String CAPTURE = "adminCaptureOrder";

  private final OrderUnitOfWork work;
  private final PaymentOperationRunner payments;
  private final OrderQueries queries;
  private final Clock clock;

  public OrderStatusService(
      OrderUnitOfWork work, PaymentOperationRunner payments, OrderQueries queries, Clock clock) {
    this.work = work;
    this.payments = payments;
    this.queries = queries;
    this.clock = clock;
  }

  public void bind(Operations operations) {
    operations
        .on(CAPTURE, this::capture)
        .on("adminCompleteOrder", this::complete)
        .on("adminArchiveOrder", this::archive);
  }

  /**
   * Captures the payments one by one. A failed capture sets the payment status to {@code
   * requires_action}; without an answer it is retried later. A payment whose authorization has
   * ended sets it too, and refuses the request.
   */
  private Future<Reply> capture(Request request) {
    OrderViews.ofAction(request.query());
    String id = request.path("id");
    OrderRequest change = OrderRequest.of(request.context(), id, clock);
    return work.decide(change, order -> capture(change, order))
        .compose(operations ->
            payments.runEach(request.context(), operations).recover(this::notCaptured))
        .compose(done -> queries.showToStaff(request, id));
  }

  static Change<List<PaymentOperation>> capture(OrderRequest request, Order order) {
    if (order.isCanceled()) {
      throw Problem.notAllowed("A canceled order cannot capture payment");
    }
    Optional<Payment> lost = order.lostPayment();
    if (lost.isPresent()) {
      return refusedCapture(request, order, lost.orElseThrow()).with(List.of());
    }
    List<PaymentOperation> operations =
        order.livePayments().stream()
            .filter(payment -> !payment.isCaptured())
            .map(payment ->
                PaymentOperation.whole(PaymentOperation.Kind.CAPTURE, payment, order.id()))
            .toList();
    Change<Void> change =
        operations.isEmpty()
            ? nothingToCapture(request, order)
            : Change.ofOperations(
                List.of(new PaymentOperationRunner.Recording(CAPTURE, operations)));
    return change.with(operations);
  }

  /** The order is not paid: its payment status tells so from then on. */
  private static Change<Void> refusedCapture(OrderRequest request, Order order, Payment lost) {
    Problem refusal =
        Problem.notAllowed("Payment " + lost.id() + " is canceled and cannot be captured");
    PaymentStatus failed = order.paymentStatus().afterFailedCapture();
    Change<Void> change =
        failed == order.paymentStatus()
            ? Change.none()
            : Change.of(
                new OrderMutation.PaymentStatusChange(failed),
                List.of(
                    OrderEvents.of(
                        request.context(),
                        request.now(),
                        OrderEvents.PAYMENT_CAPTURE_FAILED,
                        order,
                        new JsonObject()
                            .put("payment_id", lost.id())
                            .put("error", refusal.message()))));
    return change.refusing(refusal);
  }

  /** A failed capture is no error: the response is the order with its payment status. */
  private Future<Void> notCaptured(Throwable failure) {
    boolean isOfProvider =
        ProviderCalls.isRefusal(failure)
            || Problem.is(failure, Problem.Kind.UNAVAILABLE, Problem.Kind.TIMED_OUT);
    return isOfProvider ? Future.succeededFuture() : Future.failedFuture(failure);
  }

  private static Change<Void> nothingToCapture(OrderRequest request, Order order) {
    PaymentStatus captured = order.paymentStatusAfterCapture();
    if (captured == order.paymentStatus()) {
      return Change.none();
    }
    return Change.of(
        new OrderMutation.PaymentStatusChange(captured),
        List.of(
            OrderEvents.of(request.context(), request.now(), OrderEvents.PAYMENT_CAPTURED, order)));
  }

  private Future<Reply> complete(Request request) {
    return transition(request, OrderStatusService::complete);
  }

  static Change<Void> complete(OrderRequest request, Order order) {
    if (order.isCanceled()) {
      throw Problem.notAllowed("A canceled order cannot be completed");
    }
    return transition(request, order, OrderStatus.COMPLETED, OrderEvents.COMPLETED);
  }

  private Future<Reply> archive(Request request) {
    return transition(request, OrderStatusService::archive);
  }

  static Change<Void> archive(OrderRequest request, Order order) {
    if (order.status() != OrderStatus.COMPLETED) {
      throw Problem.notAllowed("Can't archive an unprocessed order");
    }
    return transition(request, order, OrderStatus.ARCHIVED, OrderEvents.UPDATED);
  }

  private static Change<Void> transition(
      OrderRequest request, Order order, OrderStatus status, String event) {
    return Change.of(
        new OrderMutation.StatusChange(status),
        List.of(OrderEvents.of(request.context(), request.now(), event, order)));
  }

  private Future<Reply> transition(
      Request request, BiFunction<OrderRequest, Order, Change<Void>> decision) {
    OrderViews.ofAction(request.query());
    String id = request.path("id");
    OrderRequest change = OrderRequest.of(request.context(), id, clock);
    return work.decide(change, order -> decision.apply(change, order))
        .compose(done -> queries.showToStaff(request, id));
  }
}
