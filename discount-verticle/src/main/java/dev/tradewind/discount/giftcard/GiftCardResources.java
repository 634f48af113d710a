package dev.tradewind.discount.giftcard;

import dev.tradewind.discount.remote.RemoteResources;
import dev.tradewind.kernel.operation.Problem;
import dev.tradewind.kernel.operation.ProblemException;
import dev.tradewind.kernel.resource.Resource;
import dev.tradewind.kernel.resource.Selection;
import dev.tradewind.kernel.resource.View;
import java.util.Set;

/** Resource descriptor of gift cards. */
final class GiftCardResources {

  static final Resource GIFT_CARD =
      Resource.table("gift_card")
          .softDeletedBase()
          .text("code")
          .bigints("value", "balance")
          .text("region_id", "order_id")
          .booleans("is_disabled")
          .timestamps("ends_at")
          .numbers("tax_rate")
          .json("metadata")
          .relation(RemoteResources.region("region_id"))
          .relation(RemoteResources.order("order_id"))
          .build();

  /** View of staff. */
  static final View VIEW = View.of(GIFT_CARD, "region", "order");

  /** Fields visible to anyone with the code. */
  static final Selection FOR_SHOPPERS =
      Selection.of(GIFT_CARD).withFields(Set.of("id", "code", "value", "balance")).with("region");

  static final String OBJECT = "gift-card";

  private GiftCardResources() {}

  static ProblemException notFound(String id) {
    return new Problem.NotFound("Gift card with id: " + id + " was not found").toException();
  }
}
