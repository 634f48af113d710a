package dev.tradewind.api.catalog;

import dev.tradewind.totals.TaxRate;
import io.vertx.core.json.JsonObject;
import java.math.BigDecimal;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * A region and its tax rates linked to products and shipping options. Without an entry the region's
 * own rate applies.
 *
 * @param region the plain region
 */
public record ApplicableTaxRates(
    JsonObject region,
    Map<String, List<TaxRate>> products,
    Map<String, List<TaxRate>> shippingOptions) {

  static ApplicableTaxRates of(JsonObject json) {
    return new ApplicableTaxRates(
        json.getJsonObject("region"),
        rates(json.getJsonObject("products")),
        rates(json.getJsonObject("shipping_options")));
  }

  private static Map<String, List<TaxRate>> rates(JsonObject json) {
    Map<String, List<TaxRate>> rates = new HashMap<>();
    for (String id : json.fieldNames()) {
      List<TaxRate> linked =
          json.getJsonArray(id).stream().map(rate -> rate((JsonObject) rate)).toList();
      if (!linked.isEmpty()) {
        rates.put(id, linked);
      }
    }
    return Map.copyOf(rates);
  }

  /** A rate without a value counts as zero. */
  private static TaxRate rate(JsonObject json) {
    Number percent = json.getNumber("rate");
    return new TaxRate(
        percent == null ? BigDecimal.ZERO : new BigDecimal(percent.toString()),
        json.getString("name"),
        json.getString("code"));
  }
}
