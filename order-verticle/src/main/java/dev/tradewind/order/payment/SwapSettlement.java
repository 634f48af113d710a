package dev.tradewind.order.payment;

import dev.tradewind.order.aftersale.Swap;
import dev.tradewind.order.aftersale.SwapPaymentStatus;
import dev.tradewind.order.change.Change;
import dev.tradewind.order.change.OrderTransaction;
import dev.tradewind.order.change.OrderUnitOfWork;
import dev.tradewind.order.model.Order;
import dev.tradewind.order.model.OrderMutation;
import dev.tradewind.order.model.Payment;
import dev.tradewind.order.model.SwapEvents;
import io.vertx.core.Future;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Payment status of a swap, which follows the outcomes of its operations in their transactions: the
 * capture of its payment, or the refunds of its difference.
 */
final class SwapSettlement {

  private final OrderUnitOfWork work;
  private final PaymentOperationStore store;

  SwapSettlement(OrderUnitOfWork work, PaymentOperationStore store) {
    this.work = work;
    this.store = store;
  }

  /** Status and event after an outcome. */
  private record Outcome(SwapPaymentStatus status, String event) {}

  /** Follows the outcome of an operation, or its first failure without an outcome. */
  Future<Change<Void>> follow(OrderTransaction tx, PaymentOperation operation) {
    String id = swapOf(operation);
    if (id == null) {
      return Future.succeededFuture(Change.none());
    }
    return store
        .findOfOrder(tx.db(), tx.orderId())
        .compose(recorded ->
            work.read(tx)
                .map(order -> {
                  Swap swap = order.findSwap(id).orElseThrow();
                  Outcome outcome =
                      operation.kind() == PaymentOperation.Kind.REFUND
                          ? afterRefund(swap, recorded)
                          : afterCapture(order, operation);
                  if (outcome == null || !isFollowed(swap, outcome)) {
                    return Change.none();
                  }
                  return Change.of(
                      new OrderMutation.SwapPaymentChange(id, outcome.status()),
                      List.of(SwapEvents.of(tx.context(), tx.now(), outcome.event(), swap)));
                }));
  }

  private static @Nullable String swapOf(PaymentOperation operation) {
    return switch (operation.kind()) {
      case CAPTURE -> operation.payment().swapId();
      case REFUND ->
          operation.details().purpose() instanceof PaymentPurpose.OfSwap(String id) ? id : null;
      case AUTHORIZE, CANCEL -> null;
    };
  }

  /** Whether the swap follows the outcome; a canceled swap stays canceled. */
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
    if (isCaptured) {
      return new Outcome(SwapPaymentStatus.CAPTURED, SwapEvents.PAYMENT_CAPTURED);
    }
    return new Outcome(SwapPaymentStatus.REQUIRES_ACTION, SwapEvents.PAYMENT_CAPTURE_FAILED);
  }

  /** Outcome of the refund; absent while one of its operations has none. */
  private static @Nullable Outcome afterRefund(Swap swap, List<PaymentOperation> recorded) {
    List<PaymentOperation> own =
        recorded.stream()
            .filter(PaymentOperation::isRefund)
            .filter(operation -> operation.isOfSwap(swap.id()))
            .toList();
    if (own.stream().anyMatch(PaymentOperation::isOpen)) {
      return null;
    }
    Long difference = swap.differenceDue();
    if (difference != null
        && own.stream().mapToLong(PaymentOperation::amount).sum() == -difference) {
      return new Outcome(SwapPaymentStatus.DIFFERENCE_REFUNDED, SwapEvents.REFUND_PROCESSED);
    }
    return new Outcome(SwapPaymentStatus.REQUIRES_ACTION, SwapEvents.REFUND_FAILED);
  }
}
