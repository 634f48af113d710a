package dev.tradewind.storefront.answer;

import dev.tradewind.spi.OrderTimeline;
import io.vertx.core.json.JsonObject;
import java.util.List;
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
  public record Bought(
      @Nullable String id,
      @Nullable String productId,
      @Nullable JsonObject metadata,
      @Nullable BoughtProduct product) {}

  /** Product of the variant. */
  public record BoughtProduct(@Nullable String handle, @Nullable JsonObject metadata) {}

  /** URL of the picture of the variant, else of the product; null without one. */
  public @Nullable String picture() {
    if (variant == null) {
      return thumbnail;
    }
    JsonObject ofProduct = variant.product() == null ? null : variant.product().metadata();
    // The description names the values of the options.
    List<String> values = description == null ? List.of() : List.of(description.split(" / ", -1));
    return VariantPicture.of(variant.metadata(), ofProduct, values, List.of()).orElse(thumbnail);
  }

  /** Title with the description. */
  public String name() {
    return OrderTimeline.name(title, description);
  }

  /** Id of the product; empty without one. */
  public String productId() {
    return variant == null || variant.productId() == null ? "" : variant.productId();
  }
}
