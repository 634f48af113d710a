package dev.tradewind.order.admin;

import dev.tradewind.kernel.Timestamps;
import dev.tradewind.kernel.database.Transactions;
import dev.tradewind.kernel.operation.CallContext;
import dev.tradewind.kernel.operation.Operations;
import dev.tradewind.kernel.operation.Problem;
import dev.tradewind.kernel.operation.Reply;
import dev.tradewind.kernel.operation.Request;
import dev.tradewind.order.aftersale.Claim;
import dev.tradewind.order.aftersale.Fulfillment;
import dev.tradewind.order.aftersale.PartOwner;
import dev.tradewind.order.aftersale.Return;
import dev.tradewind.order.aftersale.Swap;
import dev.tradewind.order.fulfillment.FulfillmentOperationRunner;
import dev.tradewind.order.fulfillment.FulfillmentStore;
import dev.tradewind.order.giftcard.BoughtGiftCards;
import dev.tradewind.order.giftcard.GiftCardStore;
import dev.tradewind.order.model.Order;
import dev.tradewind.order.model.OrderEvents;
import dev.tradewind.order.model.OrderMutation;
import dev.tradewind.order.payment.PaymentOperation;
import dev.tradewind.order.payment.PaymentOperationRunner;
import dev.tradewind.order.payment.PaymentOperationStore;
import dev.tradewind.order.payment.RefundPlan;
import dev.tradewind.order.store.LockedOrders;
import dev.tradewind.order.store.SaleCacheInvalidation;
import dev.tradewind.order.view.OrderQueries;
import dev.tradewind.order.view.OrderViews;
import io.vertx.core.Future;
import io.vertx.core.eventbus.EventBus;
import io.vertx.sqlclient.Pool;
import io.vertx.sqlclient.SqlConnection;
import java.time.Clock;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Cancellation of an order, at most once. One transaction restores stock, discounts and gift card
 * balances, disables gift cards bought in the order, cancels the order and records the payment
 * operations. Afterwards authorizations are voided and captured payments refunded.
 */
public final class CancelOrder {

  private static final Logger LOG = LoggerFactory.getLogger(CancelOrder.class);

  private final EventBus eventBus;
  private final Pool pool;
  private final LockedOrders orders;
  private final PaymentOperationStore operationStore;
  private final PaymentOperationRunner runner;
  private final FulfillmentStore fulfillments;
  private final FulfillmentOperationRunner fulfillmentRunner;
  private final OrderQueries queries;
  private final Clock clock;

  public CancelOrder(
      EventBus eventBus,
      Pool pool,
      LockedOrders orders,
      PaymentOperationStore operationStore,
      PaymentOperationRunner runner,
      FulfillmentStore fulfillments,
      FulfillmentOperationRunner fulfillmentRunner,
      OrderQueries queries,
      Clock clock) {
    this.eventBus = eventBus;
    this.pool = pool;
    this.orders = orders;
    this.operationStore = operationStore;
    this.runner = runner;
    this.fulfillments = fulfillments;
    this.fulfillmentRunner = fulfillmentRunner;
    this.queries = queries;
    this.clock = clock;
  }

  public void bind(Operations operations) {
    operations.on("adminCancelOrder", this::cancel);
  }

  private Future<Reply> cancel(Request request) {
    OrderViews.ofAction(request.query());
    String id = request.path("id");
    CallContext context = request.context();
    // Whether a payment has to be voided or refunded depends on the outcome of earlier operations.
    return runner
        .runOpen(context, id)
        .compose(finished -> fulfillmentRunner.runOpen(context, id))
        .compose(finished ->
            Transactions.inTransaction(pool, db -> cancel(context, db, id, Timestamps.now(clock))))
        .compose(operations ->
            runner
                .runEach(context, operations)
                .onFailure(failure ->
                    LOG.warn(
                        "Voiding or refunding payments of order {} failed: {}",
                        id,
                        failure.toString()))
                .otherwiseEmpty())
        .compose(done -> queries.showToStaff(request, id));
  }

  /** Stock, discounts and gift cards are locked before the order, as in placement. */
  private Future<List<PaymentOperation>> cancel(
      CallContext context, SqlConnection db, String id, Instant now) {
    return orders
        .giveBack(db, context, id, now)
        .compose(given -> orders.lock(db, id))
        .compose(order -> {
          if (order.isCanceled()) {
            return Future.succeededFuture(List.of());
          }
          return Future.all(
                  operationStore.findOfOrder(db, id),
                  fulfillments.findPendingUnits(db, id),
                  GiftCardStore.read(db, order))
              .compose(all -> {
                List<PaymentOperation> begun = all.resultAt(0);
                requireCancelable(order, begun, all.resultAt(1));
                List<PaymentOperation> operations = operationsFor(order, begun, all.resultAt(2));
                return operationStore
                    .insert(db, context, "adminCancelOrder", order, operations, now)
                    .compose(recorded ->
                        orders.write(
                            db,
                            order,
                            new OrderMutation.Cancellation(now),
                            now,
                            List.of(OrderEvents.of(context, now, OrderEvents.CANCELED, order))))
                    .onSuccess(
                        canceled -> SaleCacheInvalidation.publish(eventBus, order.snapshot()))
                    .map(operations);
              });
        });
  }

  private static void requireCancelable(
      Order order, List<PaymentOperation> begun, Map<String, Long> pendingUnits) {
    if (!order.refunds().isEmpty() || begun.stream().anyMatch(PaymentOperation::isRefund)) {
      throw new Problem.NotAllowed("Order with refund(s) cannot be canceled").toException();
    }
    requireAll(
        "fulfillments",
        order.fulfillments().stream()
            .filter(fulfillment -> fulfillment.owner().equals(PartOwner.ORDER))
            .allMatch(Fulfillment::isCanceled));
    requireAll(
        "returns",
        order.returns().stream()
            .filter(returned -> returned.owner().swapIdOrNull() == null)
            .allMatch(Return::isCanceled));
    requireAll("swaps", order.swaps().stream().allMatch(Swap::isCanceled));
    requireAll("claims", order.claims().stream().allMatch(Claim::isCanceled));
    if (begun.stream().anyMatch(PaymentOperation::isOpen) || !pendingUnits.isEmpty()) {
      // A concurrent request recorded an operation after the open ones were resolved.
      throw new Problem.Conflict().toException();
    }
  }

  private static void requireAll(String parts, boolean canceled) {
    if (!canceled) {
      throw new Problem.NotAllowed(
              "All %s must be canceled before canceling an order".formatted(parts))
          .toException();
    }
  }

  /** Voids authorizations, and refunds captured payments as one refund. */
  private static List<PaymentOperation> operationsFor(
      Order order, List<PaymentOperation> begun, BoughtGiftCards cards) {
    List<PaymentOperation> operations =
        new ArrayList<>(
            new RefundPlan(order, begun, cards).refundCaptured(PaymentOperationRunner.CANCELED));
    order.livePayments().stream()
        .filter(payment -> !payment.isCaptured())
        .map(payment -> PaymentOperation.whole(PaymentOperation.Kind.CANCEL, payment, order.id()))
        .forEach(operations::add);
    return operations;
  }
}
