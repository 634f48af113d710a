package dev.tradewind.cart.command;

import dev.tradewind.cart.model.LineItem;
import dev.tradewind.kernel.operation.Problem;
import dev.tradewind.kernel.operation.Request;
import java.util.Collection;

/**
 * Sale of gift cards by staff, in draft orders. A draft is paid without money, so to sell a gift
 * card in one is to make it, and its price is its value.
 */
public final class GiftCardSale {

  private static final String PERMISSION = "gift-cards:write";

  private GiftCardSale() {}

  /**
   * Requires the permission to make gift cards if some of the lines are gift cards.
   *
   * @param request of a member of staff
   */
  public static void requirePermitted(Request request, Collection<LineItem> lines) {
    if (lines.stream().anyMatch(LineItem::isGiftcard)) {
      request.requirePermitted(PERMISSION);
    }
  }

  /** Refuses a line item whose price the caller has chosen if it is a gift card. */
  public static LineItem requireNotPriced(LineItem line) {
    if (line.isGiftcard()) {
      throw Problem.notAllowed("unit_price of a gift card cannot be chosen");
    }
    return line;
  }
}
