package dev.tradewind.order.swap;

import dev.tradewind.kernel.operation.CallContext;
import dev.tradewind.kernel.operation.Operations;
import dev.tradewind.kernel.operation.Problem;
import dev.tradewind.kernel.operation.Reply;
import dev.tradewind.kernel.operation.Request;
import dev.tradewind.order.aftersale.Swap;
import dev.tradewind.order.change.Change;
import dev.tradewind.order.change.OrderRequest;
import dev.tradewind.order.change.OrderTransaction;
import dev.tradewind.order.change.OrderUnitOfWork;
import dev.tradewind.order.change.StockStore;
import dev.tradewind.order.fulfillment.FulfillmentOperationRunner;
import dev.tradewind.order.fulfillment.FulfillmentStore;
import dev.tradewind.order.giftcard.GiftCardStore;
import dev.tradewind.order.model.Order;
import dev.tradewind.order.model.OrderMutation;
import dev.tradewind.order.model.Payment;
import dev.tradewind.order.model.RefundReason;
import dev.tradewind.order.payment.PaymentDetails;
import dev.tradewind.order.payment.PaymentOperation;
import dev.tradewind.order.payment.PaymentOperationRunner;
import dev.tradewind.order.payment.PaymentPurpose;
import dev.tradewind.order.payment.RefundPlan;
import dev.tradewind.order.view.OrderQueries;
import dev.tradewind.order.view.OrderViews;
import io.vertx.core.Future;
import io.vertx.sqlclient.Pool;
import java.time.Clock;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Cancellation of a swap. A captured payment is refunded first, and a refund that fails refuses the
 * cancellation. One transaction then releases its stock, once, cancels the swap and records the
 * voiding of an authorized payment, which follows.
 */
final class CancelSwap {

  private static final String PATH = "adminCancelOrderSwap";

  private static final Logger LOG = LoggerFactory.getLogger(CancelSwap.class);

  private final Pool pool;
  private final OrderUnitOfWork work;
  private final PaymentOperationRunner payments;
  private final FulfillmentStore fulfillments;
  private final FulfillmentOperationRunner shipments;
  private final OrderQueries queries;
  private final Clock clock;

  CancelSwap(
      Pool pool,
      OrderUnitOfWork work,
      PaymentOperationRunner payments,
      FulfillmentStore fulfillments,
      FulfillmentOperationRunner shipments,
      OrderQueries queries,
      Clock clock) {
    this.pool = pool;
    this.work = work;
    this.payments = payments;
    this.fulfillments = fulfillments;
    this.shipments = shipments;
    this.queries = queries;
    this.clock = clock;
  }

  void bind(Operations operations) {
    operations.on(PATH, this::cancel);
  }

  private Future<Reply> cancel(Request request) {
    OrderViews.ofAction(request.query());
    String orderId = request.path("id");
    String id = request.path("swap_id");
    CallContext context = request.context();
    // Whether its payment has to be voided or refunded depends on the outcome of earlier
    // operations.
    return work.read(orderId)
        .compose(order -> Swaps.requireOf(pool, orderId, id))
        .compose(known -> payments.runOpen(context, orderId))
        .compose(finished -> shipments.runOpen(context, orderId))
        .compose(finished ->
            work.change(
                OrderRequest.of(context, orderId, clock),
                tx -> recorded(tx).map(recorded -> refund(tx.order(), recorded, id))))
        .compose(refunds ->
            payments
                .runAll(context, refunds)
                .recover(failure -> {
                  LOG.warn("Refunding canceled swap {} failed: {}", id, failure.toString());
                  return Future.failedFuture(
                      Problem.notAllowed("The payment of the swap could not be refunded"));
                }))
        .compose(refunded ->
            work.change(
                OrderRequest.of(context, orderId, clock),
                tx -> GiftCardStore.restore(tx, id).compose(restored -> StockStore.release(tx, id)),
                (tx, released) -> recorded(tx).map(recorded -> cancel(tx.order(), recorded, id))))
        .compose(voidings ->
            payments
                .runEach(context, voidings)
                .onFailure(failure ->
                    LOG.warn("Voiding payment of swap {} failed: {}", id, failure.toString()))
                .otherwiseEmpty())
        .compose(done -> queries.showToStaff(request, orderId));
  }

