package dev.tradewind.model.totals;

import org.apache.commons.numbers.fraction.BigFraction;

/** What one shipping method costs; tax is rounded once, over the sum of its rates. */
public record MethodTotals(
    long subtotal, long taxTotal, long total, long originalTaxTotal, long originalTotal) {

  public static MethodTotals of(TaxableMethod method) {
    if (method.includesTax()) {
      long tax = LineTotals.includedTax(method.price(), method.rates());
      return new MethodTotals(method.price() - tax, tax, method.price(), tax, method.price());
    }
    long tax =
        Rounding.round(LineTotals.sum(method.rates()).multiply(BigFraction.of(method.price())));
    long total = Math.addExact(method.price(), tax);
    return new MethodTotals(method.price(), tax, total, tax, total);
  }
}
