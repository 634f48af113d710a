package dev.tradewind.storefront.answer;

import io.vertx.core.json.JsonObject;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Variant of a product, with its stock and its prices of one region. */
public record Variant(
    String id,
    String title,
    @Nullable String sku,
    @Nullable String ean,
    @Nullable String upc,
    @Nullable String barcode,
    @Nullable JsonObject metadata,
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

  /** Whether it can be put into a cart: the region has a price, and the shop has pieces. */
  public boolean isBuyable() {
    return price() != null && isInStock();
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

  /** Part of the original price that a sale saves, in whole percent; null below one. */
  public @Nullable Integer saving() {
    Long lowered = loweredPrice();
    Long price = price();
    int percent = lowered == null || price == null ? 0 : (int) ((lowered - price) * 100 / lowered);
    return percent == 0 ? null : percent;
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
