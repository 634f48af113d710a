package dev.tradewind.order;

import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;

/**
 * An order as it is stored.
 *
 * @param columns its own fields, under their wire names and in their wire form
 * @param snapshot what it took over from the cart: items, methods, addresses, region, totals …
 * @param payments its payments, oldest first
 */
record Order(JsonObject columns, JsonObject snapshot, JsonArray payments) {

  String id() {
    return columns.getString("id");
  }
}
