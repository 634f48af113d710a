package dev.tradewind.order.giftcard;

import dev.tradewind.order.model.Order;
import java.util.List;

/** Test access to the rules of gift cards. */
public final class Cards {

  private Cards() {}

  public static BoughtGiftCards of(Order order, List<BoughtGiftCard> cards) {
    return new BoughtGiftCards(order, cards);
  }
}
