package dev.tradewind.totals;

import java.util.Locale;

/** What a step contributes to: a total, or an amount on the way to one. */
public enum TotalField {
  SUBTOTAL,
  RAW_DISCOUNT_TOTAL,
  DISCOUNT_TOTAL,
  ITEM_TAX_TOTAL,
  SHIPPING_TOTAL,
  SHIPPING_TAX_TOTAL,
  TAX_TOTAL,
  GIFT_CARD_TOTAL,
  GIFT_CARD_TAX_TOTAL,
  TOTAL,
  /** The tax inside of one unit's price. */
  TAX_IN_UNIT_PRICE,
  /** The tax of a line before discounts. */
  ORIGINAL_TAX_TOTAL,
  /** What the discount comes to on all lines together, before it is spread. */
  DISCOUNT_TO_SPREAD,
  /** The most that gift cards can pay. */
  GIFT_CARDABLE;

  public String wireName() {
    return name().toLowerCase(Locale.ROOT);
  }
}
