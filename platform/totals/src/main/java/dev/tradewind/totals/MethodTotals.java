package dev.tradewind.totals;

/** Totals of one shipping method; tax is rounded once, over the sum of its rates. */
public record MethodTotals(
    long subtotal, long taxTotal, long total, long originalTaxTotal, long originalTotal) {

  public static MethodTotals of(TaxableMethod method) {
    return of(method, false, true, CalculationTrace.IGNORED);
  }

  /** Free shipping costs nothing, regardless of its price; the original amounts are kept. */
  static MethodTotals of(
      TaxableMethod method, boolean free, boolean taxed, CalculationTrace trace) {
    Fraction rates = taxed ? sum(method) : Fraction.ZERO;
    Fraction exact =
        method.includesTax()
            ? LinePrice.exactIncludedTax(method.price(), rates)
            : rates.multiply(method.price());
    long tax = exact.round();
    long net = method.includesTax() ? method.price() - tax : method.price();
    long gross = Math.addExact(net, tax);
    if (free) {
      trace.exact(
          CalculationRule.FREE_SHIPPING,
          method.id(),
          TotalField.SHIPPING_TOTAL,
          0,
          "price",
          method.price());
      return new MethodTotals(0, 0, 0, tax, gross);
    }
    trace.exact(
        CalculationRule.SHIPPING_PRICE,
        method.id(),
        TotalField.SHIPPING_TOTAL,
        net,
        "price",
        method.price(),
        "tax_inside",
        method.includesTax() ? tax : 0);
    if (taxed) {
      trace.rounded(
          CalculationRule.SHIPPING_TAX,
          method.id(),
          TotalField.SHIPPING_TAX_TOTAL,
          exact,
          tax,
          "price",
          method.price(),
          "rates",
          rates);
    }
    return new MethodTotals(net, tax, gross, tax, gross);
  }

  private static Fraction sum(TaxableMethod method) {
    Fraction sum = Fraction.ZERO;
    for (TaxRate rate : method.rates()) {
      sum = sum.add(rate.fraction());
    }
    return sum;
  }
}
