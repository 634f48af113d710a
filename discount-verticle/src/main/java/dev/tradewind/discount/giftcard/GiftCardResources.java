package dev.tradewind.discount.giftcard;

import dev.tradewind.api.discount.DiscountColumns;
import dev.tradewind.discount.remote.RemoteResources;
import dev.tradewind.kernel.operation.Problem;
import dev.tradewind.kernel.resource.Resource;
import dev.tradewind.kernel.resource.Selection;
import dev.tradewind.kernel.resource.View;
import java.util.Set;

/** Resource descriptor of gift cards. */
public final class GiftCardResources {

  public static final Resource GIFT_CARD =
      Resource.table("gift_card")
          .columns(DiscountColumns.GIFT_CARD)
          .relation(RemoteResources.region("region_id"))
          .relation(RemoteResources.order("order_id"))
          .build();

  /** View of staff. */
  static final View VIEW =
      View.of(
          GIFT_CARD,
          "region.currency",
          "region.countries",
          "region.payment_providers",
          "region.fulfillment_providers",
          "region.tax_provider",
          "region.tax_rates",
          "order");

  /** Fields visible to anyone with the code. */
  static final Selection FOR_SHOPPERS =
      Selection.of(GIFT_CARD).withFields(Set.of("id", "code", "value", "balance")).with("region");

  static final String OBJECT = "gift-card";

  private GiftCardResources() {}

  static Problem notFound(String id) {
    return Problem.notFound("Gift card with id: " + id + " was not found");
  }
}
