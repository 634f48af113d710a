package dev.tradewind.order.line;

import dev.tradewind.totals.LineTotals;
import io.soabase.recordbuilder.core.RecordBuilder;

/**
 * Amounts of a line item when the order was placed, in the smallest unit of the currency.
 *
 * @param rawDiscountTotal not rounded
 * @param refundable maximum refund of the whole line item
 */
@RecordBuilder
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
    return LineAmountsBuilder.builder()
        .subtotal(totals.subtotal())
        .discountTotal(totals.discountTotal())
        .total(totals.total())
        .originalTotal(totals.originalTotal())
        .originalTaxTotal(totals.originalTaxTotal())
        .taxTotal(totals.taxTotal())
        .rawDiscountTotal(totals.rawDiscountTotal().number())
        .refundable(refundable)
        .build();
  }

  LineAmounts withRefundable(long amount) {
    return LineAmountsBuilder.builder(this).refundable(amount).build();
  }
}
