package dev.tradewind.spi.hook;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Prices of variants.
 *
 * @param cart absent where staff adds goods to an order
 * @param currencyCode such as {@code eur}
 * @param customerId of a customer with an account; absent for guests
 * @param items variants with a price of the shop
 */
public record PriceQuestion(
    @Nullable HookCart cart,
    String regionId,
    String currencyCode,
    @Nullable String customerId,
    List<Item> items) {

  public PriceQuestion {
    items = List.copyOf(items);
  }

  /**
   * Units of a variant.
   *
   * @param unitPrice that the shop would take, in the smallest unit of the currency
   * @param includesTax whether that price includes tax; the hook's price is of the same kind
   */
  public record Item(
      String variantId,
      @Nullable String productId,
      int quantity,
      long unitPrice,
      boolean includesTax) {}
}
