package dev.tradewind.order.payment;

import dev.tradewind.kernel.operation.CallContext;
import dev.tradewind.kernel.outbox.Event;
import dev.tradewind.kernel.providercall.CallHandler;
import dev.tradewind.order.aftersale.FulfillmentStatus;
import dev.tradewind.order.change.Change;
import dev.tradewind.order.change.OrderTransaction;
import dev.tradewind.order.change.OrderUnitOfWork;
import dev.tradewind.order.giftcard.GiftCardStore;
import dev.tradewind.order.model.OrderEvents;
import dev.tradewind.order.model.OrderMutation;
import dev.tradewind.spi.payment.PaymentProvider;
import io.vertx.core.Future;
import io.vertx.core.json.JsonObject;
import io.vertx.sqlclient.SqlClient;
import java.util.ArrayList;
import java.util.List;

/**
 * Refund of a payment, or of a part of it. A refund of an order may have operations at several
 * payments; it exists once the outcomes of all operations are known.
 */
final class RefundPayment implements CallHandler<PaymentOperation, JsonObject> {

  private final SqlClient db;
  private final OrderUnitOfWork work;
  private final PaymentOperationStore store;
  private final PaymentCalls calls;
  private final SwapSettlement swaps;

  RefundPayment(
      SqlClient db, OrderUnitOfWork work, PaymentOperationStore store, PaymentCalls calls) {
    this.db = db;
    this.work = work;
    this.store = store;
    this.calls = calls;
    this.swaps = new SwapSettlement(work, store);
  }

  @Override
  public Future<JsonObject> call(CallContext context, PaymentOperation operation) {
    return calls.ask(context, operation, PaymentProvider::refund);
  }

  @Override
  public Future<List<PaymentOperation>> accepted(
      CallContext context, PaymentOperation operation, JsonObject data) {
    return calls
        .record(
            context,
            operation,
            PaymentOperation.State.DONE,
            tx -> writeRefunded(tx, operation, data))
        .map(List.of());
  }

  /** Effect of a refund. */
  Future<Change<Void>> writeRefunded(
      OrderTransaction tx, PaymentOperation operation, JsonObject data) {
    return PaymentStore.refund(tx, operation.payment().id(), data, operation.amount())
        .compose(written -> refunded(tx, operation))
        .compose(change -> work.write(tx, change))
        .compose(written -> swaps.follow(tx, operation));
  }

  /**
   * Effect of the failure of a refund that was accepted: it counts no more, and what it was for is
   * as after a refusal, but that a claim stays. Gift cards are locked, since their balances are
   * restored if nothing of the refund is left.
   */
  Future<Change<Void>> writeFailed(
      OrderTransaction tx, PaymentOperation operation, JsonObject data, String reason) {
    return PaymentStore.failRefund(tx, operation, data, reason)
        .compose(written -> restoreGiftCards(tx, operation))
        .compose(restored -> ClaimRefunds.failed(tx, operation))
        .compose(ofClaim ->
            work.read(tx)
                .compose(order -> {
                  List<Event> events = new ArrayList<>(ofClaim);
                  events.add(PaymentCalls.updated(tx, order));
                  events.add(
                      PaymentEvents.of(
                          tx.request(), PaymentEvents.REFUND_FAILED, operation.payment().id()));
                  events.add(PaymentAudit.failure(tx, operation, reason));
                  return work.write(
                      tx,
                      Change.of(
                          new OrderMutation.RefundFailure(order.paymentStatusAfterFailedRefund()),
                          events));
                }))
        .compose(written ->
            operation.details().purpose() instanceof PaymentPurpose.OfReturn(String returnId)
                ? requireAction(tx, operation, returnId, new ArrayList<>())
                : swaps.follow(tx, operation));
  }

  private Future<Change<Void>> refunded(OrderTransaction tx, PaymentOperation operation) {
    return store
        .insertSettledRefund(tx, operation)
        .compose(isSettled ->
            (isSettled
                    ? ClaimRefunds.settled(tx, operation)
                    : Future.succeededFuture(List.<Event>of()))
                .compose(ofClaim ->
                    work.read(tx)
                        .map(order -> {
                          List<Event> further =
                              new ArrayList<>(
                                  PaymentCalls.ofPayment(
                                      tx, operation, PaymentEvents.REFUND_CREATED));
                          further.addAll(ofClaim);
                          return PaymentCalls.statusChange(
                              operation.keepsStatus()
                                  ? order.paymentStatus()
                                  : order.paymentStatusAfterRefund(),
                              isSettled
                                  ? refundCreated(tx, operation)
                                  : PaymentCalls.updated(tx, order),
                              further);
                        })));
  }

  private static Event refundCreated(OrderTransaction tx, PaymentOperation operation) {
    return OrderEvents.of(
        tx.context(),
        tx.now(),
        OrderEvents.REFUND_CREATED,
        tx.orderId(),
        operation.details().noNotificationFor(tx.order()),
        new JsonObject().put("refund_id", operation.requireRefundId()));
  }

