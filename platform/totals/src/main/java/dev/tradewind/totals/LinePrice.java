package dev.tradewind.totals;

/**
 * Price of a line before discounts.
 *
 * @param base tax base
 * @param originalTax on that base
 * @param net without tax; the maximum discount
 */
record LinePrice(TaxableLine line, Fraction[] rates, Fraction base, long originalTax, long net) {

  static LinePrice of(TaxableLine line, boolean taxed, CalculationTrace trace) {
    Fraction[] rates = new Fraction[line.rates().size()];
    for (int i = 0; i < rates.length; i++) {
      rates[i] = line.rates().get(i).fraction();
    }
    long gross = Math.multiplyExact(line.unitPrice(), line.quantity());
    Fraction base = Fraction.of(gross);
    if (line.includesTax()) {
      long included = includedTax(line.unitPrice(), sum(rates));
      base = Fraction.of(Math.multiplyExact(line.unitPrice() - included, line.quantity()));
      if (taxed && trace.isRecording()) {
        trace.rounded(
            CalculationRule.TAX_IN_UNIT_PRICE,
            line.id(),
            TotalField.TAX_IN_UNIT_PRICE,
            exactIncludedTax(line.unitPrice(), sum(rates)),
            included,
            "unit_price",
            line.unitPrice(),
            "rates",
            sum(rates));
      }
    }
    long originalTax = 0;
    for (int i = 0; i < rates.length; i++) {
      Fraction exact = base.multiply(rates[i]);
      long tax = exact.round();
      originalTax = Math.addExact(originalTax, tax);
      if (taxed && trace.isRecording()) {
        trace.rounded(
            CalculationRule.ORIGINAL_LINE_TAX,
            line.id(),
            TotalField.ORIGINAL_TAX_TOTAL,
            exact,
            tax,
            "base",
            base,
            "rate",
            line.rates().get(i).percent());
      }
    }
    return new LinePrice(
        line, rates, base, originalTax, line.includesTax() ? gross - originalTax : gross);
  }

  long gross() {
    return line.includesTax() ? net + originalTax : net;
  }

  /** The tax in a price that includes it, at the sum of the rates, rounded. */
  static long includedTax(long price, Fraction sumOfRates) {
    return exactIncludedTax(price, sumOfRates).round();
  }

  static Fraction exactIncludedTax(long price, Fraction sumOfRates) {
    return sumOfRates.multiply(price).divide(Fraction.ONE.add(sumOfRates));
  }

  static Fraction sum(Fraction[] rates) {
    Fraction sum = Fraction.ZERO;
    for (Fraction rate : rates) {
      sum = sum.add(rate);
    }
    return sum;
  }
}
