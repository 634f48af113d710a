package dev.tradewind.order.swap;

import dev.tradewind.kernel.Timestamps;
import dev.tradewind.kernel.database.Transactions;
import dev.tradewind.kernel.operation.CallContext;
import dev.tradewind.kernel.operation.Operations;
import dev.tradewind.kernel.operation.Problem;
import dev.tradewind.kernel.operation.ProblemException;
import dev.tradewind.kernel.operation.Reply;
import dev.tradewind.kernel.operation.Request;
import dev.tradewind.order.aftersale.Swap;
import dev.tradewind.order.aftersale.SwapPaymentStatus;
import dev.tradewind.order.giftcard.BoughtGiftCards;
import dev.tradewind.order.giftcard.GiftCardStore;
import dev.tradewind.order.model.Order;
import dev.tradewind.order.model.OrderMutation;
import dev.tradewind.order.model.Payment;
import dev.tradewind.order.model.RefundReason;
import dev.tradewind.order.model.SwapEvents;
import dev.tradewind.order.payment.PaymentOperation;
import dev.tradewind.order.payment.PaymentOperationRunner;
import dev.tradewind.order.payment.PaymentOperationStore;
import dev.tradewind.order.payment.RefundPlan;
import dev.tradewind.order.store.LockedOrders;
import dev.tradewind.order.view.OrderQueries;
import dev.tradewind.order.view.OrderViews;
import io.vertx.core.Future;
import io.vertx.core.json.JsonObject;
import io.vertx.sqlclient.Pool;
import io.vertx.sqlclient.SqlConnection;
import java.time.Clock;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Settlement of the difference of a confirmed swap: its payment is captured, or the difference is
 * refunded over the payments of the order. The operations are committed before the provider is
 * called; a failed one leaves the swap to staff, who can process it again.
 */
final class ProcessSwapPayment {

  private static final String PATH = "adminProcessPaymentOrderSwap";

  private static final Logger LOG = LoggerFactory.getLogger(ProcessSwapPayment.class);

  private final Pool pool;
  private final LockedOrders orders;
  private final PaymentOperationStore operationStore;
  private final PaymentOperationRunner runner;
  private final OrderQueries queries;
  private final Clock clock;

  ProcessSwapPayment(
      Pool pool,
      LockedOrders orders,
      PaymentOperationStore operationStore,
      PaymentOperationRunner runner,
      OrderQueries queries,
      Clock clock) {
    this.pool = pool;
    this.orders = orders;
    this.operationStore = operationStore;
    this.runner = runner;
    this.queries = queries;
    this.clock = clock;
  }

  void bind(Operations operations) {
    operations.on(PATH, this::process);
  }

  private Future<Reply> process(Request request) {
    OrderViews.ofAction(request.query());
    String orderId = request.path("id");
    String id = request.path("swap_id");
    CallContext context = request.context();
    return orders
        .read(pool, orderId)
        .compose(before ->
            Swaps.requireOf(pool, orderId, id)
                .compose(known ->
                    Transactions.inTransaction(
                        pool,
                        db ->
                            GiftCardStore.lock(db, before)
                                .compose(cards ->
                                    orders
                                        .lock(db, orderId)
                                        .compose(order ->
                                            begin(context, db, order, cards.of(order), id))))))
        .compose(operations ->
            runner
                .runEach(context, operations)
                .onFailure(failure ->
                    LOG.warn("Processing payment of swap {} failed: {}", id, failure.toString()))
                .otherwiseEmpty())
        .compose(done -> queries.showToStaff(request, orderId));
  }

  private Future<List<PaymentOperation>> begin(
      CallContext context, SqlConnection db, Order order, BoughtGiftCards cards, String id) {
    Swap swap = Swaps.require(order, id);
    if (swap.isCanceled()) {
      throw new Problem.NotAllowed("Canceled swap cannot be processed").toException();
    }
    Long difference = swap.differenceDue();
    if (difference == null) {
      throw new Problem.NotAllowed(
              "Cannot process a swap that hasn't been confirmed by the customer")
          .toException();
    }
    if (swap.paymentStatus().isProcessed()) {
      return Future.succeededFuture(List.of());
    }
    Instant now = Timestamps.now(clock);
    if (difference == 0) {
      return write(
              context,
              db,
              order,
              swap,
              SwapPaymentStatus.DIFFERENCE_REFUNDED,
              SwapEvents.REFUND_PROCESSED,
              now)
          .map(List.of());
    }
    return operationStore
        .findOfOrder(db, order.id())
        .compose(begun ->
            difference > 0
                ? capture(context, db, order, swap, begun, now)
                : refund(context, db, order, cards, swap, -difference, begun, now));
  }

