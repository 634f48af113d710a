package dev.tradewind.order.swap;

import dev.tradewind.api.catalog.CatalogCacheInvalidation;
import dev.tradewind.kernel.Timestamps;
import dev.tradewind.kernel.database.Transactions;
import dev.tradewind.kernel.operation.CallContext;
import dev.tradewind.kernel.operation.Operations;
import dev.tradewind.kernel.operation.Problem;
import dev.tradewind.kernel.operation.Reply;
import dev.tradewind.kernel.operation.Request;
import dev.tradewind.order.aftersale.Swap;
import dev.tradewind.order.fulfillment.FulfillmentOperationRunner;
import dev.tradewind.order.fulfillment.FulfillmentStore;
import dev.tradewind.order.giftcard.GiftCardStore;
import dev.tradewind.order.line.OrderLine;
import dev.tradewind.order.model.Order;
import dev.tradewind.order.model.OrderMutation;
import dev.tradewind.order.model.Payment;
import dev.tradewind.order.model.RefundReason;
import dev.tradewind.order.payment.PaymentOperation;
import dev.tradewind.order.payment.PaymentOperationRunner;
import dev.tradewind.order.payment.PaymentOperationStore;
import dev.tradewind.order.payment.RefundPlan;
import dev.tradewind.order.store.LockedOrders;
import dev.tradewind.order.store.StockStore;
import dev.tradewind.order.view.OrderQueries;
import dev.tradewind.order.view.OrderViews;
import io.vertx.core.Future;
import io.vertx.core.eventbus.EventBus;
import io.vertx.core.json.JsonObject;
import io.vertx.sqlclient.Pool;
import io.vertx.sqlclient.SqlConnection;
import java.time.Clock;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Cancellation of a swap. A captured payment is refunded first, and a refund that fails refuses the
 * cancellation. One transaction then restores the stock of its goods, once, cancels the swap and
 * records the voiding of an authorized payment, which follows.
 */
final class CancelSwap {

  private static final String PATH = "adminCancelOrderSwap";

  private static final Logger LOG = LoggerFactory.getLogger(CancelSwap.class);

  private final Pool pool;
  private final EventBus eventBus;
  private final LockedOrders orders;
  private final PaymentOperationStore operationStore;
  private final PaymentOperationRunner runner;
  private final FulfillmentStore fulfillments;
  private final FulfillmentOperationRunner fulfillmentRunner;
  private final OrderQueries queries;
  private final Clock clock;

  CancelSwap(
      Pool pool,
      EventBus eventBus,
      LockedOrders orders,
      PaymentOperationStore operationStore,
      PaymentOperationRunner runner,
      FulfillmentStore fulfillments,
      FulfillmentOperationRunner fulfillmentRunner,
      OrderQueries queries,
      Clock clock) {
    this.pool = pool;
    this.eventBus = eventBus;
    this.orders = orders;
    this.operationStore = operationStore;
    this.runner = runner;
    this.fulfillments = fulfillments;
    this.fulfillmentRunner = fulfillmentRunner;
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
    return orders
        .read(pool, orderId)
        .compose(order -> Swaps.requireOf(pool, orderId, id))
        .compose(known -> runner.runOpen(context, orderId))
        .compose(finished -> fulfillmentRunner.runOpen(context, orderId))
        .compose(finished -> orders.locked(orderId, (db, order) -> refund(context, db, order, id)))
        .compose(refunds ->
            runner
                .runAll(context, refunds)
                .recover(failure -> {
                  LOG.warn("Refunding canceled swap {} failed: {}", id, failure.toString());
                  return Future.failedFuture(
                      new Problem.NotAllowed("The payment of the swap could not be refunded")
                          .toException());
                }))
        .compose(
            refunded -> Transactions.inTransaction(pool, db -> cancel(context, db, orderId, id)))
        .compose(voidings ->
            runner
                .runEach(context, voidings)
                .onFailure(failure ->
                    LOG.warn("Voiding payment of swap {} failed: {}", id, failure.toString()))
                .otherwiseEmpty())
        .compose(done -> queries.showToStaff(request, orderId));
  }

  private static Optional<Payment> payment(Order order, String swapId) {
    return order.livePayments().stream()
        .filter(payment -> swapId.equals(payment.swapId()))
        .findFirst();
  }

