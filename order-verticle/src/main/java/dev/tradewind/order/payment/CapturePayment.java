package dev.tradewind.order.payment;

import dev.tradewind.kernel.operation.CallContext;
import dev.tradewind.kernel.operation.Problem;
import dev.tradewind.kernel.providercall.CallHandler;
import dev.tradewind.order.change.Change;
import dev.tradewind.order.change.OrderTransaction;
import dev.tradewind.order.change.OrderUnitOfWork;
import dev.tradewind.order.model.Order;
import dev.tradewind.order.model.OrderEvents;
import dev.tradewind.spi.payment.PaymentProvider;
import io.vertx.core.Future;
import io.vertx.core.json.JsonObject;
import java.util.List;

/** Capture of a payment; without an answer the payment is looked up before it is given up. */
final class CapturePayment implements CallHandler<PaymentOperation, JsonObject> {

  private final OrderUnitOfWork work;
  private final PaymentOperationStore store;
  private final PaymentCalls calls;
  private final SwapSettlement swaps;

  CapturePayment(OrderUnitOfWork work, PaymentOperationStore store, PaymentCalls calls) {
    this.work = work;
    this.store = store;
    this.calls = calls;
    this.swaps = new SwapSettlement(work, store);
  }

  @Override
  public Future<JsonObject> call(CallContext context, PaymentOperation operation) {
    return calls.ask(context, operation, PaymentProvider::capture);
  }

  @Override
  public Future<List<PaymentOperation>> accepted(
      CallContext context, PaymentOperation operation, JsonObject data) {
    return calls
        .record(
            context,
            operation,
            PaymentOperation.State.DONE,
            tx -> writeCaptured(tx, operation, data))
        .map(List.of());
  }

  /** Effect of a capture, which a swap follows. */
  Future<Change<Void>> writeCaptured(
      OrderTransaction tx, PaymentOperation operation, JsonObject data) {
    return writeCaptured(tx, work, operation, data).compose(written -> swaps.follow(tx, operation));
  }

  /** Effect of a capture, also of a capture whose outcome is known only after its cancellation. */
  static Future<Void> writeCaptured(
      OrderTransaction tx, OrderUnitOfWork work, PaymentOperation operation, JsonObject data) {
    return PaymentStore.capture(tx, operation.payment().id(), data)
        .compose(captured -> work.read(tx))
        .compose(order -> work.write(tx, captured(tx, operation, order)));
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

  @Override
  public Future<List<PaymentOperation>> refused(
      CallContext context, PaymentOperation operation, Throwable refusal) {
    PaymentCalls.logRefusal(operation, refusal);
    return recordRefused(context, operation, refusal)
        .compose(recorded -> Future.failedFuture(refusal));
  }

  private Future<Void> recordRefused(
      CallContext context, PaymentOperation operation, Throwable refusal) {
    return calls.record(
        context,
        operation,
        PaymentOperation.State.REFUSED,
        tx -> failed(tx, operation, String.valueOf(refusal.getMessage())));
  }

  /** Publishes the failure once, until the capture is requested again. */
  @Override
  public Future<List<PaymentOperation>> unanswered(
      CallContext context, PaymentOperation operation, Throwable failure) {
    return work.change(
            calls.request(context, operation),
            tx ->
                store
                    .recordFailure(tx.db(), operation)
                    .compose(isFirst ->
                        isFirst
                            ? failed(
                                tx, operation, "The payment provider did not confirm the capture")
                            : Future.succeededFuture(Change.none())))
        .transform(recorded -> Future.failedFuture(failure));
  }

  private Future<Change<Void>> failed(
      OrderTransaction tx, PaymentOperation operation, String error) {
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

  /**
   * Ends the capture by the state of its payment, so that an order can be canceled although its
   * provider captures nothing any more.
   */
  @Override
  public Future<List<PaymentOperation>> giveUp(
      CallContext context, PaymentOperation operation, Throwable failure) {
    return calls
        .ask(context, operation, PaymentProvider::findPayment)
        .transform(found -> {
          if (found.failed()) {
            return Future.failedFuture(failure);
          }
          return switch (found.result().status()) {
            case CAPTURED -> accepted(context, operation, found.result().data());
            case AUTHORIZED, ERROR, CANCELED ->
                recordRefused(
                        context,
                        operation,
                        new Problem.NotAllowed("The payment provider did not capture the payment")
                            .toException())
                    .map(List.of());
            case PENDING -> Future.failedFuture(failure);
          };
        });
  }
}
