package dev.tradewind.totals;

import java.util.Locale;

/** The rules of the engine, under the names that explanations show. */
public enum CalculationRule {
  /** The tax inside of a unit's price, at the sum of the rates. */
  TAX_IN_UNIT_PRICE,
  /** One rate on a whole line, before discounts. */
  ORIGINAL_LINE_TAX,
  /** Unit price times quantity, without the tax inside. */
  LINE_PRICE,
  /** A part of the line. */
  PERCENTAGE_DISCOUNT,
  /** The line's share of an amount for the whole cart. */
  FIXED_DISCOUNT_SHARE,
  /** An amount for each unit of the line. */
  FIXED_DISCOUNT_PER_UNIT,
  /** The discounts of all lines together, rounded once. */
  DISCOUNT_SUM,
  /** What a line shows of that sum. */
  DISCOUNT_SPREAD,
  /** One rate on what is left of a line after its exact discount. */
  LINE_TAX,
  /** A discount takes all shipping off. */
  FREE_SHIPPING,
  /** What a method costs without tax. */
  SHIPPING_PRICE,
  /** All rates of a method together. */
  SHIPPING_TAX,
  /** What is there for gift cards to pay. */
  GIFT_CARD_LIMIT,
  /** One card pays, the one that ends first before the others. */
  GIFT_CARD_PAYMENT,
  /** Tax that was paid when the card was bought. */
  GIFT_CARD_TAX,
  /** Gift cards that paid for an order, from their transactions. */
  GIFT_CARD_TRANSACTION,
  /** A total put together from others. */
  SUM;

  public String wireName() {
    return name().toLowerCase(Locale.ROOT);
  }
}
