package dev.tradewind.totals;

/**
 * Cost of the shipping of a return, which is taken off its refund: the net price and the tax of
 * every rate, each rounded by itself.
 */
public final class ReturnShippingCost {

  private ReturnShippingCost() {}

  /**
   * @return in the smallest unit of the currency
   */
  public static long of(TaxableMethod method) {
    Fraction rates = Fraction.ZERO;
    for (TaxRate rate : method.rates()) {
      rates = rates.add(rate.fraction());
    }
    long net =
        method.includesTax()
            ? method.price() - LinePrice.exactIncludedTax(method.price(), rates).round()
            : method.price();
    long cost = net;
    for (TaxRate rate : method.rates()) {
      cost = Math.addExact(cost, rate.fraction().multiply(net).round());
    }
    return cost;
  }
}
