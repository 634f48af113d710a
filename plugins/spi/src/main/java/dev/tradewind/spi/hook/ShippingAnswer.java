package dev.tradewind.spi.hook;

import java.util.Map;
import java.util.Set;

/**
 * Shipping options that a hook leaves out, and amounts that it sets. Each question about an option
 * has to have the same answer, as it is asked when the option is shown and when it is chosen.
 *
 * @param hidden ids of options that the cart cannot have
 * @param amounts by the ids of options, in the smallest unit of the currency
 */
public record ShippingAnswer(Set<String> hidden, Map<String, Long> amounts) {

  /** All options as they are. */
  public static final ShippingAnswer ALL = new ShippingAnswer(Set.of(), Map.of());

  /**
   * @throws IllegalArgumentException if an amount is out of range
   */
  public ShippingAnswer {
    hidden = Set.copyOf(hidden);
    amounts = Map.copyOf(amounts);
    amounts.values().forEach(PriceAnswer::require);
  }
}
