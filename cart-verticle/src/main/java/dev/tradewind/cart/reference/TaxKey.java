package dev.tradewind.cart.reference;

import dev.tradewind.api.catalog.ApplicableTaxRates;
import dev.tradewind.totals.TaxRate;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;

/** Cache key of the tax rates that a region links to a product or shipping option. */
record TaxKey(String regionId, Target target, String id) {

  /** Kind of what a tax rate is linked to. */
  enum Target {
    PRODUCT,
    SHIPPING_OPTION
  }

  /** Keys of products and shipping options in a region. */
  static Set<TaxKey> of(
      String regionId, Collection<String> productIds, Collection<String> optionIds) {
    Set<TaxKey> keys = new HashSet<>();
    productIds.forEach(id -> keys.add(new TaxKey(regionId, Target.PRODUCT, id)));
    optionIds.forEach(id -> keys.add(new TaxKey(regionId, Target.SHIPPING_OPTION, id)));
    return keys;
  }

  /** Ids of the keys with that target. */
  static List<String> ids(Collection<TaxKey> keys, Target target) {
    return keys.stream().filter(key -> key.target() == target).map(TaxKey::id).toList();
  }

  /** Rates of the keys with that target, by id. */
  static Map<String, List<TaxRate>> byId(Map<TaxKey, List<TaxRate>> rates, Target target) {
    return rates.entrySet().stream()
        .filter(linked -> linked.getKey().target() == target)
        .collect(Collectors.toMap(linked -> linked.getKey().id(), Map.Entry::getValue));
  }

  /**
   * Rates of each key. A key without linked rates has an empty list: the rate of the region applies
   * there, and is cached as well.
   */
  static Map<TaxKey, List<TaxRate>> linked(Collection<TaxKey> keys, ApplicableTaxRates rates) {
    return keys.stream().collect(Collectors.toMap(Function.identity(), key -> key.linked(rates)));
  }

  private List<TaxRate> linked(ApplicableTaxRates rates) {
    return switch (target) {
      case PRODUCT -> rates.products().getOrDefault(id, List.of());
      case SHIPPING_OPTION -> rates.shippingOptions().getOrDefault(id, List.of());
    };
  }
}
