package dev.tradewind.order.swap;

import dev.tradewind.kernel.operation.Problem;
import dev.tradewind.order.aftersale.FulfillmentStatus;
import dev.tradewind.order.aftersale.PartOwner;
import dev.tradewind.order.aftersale.Swap;
import dev.tradewind.order.fulfillment.Fulfillments;
import dev.tradewind.order.model.Order;

/** Refusals of fulfillments of the additional line items of a swap. */
record SwapFulfillmentRules(String orderId, String id) implements Fulfillments.Rules {

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
