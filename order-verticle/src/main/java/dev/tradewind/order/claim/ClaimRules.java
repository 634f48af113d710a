package dev.tradewind.order.claim;

import dev.tradewind.kernel.operation.Problem;
import dev.tradewind.order.aftersale.Claim;
import dev.tradewind.order.aftersale.ClaimType;
import dev.tradewind.order.aftersale.OwnedGoods;
import dev.tradewind.order.aftersale.PartOwner;
import dev.tradewind.order.fulfillment.Fulfillments;
import dev.tradewind.order.giftcard.BoughtGiftCards;
import dev.tradewind.order.line.OrderLine;
import dev.tradewind.order.model.Order;
import dev.tradewind.order.model.SettledUnits;
import java.util.List;

/** Rules of claims: claimable units, refund, and fulfillment of additional line items. */
final class ClaimRules {

  private ClaimRules() {}

  /** Requires that the order or the claim that sold these line items is not canceled. */
  static void requireNotCanceled(Order order, List<ClaimRequest.Item> items) {
    boolean isCanceled =
        order.isCanceled()
            || order.goods().stream()
                .filter(OwnedGoods::isCanceled)
                .anyMatch(goods ->
                    items.stream().anyMatch(item -> goods.findLine(item.lineId()).isPresent()));
    if (isCanceled) {
      throw canceled();
    }
  }

  static RuntimeException canceled() {
    return Problem.invalidData("Cannot create a claim on a canceled item.");
  }

  static RuntimeException unknownLine(String id) {
    return Problem.notFound("Line item with " + id + " was not found");
  }

  /** Refusal of a line item of another order. */
  static RuntimeException foreignLine() {
    return Problem.invalidData("Claim contains invalid line item");
  }

  /** Requires that these units are fulfilled, and not settled before. */
  static void requireClaimable(Order order, List<ClaimRequest.Item> items) {
    requireNotCanceled(order, items);
    SettledUnits settled = new SettledUnits(order);
    for (ClaimRequest.Item item : items) {
      OrderLine line = order.findLine(item.lineId()).orElseThrow(() -> unknownLine(item.lineId()));
      if (item.reason() == null) {
        throw Problem.invalidData(
            "Claim Item reason must be one of \"missing_item\", \"wrong_item\","
                + " \"production_failure\" or \"other\".");
      }
      if (line.variantId() == null) {
        throw Problem.notAllowed("Cannot claim a custom line item");
      }
      long fulfilled = line.progress().fulfilledUnits();
      if (item.quantity() > fulfilled - order.claimedUnits(line.id())) {
        throw Problem.notAllowed("Cannot claim more of an item than has been fulfilled.");
      }
      if (item.quantity() > fulfilled - settled.of(line.id())) {
        throw Problem.notAllowed(
            "Cannot claim units that were returned or swapped, or are expected back.");
      }
    }
  }

  /** Requires that the gift cards among the units can be taken back. */
  static void requireGiftCards(
      BoughtGiftCards cards, ClaimType type, List<ClaimRequest.Item> items) {
    switch (type) {
      case REFUND -> cards.requireBalance(units(items), "Cannot claim a gift card that was spent");
      case REPLACE ->
          cards.requireIntact(units(items), "Cannot replace a gift card that was spent");
    }
  }

  /** Claimed units for the rules of gift cards. */
  static List<BoughtGiftCards.Units> units(List<ClaimRequest.Item> items) {
    return items.stream()
        .map(item -> new BoughtGiftCards.Units(item.lineId(), item.quantity()))
        .toList();
  }

  /** Refund of the claimed units of line items that were shipped in that quantity. */
  static long refund(Order order, BoughtGiftCards cards, List<ClaimRequest.Item> items) {
    return cards
        .settle(
            units(
                items.stream()
                    .filter(item -> {
                      OrderLine line = order.findLine(item.lineId()).orElseThrow();
                      return item.quantity() <= line.progress().shippedUnits();
                    })
                    .toList()))
        .credit();
  }

  static RuntimeException unknownClaim(String claimId) {
    return Problem.notFound("Claim with " + claimId + " was not found");
  }

  static RuntimeException foreignClaim(String claimId, String orderId) {
    return Problem.notFound(
        "no claim was found with the id: %s related to order: %s".formatted(claimId, orderId));
  }

  /** Claim that the order has. */
  static Claim require(Order order, String claimId) {
    return order.findClaim(claimId).orElseThrow(() -> foreignClaim(claimId, order.id()));
  }

  /** Refusals of fulfillments of the additional line items of a claim. */
  record OfFulfillments(String claimId) implements Fulfillments.Rules {

    @Override
    public PartOwner owner(Order order) {
      return require(order, claimId).owner();
    }

    @Override
    public void requireFulfillable(Order order) {
      Claim claim = require(order, claimId);
      if (claim.isCanceled()) {
        throw Problem.notAllowed("Canceled claim cannot be fulfilled");
      }
      if (!claim.additionalLines().isEmpty() && claim.goods().isFulfilled()) {
        throw Problem.notAllowed("The claim has already been fulfilled.");
      }
      if (claim.type() == ClaimType.REFUND) {
        throw Problem.notAllowed("Claims with the type \"refund\" can not be fulfilled.");
      }
      if (claim.shippingMethods().isEmpty()) {
        throw Problem.notAllowed("Cannot fulfill a claim without a shipping method.");
      }
    }

    @Override
    public void requireShippable(Order order) {
      if (require(order, claimId).isCanceled()) {
        throw Problem.notAllowed("Canceled claim cannot be fulfilled as shipped");
      }
    }

    @Override
    public RuntimeException foreign(String fulfillmentId) {
      return Problem.notFound(
          "no fulfillment was found with the id: %s related to claim: %s"
              .formatted(fulfillmentId, claimId));
    }
  }
}
