package dev.tradewind.cart.tax;

import dev.tradewind.totals.TaxRate;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Tax lines of a cart from a tax provider. A missing answer fails only where a rate is needed: a
 * cart that shows no taxes can be read without the provider.
 *
 * @param rates by the id of the line item or shipping method; untaxed if missing
 * @param requestedIds line items and shipping methods of the request
 * @param failure why there is no answer
 */
record ProviderTaxes(
    Map<String, List<TaxRate>> rates,
    Set<String> requestedIds,
    @Nullable RuntimeException failure) {

  /** No request was made. */
  static final ProviderTaxes NONE = new ProviderTaxes(Map.of(), Set.of(), null);

  static ProviderTaxes missing(RuntimeException failure) {
    return new ProviderTaxes(Map.of(), Set.of(), failure);
  }

  /**
   * Rates of that line item or shipping method.
   *
   * @param linked rates of the region, for ids that the request did not contain
   */
  List<TaxRate> of(String id, List<TaxRate> linked) {
    if (failure != null) {
      throw failure;
    }
    return requestedIds.contains(id) ? rates.getOrDefault(id, List.of()) : linked;
  }
}
