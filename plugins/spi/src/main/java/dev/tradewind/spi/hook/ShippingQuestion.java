package dev.tradewind.spi.hook;

import java.util.List;

/**
 * Which shipping options a cart has, and what they cost there.
 *
 * @param options that the shop would offer; the chosen one alone when the shopper chooses
 */
public record ShippingQuestion(HookCart cart, List<Option> options) {

  public ShippingQuestion {
    options = List.copyOf(options);
  }

  /**
   * Shipping option.
   *
   * @param amount in the smallest unit of the currency
   */
  public record Option(
      String id, String name, String providerId, long amount, boolean includesTax) {}
}
