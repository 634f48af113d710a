package dev.tradewind.totals;

import java.util.Locale;

/** Calculation rules of the engine, under the names that explanations show. */
public enum CalculationRule {
  /** The tax included in a unit's price, at the sum of the rates. */
  TAX_IN_UNIT_PRICE,
  /** One rate on a whole line, before discounts. */
  ORIGINAL_LINE_TAX,
  /** Unit price times quantity, without included tax. */
  LINE_PRICE,
  /** A percentage of the line. */
  PERCENTAGE_DISCOUNT,
  /** The line's share of an amount for the whole cart. */
  FIXED_DISCOUNT_SHARE,
  /** A fixed amount for each unit of the line. */
  FIXED_DISCOUNT_PER_UNIT,
  /** The discount that was recorded when another shop sold the line. */
  RECORDED_DISCOUNT,
  /** The discounts of all lines together, rounded once. */
  DISCOUNT_SUM,
  /** The line's whole-unit share of that sum. */
  DISCOUNT_SPREAD,
  /** One rate on a line less its exact discount. */
  LINE_TAX,
  /** The credit of returned units: what they were sold for, negated. */
  RETURNED_UNITS,
  /** A discount waives all shipping. */
  FREE_SHIPPING,
  /** The price of a shipping method without tax. */
  SHIPPING_PRICE,
  /** All rates of a shipping method together. */
  SHIPPING_TAX,
  /** The amount that gift cards may pay. */
  GIFT_CARD_LIMIT,
  /** The charge of one card, in the order of charging. */
  GIFT_CARD_PAYMENT,
  /** Tax that was paid when the card was bought. */
  GIFT_CARD_TAX,
  /** Gift cards that paid for an order, from their transactions. */
  GIFT_CARD_TRANSACTION,
  /** A total computed from others. */
  SUM;

  public String wireName() {
    return name().toLowerCase(Locale.ROOT);
  }
}
