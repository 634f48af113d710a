package dev.tradewind.customer.restock;

import io.vertx.core.json.JsonObject;

/** Rules of variants as the catalog answers them, with the stock of all channels. */
final class SoldVariants {

  private SoldVariants() {}

  static boolean isPublished(JsonObject variant) {
    return "published".equals(variant.getJsonObject("product").getString("status"));
  }

  static boolean isInStock(JsonObject variant) {
    return !variant.getBoolean("manage_inventory")
        || variant.getBoolean("allow_backorder")
        || variant.getLong("inventory_quantity", 0L) > 0;
  }
}
