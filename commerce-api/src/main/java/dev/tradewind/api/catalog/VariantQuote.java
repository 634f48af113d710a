package dev.tradewind.api.catalog;

import io.vertx.core.json.JsonObject;
import org.jspecify.annotations.Nullable;

/**
 * What a variant costs now, and whether it can be had; one for each item of the request.
 *
 * @param variant the variant with its product, as carts embed it
 * @param unitPrice smallest currency unit; absent when it has no price there
 * @param includesTax whether the price that won includes tax
 * @param inSalesChannel whether its product is sold in the channel of the request
 * @param inStock whether the stock covers all items of this variant in the request
 */
public record VariantQuote(
    String variantId,
    int quantity,
    JsonObject variant,
    @Nullable Long unitPrice,
    boolean includesTax,
    boolean inSalesChannel,
    boolean inStock) {

  static VariantQuote of(JsonObject json, JsonObject variant) {
    return new VariantQuote(
        json.getString("variant_id"),
        json.getInteger("quantity"),
        variant,
        json.getLong("unit_price"),
        json.getBoolean("includes_tax"),
        json.getBoolean("in_sales_channel"),
        json.getBoolean("covered"));
  }
}
