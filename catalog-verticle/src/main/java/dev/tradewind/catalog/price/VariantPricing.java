package dev.tradewind.catalog.price;

import dev.tradewind.catalog.region.RegionService;
import dev.tradewind.catalog.region.TaxRateStore;
import dev.tradewind.kernel.resource.Selection;
import io.vertx.core.Future;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Adds prices to variants that are about to be shown: one statement for all prices, and one more
 * for region and taxes where a region is asked for.
 */
public final class VariantPricing {

  private final PriceStore prices;
  private final TaxRateStore taxRates;

  public VariantPricing(PriceStore prices, TaxRateStore taxRates) {
    this.prices = prices;
    this.taxRates = taxRates;
  }

  /**
   * Adds to every variant its prices and what it costs in the context.
   *
   * @param shown which members of a price are shown
   */
  public Future<Void> addTo(List<JsonObject> products, PricingContext context, Selection shown) {
    Future<Map<String, List<PriceStore.Found>>> found =
        prices.find(context, ids(products.stream().flatMap(VariantPricing::variants).toList()));
    Future<@Nullable JsonObject> taxes = taxes(context, ids(products));
    return Future.all(found, taxes)
        .map(both -> {
          for (JsonObject product : products) {
            JsonArray rates = rates(taxes.result(), product.getString("id"));
            variants(product)
                .forEach(variant ->
                    add(
                        variant,
                        found.result().getOrDefault(variant.getString("id"), List.of()),
                        context,
                        rates,
                        shown));
          }
          return null;
        });
  }

  private Future<@Nullable JsonObject> taxes(PricingContext context, List<String> productIds) {
    String regionId = context.regionId();
    if (regionId == null) {
      return Future.succeededFuture();
    }
    return taxRates
        .find(regionId, new JsonArray(productIds), new JsonArray())
        .map(region -> region.orElseThrow(() -> RegionService.notFound(regionId)));
  }

  /** The rates that are shown with the product; none where taxes are not automatic. */
  private static @Nullable JsonArray rates(@Nullable JsonObject taxes, String productId) {
    if (taxes == null || !taxes.getJsonObject("region").getBoolean("automatic_taxes")) {
      return null;
    }
    return TaxRates.orDefault(
        taxes.getJsonObject("products").getJsonArray(productId),
        taxes.getJsonObject("region").getNumber("tax_rate"));
  }

  private static void add(
      JsonObject variant,
      List<PriceStore.Found> found,
      PricingContext context,
      @Nullable JsonArray rates,
      Selection shown) {
    JsonArray listed = new JsonArray();
    found.forEach(price -> listed.add(only(price.shown(), shown)));
    variant.put("prices", listed);
    BigDecimal percent = rates == null ? BigDecimal.ZERO : TaxRates.sum(rates);
    PriceSelection selection =
        PriceSelection.of(
            found.stream().flatMap(price -> price.candidate().stream()).toList(),
            context.regionId(),
            null,
            percent);
    PriceCandidate original = selection.original().orElse(null);
    PriceCandidate calculated = selection.calculated().orElse(null);
    TaxedPrice taxedOriginal = taxed(original, rates, percent);
    TaxedPrice taxedCalculated = taxed(calculated, rates, percent);
    variant
        .put("original_price", original == null ? null : original.amount())
        .put("calculated_price", calculated == null ? null : calculated.amount())
        .put("original_price_includes_tax", original == null ? null : original.includesTax())
        .put("calculated_price_includes_tax", calculated == null ? null : calculated.includesTax())
        .put("original_price_incl_tax", taxedOriginal == null ? null : taxedOriginal.inclusive())
        .put(
            "calculated_price_incl_tax",
            taxedCalculated == null ? null : taxedCalculated.inclusive())
        .put("original_tax", taxedOriginal == null ? null : taxedOriginal.tax())
        .put("calculated_tax", taxedCalculated == null ? null : taxedCalculated.tax())
        .put("tax_rates", rates);
    if (!context.isNone()) {
      variant.put("calculated_price_type", calculated == null ? null : type(calculated));
    }
  }

  private static String type(PriceCandidate price) {
    String list = price.listType();
    return list == null ? "default" : list;
  }

  private static @Nullable TaxedPrice taxed(
      @Nullable PriceCandidate price, @Nullable JsonArray rates, BigDecimal percent) {
    return price == null || rates == null ? null : TaxedPrice.of(price, percent);
  }

  private static JsonObject only(JsonObject price, Selection shown) {
    List<String> hidden = new ArrayList<>();
    for (String name : price.fieldNames()) {
      if (!shown.shows("price_list".equals(name) ? "price_list_id" : name)) {
        hidden.add(name);
      }
    }
    hidden.forEach(price::remove);
    return price;
  }

  private static Stream<JsonObject> variants(JsonObject product) {
    return product.getJsonArray("variants").stream().map(JsonObject.class::cast);
  }

  private static List<String> ids(List<JsonObject> objects) {
    return objects.stream().map(object -> object.getString("id")).toList();
  }
}
