package dev.tradewind.totals;

import java.util.Locale;

/** Field that a step contributes to: a total, or an intermediate amount. */
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
  /** The tax included in one unit's price. */
  TAX_IN_UNIT_PRICE,
  /** The tax of a line before discounts. */
  ORIGINAL_TAX_TOTAL,
  /** The sum of the discount on all lines, before allocation. */
  DISCOUNT_TO_SPREAD,
  /** The most that gift cards can pay. */
  GIFT_CARDABLE;

  public String wireName() {
    return name().toLowerCase(Locale.ROOT);
  }
}
