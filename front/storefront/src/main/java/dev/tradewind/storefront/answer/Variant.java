package dev.tradewind.storefront.answer;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** Variant of a product, with its stock and its prices of one region. */
public record Variant(
    String id,
    String title,
    @Nullable String sku,
    boolean manageInventory,
    boolean allowBackorder,
    int inventoryQuantity,
    @Nullable Long calculatedPrice,
    @Nullable Long calculatedPriceInclTax,
    @Nullable Long originalPrice,
    @Nullable Long originalPriceInclTax,
    List<OptionValue> options) {

  /** Value of an option of the product. */
  public record OptionValue(String optionId, String value) {}

  public boolean isInStock() {
    return !manageInventory || allowBackorder || inventoryQuantity > 0;
  }

  /** Current price including taxes; null if the region has none. */
  public @Nullable Long price() {
    return calculatedPriceInclTax == null ? calculatedPrice : calculatedPriceInclTax;
  }

  /** The price including taxes that a sale has lowered; null without a sale. */
  public @Nullable Long loweredPrice() {
    Long original = originalPriceInclTax == null ? originalPrice : originalPriceInclTax;
    Long price = price();
    return original != null && price != null && original > price ? original : null;
  }

  /** The value of an option; null without one. */
  public @Nullable String value(String option) {
    for (OptionValue one : options) {
      if (one.optionId().equals(option)) {
        return one.value();
      }
    }
    return null;
  }
}
