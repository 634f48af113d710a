package dev.tradewind.order;

import dev.tradewind.kernel.Ids;
import dev.tradewind.model.order.ShippingMethodDetails;
import dev.tradewind.model.totals.MethodTotals;
import dev.tradewind.model.totals.TaxRate;
import dev.tradewind.model.totals.TaxableMethod;
import java.time.Instant;
import java.util.List;

/**
 * Shipping method of an order under the id that it had in the cart.
 *
 * @param price in the smallest unit of the currency
 * @param includesTax whether the price has the tax in it
 */
record OrderShippingMethod(
    ShippingMethodDetails details,
    long price,
    boolean includesTax,
    List<TaxLine> taxLines,
    MethodTotals amounts) {

  private static final Ids TAX_LINE_IDS = Ids.of("smtl");

  OrderShippingMethod {
    taxLines = List.copyOf(taxLines);
  }

  /** A method that has just been sold. */
  static OrderShippingMethod sold(
      ShippingMethodDetails details, TaxableMethod priced, MethodTotals totals, Instant now) {
    return new OrderShippingMethod(
        details,
        priced.price(),
        priced.includesTax(),
        TaxLine.created(priced.rates(), TAX_LINE_IDS, now),
        totals);
  }

  List<TaxRate> taxRates() {
    return taxLines.stream().map(TaxLine::rate).toList();
  }
}
