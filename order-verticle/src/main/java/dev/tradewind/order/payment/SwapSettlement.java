package dev.tradewind.order.payment;

import dev.tradewind.kernel.operation.CallContext;
import dev.tradewind.order.aftersale.Swap;
import dev.tradewind.order.aftersale.SwapPaymentStatus;
import dev.tradewind.order.model.Order;
import dev.tradewind.order.model.OrderMutation;
import dev.tradewind.order.model.Payment;
import dev.tradewind.order.model.SwapEvents;
import dev.tradewind.order.store.LockedOrders;
import io.vertx.core.Future;
import io.vertx.sqlclient.SqlClient;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Payment status of a swap, which follows the outcomes of its operations in their transactions: the
 * capture of its payment, or the refunds of its difference.
 */
final class SwapSettlement {

  private final LockedOrders orders;
  private final PaymentOperationStore store;

  SwapSettlement(LockedOrders orders, PaymentOperationStore store) {
    this.orders = orders;
    this.store = store;
  }

  /** Status and event after an outcome. */
  private record Outcome(SwapPaymentStatus status, String event) {}

  /** Follows the outcome, or the first failure without one, of an operation. */
  Future<Void> follow(CallContext context, SqlClient db, PaymentOperation operation, Instant now) {
    String id = swapOf(operation);
    if (id == null) {
      return Future.succeededFuture();
    }
    return store
        .findOfOrder(db, operation.orderId())
        .compose(begun ->
            orders
                .read(db, operation.orderId())
                .compose(order -> {
                  Swap swap = order.findSwap(id).orElseThrow();
                  Outcome outcome =
                      operation.kind() == PaymentOperation.Kind.REFUND
                          ? afterRefund(swap, begun)
                          : afterCapture(order, operation);
                  return outcome == null || !isFollowed(swap, outcome)
                      ? Future.succeededFuture()
                      : orders.write(
                          db,
                          order,
                          new OrderMutation.SwapPaymentChange(id, outcome.status()),
                          now,
                          List.of(SwapEvents.of(context, now, outcome.event(), swap)));
                }));
  }

  private static @Nullable String swapOf(PaymentOperation operation) {
    return switch (operation.kind()) {
      case CAPTURE -> operation.payment().swapId();
      case REFUND -> operation.details().getString(PaymentOperation.SWAP_ID);
      case AUTHORIZE, CANCEL -> null;
    };
  }

  /** A canceled swap stays canceled, whatever happens to its payment. */
  private static boolean isFollowed(Swap swap, Outcome outcome) {
    return swap.isConfirmed()
        && !swap.isCanceled()
        && (swap.paymentStatus() == outcome.status()
            || swap.paymentStatus().canBecome(outcome.status()));
  }

  private static Outcome afterCapture(Order order, PaymentOperation operation) {
    boolean isCaptured =
        order.payments().stream()
            .filter(payment -> payment.id().equals(operation.payment().id()))
            .anyMatch(Payment::isCaptured);
    return isCaptured
        ? new Outcome(SwapPaymentStatus.CAPTURED, SwapEvents.PAYMENT_CAPTURED)
        : new Outcome(SwapPaymentStatus.REQUIRES_ACTION, SwapEvents.PAYMENT_CAPTURE_FAILED);
  }

  /** Absent while a part of the refund has no outcome. */
  private static @Nullable Outcome afterRefund(Swap swap, List<PaymentOperation> begun) {
    List<PaymentOperation> own =
        begun.stream()
            .filter(PaymentOperation::isRefund)
            .filter(operation ->
                swap.id().equals(operation.details().getString(PaymentOperation.SWAP_ID)))
            .toList();
    if (own.stream().anyMatch(PaymentOperation::isOpen)) {
      return null;
    }
    Long difference = swap.differenceDue();
    return difference != null
            && own.stream().mapToLong(PaymentOperation::amount).sum() == -difference
        ? new Outcome(SwapPaymentStatus.DIFFERENCE_REFUNDED, SwapEvents.REFUND_PROCESSED)
        : new Outcome(SwapPaymentStatus.REQUIRES_ACTION, SwapEvents.REFUND_FAILED);
  }
}
