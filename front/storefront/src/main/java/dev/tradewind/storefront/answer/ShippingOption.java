package dev.tradewind.storefront.answer;

import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Shipping option that a cart may choose. */
public record ShippingOption(
    String id, String name, String profileId, @Nullable Long amount, @Nullable Long priceInclTax) {

  /** Price including taxes where the API shows it, in the smallest unit of the currency. */
  public long price() {
    return Objects.requireNonNullElse(priceInclTax == null ? amount : priceInclTax, 0L);
  }
}
