package dev.tradewind.cart.reference;

import dev.tradewind.kernel.JsonArrays;
import io.vertx.core.json.JsonArray;
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
    Object tags = answered.getJsonObject("product").remove("tag_ids");
    // Absent from nodes of an older version.
    Object channel = answered.getJsonObject("product").remove("in_sales_channel");
    return new CatalogVariant(
        answered,
        tags instanceof JsonArray ids ? JsonArrays.strings(ids) : List.of(),
        !Boolean.FALSE.equals(channel));
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
