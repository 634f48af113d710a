package dev.tradewind.storefront.answer;

import org.jspecify.annotations.Nullable;

/** Chosen shipping method of a cart or an order. */
public record ShippingMethod(
    @Nullable String id, @Nullable String shippingOptionId, @Nullable Option shippingOption) {

  /** Shipping option that was chosen. */
  public record Option(String name) {}
}