  /**
   * Operations of the order.
   *
   * @param pendingUnits units of fulfillments without an outcome, by their line items
   */
  record Recorded(List<PaymentOperation> payments, Map<String, Long> pendingUnits) {}

  private Future<Recorded> recorded(OrderTransaction tx) {
    return Future.all(
            payments.findOfOrder(tx.db(), tx.orderId()),
            fulfillments.findPendingUnits(tx.db(), tx.orderId()))
        .map(both -> new Recorded(both.resultAt(0), both.resultAt(1)));
  }

  private static Optional<Payment> payment(Order order, String swapId) {
    return order.livePayments().stream()
        .filter(payment -> swapId.equals(payment.swapId()))
        .findFirst();
  }

  /**
   * Refunds of a captured payment of the swap: of the rest, and recorded ones without an outcome.
   */
  static Change<List<PaymentOperation>> refund(Order order, Recorded recorded, String id) {
    Swap swap = Swaps.require(order, id);
    Optional<Payment> captured = payment(order, id).filter(Payment::isCaptured);
    if (swap.isCanceled() || captured.isEmpty()) {
      return Change.none().with(List.of());
    }
    requireCancelable(order, swap, recorded.pendingUnits());
    Payment payment = captured.orElseThrow();
    List<PaymentOperation> refunds =
        new RefundPlan(order, recorded.payments())
            .refundRest(
                payment,
                PaymentDetails.of(RefundReason.SWAP, new PaymentPurpose.OfSwap(null))
                    .withNoNotification(swap.noNotification()));
    // A concurrent cancellation may have recorded the refund after the open ones were run.
    Stream<PaymentOperation> open =
        recorded.payments().stream()
            .filter(operation -> operation.isOpen() && operation.isRefund())
            .filter(operation -> operation.payment().id().equals(payment.id()));
    return Change.ofOperations(List.of(new PaymentOperationRunner.Recording(PATH, refunds)))
        .with(Stream.concat(open, refunds.stream()).toList());
  }

  static Change<List<PaymentOperation>> cancel(Order order, Recorded recorded, String id) {
    Swap swap = Swaps.require(order, id);
    if (!swap.isCanceled()) {
      requireCancelable(order, swap, recorded.pendingUnits());
    }
    Optional<Payment> live = payment(order, id);
    if (live.filter(Payment::isCaptured)
        .filter(payment -> payment.refundableAmount() > 0)
        .isPresent()) {
      // Captured after it was looked at.
      throw Problem.conflict();
    }
    List<PaymentOperation> voidings =
        live.filter(payment -> !payment.isCaptured()).stream()
            .map(payment ->
                PaymentOperation.whole(PaymentOperation.Kind.CANCEL, payment, order.id()))
            .toList();
    return new Change<>(
        List.of(new PaymentOperationRunner.Recording(PATH, voidings)),
        new OrderMutation.SwapCancellation(id),
        List.of(),
        voidings);
  }

  private static void requireCancelable(Order order, Swap swap, Map<String, Long> pendingUnits) {
    if (swap.paymentStatus().isRefunded()) {
      throw Problem.notAllowed("Swap with a refund cannot be canceled");
    }
    boolean isFulfilled =
        order.fulfillments().stream()
            .filter(fulfillment -> fulfillment.owner().equals(swap.owner()))
            .anyMatch(fulfillment -> !fulfillment.isCanceled());
    boolean isPending =
        swap.additionalLines().stream().anyMatch(line -> pendingUnits.containsKey(line.id()));
    if (isFulfilled || isPending) {
      throw Problem.notAllowed("All fulfillments must be canceled before the swap can be canceled");
    }
    if (order.returns().stream()
        .filter(returned -> returned.owner().equals(swap.owner()))
        .anyMatch(returned -> !returned.isCanceled())) {
      throw Problem.notAllowed("Return must be canceled before the swap can be canceled");
    }
  }
}