  private Future<List<PaymentOperation>> capture(
      CallContext context,
      SqlConnection db,
      Order order,
      Swap swap,
      List<PaymentOperation> begun,
      Instant now) {
    Payment payment =
        order.payments().stream()
            .filter(each -> swap.id().equals(each.swapId()))
            .findFirst()
            .orElseThrow();
    if (payment.isCaptured()) {
      return write(
              context,
              db,
              order,
              swap,
              SwapPaymentStatus.CAPTURED,
              SwapEvents.PAYMENT_CAPTURED,
              now)
          .map(List.of());
    }
    Optional<PaymentOperation> open =
        begun.stream()
            .filter(PaymentOperation::isOpen)
            .filter(operation -> operation.kind() == PaymentOperation.Kind.CAPTURE)
            .filter(operation -> operation.payment().id().equals(payment.id()))
            .findFirst();
    if (open.isPresent()) {
      return Future.succeededFuture(List.of(open.orElseThrow()));
    }
    if (payment.isCanceled()) {
      return fail(context, db, order, swap, SwapEvents.PAYMENT_CAPTURE_FAILED, now);
    }
    List<PaymentOperation> operations =
        List.of(PaymentOperation.whole(PaymentOperation.Kind.CAPTURE, payment, order.id()));
    return operationStore.insert(db, context, PATH, order, operations, now).map(operations);
  }

  private Future<List<PaymentOperation>> refund(
      CallContext context,
      SqlConnection db,
      Order order,
      BoughtGiftCards cards,
      Swap swap,
      long amount,
      List<PaymentOperation> begun,
      Instant now) {
    List<PaymentOperation> own =
        begun.stream()
            .filter(PaymentOperation::isRefund)
            .filter(operation ->
                swap.id().equals(operation.details().getString(PaymentOperation.SWAP_ID)))
            .toList();
    List<PaymentOperation> open = own.stream().filter(PaymentOperation::isOpen).toList();
    if (!open.isEmpty()) {
      return Future.succeededFuture(open);
    }
    long left = amount - own.stream().mapToLong(PaymentOperation::amount).sum();
    JsonObject details =
        new JsonObject()
            .put("reason", RefundReason.SWAP.wireName())
            .put("no_notification", swap.noNotification())
            .put(PaymentOperation.KEEPS_STATUS, true)
            .put(PaymentOperation.SWAP_ID, swap.id());
    RefundPlan plan = new RefundPlan(order, begun, cards);
    List<PaymentOperation> operations;
    try {
      operations = plan.refund(left, details, null);
    } catch (ProblemException refused) {
      LOG.warn("Refunding swap {} was refused: {}", swap.id(), refused.getMessage());
      return fail(context, db, order, swap, SwapEvents.REFUND_FAILED, now);
    }
    return operationStore
        .insert(db, context, PATH, order, operations, now)
        .compose(inserted ->
            GiftCardStore.withdraw(
                db,
                context,
                order.id(),
                operations.getFirst().requireRefundId(),
                false,
                plan.taking(left),
                now))
        .map(operations);
  }

  private Future<List<PaymentOperation>> fail(
      CallContext context, SqlConnection db, Order order, Swap swap, String event, Instant now) {
    return write(context, db, order, swap, SwapPaymentStatus.REQUIRES_ACTION, event, now)
        .map(List.of());
  }

  private Future<Void> write(
      CallContext context,
      SqlConnection db,
      Order order,
      Swap swap,
      SwapPaymentStatus status,
      String event,
      Instant now) {
    return orders.write(
        db,
        order,
        new OrderMutation.SwapPaymentChange(swap.id(), status),
        now,
        List.of(SwapEvents.of(context, now, event, swap)));
  }
}
