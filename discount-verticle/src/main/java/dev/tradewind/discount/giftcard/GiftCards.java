package dev.tradewind.discount.giftcard;

import dev.tradewind.discount.neighbour.NeighbourResources;
import dev.tradewind.kernel.operation.Problem;
import dev.tradewind.kernel.operation.ProblemException;
import dev.tradewind.kernel.resource.RemoteRelation;
import dev.tradewind.kernel.resource.Resource;
import dev.tradewind.kernel.resource.Selection;
import dev.tradewind.kernel.resource.View;
import java.util.Set;

/** Describes gift cards. */
final class GiftCards {

  static final String OBJECT = "gift-card";

  private final Resource giftCard;
  private final View view;
  private final Selection forShoppers;

  GiftCards(NeighbourResources neighbours) {
    this.giftCard =
        Resource.table("gift_card")
            .softDeletedBase()
            .text("code")
            .bigints("value", "balance")
            .text("region_id", "order_id")
            .booleans("is_disabled")
            .timestamps("ends_at")
            .numbers("tax_rate")
            .json("metadata")
            .relation(
                RemoteRelation.toOne(
                    "region", neighbours::region, "region_id", neighbours.regionOwner()))
            .relation(
                RemoteRelation.toOne(
                    "order", neighbours::order, "order_id", neighbours.orderOwner()))
            .build();
    this.view = View.of(giftCard, "region", "order");
    this.forShoppers =
        Selection.of(giftCard).withFields(Set.of("id", "code", "value", "balance")).with("region");
  }

  Resource giftCard() {
    return giftCard;
  }

  /** What staff see of a gift card. */
  View view() {
    return view;
  }

  /** What everybody sees who knows the code. */
  Selection forShoppers() {
    return forShoppers;
  }

  static ProblemException notFound(String id) {
    return new Problem.NotFound("Gift card with id: " + id + " was not found").toException();
  }
}
