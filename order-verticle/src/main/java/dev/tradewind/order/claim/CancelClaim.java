package dev.tradewind.order.claim;

import dev.tradewind.kernel.operation.Operations;
import dev.tradewind.kernel.operation.Problem;
import dev.tradewind.kernel.operation.Reply;
import dev.tradewind.kernel.operation.Request;
import dev.tradewind.order.aftersale.Claim;
import dev.tradewind.order.change.Change;
import dev.tradewind.order.change.OrderRequest;
import dev.tradewind.order.change.OrderUnitOfWork;
import dev.tradewind.order.change.StockStore;
import dev.tradewind.order.fulfillment.FulfillmentOperationRunner;
import dev.tradewind.order.fulfillment.FulfillmentStore;
import dev.tradewind.order.giftcard.GiftCardStore;
import dev.tradewind.order.line.OrderLine;
import dev.tradewind.order.model.ClaimEvents;
import dev.tradewind.order.model.Order;
import dev.tradewind.order.model.OrderEvents;
import dev.tradewind.order.payment.ClaimRefunds;
import dev.tradewind.order.store.ClaimStore;
import dev.tradewind.order.store.LineProgressStore;
import dev.tradewind.order.view.OrderQueries;
import dev.tradewind.order.view.OrderViews;
import io.vertx.core.Future;
import io.vertx.sqlclient.Pool;
import java.time.Clock;
import java.util.List;
import java.util.Map;

/**
 * Cancellation of a claim without refund, at most once. One transaction releases the stock of its
 * additional line items and frees the claimed units.
 */
final class CancelClaim {

  private final Pool pool;
  private final OrderUnitOfWork work;
  private final FulfillmentStore fulfillments;
  private final FulfillmentOperationRunner shipments;
  private final OrderQueries queries;
  private final Clock clock;

  CancelClaim(
      Pool pool,
      OrderUnitOfWork work,
      FulfillmentStore fulfillments,
      FulfillmentOperationRunner shipments,
      OrderQueries queries,
      Clock clock) {
    this.pool = pool;
    this.work = work;
    this.fulfillments = fulfillments;
    this.shipments = shipments;
    this.queries = queries;
    this.clock = clock;
  }

  void bind(Operations operations) {
    operations.on("adminCancelOrderClaim", this::cancel);
  }

  private Future<Reply> cancel(Request request) {
    OrderViews.ofAction(request.query());
    String orderId = request.path("id");
    String claimId = request.path("claim_id");
    // Whether it has fulfillments depends on the outcome of earlier operations.
    return Claims.requireOf(pool, claimId, orderId)
        .compose(own -> shipments.runOpen(request.context(), orderId))
        .compose(finished ->
            work.change(
                OrderRequest.of(request.context(), orderId, clock),
                tx ->
                    GiftCardStore.restore(tx, claimId)
                        .compose(restored -> StockStore.release(tx, claimId)),
                (tx, released) ->
                    fulfillments
                        .findPendingUnits(tx.db(), orderId)
                        .map(pending -> cancel(tx.request(), tx.order(), claimId, pending))))
        .compose(done -> queries.showToStaff(request, orderId));
  }

  static Change<Void> cancel(
      OrderRequest request, Order order, String claimId, Map<String, Long> pendingUnits) {
    Claim claim = ClaimRules.require(order, claimId);
    if (claim.isCanceled()) {
      return Change.none();
    }
    requireCancelable(order, claim);
    requireSettled(claim, pendingUnits);
    return Change.ofParts(
        List.of(
            write -> ClaimStore.cancel(write.db(), claimId, write.now()),
            write ->
                LineProgressStore.removeClaimed(
                    write.db(), order.id(), ClaimRefunds.units(order, claim))),
        List.of(
            OrderEvents.ofPart(
                request.context(),
                request.now(),
                ClaimEvents.CANCELED,
                claim.owner(),
                order.id(),
                claim.noNotification())));
  }

  private static void requireCancelable(Order order, Claim claim) {
    Long refund = claim.refundAmount();
    if (refund != null && refund != 0) {
      throw Problem.notAllowed("Claim with a refund cannot be canceled");
    }
    if (order.hasFulfillment(claim.owner())) {
      throw Problem.notAllowed(
          "All fulfillments must be canceled before the claim can be canceled");
    }
    boolean isReturned =
        order.returns().stream()
            .anyMatch(returned -> returned.owner().equals(claim.owner()) && !returned.isCanceled());
    if (isReturned) {
      throw Problem.notAllowed("Return must be canceled before the claim can be canceled");
    }
  }

  /** Requires that no concurrent request has recorded a fulfillment meanwhile. */
  private static void requireSettled(Claim claim, Map<String, Long> pending) {
    if (claim.additionalLines().stream().map(OrderLine::id).anyMatch(pending::containsKey)) {
      throw Problem.conflict();
    }
  }
}
