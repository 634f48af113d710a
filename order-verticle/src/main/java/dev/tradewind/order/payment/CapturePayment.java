package dev.tradewind.order.payment;

import dev.tradewind.kernel.operation.CallContext;
import dev.tradewind.kernel.providercall.CallHandler;
import dev.tradewind.order.change.Change;
import dev.tradewind.order.change.OrderUnitOfWork;
import dev.tradewind.spi.payment.PaymentProvider;
import io.vertx.core.Future;
import io.vertx.core.json.JsonObject;
import java.util.List;

/** Capture of a payment; without an answer the payment is looked up before it is given up. */
final class CapturePayment implements CallHandler<PaymentOperation, JsonObject> {

  private final OrderUnitOfWork work;
  private final PaymentOperationStore store;
  private final PaymentCalls calls;
  private final CaptureEffects effects;

  CapturePayment(OrderUnitOfWork work, PaymentOperationStore store, PaymentCalls calls) {
    this.work = work;
    this.store = store;
    this.calls = calls;
    this.effects = new CaptureEffects(work, store);
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
            tx -> effects.captured(tx, operation, data))
        .map(List.of());
  }

  @Override
  public Future<List<PaymentOperation>> refused(
      CallContext context, PaymentOperation operation, Throwable refusal) {
    PaymentCalls.logRefusal(operation, refusal);
    return recordRefused(context, operation, String.valueOf(refusal.getMessage()))
        .compose(recorded -> Future.failedFuture(refusal));
  }

  private Future<Void> recordRefused(
      CallContext context, PaymentOperation operation, String error) {
    return calls.record(
        context,
        operation,
        PaymentOperation.State.REFUSED,
        tx -> effects.failed(tx, operation, error));
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
                    .compose(isFirst -> {
                      if (isFirst) {
                        return effects.failed(
                            tx, operation, "The payment provider did not confirm the capture");
                      }
                      return Future.succeededFuture(Change.none());
                    }))
        .transform(recorded -> Future.failedFuture(failure));
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
        .recover(unknown -> Future.failedFuture(failure))
        .compose(found ->
            switch (found.status()) {
              case CAPTURED -> accepted(context, operation, found.data());
              case AUTHORIZED, ERROR, CANCELED ->
                  recordRefused(
                          context, operation, "The payment provider did not capture the payment")
                      .map(List.of());
              case PENDING -> Future.failedFuture(failure);
            });
  }
}
