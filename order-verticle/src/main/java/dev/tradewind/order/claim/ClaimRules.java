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
    return new Problem.InvalidData("Cannot create a claim on a canceled item.").toException();
  }

  static RuntimeException unknownLine(String id) {
    return new Problem.NotFound("Line item with " + id + " was not found").toException();
  }

  /** Refusal of a line item of another order. */
  static RuntimeException foreignLine() {
    return new Problem.InvalidData("Claim contains invalid line item").toException();
  }

  /** Requires that these units are fulfilled, and not settled before. */
  static void requireClaimable(Order order, List<ClaimRequest.Item> items) {
    requireNotCanceled(order, items);
    SettledUnits settled = new SettledUnits(order);
    for (ClaimRequest.Item item : items) {
      OrderLine line = order.findLine(item.lineId()).orElseThrow(() -> unknownLine(item.lineId()));
      if (item.reason() == null) {
        throw new Problem.InvalidData(
                "Claim Item reason must be one of \"missing_item\", \"wrong_item\","
                    + " \"production_failure\" or \"other\".")
            .toException();
      }
      if (line.variantId() == null) {
        throw new Problem.NotAllowed("Cannot claim a custom line item").toException();
      }
      long fulfilled = line.progress().fulfilledUnits();
      if (item.quantity() > fulfilled - order.claimedUnits(line.id())) {
        throw new Problem.NotAllowed("Cannot claim more of an item than has been fulfilled.")
            .toException();
      }
      if (item.quantity() > fulfilled - settled.of(line.id())) {
        throw new Problem.NotAllowed(
                "Cannot claim units that were returned or swapped, or are expected back.")
            .toException();
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
    return new Problem.NotFound("Claim with " + claimId + " was not found").toException();
  }

  static RuntimeException foreignClaim(String claimId, String orderId) {
    return new Problem.NotFound(
            "no claim was found with the id: %s related to order: %s".formatted(claimId, orderId))
        .toException();
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
        throw new Problem.NotAllowed("Canceled claim cannot be fulfilled").toException();
      }
      if (!claim.additionalLines().isEmpty() && claim.goods().isFulfilled()) {
        throw new Problem.NotAllowed("The claim has already been fulfilled.").toException();
      }
      if (claim.type() == ClaimType.REFUND) {
        throw new Problem.NotAllowed("Claims with the type \"refund\" can not be fulfilled.")
            .toException();
      }
      if (claim.shippingMethods().isEmpty()) {
        throw new Problem.NotAllowed("Cannot fulfill a claim without a shipping method.")
            .toException();
      }
    }

    @Override
    public void requireShippable(Order order) {
      if (require(order, claimId).isCanceled()) {
        throw new Problem.NotAllowed("Canceled claim cannot be fulfilled as shipped").toException();
      }
    }

    @Override
    public RuntimeException foreign(String fulfillmentId) {
      return new Problem.NotFound(
              "no fulfillment was found with the id: %s related to claim: %s"
                  .formatted(fulfillmentId, claimId))
          .toException();
    }
  }
}
