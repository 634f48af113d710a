package dev.tradewind.model.totals;

import org.apache.commons.numbers.fraction.BigFraction;

/**
 * What can be given back for a line: its goods and their tax, without shipping. The discount is
 * taken per unit and rounded there, so the amount can differ from the line's total by a rounding.
 */
public final class LineRefund {

  private LineRefund() {}

  /**
   * @param returned units that were given back before
   * @return in the smallest unit of the currency
   */
  public static long of(TaxableLine line, long returned) {
    long included = line.includesTax() ? LineTotals.includedTax(line.unitPrice(), line.rates()) : 0;
    long discountOfUnit = Rounding.round(line.adjustment().divide(BigFraction.of(line.quantity())));
    long net =
        Math.multiplyExact(
            line.unitPrice() - included - discountOfUnit, line.quantity() - returned);
    long refundable = net;
    for (TaxRate rate : line.rates()) {
      refundable =
          Math.addExact(refundable, Rounding.round(rate.fraction().multiply(BigFraction.of(net))));
    }
    return refundable;
  }
}
