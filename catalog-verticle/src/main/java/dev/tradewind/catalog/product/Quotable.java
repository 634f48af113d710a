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

/** Everything that one statement knows about a wanted variant; the price is selected from it. */
record Quotable(
    String variantId,
    int quantity,
    @Nullable JsonObject variant,
    List<PriceCandidate> candidates,
    BigDecimal taxPercent,
    boolean inSalesChannel,
    boolean covered) {

  static Quotable of(Row row, @Nullable JsonObject variant) {
    JsonArray candidates = (JsonArray) row.getJson("candidates");
    JsonArray rates =
        TaxRates.orDefault(
            (JsonArray) row.getJson("tax_rates"), new BigDecimal(row.getString("region_rate")));
    return new Quotable(
        row.getString("variant_id"),
        row.getInteger("quantity"),
        variant,
        candidates == null ? List.of() : PriceCandidate.all(candidates),
        TaxRates.sum(rates),
        row.getBoolean("in_sales_channel"),
        row.getBoolean("covered"));
  }

  JsonObject quote(String regionId) {
    PriceCandidate price =
        PriceSelection.of(candidates, regionId, quantity, taxPercent).calculated().orElse(null);
    return new JsonObject()
        .put("variant_id", variantId)
        .put("quantity", quantity)
        .put("variant", variant)
        .put("unit_price", price == null ? null : price.amount())
        .put("includes_tax", price != null && price.includesTax())
        .put("in_sales_channel", inSalesChannel)
        .put("covered", covered);
  }
}
