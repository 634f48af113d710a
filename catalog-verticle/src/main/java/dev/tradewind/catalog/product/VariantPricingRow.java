package dev.tradewind.catalog.product;

import dev.tradewind.catalog.price.PriceCandidate;
import dev.tradewind.catalog.price.PriceSelection;
import dev.tradewind.catalog.price.TaxRates;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import io.vertx.sqlclient.Row;
import java.math.BigDecimal;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Everything that one statement knows about a variant; what a quantity of it costs is selected from
 * that.
 *
 * @param variant absent for who knows it
 * @param available how many pieces can be had; absent where any number can
 */
record VariantPricingRow(
    String variantId,
    @Nullable JsonObject variant,
    List<PriceCandidate> candidates,
    BigDecimal taxPercent,
    boolean inSalesChannel,
    @Nullable Integer available) {

  static VariantPricingRow of(Row row, @Nullable JsonObject variant) {
    JsonArray candidates = (JsonArray) row.getJson("candidates");
    JsonArray rates =
        TaxRates.orDefault(
            (JsonArray) row.getJson("tax_rates"), new BigDecimal(row.getString("region_rate")));
    return new VariantPricingRow(
        row.getString("id"),
        variant,
        candidates == null ? List.of() : PriceCandidate.all(candidates),
        TaxRates.sum(rates),
        row.getBoolean("in_sales_channel"),
        row.getInteger("available"));
  }

  /**
   * The quote for an item.
   *
   * @param quantityInAll of all items of the variant together
   */
  JsonObject quote(String regionId, int quantity, long quantityInAll) {
    PriceCandidate price =
        PriceSelection.of(candidates, regionId, quantity, taxPercent).calculated().orElse(null);
    return new JsonObject()
        .put("variant_id", variantId)
        .put("quantity", quantity)
        .put("variant", variant)
        .put("unit_price", price == null ? null : price.amount())
        .put("includes_tax", price != null && price.includesTax())
        .put("in_sales_channel", inSalesChannel)
        .put("covered", available == null || available >= quantityInAll);
  }
}
