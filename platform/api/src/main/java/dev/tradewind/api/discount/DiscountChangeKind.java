package dev.tradewind.api.discount;

import dev.tradewind.kernel.changelog.ChangeKind;
import java.util.Locale;

/** Kind of change in the log of discounts and gift cards. */
public enum DiscountChangeKind implements ChangeKind {
  /** A discount, by its id; not its redemptions. */
  DISCOUNT,
  /** Rules and conditions of discounts. */
  DISCOUNT_RULE,
  /** A gift card, by its id. */
  GIFT_CARD;

  @Override
  public String label() {
    return name().toLowerCase(Locale.ROOT);
  }
}