  @Override
  public Future<List<PaymentOperation>> refused(
      CallContext context, PaymentOperation operation, Throwable refusal) {
    PaymentCalls.logRefusal(operation, refusal);
    return (ClaimRefunds.isOf(operation)
            ? recordRefusedOfClaim(context, operation)
            : recordRefused(context, operation))
        .compose(recorded -> Future.failedFuture(refusal));
  }

  /** Records a refusal; gift cards are locked first, since it may restore their balances. */
  private Future<Void> recordRefused(CallContext context, PaymentOperation operation) {
    return work.change(
        calls.request(context, operation),
        GiftCardStore::lock,
        (tx, cards) ->
            calls.once(
                tx,
                operation,
                PaymentOperation.State.REFUSED,
                first ->
                    refused(tx, operation)
                        .compose(change -> work.write(tx, change))
                        .compose(written -> restoreGiftCards(tx, operation))
                        .compose(restored -> swaps.follow(tx, operation))));
  }

  /** Restores the balances of gift cards if no operation of the refund refunds anything. */
  private Future<Void> restoreGiftCards(OrderTransaction tx, PaymentOperation refused) {
    return store
        .findOfOrder(tx.db(), refused.orderId())
        .compose(recorded ->
            ClaimRefunds.isLast(refused, recorded)
                ? GiftCardStore.restore(tx, refused.requireRefundId())
                : Future.succeededFuture());
  }

  /**
   * Withdraws a claim if nothing of it was refunded. Its stock is released before the order is
   * locked; operations that were refused before stay refused, so that the decision holds under the
   * lock.
   */
  private Future<Void> recordRefusedOfClaim(CallContext context, PaymentOperation operation) {
    return store
        .findOfOrder(db, operation.orderId())
        .map(recorded -> ClaimRefunds.isLast(operation, recorded))
        .compose(isWithdrawn ->
            work.change(
                calls.request(context, operation),
                tx ->
                    GiftCardStore.lock(tx)
                        .compose(cards ->
                            isWithdrawn
                                ? ClaimRefunds.releaseStock(tx, operation)
                                : Future.<Void>succeededFuture()),
                (tx, released) ->
                    calls.once(
                        tx,
                        operation,
                        PaymentOperation.State.REFUSED,
                        first ->
                            refusedOfClaim(tx, operation, isWithdrawn)
                                .compose(change -> work.write(tx, change))
                                .compose(written -> restoreGiftCards(tx, operation))
                                .map(Change.none()))));
  }

  private Future<Change<Void>> refusedOfClaim(
      OrderTransaction tx, PaymentOperation operation, boolean isWithdrawn) {
    // The other parts of the refund may be settled.
    return (isWithdrawn
            ? ClaimRefunds.withdraw(tx, operation)
            : store
                .insertSettledRefund(tx, operation)
                .map(isSettled ->
                    isSettled ? List.of(refundCreated(tx, operation)) : List.<Event>of()))
        .map(RefundPayment::published);
  }

  private static Change<Void> published(List<Event> events) {
    return events.isEmpty() ? Change.none() : Change.ofParts(List.of(), events);
  }

  /** The other parts of the refund may be settled. */
  private Future<Change<Void>> refused(OrderTransaction tx, PaymentOperation operation) {
    return store
        .insertSettledRefund(tx, operation)
        .compose(isSettled -> {
          List<Event> events = new ArrayList<>();
          if (isSettled) {
            events.add(refundCreated(tx, operation));
          }
          if (operation.details().purpose() instanceof PaymentPurpose.OfReturn(String returnId)) {
            return requireAction(tx, operation, returnId, events);
          }
          if (!isSettled && operation.isOfPayment()) {
            events.add(
                PaymentEvents.of(
                    tx.request(), PaymentEvents.REFUND_FAILED, operation.payment().id()));
          }
          return Future.succeededFuture(published(events));
        });
  }

  /**
   * Leaves a return that was not paid back, or not wholly, to staff; published once for all parts
   * of its refund.
   */
  private Future<Change<Void>> requireAction(
      OrderTransaction tx, PaymentOperation operation, String returnId, List<Event> events) {
    return store
        .findOfOrder(tx.db(), tx.orderId())
        .map(recorded -> {
          boolean isFirst =
              recorded.stream()
                      .filter(each -> operation.requireRefundId().equals(each.refundId()))
                      .filter(each -> !each.hasEffect())
                      .count()
                  == 1;
          if (isFirst) {
            events.add(
                OrderEvents.of(
                    tx.context(),
                    tx.now(),
                    OrderEvents.RETURN_ACTION_REQUIRED,
                    tx.orderId(),
                    operation.details().noNotification(),
                    new JsonObject().put("return_id", returnId)));
          }
          return events.isEmpty()
              ? Change.none()
              : Change.of(
                  new OrderMutation.FulfillmentStatusChange(FulfillmentStatus.REQUIRES_ACTION),
                  events);
        });
  }
}
