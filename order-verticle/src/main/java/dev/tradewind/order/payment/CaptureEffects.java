package dev.tradewind.order.payment;

import dev.tradewind.order.change.Change;
import dev.tradewind.order.change.OrderTransaction;
import dev.tradewind.order.change.OrderUnitOfWork;
import dev.tradewind.order.model.Order;
import dev.tradewind.order.model.OrderEvents;
import io.vertx.core.Future;
import io.vertx.core.json.JsonObject;

/** Effects of the outcomes of captures on payment and order, and on a swap whose cart was paid. */
final class CaptureEffects {

  private final OrderUnitOfWork work;
  private final SwapSettlement swaps;

  CaptureEffects(OrderUnitOfWork work, PaymentOperationStore store) {
    this.work = work;
    this.swaps = new SwapSettlement(work, store);
  }

  /**
   * Effect of a capture, also of one whose outcome is known only after its cancellation, which no
   * swap follows.
   */
  Future<Change<Void>> captured(OrderTransaction tx, PaymentOperation operation, JsonObject data) {
    return PaymentStore.capture(tx, operation.payment().id(), data)
        .compose(captured -> work.read(tx))
        .compose(order -> work.write(tx, captured(tx, operation, order)))
        .compose(written -> swaps.follow(tx, operation));
  }

  private static Change<Void> captured(
      OrderTransaction tx, PaymentOperation operation, Order order) {
    boolean isOfSale = !operation.keepsStatus();
    return PaymentCalls.statusChange(
        isOfSale ? order.paymentStatusAfterCapture() : order.paymentStatus(),
        OrderEvents.of(
            tx.context(),
            tx.now(),
            order.isCaptured() && isOfSale ? OrderEvents.PAYMENT_CAPTURED : OrderEvents.UPDATED,
            order),
        PaymentCalls.ofPayment(tx, operation, PaymentEvents.CAPTURED));
  }

  /** Effect of a refusal, or of the first failure without an outcome. */
  Future<Change<Void>> failed(OrderTransaction tx, PaymentOperation operation, String error) {
    Order order = tx.order();
    return work.write(
            tx,
            PaymentCalls.statusChange(
                operation.keepsStatus()
                    ? order.paymentStatus()
                    : order.paymentStatus().afterFailedCapture(),
                OrderEvents.of(
                    tx.context(),
                    tx.now(),
                    OrderEvents.PAYMENT_CAPTURE_FAILED,
                    order,
                    new JsonObject()
                        .put("payment_id", operation.payment().id())
                        .put("error", error)),
                PaymentCalls.ofPayment(tx, operation, PaymentEvents.CAPTURE_FAILED)))
        .compose(written -> swaps.follow(tx, operation));
  }
}