  /** Refunds of a captured payment of the swap that are to be run: of the rest, and begun ones. */
  private Future<List<PaymentOperation>> refund(
      CallContext context, SqlConnection db, Order order, String id) {
    Swap swap = Swaps.require(order, id);
    Optional<Payment> captured = payment(order, id).filter(Payment::isCaptured);
    if (swap.isCanceled() || captured.isEmpty()) {
      return Future.succeededFuture(List.of());
    }
    return Future.all(
            operationStore.findOfOrder(db, order.id()),
            fulfillments.findPendingUnits(db, order.id()))
        .compose(both -> {
          List<PaymentOperation> begun = both.resultAt(0);
          requireCancelable(order, swap, both.resultAt(1));
          List<PaymentOperation> refunds =
              new RefundPlan(order, begun)
                  .refundRest(
                      captured.orElseThrow(),
                      new JsonObject()
                          .put("reason", RefundReason.SWAP.wireName())
                          .put("no_notification", swap.noNotification())
                          .put(PaymentOperation.KEEPS_STATUS, true));
          // A concurrent cancellation may have begun the refund after the open ones were run.
          List<PaymentOperation> all =
              Stream.concat(
                      begun.stream()
                          .filter(operation -> operation.isOpen() && operation.isRefund())
                          .filter(operation ->
                              operation.payment().id().equals(captured.orElseThrow().id())),
                      refunds.stream())
                  .toList();
          return operationStore
              .insert(db, context, PATH, order, refunds, Timestamps.now(clock))
              .map(all);
        });
  }

  /** Gift cards and stock are locked before the order, as in a confirmation. */
  private Future<List<PaymentOperation>> cancel(
      CallContext context, SqlConnection db, String orderId, String id) {
    Instant now = Timestamps.now(clock);
    return GiftCardStore.restore(db, context, id, now)
        .compose(restored -> StockStore.giveBack(db, context, id, now))
        .compose(given -> orders.lock(db, orderId))
        .compose(order -> {
          Swap swap = Swaps.require(order, id);
          return fulfillments
              .findPendingUnits(db, orderId)
              .compose(pending -> {
                if (!swap.isCanceled()) {
                  requireCancelable(order, swap, pending);
                }
                Optional<Payment> live = payment(order, id);
                if (live.filter(Payment::isCaptured)
                    .filter(payment -> payment.refundableAmount() > 0)
                    .isPresent()) {
                  // Captured after it was looked at.
                  throw new Problem.Conflict().toException();
                }
                List<PaymentOperation> voidings =
                    live.filter(payment -> !payment.isCaptured()).stream()
                        .map(payment ->
                            PaymentOperation.whole(
                                PaymentOperation.Kind.CANCEL, payment, order.id()))
                        .toList();
                return operationStore
                    .insert(db, context, PATH, order, voidings, now)
                    .compose(recorded ->
                        orders.write(
                            db, order, new OrderMutation.SwapCancellation(id), now, List.of()))
                    .onSuccess(canceled -> publish(swap))
                    .map(voidings);
              });
        });
  }

  private void publish(Swap swap) {
    CatalogCacheInvalidation.publishVariants(
        eventBus,
        swap.additionalLines().stream()
            .map(OrderLine::variantId)
            .filter(Objects::nonNull)
            .collect(Collectors.toSet()));
  }

  private static void requireCancelable(Order order, Swap swap, Map<String, Long> pendingUnits) {
    if (swap.paymentStatus().isRefunded()) {
      throw new Problem.NotAllowed("Swap with a refund cannot be canceled").toException();
    }
    boolean isFulfilled =
        order.fulfillments().stream()
            .filter(fulfillment -> fulfillment.owner().equals(swap.owner()))
            .anyMatch(fulfillment -> !fulfillment.isCanceled());
    boolean isPending =
        swap.additionalLines().stream().anyMatch(line -> pendingUnits.containsKey(line.id()));
    if (isFulfilled || isPending) {
      throw new Problem.NotAllowed(
              "All fulfillments must be canceled before the swap can be canceled")
          .toException();
    }
    if (order.returns().stream()
        .filter(returned -> returned.owner().equals(swap.owner()))
        .anyMatch(returned -> !returned.isCanceled())) {
      throw new Problem.NotAllowed("Return must be canceled before the swap can be canceled")
          .toException();
    }
  }
}
