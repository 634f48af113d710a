package dev.tradewind.catalog.price;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Region, currency and customer groups for which prices are selected.
 *
 * @param currencyCode used without a region
 * @param customerGroupIds groups of the customer, for price lists that are limited to groups
 */
public record PricingContext(
    @Nullable String regionId, @Nullable String currencyCode, List<String> customerGroupIds) {

  /** Empty context: prices are shown, none is calculated. */
  public static final PricingContext NONE = new PricingContext(null, null, List.of());

  boolean isNone() {
    return regionId == null && currencyCode == null;
  }
}
