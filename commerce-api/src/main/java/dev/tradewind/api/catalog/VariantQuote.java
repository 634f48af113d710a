package dev.tradewind.api.catalog;

import io.vertx.core.json.JsonObject;
import org.jspecify.annotations.Nullable;

/**
 * Quote of a variant: its current price and availability, one for each item of the request.
 *
 * @param variant the variant with its product, as embedded in carts
 * @param unitPrice smallest currency unit; absent without a price in that context
 * @param includesTax whether the selected price includes tax
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
