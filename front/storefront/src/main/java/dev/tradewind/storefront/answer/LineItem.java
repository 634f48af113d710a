package dev.tradewind.storefront.answer;

import org.jspecify.annotations.Nullable;

/** Line item of a cart or an order; its totals include taxes. */
public record LineItem(
    String id,
    String title,
    @Nullable String description,
    @Nullable String thumbnail,
    int quantity,
    @Nullable Integer returnedQuantity,
    boolean isReturn,
    long total,
    long originalTotal,
    @Nullable Bought variant) {

  /** Variant that the line item is about. */
  public record Bought(@Nullable String productId) {}

  /** Title with the description. */
  public String name() {
    return name(title, description);
  }

  static String name(String title, @Nullable String description) {
    return description == null || description.isEmpty() ? title : title + ", " + description;
  }

  /** Id of the product; empty without one. */
  public String productId() {
    return variant == null || variant.productId() == null ? "" : variant.productId();
  }
}
