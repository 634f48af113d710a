package dev.tradewind.batch.pricelist;

import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;

/**
 * Line of an import file: prices of one variant.
 *
 * @param variantId empty if the line names the variant by its SKU
 * @param sku used without a variant id
 * @param prices each with {@code amount} and one of {@code currency_code} and {@code region_id}
 */
record PriceListLine(long number, String variantId, String sku, JsonArray prices) {

  JsonObject toJson() {
    return new JsonObject()
        .put("line", number)
        .put("variant_id", variantId.isEmpty() ? null : variantId)
        .put("sku", variantId.isEmpty() ? sku : null)
        .put("prices", prices);
  }
}
