package dev.tradewind.cart.tax;

import dev.tradewind.totals.TaxRate;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What a tax provider said about a cart. A provider that did not answer is in the way only of those
 * who want to know a rate: a cart that shows no taxes can be read without it.
 *
 * @param rates by the id of the line or shipping method; what is missing is not taxed
 * @param asked the lines and methods that the provider was asked about
 * @param failure why there is no answer
 */
record ProviderTaxes(
    Map<String, List<TaxRate>> rates, Set<String> asked, @Nullable RuntimeException failure) {

  /** Nobody was asked. */
  static final ProviderTaxes NONE = new ProviderTaxes(Map.of(), Set.of(), null);

  static ProviderTaxes missing(RuntimeException failure) {
    return new ProviderTaxes(Map.of(), Set.of(), failure);
  }

  /**
   * The rates of that line or method.
   *
   * @param linked those of the region, for what the provider was not asked about
   */
  List<TaxRate> of(String id, List<TaxRate> linked) {
    if (failure != null) {
      throw failure;
    }
    return asked.contains(id) ? rates.getOrDefault(id, List.of()) : linked;
  }
}
