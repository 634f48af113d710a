package dev.tradewind.cart.reference;

import dev.tradewind.kernel.JsonArrays;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.List;

/**
 * A variant as the catalogue gives it to carts.
 *
 * @param document as carts show it, with its product
 * @param tagIds of its product; discounts look at them, nobody shows them
 */
public record CatalogVariant(JsonObject document, List<String> tagIds) {

  /** Of what the catalogue has answered, which nobody else holds. */
  static CatalogVariant of(JsonObject answered) {
    Object tags = answered.getJsonObject("product").remove("tag_ids");
    return new CatalogVariant(
        answered, tags instanceof JsonArray ids ? JsonArrays.strings(ids) : List.of());
  }

  String id() {
    return document.getString("id");
  }

  public JsonObject product() {
    return document.getJsonObject("product");
  }
}
