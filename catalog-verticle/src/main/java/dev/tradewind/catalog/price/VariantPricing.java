package dev.tradewind.catalog.price;

import dev.tradewind.api.catalog.TaxRateQuery;
import dev.tradewind.catalog.region.RegionService;
import dev.tradewind.catalog.region.TaxRateStore;
import dev.tradewind.kernel.json.JsonArrays;
import dev.tradewind.kernel.json.RecordCodec;
import dev.tradewind.kernel.resource.Selection;
import dev.tradewind.kernel.resource.read.ResourceReader;
import io.vertx.core.Future;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.lang.invoke.MethodHandles;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Pricing of variants in a response: one statement for all prices, and one for region and taxes if
 * the context has a region.
 */
public final class VariantPricing {

  private final PriceStore prices;
  private final TaxRateStore taxRates;
  private final ResourceReader reader;

  public VariantPricing(PriceStore prices, TaxRateStore taxRates, ResourceReader reader) {
    this.prices = prices;
    this.taxRates = taxRates;
    this.reader = reader;
  }

  /**
   * Adds prices and calculated prices to every variant of the products.
   *
   * @param selection selected fields of a price
   */
  public Future<Void> addTo(
      List<JsonObject> products, PricingContext context, Selection selection) {
    Map<String, List<JsonObject>> byProduct = new LinkedHashMap<>();
    products.forEach(product ->
        byProduct.put(
            product.getString("id"), JsonArrays.objects(product.getJsonArray("variants"))));
    return addTo(byProduct, context, selection);
  }

  /** Adds prices to variants without their products; each carries its product id. */
  public Future<Void> addToVariants(
      List<JsonObject> variants, PricingContext context, Selection selection) {
    Map<String, List<JsonObject>> byProduct = new LinkedHashMap<>();
    variants.forEach(variant ->
        byProduct
            .computeIfAbsent(variant.getString("product_id"), id -> new ArrayList<>())
            .add(variant));
    return addTo(byProduct, context, selection);
  }

  /** Adds the default prices and the prices of a price list to every variant of the products. */
  public Future<Void> addListed(List<JsonObject> products, String priceListId) {
    List<JsonObject> variants =
        products.stream()
            .flatMap(product ->
                JsonArrays.objects(product.getJsonArray("variants", new JsonArray())).stream())
            .toList();
    return prices
        .findListed(priceListId, ids(variants))
        .onSuccess(found ->
            variants.forEach(
                variant -> variant.put("prices", documents(found.get(variant.getString("id"))))))
        .mapEmpty();
  }

  private static JsonArray documents(@Nullable List<PriceStore.Found> found) {
    JsonArray documents = new JsonArray();
    if (found != null) {
      found.forEach(price -> documents.add(price.document()));
    }
    return documents;
  }

  private Future<Void> addTo(
      Map<String, List<JsonObject>> byProduct, PricingContext context, Selection selection) {
    List<JsonObject> variants = byProduct.values().stream().flatMap(List::stream).toList();
    Future<Map<String, List<PriceStore.Found>>> found = prices.find(context, ids(variants));
    Future<@Nullable Taxes> taxes = taxes(context, List.copyOf(byProduct.keySet()));
    return Future.all(found, taxes)
        .compose(both -> {
          @Nullable Taxes ofRegion = taxes.result();
          boolean isTaxed = ofRegion != null && ofRegion.region().automaticTaxes();
          byProduct.forEach((productId, ofProduct) -> {
            JsonArray rates = rates(ofRegion, productId);
            ofProduct.forEach(variant ->
                add(
                    variant,
                    found.result().getOrDefault(variant.getString("id"), List.of()),
                    context,
                    rates,
                    isTaxed));
          });
          return expanded(variants, selection);
        });
  }

  /** Resolves the other relations of a price; its price list has been loaded already. */
  private Future<Void> expanded(List<JsonObject> variants, Selection selection) {
    List<JsonObject> all =
        variants.stream()
            .flatMap(variant -> variant.getJsonArray("prices").stream())
            .map(JsonObject.class::cast)
            .toList();
    if (!selection.shows("price_list_id") && selection.relation("price_list").isEmpty()) {
      all.forEach(price -> price.remove("price_list"));
    }
    return reader.select(selection.without("price_list"), all);
  }

  /**
   * Taxes of a region.
   *
   * @param products linked rates by the id of a product
   */
  private record Taxes(Region region, Map<String, JsonArray> products) {

    private static final RecordCodec<Taxes> CODEC =
        RecordCodec.of(MethodHandles.lookup(), Taxes.class);

    /**
     * @param automaticTaxes whether taxes are shown
     */
    private record Region(boolean automaticTaxes, Number taxRate) {}
  }

  private Future<@Nullable Taxes> taxes(PricingContext context, List<String> productIds) {
    String regionId = context.regionId();
    if (regionId == null) {
      return Future.succeededFuture();
    }
    return taxRates
        .find(new TaxRateQuery(regionId, productIds, List.of()))
        .map(found -> Taxes.CODEC.read(found.orElseThrow(() -> RegionService.notFound(regionId))));
  }

  /** Rates of the product, by which prices with and without tax compare; unknown without region. */
  private static @Nullable JsonArray rates(@Nullable Taxes taxes, String productId) {
    if (taxes == null) {
      return null;
    }
    return TaxRates.orDefault(taxes.products().get(productId), taxes.region().taxRate());
  }

  private static void add(
      JsonObject variant,
      List<PriceStore.Found> found,
      PricingContext context,
      @Nullable JsonArray compared,
      boolean isTaxed) {
    variant.put("prices", documents(found));
    @Nullable JsonArray rates = isTaxed ? compared : null;
    BigDecimal percent = compared == null ? BigDecimal.ZERO : TaxRates.sum(compared);
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
    if (calculated != null) {
      variant.put("calculated_price_type", type(calculated));
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

  private static List<String> ids(List<JsonObject> objects) {
    return objects.stream().map(object -> object.getString("id")).toList();
  }
}
