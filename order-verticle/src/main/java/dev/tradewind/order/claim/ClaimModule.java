package dev.tradewind.order.claim;

import dev.tradewind.kernel.operation.OperationClient;
import dev.tradewind.kernel.operation.Operations;
import dev.tradewind.kernel.operation.Request;
import dev.tradewind.order.change.OrderUnitOfWork;
import dev.tradewind.order.fulfillment.FulfillmentModule;
import dev.tradewind.order.fulfillment.FulfillmentOperationRunner;
import dev.tradewind.order.fulfillment.Fulfillments;
import dev.tradewind.order.fulfillment.PartFulfillments;
import dev.tradewind.order.payment.PaymentOperationRunner;
import dev.tradewind.order.payment.RefundHooks;
import dev.tradewind.order.pricing.AdditionalLines;
import dev.tradewind.order.pricing.ShippingMethodQuotes;
import dev.tradewind.order.returns.PartReturns;
import dev.tradewind.order.view.OrderQueries;
import io.vertx.core.Future;
import io.vertx.sqlclient.Pool;
import java.time.Clock;

/** Wiring of the operations on claims. */
public final class ClaimModule {

  private final CreateClaim creation;
  private final UpdateClaim update;
  private final CancelClaim cancellation;
  private final PartFulfillments fulfillments;
  private final Pool pool;

  public ClaimModule(
      Pool pool,
      OrderUnitOfWork work,
      AdditionalLines lines,
      OperationClient bus,
      PartReturns returns,
      PaymentOperationRunner payments,
      RefundHooks refunds,
      FulfillmentModule fulfillments,
      ShippingMethodQuotes methods,
      OrderQueries queries,
      Clock clock) {
    ClaimQuotes quotes = new ClaimQuotes(pool, bus, lines, methods, returns);
    FulfillmentOperationRunner shipments = fulfillments.operations();
    this.creation =
        new CreateClaim(pool, work, payments, refunds, shipments, quotes, queries, clock);
    this.update = new UpdateClaim(pool, work, methods, queries, clock);
    this.cancellation =
        new CancelClaim(pool, work, fulfillments.store(), shipments, queries, clock);
    this.fulfillments = fulfillments.ofParts();
    this.pool = pool;
  }

  public void bind(Operations operations) {
    creation.bind(operations);
    update.bind(operations);
    cancellation.bind(operations);
    fulfillments.bind(
        operations,
        new PartFulfillments.OperationNames(
            "adminCreateOrderClaimFulfillment",
            "adminCreateOrderClaimShipment",
            "adminCancelOrderClaimFulfillment"),
        this::fulfillmentRules);
  }

  private Future<Fulfillments.Rules> fulfillmentRules(Request request) {
    String claimId = request.path("claim_id");
    return Claims.requireOf(pool, claimId, request.path("id"))
        .map(known -> new ClaimRules.OfFulfillments(claimId));
  }
}
