package dev.tradewind.order.claim;

import dev.tradewind.api.catalog.CatalogCacheInvalidation;
import dev.tradewind.kernel.Timestamps;
import dev.tradewind.kernel.database.Transactions;
import dev.tradewind.kernel.operation.CallContext;
import dev.tradewind.kernel.operation.Operations;
import dev.tradewind.kernel.operation.Problem;
import dev.tradewind.kernel.operation.Reply;
import dev.tradewind.kernel.operation.Request;
import dev.tradewind.order.aftersale.Claim;
import dev.tradewind.order.fulfillment.FulfillmentOperationRunner;
import dev.tradewind.order.fulfillment.FulfillmentStore;
import dev.tradewind.order.giftcard.GiftCardStore;
import dev.tradewind.order.line.OrderLine;
import dev.tradewind.order.model.ClaimEvents;
import dev.tradewind.order.model.Order;
import dev.tradewind.order.model.OrderEvents;
import dev.tradewind.order.model.OrderMutation;
import dev.tradewind.order.payment.ClaimRefunds;
import dev.tradewind.order.store.ClaimStore;
import dev.tradewind.order.store.LineProgressStore;
import dev.tradewind.order.store.LockedOrders;
import dev.tradewind.order.store.StockStore;
import dev.tradewind.order.view.OrderQueries;
import dev.tradewind.order.view.OrderViews;
import io.vertx.core.Future;
import io.vertx.core.eventbus.EventBus;
import io.vertx.sqlclient.Pool;
import io.vertx.sqlclient.SqlConnection;
import java.time.Clock;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Cancellation of a claim without refund, at most once. One transaction returns the stock of its
 * additional line items and frees the claimed units.
 */
final class CancelClaim {

  private final Pool pool;
  private final EventBus eventBus;
  private final LockedOrders orders;
  private final FulfillmentStore fulfillments;
  private final FulfillmentOperationRunner runner;
  private final OrderQueries queries;
  private final Clock clock;

  CancelClaim(
      Pool pool,
      EventBus eventBus,
      LockedOrders orders,
      FulfillmentStore fulfillments,
      FulfillmentOperationRunner runner,
      OrderQueries queries,
      Clock clock) {
    this.pool = pool;
    this.eventBus = eventBus;
    this.orders = orders;
    this.fulfillments = fulfillments;
    this.runner = runner;
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
    CallContext context = request.context();
    Instant now = Timestamps.now(clock);
    // Whether it has fulfillments depends on the outcome of earlier operations.
    return Claims.requireOf(pool, claimId, orderId)
        .compose(own -> runner.runOpen(context, orderId))
        .compose(finished ->
            Transactions.inTransaction(
                pool,
                db ->
                    GiftCardStore.restore(db, context, claimId, now)
                        .compose(restored -> StockStore.giveBack(db, context, claimId, now))
                        .compose(returned -> orders.lock(db, orderId))
                        .compose(order -> cancel(context, db, order, claimId, now))))
        .onSuccess(variants -> {
          if (!variants.isEmpty()) {
            CatalogCacheInvalidation.publishVariants(eventBus, variants);
          }
        })
        .compose(done -> queries.showToStaff(request, orderId));
  }

  /** Cancels it, and returns the variants whose stock has changed; none if it was canceled. */
  private Future<Set<String>> cancel(
      CallContext context, SqlConnection db, Order order, String claimId, Instant now) {
    Claim claim = ClaimRules.require(order, claimId);
    if (claim.isCanceled()) {
      return Future.succeededFuture(Set.of());
    }
    requireCancelable(order, claim);
    return fulfillments
        .findPendingUnits(db, order.id())
        .compose(pending -> {
          requireSettled(claim, pending);
          return ClaimStore.cancel(db, claimId, now);
        })
        .compose(canceled ->
            LineProgressStore.removeClaimed(db, order.id(), ClaimRefunds.units(order, claim)))
        .compose(freed ->
            orders.write(
                db,
                order,
                new OrderMutation.FulfillmentStatusChange(order.fulfillmentStatus()),
                now,
                List.of(
                    OrderEvents.ofPart(
                        context,
                        now,
                        ClaimEvents.CANCELED,
                        claim.owner(),
                        order.id(),
                        claim.noNotification()))))
        .map(
            claim.additionalLines().stream()
                .map(line -> Objects.requireNonNull(line.variantId()))
                .collect(Collectors.toSet()));
  }

  private static void requireCancelable(Order order, Claim claim) {
    Long refund = claim.refundAmount();
    if (refund != null && refund != 0) {
      throw new Problem.NotAllowed("Claim with a refund cannot be canceled").toException();
    }
    if (order.hasFulfillment(claim.owner())) {
      throw new Problem.NotAllowed(
              "All fulfillments must be canceled before the claim can be canceled")
          .toException();
    }
    boolean isReturned =
        order.returns().stream()
            .anyMatch(returned -> returned.owner().equals(claim.owner()) && !returned.isCanceled());
    if (isReturned) {
      throw new Problem.NotAllowed("Return must be canceled before the claim can be canceled")
          .toException();
    }
  }

  /** A concurrent request may have begun a fulfillment after the open ones were finished. */
  private static void requireSettled(Claim claim, Map<String, Long> pending) {
    if (claim.additionalLines().stream().map(OrderLine::id).anyMatch(pending::containsKey)) {
      throw new Problem.Conflict().toException();
    }
  }
}
