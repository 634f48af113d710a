package dev.tradewind.cart;

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
record SoldVariant(JsonObject document, List<String> tagIds) {

  /** Of what the catalogue has answered, which nobody else holds. */
  static SoldVariant of(JsonObject answered) {
    Object tags = answered.getJsonObject("product").remove("tag_ids");
    return new SoldVariant(
        answered, tags instanceof JsonArray ids ? JsonArrays.strings(ids) : List.of());
  }

  String id() {
    return document.getString("id");
  }

  JsonObject product() {
    return document.getJsonObject("product");
  }
}
