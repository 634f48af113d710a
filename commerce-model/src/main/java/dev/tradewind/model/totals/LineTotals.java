package dev.tradewind.model.totals;

import java.util.List;
import org.apache.commons.numbers.fraction.BigFraction;

/**
 * What one line costs, in the smallest unit of the currency.
 *
 * @param subtotal without tax and before discounts
 * @param rawDiscountTotal what discounts take off, not rounded
 */
public record LineTotals(
    long subtotal,
    BigFraction rawDiscountTotal,
    long discountTotal,
    long taxTotal,
    long total,
    long originalTaxTotal,
    long originalTotal) {

  static LineTotals of(TaxableLine line) {
    BigFraction gross = BigFraction.of(line.unitPrice()).multiply(BigFraction.of(line.quantity()));
    BigFraction base =
        line.includesTax()
            ? BigFraction.of(line.unitPrice() - includedPerUnit(line))
                .multiply(BigFraction.of(line.quantity()))
            : gross;
    long originalTax = tax(base, line.rates());
    long tax =
        line.adjustment().signum() == 0
            ? originalTax
            : tax(base.subtract(line.adjustment()), line.rates());
    long grossAmount = Rounding.round(gross);
    long subtotal = line.includesTax() ? grossAmount - originalTax : grossAmount;
    long discount = Rounding.round(line.adjustment());
    return new LineTotals(
        subtotal,
        line.adjustment(),
        discount,
        tax,
        subtotal - discount + tax,
        originalTax,
        subtotal + originalTax);
  }

  private static long includedPerUnit(TaxableLine line) {
    return includedTax(line.unitPrice(), line.rates());
  }

  /** The tax in a price that includes it, at the sum of the rates, rounded. */
  static long includedTax(long price, List<TaxRate> rates) {
    BigFraction sum = sum(rates);
    return Rounding.round(sum.multiply(BigFraction.of(price)).divide(BigFraction.ONE.add(sum)));
  }

  static BigFraction sum(List<TaxRate> rates) {
    BigFraction sum = BigFraction.ZERO;
    for (TaxRate rate : rates) {
      sum = sum.add(rate.fraction());
    }
    return sum;
  }

  /** Rounded once per rate, on the whole line. */
  private static long tax(BigFraction base, List<TaxRate> rates) {
    long tax = 0;
    for (TaxRate rate : rates) {
      tax = Math.addExact(tax, Rounding.round(base.multiply(rate.fraction())));
    }
    return tax;
  }
}
