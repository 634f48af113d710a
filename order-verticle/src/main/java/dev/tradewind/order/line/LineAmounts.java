package dev.tradewind.order.line;

import dev.tradewind.totals.LineTotals;

/**
 * Amounts of a line item when the order was placed, in the smallest unit of the currency.
 *
 * @param rawDiscountTotal not rounded
 * @param refundable maximum refund of the whole line item
 */
public record LineAmounts(
    long subtotal,
    long discountTotal,
    long total,
    long originalTotal,
    long originalTaxTotal,
    long taxTotal,
    Number rawDiscountTotal,
    long refundable) {

  static LineAmounts of(LineTotals totals, long refundable) {
    return new LineAmounts(
        totals.subtotal(),
        totals.discountTotal(),
        totals.total(),
        totals.originalTotal(),
        totals.originalTaxTotal(),
        totals.taxTotal(),
        totals.rawDiscountTotal().number(),
        refundable);
  }

  LineAmounts withRefundable(long amount) {
    return new LineAmounts(
        subtotal,
        discountTotal,
        total,
        originalTotal,
        originalTaxTotal,
        taxTotal,
        rawDiscountTotal,
        amount);
  }
}
