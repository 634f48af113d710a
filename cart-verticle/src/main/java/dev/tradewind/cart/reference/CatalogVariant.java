package dev.tradewind.cart.reference;

import dev.tradewind.kernel.JsonArrays;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.List;

/**
 * Variant as the catalog verticle returns it to carts.
 *
 * @param document as carts show it, with its product
 * @param tagIds tags of its product, for discount conditions; not shown
 */
public record CatalogVariant(JsonObject document, List<String> tagIds) {

  /** Takes over the document of a response; the caller does not use it any more. */
  static CatalogVariant of(JsonObject answered) {
    Object tags = answered.getJsonObject("product").remove("tag_ids");
    return new CatalogVariant(
        answered, tags instanceof JsonArray ids ? JsonArrays.strings(ids) : List.of());
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
