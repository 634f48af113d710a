package dev.tradewind.order.admin;

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
import dev.tradewind.order.change.Change;
import dev.tradewind.order.change.OrderRequest;
import dev.tradewind.order.change.OrderTransaction;
import dev.tradewind.order.change.OrderUnitOfWork;
import dev.tradewind.order.change.StockStore;
import dev.tradewind.order.fulfillment.FulfillmentOperationRunner;
import dev.tradewind.order.fulfillment.FulfillmentStore;
import dev.tradewind.order.giftcard.BoughtGiftCards;
import dev.tradewind.order.giftcard.GiftCardStore;
import dev.tradewind.order.model.Order;
import dev.tradewind.order.model.OrderEvents;
import dev.tradewind.order.model.OrderMutation;
import dev.tradewind.order.payment.PaymentOperation;
import dev.tradewind.order.payment.PaymentOperationRunner;
import dev.tradewind.order.payment.RefundPlan;
import dev.tradewind.order.view.OrderQueries;
import dev.tradewind.order.view.OrderViews;
import io.vertx.core.Future;
import java.time.Clock;
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

  private static final String PATH = "adminCancelOrder";

  private final OrderUnitOfWork work;
  private final PaymentOperationRunner payments;
  private final FulfillmentStore fulfillments;
  private final FulfillmentOperationRunner shipments;
  private final OrderQueries queries;
  private final Clock clock;

  public CancelOrder(
      OrderUnitOfWork work,
      PaymentOperationRunner payments,
      FulfillmentStore fulfillments,
      FulfillmentOperationRunner shipments,
      OrderQueries queries,
      Clock clock) {
    this.work = work;
    this.payments = payments;
    this.fulfillments = fulfillments;
    this.shipments = shipments;
    this.queries = queries;
    this.clock = clock;
  }

  public void bind(Operations operations) {
    operations.on(PATH, this::cancel);
  }

  private Future<Reply> cancel(Request request) {
    OrderViews.ofAction(request.query());
    String id = request.path("id");
    CallContext context = request.context();
    // Whether a payment has to be voided or refunded depends on the outcome of earlier operations.
    return payments
        .runOpen(context, id)
        .compose(finished -> shipments.runOpen(context, id))
        .compose(finished ->
            work.change(
                OrderRequest.of(context, id, clock),
                StockStore::releaseAll,
                (tx, released) -> cancel(tx)))
        .compose(operations ->
            payments
                .runEach(context, operations)
                .onFailure(failure ->
                    LOG.warn(
                        "Voiding or refunding payments of order {} failed: {}",
                        id,
                        failure.toString()))
                .otherwiseEmpty())
        .compose(done -> queries.showToStaff(request, id));
  }

  private Future<Change<List<PaymentOperation>>> cancel(OrderTransaction tx) {
    Order order = tx.order();
    if (order.isCanceled()) {
      return Future.succeededFuture(Change.none().with(List.of()));
    }
    return Future.all(
            payments.findOfOrder(tx.db(), order.id()),
            fulfillments.findPendingUnits(tx.db(), order.id()),
            GiftCardStore.read(tx.db(), order))
        .map(all -> decide(tx.request(), order, all.resultAt(0), all.resultAt(1), all.resultAt(2)));
  }

  static Change<List<PaymentOperation>> decide(
      OrderRequest request,
      Order order,
      List<PaymentOperation> recorded,
      Map<String, Long> pendingUnits,
      BoughtGiftCards cards) {
    requireCancelable(order, recorded, pendingUnits);
    List<PaymentOperation> operations = operationsFor(order, recorded, cards);
    return new Change<>(
        List.of(new PaymentOperationRunner.Recording(PATH, operations)),
        new OrderMutation.Cancellation(request.now()),
        List.of(OrderEvents.of(request.context(), request.now(), OrderEvents.CANCELED, order)),
        operations);
  }

  private static void requireCancelable(
      Order order, List<PaymentOperation> started, Map<String, Long> pendingUnits) {
    if (!order.refunds().isEmpty() || started.stream().anyMatch(PaymentOperation::isRefund)) {
      throw Problem.notAllowed("Order with refund(s) cannot be canceled");
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
    if (started.stream().anyMatch(PaymentOperation::isOpen) || !pendingUnits.isEmpty()) {
      // A concurrent request recorded an operation after the open ones were resolved.
      throw Problem.conflict();
    }
  }

  private static void requireAll(String parts, boolean canceled) {
    if (!canceled) {
      throw Problem.notAllowed(
          "All %s must be canceled before canceling an order".formatted(parts));
    }
  }

  /** Voids authorizations, and refunds captured payments as one refund. */
  private static List<PaymentOperation> operationsFor(
      Order order, List<PaymentOperation> started, BoughtGiftCards cards) {
    List<PaymentOperation> operations =
        new ArrayList<>(new RefundPlan(order, started, cards).refundCaptured(RefundPlan.CANCELED));
    order.livePayments().stream()
        .filter(payment -> !payment.isCaptured())
        .map(payment -> PaymentOperation.whole(PaymentOperation.Kind.CANCEL, payment, order.id()))
        .forEach(operations::add);
    return operations;
  }
}
