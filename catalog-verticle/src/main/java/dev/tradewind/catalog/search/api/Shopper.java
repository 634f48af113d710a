package dev.tradewind.catalog.search.api;

import dev.tradewind.catalog.price.PricingContext;
import dev.tradewind.catalog.search.index.OfferContext;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Caller of a search, as far as it decides about the answer.
 *
 * @param channels of the publishable key; empty without one
 */
record Shopper(PricingContext pricing, List<String> channels, OfferContext offers) {

  /** Identity that tells the caller from callers with other answers. */
  Identity identity() {
    return new Identity(
        pricing.regionId(),
        pricing.currencyCode(),
        List.copyOf(pricing.customerGroupIds().stream().sorted().toList()),
        channels);
  }

  /** Region or currency, customer groups and channels. */
  record Identity(
      @Nullable String region,
      @Nullable String currency,
      List<String> groups,
      List<String> channels) {}
}
