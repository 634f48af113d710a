package dev.tradewind.model.catalog;

import io.vertx.core.json.JsonObject;
import java.math.BigDecimal;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A region and the rates of it that are linked to products and shipping options. What has no entry
 * is taxed at the region's own rate.
 *
 * @param region the plain region
 */
public record ApplicableTaxRates(
    JsonObject region, Map<String, List<Rate>> products, Map<String, List<Rate>> shippingOptions) {

  /**
   * @param rate percent
   */
  public record Rate(BigDecimal rate, String name, @Nullable String code) {

    static Rate of(JsonObject json) {
      Number rate = json.getNumber("rate");
      return new Rate(
          rate == null ? BigDecimal.ZERO : new BigDecimal(rate.toString()),
          json.getString("name"),
          json.getString("code"));
    }
  }

  /** The rates of a product: the linked ones, else the region's default. */
  public List<Rate> ofProduct(String productId) {
    return products.getOrDefault(productId, List.of(regionDefault()));
  }

  /** The rates of a shipping option: the linked ones, else the region's default. */
  public List<Rate> ofShippingOption(String shippingOptionId) {
    return shippingOptions.getOrDefault(shippingOptionId, List.of(regionDefault()));
  }

  private Rate regionDefault() {
    return new Rate(new BigDecimal(region.getNumber("tax_rate").toString()), "default", "default");
  }

  static ApplicableTaxRates of(JsonObject json) {
    return new ApplicableTaxRates(
        json.getJsonObject("region"),
        rates(json.getJsonObject("products")),
        rates(json.getJsonObject("shipping_options")));
  }

  private static Map<String, List<Rate>> rates(JsonObject json) {
    Map<String, List<Rate>> rates = new HashMap<>();
    for (String id : json.fieldNames()) {
      List<Rate> linked =
          json.getJsonArray(id).stream().map(rate -> Rate.of((JsonObject) rate)).toList();
      if (!linked.isEmpty()) {
        rates.put(id, linked);
      }
    }
    return Map.copyOf(rates);
  }
}
