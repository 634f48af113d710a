package dev.tradewind.api.catalog;

import dev.tradewind.kernel.json.JsonForm;
import dev.tradewind.kernel.json.RecordCodec;
import dev.tradewind.totals.TaxRate;
import io.vertx.core.json.JsonObject;
import java.lang.invoke.MethodHandles;
import java.math.BigDecimal;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

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

  private static final RecordCodec<ApplicableTaxRates> CODEC =
      RecordCodec.ofMessage(
          MethodHandles.lookup(),
          ApplicableTaxRates.class,
          JsonForm.ofObject(TaxRate.class, ApplicableTaxRates::rate, TaxRate::toJson));

  public ApplicableTaxRates {
    products = linked(products);
    shippingOptions = linked(shippingOptions);
  }

  static ApplicableTaxRates parse(JsonObject json) {
    return CODEC.read(json);
  }

  private static Map<String, List<TaxRate>> linked(Map<String, List<TaxRate>> rates) {
    return rates.entrySet().stream()
        .filter(linked -> !linked.getValue().isEmpty())
        .collect(Collectors.toUnmodifiableMap(Map.Entry::getKey, Map.Entry::getValue));
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
