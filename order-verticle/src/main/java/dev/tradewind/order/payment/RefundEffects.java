package dev.tradewind.order.payment;

import dev.tradewind.kernel.outbox.Event;
import dev.tradewind.order.aftersale.FulfillmentStatus;
import dev.tradewind.order.change.Change;
import dev.tradewind.order.change.OrderTransaction;
import dev.tradewind.order.change.OrderUnitOfWork;
import dev.tradewind.order.giftcard.GiftCardStore;
import dev.tradewind.order.model.OrderEvents;
import dev.tradewind.order.model.OrderMutation;
import io.vertx.core.Future;
import io.vertx.core.json.JsonObject;
import io.vertx.sqlclient.SqlClient;
import java.util.ArrayList;
import java.util.List;

/**
 * Effects of the outcomes of refunds: on payment and order, on the return, swap or claim that is
 * refunded, and on the balances of gift cards, which are locked where a refund may come to nothing.
 */
final class RefundEffects {

  private final OrderUnitOfWork work;
  private final PaymentOperationStore store;
  private final SwapSettlement swaps;

  RefundEffects(OrderUnitOfWork work, PaymentOperationStore store) {
    this.work = work;
    this.store = store;
    this.swaps = new SwapSettlement(work, store);
  }

  /** Effect of a refund. */
  Future<Change<Void>> refunded(OrderTransaction tx, PaymentOperation operation, JsonObject data) {
    return PaymentStore.refund(tx, operation.payment().id(), data, operation.amount())
        .compose(written -> store.insertSettledRefund(tx, operation))
        .compose(isSettled ->
            (isSettled
                    ? ClaimRefunds.settled(tx, operation)
                    : Future.succeededFuture(List.<Event>of()))
                .compose(ofClaim -> writeRefunded(tx, operation, isSettled, ofClaim)))
        .compose(written -> swaps.follow(tx, operation));
  }

  private Future<Void> writeRefunded(
      OrderTransaction tx, PaymentOperation operation, boolean isSettled, List<Event> ofClaim) {
    List<Event> further =
        new ArrayList<>(PaymentCalls.ofPayment(tx, operation, PaymentEvents.REFUND_CREATED));
    further.addAll(ofClaim);
    return work.read(tx)
        .compose(order ->
            work.write(
                tx,
                PaymentCalls.statusChange(
                    operation.keepsStatus()
                        ? order.paymentStatus()
                        : order.paymentStatusAfterRefund(),
                    isSettled ? refundCreated(tx, operation) : PaymentCalls.updated(tx, order),
                    further)));
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

  /**
   * Effect of a refusal.
   *
   * @param isWithdrawn whether the claim that would be refunded is withdrawn
   */
  Future<Change<Void>> refused(
      OrderTransaction tx, PaymentOperation operation, boolean isWithdrawn) {
    return (isWithdrawn
            ? ClaimRefunds.withdraw(tx, operation).map(RefundEffects::published)
            : refused(tx, operation))
        .compose(change -> work.write(tx, change))
        .compose(written -> restoreGiftCards(tx, operation))
        .compose(restored -> swaps.follow(tx, operation));
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
          if (!isSettled) {
            events.addAll(PaymentCalls.ofPayment(tx, operation, PaymentEvents.REFUND_FAILED));
          }
          return Future.succeededFuture(published(events));
        });
  }

  private static Change<Void> published(List<Event> events) {
    return events.isEmpty() ? Change.none() : Change.ofParts(List.of(), events);
  }

  /**
   * Effect of the failure of a refund that was accepted: it counts no more, and what it was for is
   * as after a refusal, but that a claim stays.
   */
  Future<Change<Void>> failed(
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

  /**
   * Leaves a return that was not paid back, or not wholly, to staff; published once for all parts
   * of its refund.
   */
  private Future<Change<Void>> requireAction(
      OrderTransaction tx, PaymentOperation operation, String returnId, List<Event> events) {
    return otherOperations(tx.db(), operation)
        .map(otherOperations -> {
          if (otherOperations.stream().allMatch(PaymentOperation::hasEffect)) {
            events.add(
                OrderEvents.of(
                    tx.context(),
                    tx.now(),
                    OrderEvents.RETURN_ACTION_REQUIRED,
                    tx.orderId(),
                    operation.details().noNotification(),
                    new JsonObject().put("return_id", returnId)));
          }
          if (events.isEmpty()) {
            return Change.none();
          }
          return Change.of(
              new OrderMutation.FulfillmentStatusChange(FulfillmentStatus.REQUIRES_ACTION), events);
        });
  }

  private Future<Void> restoreGiftCards(OrderTransaction tx, PaymentOperation operation) {
    return isLast(tx.db(), operation)
        .compose(isLast -> {
          if (isLast) {
            return GiftCardStore.restore(tx, operation.requireRefundId());
          }
          return Future.succeededFuture();
        });
  }

  /** Whether the end of the operation leaves its refund without a refunded payment. */
  Future<Boolean> isLast(SqlClient db, PaymentOperation operation) {
    return otherOperations(db, operation)
        .map(otherOperations -> otherOperations.stream().noneMatch(PaymentOperation::hasEffect));
  }

  /** The other operations of the refund. */
  private Future<List<PaymentOperation>> otherOperations(SqlClient db, PaymentOperation operation) {
    return store
        .findOfOrder(db, operation.orderId())
        .map(recorded ->
            recorded.stream()
                .filter(each -> operation.requireRefundId().equals(each.refundId()))
                .filter(each -> !each.id().equals(operation.id()))
                .toList());
  }
}
