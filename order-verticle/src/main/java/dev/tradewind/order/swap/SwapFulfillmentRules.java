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
      throw Problem.notAllowed("Canceled swap cannot be fulfilled");
    }
    if (swap.fulfillmentStatus() != FulfillmentStatus.NOT_FULFILLED
        && swap.fulfillmentStatus() != FulfillmentStatus.CANCELED) {
      throw Problem.notAllowed("The swap was already fulfilled");
    }
    if (swap.shippingMethods().isEmpty()) {
      throw Problem.notAllowed("Cannot fulfill an swap that doesn't have shipping methods");
    }
  }

  @Override
  public void requireShippable(Order order) {
    if (Swaps.require(order, id).isCanceled()) {
      throw Problem.notAllowed("Canceled swap cannot be fulfilled as shipped");
    }
  }

  @Override
  public RuntimeException foreign(String fulfillmentId) {
    return Problem.notFound(
        "no fulfillment was found with the id: %s related to swap: %s"
            .formatted(fulfillmentId, orderId));
  }
}
