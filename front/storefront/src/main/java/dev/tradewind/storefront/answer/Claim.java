package dev.tradewind.storefront.answer;

import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Claim about goods of an order.
 *
 * @param returnOrder the units that come back
 * @param additionalItems the line items that are sent for them
 */
public record Claim(
    @Nullable Instant canceledAt,
    @Nullable Return returnOrder,
    List<Item> claimItems,
    List<Swap.Sent> additionalItems) {

  /** Claimed units of a line item. */
  public record Item(String itemId, int quantity) {}

  /** Units of a line item that it settles without bringing them back. */
  int notComingBack(String lineId) {
    if (canceledAt != null) {
      return 0;
    }
    int claimed =
        claimItems.stream()
            .filter(item -> item.itemId().equals(lineId))
            .mapToInt(Item::quantity)
            .sum();
    return Math.max(0, claimed - (returnOrder == null ? 0 : returnOrder.back(lineId)));
  }
}
