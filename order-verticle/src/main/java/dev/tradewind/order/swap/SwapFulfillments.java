package dev.tradewind.order.swap;

import dev.tradewind.kernel.operation.Operations;
import dev.tradewind.kernel.operation.Problem;
import dev.tradewind.kernel.operation.Reply;
import dev.tradewind.kernel.operation.Request;
import dev.tradewind.order.aftersale.FulfillmentStatus;
import dev.tradewind.order.aftersale.PartOwner;
import dev.tradewind.order.aftersale.Swap;
import dev.tradewind.order.fulfillment.Fulfillments;
import dev.tradewind.order.model.Order;
import dev.tradewind.order.store.LockedOrders;
import dev.tradewind.order.view.OrderQueries;
import dev.tradewind.order.view.OrderViews;
import io.vertx.core.Future;
import io.vertx.sqlclient.Pool;

/** Fulfillments of the additional line items of swaps. */
final class SwapFulfillments {

  private final Pool pool;
  private final LockedOrders orders;
  private final Fulfillments fulfillments;
  private final OrderQueries queries;

  SwapFulfillments(
      Pool pool, LockedOrders orders, Fulfillments fulfillments, OrderQueries queries) {
    this.pool = pool;
    this.orders = orders;
    this.fulfillments = fulfillments;
    this.queries = queries;
  }

  void bind(Operations operations) {
    operations
        .on("adminCreateOrderSwapFulfillment", this::create)
        .on("adminCancelOrderSwapFulfillment", this::cancel)
        .on("adminCreateOrderSwapShipment", this::ship);
  }

  private Future<Reply> create(Request request) {
    return on(request)
        .compose(rules ->
            fulfillments.createAll(request.context(), request.path("id"), rules, request.body()))
        .compose(done -> queries.showToStaff(request, request.path("id")));
  }

  private Future<Reply> cancel(Request request) {
    return on(request)
        .compose(rules ->
            fulfillments.cancel(
                request.context(), request.path("id"), rules, request.path("fulfillment_id")))
        .compose(done -> queries.showToStaff(request, request.path("id")));
  }

  private Future<Reply> ship(Request request) {
    return on(request)
        .compose(rules ->
            fulfillments.ship(request.context(), request.path("id"), rules, request.body()))
        .compose(done -> queries.showToStaff(request, request.path("id")));
  }

  private Future<Fulfillments.Rules> on(Request request) {
    OrderViews.ofAction(request.query());
    String orderId = request.path("id");
    String id = request.path("swap_id");
    return orders
        .read(pool, orderId)
        .compose(order -> Swaps.requireOf(pool, orderId, id))
        .map(known -> new OfSwap(orderId, id));
  }

  private record OfSwap(String orderId, String id) implements Fulfillments.Rules {

    @Override
    public PartOwner owner(Order order) {
      return Swaps.require(order, id).owner();
    }

    @Override
    public void requireFulfillable(Order order) {
      Swap swap = Swaps.require(order, id);
      if (swap.isCanceled()) {
        throw new Problem.NotAllowed("Canceled swap cannot be fulfilled").toException();
      }
      if (swap.fulfillmentStatus() != FulfillmentStatus.NOT_FULFILLED
          && swap.fulfillmentStatus() != FulfillmentStatus.CANCELED) {
        throw new Problem.NotAllowed("The swap was already fulfilled").toException();
      }
      if (swap.shippingMethods().isEmpty()) {
        throw new Problem.NotAllowed("Cannot fulfill an swap that doesn't have shipping methods")
            .toException();
      }
    }

    @Override
    public void requireShippable(Order order) {
      if (Swaps.require(order, id).isCanceled()) {
        throw new Problem.NotAllowed("Canceled swap cannot be fulfilled as shipped").toException();
      }
    }

    @Override
    public RuntimeException foreign(String fulfillmentId) {
      return new Problem.NotFound(
              "no fulfillment was found with the id: %s related to swap: %s"
                  .formatted(fulfillmentId, orderId))
          .toException();
    }
  }
}
