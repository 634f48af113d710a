package dev.tradewind.catalog.price;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Where and for whom prices are wanted.
 *
 * @param currencyCode counts where there is no region
 * @param customerGroupIds the groups of the customer, for price lists that are only for some
 */
public record PricingContext(
    @Nullable String regionId, @Nullable String currencyCode, List<String> customerGroupIds) {

  /** Nowhere in particular: prices are shown, none is calculated. */
  public static final PricingContext NONE = new PricingContext(null, null, List.of());

  boolean isNone() {
    return regionId == null && currencyCode == null;
  }
}
