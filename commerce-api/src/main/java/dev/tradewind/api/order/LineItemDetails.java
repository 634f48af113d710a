package dev.tradewind.api.order;

import dev.tradewind.kernel.Timestamps;
import io.vertx.core.json.JsonObject;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * Goods of a line item, as they were when the line was added. Its price, quantity and tax rates are
 * in the input of the totals, under the id of the line.
 *
 * @param createdAt when it was added to the cart
 * @param variantId absent for a custom line
 * @param variant as orders show it, without its product; absent if it was deleted
 */
public record LineItemDetails(
    String id,
    Instant createdAt,
    String title,
    @Nullable String description,
    @Nullable String thumbnail,
    boolean isGiftcard,
    boolean shouldMerge,
    boolean allowDiscounts,
    boolean hasShipping,
    @Nullable String variantId,
    @Nullable JsonObject metadata,
    @Nullable JsonObject variant) {

  JsonObject toJson() {
    return new JsonObject()
        .put("id", id)
        .put("created_at", Timestamps.format(createdAt))
        .put("title", title)
        .put("description", description)
        .put("thumbnail", thumbnail)
        .put("is_giftcard", isGiftcard)
        .put("should_merge", shouldMerge)
        .put("allow_discounts", allowDiscounts)
        .put("has_shipping", hasShipping)
        .put("variant_id", variantId)
        .put("metadata", metadata)
        .put("variant", variant);
  }

  /** From a message or from a line as an order shows it. */
  public static LineItemDetails parse(JsonObject json) {
    return new LineItemDetails(
        json.getString("id"),
        Timestamps.parse(json.getString("created_at")),
        json.getString("title"),
        json.getString("description"),
        json.getString("thumbnail"),
        json.getBoolean("is_giftcard", false),
        json.getBoolean("should_merge", true),
        json.getBoolean("allow_discounts", true),
        json.getBoolean("has_shipping", false),
        json.getString("variant_id"),
        json.getJsonObject("metadata"),
        json.getJsonObject("variant"));
  }
}
