package dev.tradewind.model.totals;

import java.util.List;
import org.apache.commons.numbers.fraction.BigFraction;

/**
 * A line as the engine sees it.
 *
 * @param includesTax whether the unit price has the tax in it
 * @param rates all of them apply side by side; none where taxes are not computed
 * @param adjustment what discounts take off the whole line, not rounded
 */
public record TaxableLine(
    String id,
    long unitPrice,
    long quantity,
    boolean includesTax,
    List<TaxRate> rates,
    BigFraction adjustment) {

  public TaxableLine {
    rates = List.copyOf(rates);
  }
}
