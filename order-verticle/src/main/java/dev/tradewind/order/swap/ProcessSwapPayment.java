package dev.tradewind.order.swap;

import dev.tradewind.kernel.operation.CallContext;
import dev.tradewind.kernel.operation.Operations;
import dev.tradewind.kernel.operation.Problem;
import dev.tradewind.kernel.operation.Reply;
import dev.tradewind.kernel.operation.Request;
import dev.tradewind.order.aftersale.Swap;
import dev.tradewind.order.aftersale.SwapPaymentStatus;
import dev.tradewind.order.change.Change;
import dev.tradewind.order.change.OrderRequest;
import dev.tradewind.order.change.OrderUnitOfWork;
import dev.tradewind.order.giftcard.BoughtGiftCards;
import dev.tradewind.order.giftcard.GiftCardStore;
import dev.tradewind.order.model.Order;
import dev.tradewind.order.model.OrderMutation;
import dev.tradewind.order.model.Payment;
import dev.tradewind.order.model.RefundReason;
import dev.tradewind.order.model.SwapEvents;
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
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Settlement of the difference of a confirmed swap: its payment is captured, or the difference is
 * refunded over the payments of the order. The operations are committed before the provider is
 * called; a failed one leaves the swap to staff, who can process it again.
 */
final class ProcessSwapPayment {

  private static final String PATH = "adminProcessPaymentOrderSwap";

  private static final Logger LOG = LoggerFactory.getLogger(ProcessSwapPayment.class);

  private final Pool pool;
  private final OrderUnitOfWork work;
  private final PaymentOperationRunner payments;
  private final OrderQueries queries;
  private final Clock clock;

  ProcessSwapPayment(
      Pool pool,
      OrderUnitOfWork work,
      PaymentOperationRunner payments,
      OrderQueries queries,
      Clock clock) {
    this.pool = pool;
    this.work = work;
    this.payments = payments;
    this.queries = queries;
    this.clock = clock;
  }

  void bind(Operations operations) {
    operations.on(PATH, this::process);
  }

  private Future<Reply> process(Request request) {
    OrderViews.ofAction(request.query());
    String orderId = request.path("id");
    String id = request.path("swap_id");
    CallContext context = request.context();
    OrderRequest change = OrderRequest.of(context, orderId, clock);
    return work.read(orderId)
        .compose(before ->
            Swaps.requireOf(pool, orderId, id)
                .compose(known ->
                    work.change(
                        change,
                        tx -> GiftCardStore.lock(tx, before),
                        (tx, cards) ->
                            payments
                                .findOfOrder(tx.db(), orderId)
                                .map(recorded ->
                                    decide(
                                        change,
                                        new State(
                                            tx.order(),
                                            Swaps.require(tx.order(), id),
                                            recorded,
                                            cards.of(tx.order())))))))
        .compose(operations ->
            payments
                .runEach(context, operations)
                .onFailure(failure ->
                    LOG.warn("Processing payment of swap {} failed: {}", id, failure.toString()))
                .otherwiseEmpty())
        .compose(done -> queries.showToStaff(request, orderId));
  }

  static Change<List<PaymentOperation>> decide(OrderRequest request, State state) {
    Swap swap = state.swap();
    if (swap.isCanceled()) {
      throw Problem.notAllowed("Canceled swap cannot be processed");
    }
    Long difference = swap.differenceDue();
    if (difference == null) {
      throw Problem.notAllowed("Cannot process a swap that hasn't been confirmed by the customer");
    }
    if (swap.paymentStatus().isProcessed()) {
      return Change.none().with(List.of());
    }
    if (difference == 0) {
      return settled(
          request, swap, SwapPaymentStatus.DIFFERENCE_REFUNDED, SwapEvents.REFUND_PROCESSED);
    }
    return difference > 0 ? capture(request, state) : refund(request, state, -difference);
  }

  private static Change<List<PaymentOperation>> capture(OrderRequest request, State state) {
    Swap swap = state.swap();
    Payment payment =
        state.order().payments().stream()
            .filter(each -> swap.id().equals(each.swapId()))
            .findFirst()
            .orElseThrow();
    if (payment.isCaptured()) {
      return settled(request, swap, SwapPaymentStatus.CAPTURED, SwapEvents.PAYMENT_CAPTURED);
    }
    Optional<PaymentOperation> open =
        state.recorded().stream()
            .filter(PaymentOperation::isOpen)
            .filter(operation -> operation.kind() == PaymentOperation.Kind.CAPTURE)
            .filter(operation -> operation.payment().id().equals(payment.id()))
            .findFirst();
    if (open.isPresent()) {
      return Change.none().with(List.of(open.orElseThrow()));
    }
    if (payment.isCanceled()) {
      return settled(
              request, swap, SwapPaymentStatus.REQUIRES_ACTION, SwapEvents.PAYMENT_CAPTURE_FAILED)
          .refusing(
              Problem.notAllowed(
                  "Payment " + payment.id() + " is canceled and cannot be captured"));
    }
    List<PaymentOperation> captures =
        List.of(PaymentOperation.whole(PaymentOperation.Kind.CAPTURE, payment, state.order().id()));
    return Change.ofOperations(List.of(new PaymentOperationRunner.Recording(PATH, captures)))
        .with(captures);
  }

  private static Change<List<PaymentOperation>> refund(
      OrderRequest request, State state, long amount) {
    Swap swap = state.swap();
    List<PaymentOperation> own =
        state.recorded().stream()
            .filter(PaymentOperation::isRefund)
            .filter(operation -> operation.isOfSwap(swap.id()))
            .toList();
    List<PaymentOperation> open = own.stream().filter(PaymentOperation::isOpen).toList();
    if (!open.isEmpty()) {
      return Change.none().with(open);
    }
    long left = amount - own.stream().mapToLong(PaymentOperation::amount).sum();
    PaymentDetails details =
        PaymentDetails.of(RefundReason.SWAP, new PaymentPurpose.OfSwap(swap.id()))
            .withNoNotification(swap.noNotification());
    RefundPlan plan = new RefundPlan(state.order(), state.recorded(), state.cards());
    List<PaymentOperation> refunds;
    try {
      refunds = plan.refund(left, details, null);
    } catch (Problem refused) {
      LOG.warn("Refunding swap {} was refused: {}", swap.id(), refused.getMessage());
      return settled(request, swap, SwapPaymentStatus.REQUIRES_ACTION, SwapEvents.REFUND_FAILED);
    }
    return Change.ofOperations(
            List.of(
                new PaymentOperationRunner.Recording(PATH, refunds),
                new GiftCardStore.Withdrawal(
                    refunds.getFirst().requireRefundId(), false, plan.taking(left))))
        .with(refunds);
  }

  /** Change to a payment status that is known without a provider. */
  private static Change<List<PaymentOperation>> settled(
      OrderRequest request, Swap swap, SwapPaymentStatus status, String event) {
    return Change.of(
            new OrderMutation.SwapPaymentChange(swap.id(), status),
            List.of(SwapEvents.of(request.context(), request.now(), event, swap)))
        .with(List.of());
  }

  /** Locked order with its swap, recorded operations and gift cards. */
  record State(Order order, Swap swap, List<PaymentOperation> recorded, BoughtGiftCards cards) {}
}
