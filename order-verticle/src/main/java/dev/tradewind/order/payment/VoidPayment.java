package dev.tradewind.order.payment;

import dev.tradewind.kernel.operation.CallContext;
import dev.tradewind.kernel.operation.Problem;
import dev.tradewind.kernel.outbox.Event;
import dev.tradewind.kernel.providercall.CallHandler;
import dev.tradewind.order.change.Change;
import dev.tradewind.order.change.OrderTransaction;
import dev.tradewind.order.change.OrderUnitOfWork;
import dev.tradewind.order.giftcard.GiftCardStore;
import dev.tradewind.spi.payment.PaymentProvider;
import dev.tradewind.spi.payment.PaymentState;
import io.vertx.core.Future;
import io.vertx.core.json.JsonObject;
import java.util.ArrayList;
import java.util.List;

/**
 * Cancellation of an authorized payment. A refused cancellation ends by the state of the payment:
 * an earlier capture may have taken effect after its outcome was given up, and is refunded then.
 */
final class VoidPayment implements CallHandler<PaymentOperation, JsonObject> {

  /** Path of the refund of a capture whose outcome is known after the cancellation only. */
  private static final String LATE_CAPTURE = "lateCapture";

  private final OrderUnitOfWork work;
  private final PaymentOperationStore store;
  private final PaymentCalls calls;
  private final CaptureEffects captures;

  VoidPayment(OrderUnitOfWork work, PaymentOperationStore store, PaymentCalls calls) {
    this.work = work;
    this.store = store;
    this.calls = calls;
    this.captures = new CaptureEffects(work, store);
  }

  @Override
  public Future<JsonObject> call(CallContext context, PaymentOperation operation) {
    return calls.ask(context, operation, PaymentProvider::cancel);
  }

  @Override
  public Future<List<PaymentOperation>> accepted(
      CallContext context, PaymentOperation operation, JsonObject data) {
    return calls
        .record(
            context, operation, PaymentOperation.State.DONE, tx -> writeVoided(tx, operation, data))
        .map(List.of());
  }

  /** Effect of a cancellation. */
  static Future<Change<Void>> writeVoided(
      OrderTransaction tx, PaymentOperation operation, JsonObject data) {
    return PaymentStore.cancel(tx, operation.payment().id(), data)
        .map(unpaid -> {
          List<Event> events = new ArrayList<>();
          events.add(PaymentCalls.updated(tx, tx.order()));
          unpaid.ifPresent(collection ->
              events.add(
                  PaymentEvents.of(tx.request(), PaymentEvents.COLLECTION_UPDATED, collection)));
          return Change.ofParts(List.of(), events);
        });
  }

  @Override
  public Future<List<PaymentOperation>> refused(
      CallContext context, PaymentOperation operation, Throwable refusal) {
    PaymentCalls.logRefusal(operation, refusal);
    return calls
        .ask(context, operation, PaymentProvider::findPayment)
        .compose(found ->
            switch (found.status()) {
              case CANCELED -> accepted(context, operation, found.data());
              case CAPTURED -> refundInstead(context, operation, found);
              case AUTHORIZED, PENDING, ERROR ->
                  Future.failedFuture(
                      Problem.unavailable("The payment provider did not void the authorization."));
            });
  }

  /** Records capture and refund in one transaction, so that no crash keeps captured money. */
  private Future<List<PaymentOperation>> refundInstead(
      CallContext context, PaymentOperation operation, PaymentState captured) {
    return work.change(
        calls.request(context, operation),
        tx ->
            calls.once(
                tx,
                operation,
                PaymentOperation.State.DONE,
                first ->
                    captures
                        .captured(tx, operation, captured.data())
                        .compose(written -> refundsOf(tx, operation))
                        .map(refunds ->
                            Change.ofOperations(
                                    List.of(write -> store.insert(write, LATE_CAPTURE, refunds)))
                                .with(refunds))));
  }

  /** Of a canceled swap or collection its one payment is refunded, of a canceled order all. */
  private Future<List<PaymentOperation>> refundsOf(OrderTransaction tx, PaymentOperation captured) {
    String paymentId = captured.payment().id();
    return work.read(tx)
        .compose(order ->
            Future.all(store.findOfOrder(tx.db(), order.id()), GiftCardStore.read(tx.db(), order))
                .map(both -> new RefundPlan(order, both.resultAt(0), both.resultAt(1)))
                .compose(plan -> {
                  if (captured.payment().swapId() != null) {
                    return Future.succeededFuture(
                        order.livePayments().stream()
                            .filter(payment -> payment.id().equals(paymentId))
                            .flatMap(
                                payment -> plan.refundRest(payment, RefundPlan.CANCELED).stream())
                            .toList());
                  }
                  if (captured.payment().collectionId() == null) {
                    return Future.succeededFuture(plan.refundCaptured(RefundPlan.CANCELED));
                  }
                  return PaymentStore.find(tx.db(), paymentId)
                      .map(found ->
                          plan.refundRest(found.orElseThrow().payment(), RefundPlan.CANCELED));
                }));
  }
}
