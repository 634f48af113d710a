package dev.tradewind.cart.model;

import dev.tradewind.kernel.Timestamps;
import io.vertx.core.json.JsonObject;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A line of a cart. Title, description and the flags of its product are those of the moment it was
 * added.
 *
 * @param unitPrice in the smallest unit of the currency
 * @param includesTax whether the unit price has the tax in it
 * @param variantId absent for a custom line
 * @param profileId the shipping profile of its product
 * @param more members that this version does not know
 */
public record LineItem(
    String id,
    Instant createdAt,
    Instant updatedAt,
    String title,
    @Nullable String description,
    @Nullable String thumbnail,
    boolean isGiftcard,
    boolean shouldMerge,
    boolean allowDiscounts,
    boolean hasShipping,
    long unitPrice,
    boolean includesTax,
    int quantity,
    @Nullable String variantId,
    @Nullable String productId,
    @Nullable String profileId,
    JsonObject metadata,
    JsonObject more) {

  public LineItem {
    if (quantity <= 0) {
      throw new IllegalArgumentException("A line has a quantity above zero, not " + quantity);
    }
  }

  public LineItem withHasShipping(boolean value) {
    return copy(value, unitPrice, includesTax, quantity, metadata, updatedAt);
  }

  public LineItem withPrice(long price, boolean withTax, Instant now) {
    return copy(hasShipping, price, withTax, quantity, metadata, now);
  }

  public LineItem withQuantity(int value, Instant now) {
    return copy(hasShipping, unitPrice, includesTax, value, metadata, now);
  }

  public LineItem withMetadata(JsonObject value, Instant now) {
    return copy(hasShipping, unitPrice, includesTax, quantity, value, now);
  }

  public LineItem withTitle(String value, Instant now) {
    return new LineItem(
        id,
        createdAt,
        now,
        value,
        description,
        thumbnail,
        isGiftcard,
        shouldMerge,
        allowDiscounts,
        hasShipping,
        unitPrice,
        includesTax,
        quantity,
        variantId,
        productId,
        profileId,
        metadata,
        more);
  }

  private LineItem copy(
      boolean newHasShipping,
      long newPrice,
      boolean newIncludesTax,
      int newQuantity,
      JsonObject newMetadata,
      Instant newUpdatedAt) {
    return new LineItem(
        id,
        createdAt,
        newUpdatedAt,
        title,
        description,
        thumbnail,
        isGiftcard,
        shouldMerge,
        allowDiscounts,
        newHasShipping,
        newPrice,
        newIncludesTax,
        newQuantity,
        variantId,
        productId,
        profileId,
        newMetadata,
        more);
  }

  static LineItem from(JsonObject stored) {
    JsonReader members = new JsonReader(stored);
    return new LineItem(
        members.text("id"),
        members.time("created_at"),
        members.time("updated_at"),
        members.text("title"),
        members.optionalText("description"),
        members.optionalText("thumbnail"),
        members.flag("is_giftcard"),
        members.flag("should_merge"),
        members.flag("allow_discounts"),
        members.flag("has_shipping"),
        members.number("unit_price"),
        members.flag("includes_tax"),
        Math.toIntExact(members.number("quantity")),
        members.optionalText("variant_id"),
        members.optionalText("product_id"),
        members.optionalText("profile_id"),
        members.object("metadata"),
        members.rest());
  }

  JsonObject toJson() {
    return more.copy()
        .put("id", id)
        .put("created_at", Timestamps.format(createdAt))
        .put("updated_at", Timestamps.format(updatedAt))
        .put("title", title)
        .put("description", description)
        .put("thumbnail", thumbnail)
        .put("is_giftcard", isGiftcard)
        .put("should_merge", shouldMerge)
        .put("allow_discounts", allowDiscounts)
        .put("has_shipping", hasShipping)
        .put("unit_price", unitPrice)
        .put("includes_tax", includesTax)
        .put("quantity", quantity)
        .put("variant_id", variantId)
        .put("product_id", productId)
        .put("profile_id", profileId)
        .put("metadata", metadata);
  }
}
