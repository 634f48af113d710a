package dev.tradewind.catalog.product.read;

import dev.tradewind.catalog.price.PriceCandidate;
import dev.tradewind.catalog.price.PriceSelection;
import dev.tradewind.catalog.price.TaxRates;
import dev.tradewind.kernel.text.Timestamps;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import io.vertx.sqlclient.Row;
import java.math.BigDecimal;
import java.time.OffsetDateTime;
import java.util.List;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;

/**
 * Variant with its price candidates and stock, read in one statement; quotes are selected from it.
 *
 * @param variant absent if the caller has it cached
 * @param available units in stock; absent if unlimited
 * @param until next moment at which a price list begins or ends; absent if there is none
 */
record VariantPricingRow(
    String variantId,
    @Nullable JsonObject variant,
    List<PriceCandidate> candidates,
    BigDecimal taxPercent,
    boolean inSalesChannel,
    @Nullable Long available,
    @Nullable OffsetDateTime until) {

  static VariantPricingRow of(Row row, @Nullable JsonObject variant) {
    JsonArray rates =
        TaxRates.orDefault(
            (JsonArray) row.getJson("tax_rates"), new BigDecimal(row.getString("region_rate")));
    return new VariantPricingRow(
        row.getString("id"),
        variant,
        PriceCandidate.all((JsonArray) row.getJson("candidates")),
        TaxRates.sum(rates),
        row.getBoolean("in_sales_channel"),
        row.getLong("available"),
        row.getOffsetDateTime("until"));
  }

  /**
   * Quote of one line item.
   *
   * @param quantityInAll total over all items of the variant
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
        .put("covered", available == null || available >= quantityInAll)
        .put("available", available)
        .put("from_quantity", fromQuantity(quantity))
        .put("to_quantity", toQuantity(quantity))
        .put("until", until == null ? null : Timestamps.format(until));
  }

  private int fromQuantity(int quantity) {
    return (int) bounds().filter(bound -> bound <= quantity).max().orElse(0);
  }

  private int toQuantity(int quantity) {
    return (int)
        bounds()
            .map(bound -> bound - 1)
            .filter(last -> last >= quantity)
            .min()
            .orElse(Integer.MAX_VALUE);
  }

  /** Quantities from which on another set of candidates holds. */
  private LongStream bounds() {
    return candidates.stream()
        .flatMapToLong(price -> {
          Integer least = price.minQuantity();
          Integer most = price.maxQuantity();
          return LongStream.concat(
              least == null ? LongStream.empty() : LongStream.of(least),
              most == null ? LongStream.empty() : LongStream.of(most + 1L));
        });
  }
}
