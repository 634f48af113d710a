package dev.tradewind.model.totals;

import java.util.List;

/**
 * A shipping method as the engine sees it.
 *
 * @param includesTax whether the price has the tax in it
 * @param rates all of them apply side by side; none where taxes are not computed
 */
public record TaxableMethod(String id, long price, boolean includesTax, List<TaxRate> rates) {

  public TaxableMethod {
    rates = List.copyOf(rates);
  }
}
