package dev.tradewind.cart.reference;

import dev.tradewind.kernel.json.JsonArrays;
import io.vertx.core.json.JsonObject;
import java.util.List;

/**
 * Variant as the catalog verticle returns it to the carts of a sales channel.
 *
 * @param document as carts show it, with its product
 * @param tagIds tags of its product, for discount conditions; not shown
 * @param inSalesChannel whether its product is in the channel; not shown
 */
public record CatalogVariant(JsonObject document, List<String> tagIds, boolean inSalesChannel) {

  private static final String PUBLISHED = "published";

  /** Takes over the document of a response; the caller does not use it any more. */
  static CatalogVariant of(JsonObject answered) {
    JsonObject product = answered.getJsonObject("product");
    CatalogVariant variant =
        new CatalogVariant(
            answered,
            JsonArrays.strings(product.getJsonArray("tag_ids")),
            product.getBoolean("in_sales_channel"));
    product.remove("tag_ids");
    product.remove("in_sales_channel");
    return variant;
  }

  CatalogVariant with(JsonObject other) {
    return new CatalogVariant(other, tagIds, inSalesChannel);
  }

  /** Whether shoppers may buy it: its product is published and in the channel. */
  public boolean isOnSale() {
    return inSalesChannel && isPublished(product());
  }

  static boolean isPublished(JsonObject product) {
    return PUBLISHED.equals(product.getString("status"));
  }

  String id() {
    return document.getString("id");
  }

  String productId() {
    return document.getString("product_id");
  }

  public JsonObject product() {
    return document.getJsonObject("product");
  }
}
