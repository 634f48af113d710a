package dev.tradewind.order.claim;

import dev.tradewind.kernel.operation.Operations;
import dev.tradewind.kernel.operation.Reply;
import dev.tradewind.kernel.operation.Request;
import dev.tradewind.order.fulfillment.Fulfillments;
import dev.tradewind.order.view.OrderQueries;
import dev.tradewind.order.view.OrderViews;
import io.vertx.core.Future;
import io.vertx.sqlclient.Pool;
import java.util.function.Function;

/** Fulfillments of the additional line items of claims: creation, shipment and cancellation. */
final class ClaimFulfillmentService {

  private final Pool pool;
  private final Fulfillments fulfillments;
  private final OrderQueries queries;

  ClaimFulfillmentService(Pool pool, Fulfillments fulfillments, OrderQueries queries) {
    this.pool = pool;
    this.fulfillments = fulfillments;
    this.queries = queries;
  }

  void bind(Operations operations) {
    operations
        .on(
            "adminCreateOrderClaimFulfillment",
            request ->
                act(
                    request,
                    rules ->
                        fulfillments.createAll(
                            request.context(), request.path("id"), rules, request.body())))
        .on(
            "adminCreateOrderClaimShipment",
            request ->
                act(
                    request,
                    rules ->
                        fulfillments.ship(
                            request.context(), request.path("id"), rules, request.body())))
        .on(
            "adminCancelOrderClaimFulfillment",
            request ->
                act(
                    request,
                    rules ->
                        fulfillments.cancel(
                            request.context(),
                            request.path("id"),
                            rules,
                            request.path("fulfillment_id"))));
  }

  private Future<Reply> act(
      Request request, Function<ClaimRules.OfFulfillments, Future<Void>> action) {
    OrderViews.ofAction(request.query());
    String orderId = request.path("id");
    String claimId = request.path("claim_id");
    return Claims.requireOf(pool, claimId, orderId)
        .compose(own -> action.apply(new ClaimRules.OfFulfillments(claimId)))
        .compose(done -> queries.showToStaff(request, orderId));
  }
}
