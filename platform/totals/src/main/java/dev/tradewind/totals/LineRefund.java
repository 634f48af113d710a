package dev.tradewind.totals;

/**
 * Refundable amount of a line: its goods and their tax, without shipping. The discount is computed
 * and rounded per unit, so that every unit refunds the same; the amount can differ from the line's
 * total by that rounding.
 */
public final class LineRefund {

  private LineRefund() {}

  /**
   * @param adjustment discount of the whole line, not rounded
   * @param returned units refunded before
   * @return in the smallest unit of the currency
   */
  public static long of(TaxableLine line, Fraction adjustment, long returned) {
    LinePrice price = LinePrice.of(line, true, CalculationTrace.IGNORED);
    long discountOfUnit = adjustment.divide(Fraction.of(line.quantity())).round();
    long baseOfUnit = price.base().divide(Fraction.of(line.quantity())).round();
    long net = Math.multiplyExact(baseOfUnit - discountOfUnit, line.quantity() - returned);
    long refundable = Math.max(0, net);
    for (Fraction rate : price.rates()) {
      refundable = Math.addExact(refundable, rate.multiply(Math.max(0, net)).round());
    }
    return refundable;
  }
}
