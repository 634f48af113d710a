package dev.tradewind.totals;

/**
 * Totals of one line, in the smallest unit of the currency.
 *
 * @param subtotal without tax and before discounts
 * @param rawDiscountTotal discount, not rounded
 * @param discountTotal the discount in whole units; the discounts of all lines sum up to the cart's
 */
public record LineTotals(
    long subtotal,
    Fraction rawDiscountTotal,
    long discountTotal,
    long taxTotal,
    long total,
    long originalTaxTotal,
    long originalTotal) {

  /** If taxes are not computed, a price that includes them is shown unchanged. */
  static LineTotals of(
      LinePrice price, Fraction adjustment, long discount, boolean taxed, CalculationTrace trace) {
    String id = price.line().id();
    long subtotal = taxed ? price.net() : price.gross();
    if (trace.isRecording()) {
      trace.exact(
          CalculationRule.LINE_PRICE,
          id,
          TotalField.SUBTOTAL,
          subtotal,
          "unit_price",
          price.line().unitPrice(),
          "quantity",
          price.line().quantity(),
          "tax_inside",
          taxed && price.line().includesTax() ? price.originalTax() : 0);
    }
    if (!taxed) {
      return new LineTotals(subtotal, adjustment, discount, 0, subtotal - discount, 0, subtotal);
    }
    long tax = tax(price, adjustment, trace);
    return new LineTotals(
        subtotal,
        adjustment,
        discount,
        tax,
        subtotal - discount + tax,
        price.originalTax(),
        subtotal + price.originalTax());
  }

  /** Credit of units that were sold at that price less that discount. */
  static LineTotals credit(
      LinePrice sold, Fraction discount, boolean taxed, CalculationTrace trace) {
    LineTotals totals = of(sold, discount, discount.round(), taxed, CalculationTrace.IGNORED);
    LineTotals credit =
        new LineTotals(
            -totals.subtotal,
            totals.rawDiscountTotal.negate(),
            -totals.discountTotal,
            -totals.taxTotal,
            -totals.total,
            -totals.originalTaxTotal,
            -totals.originalTotal);
    String id = sold.line().id();
    credited(trace, id, TotalField.SUBTOTAL, credit.subtotal);
    credited(trace, id, TotalField.DISCOUNT_TOTAL, credit.discountTotal);
    credited(trace, id, TotalField.ITEM_TAX_TOTAL, credit.taxTotal);
    return credit;
  }

  private static void credited(CalculationTrace trace, String id, TotalField figure, long amount) {
    if (amount != 0) {
      trace.exact(CalculationRule.RETURNED_UNITS, id, figure, amount);
    }
  }

  /** Rounded once per rate, on the whole line less its exact discount. */
  private static long tax(LinePrice price, Fraction adjustment, CalculationTrace trace) {
    Fraction base = taxedBase(price, adjustment);
    long tax = 0;
    for (int i = 0; i < price.rates().length; i++) {
      Fraction exact = base.multiply(price.rates()[i]);
      long rounded = exact.round();
      tax = Math.addExact(tax, rounded);
      if (trace.isRecording()) {
        trace.rounded(
            CalculationRule.LINE_TAX,
            price.line().id(),
            TotalField.ITEM_TAX_TOTAL,
            exact,
            rounded,
            "base",
            base,
            "rate",
            price.line().rates().get(i).percent());
      }
    }
    return tax;
  }

  /**
   * For prices that include tax the base is rounded per unit, so it can differ from the line's net
   * price; a fully discounted line has no tax base all the same. A recorded discount is taken off
   * as it is, like in the shop that has taxed the line.
   */
  private static Fraction taxedBase(LinePrice price, Fraction adjustment) {
    if (adjustment.signum() == 0) {
      return price.base();
    }
    if (price.line().recordedDiscount() != null) {
      return price.base().subtract(adjustment);
    }
    if (adjustment.compareTo(Fraction.of(price.net())) >= 0) {
      return Fraction.ZERO;
    }
    return price.base().subtract(adjustment).max(Fraction.ZERO);
  }
}
