package dev.tradewind.catalog.pricelist;

import dev.tradewind.kernel.operation.Problem;
import io.vertx.core.json.JsonObject;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Price of a request or an import for a price list.
 *
 * @param id price that it changes; absent for a new one
 * @param setsMin whether the lower bound is mentioned; absent, null or 0 is none
 * @param setsMax whether the upper bound is mentioned; absent, null or 0 is none
 */
record ListPriceInput(
    @Nullable String id,
    @Nullable String variantId,
    @Nullable String currencyCode,
    @Nullable String regionId,
    @Nullable Long amount,
    boolean setsMin,
    @Nullable Integer minQuantity,
    boolean setsMax,
    @Nullable Integer maxQuantity) {

  /** Place and quantities, of which a list has one price for each variant. */
  record Place(
      @Nullable String variantId,
      @Nullable String currencyCode,
      @Nullable String regionId,
      @Nullable Integer minQuantity,
      @Nullable Integer maxQuantity) {}

  /** The price of a body, for the variant that it names. */
  static ListPriceInput of(JsonObject price) {
    return of(price, price.getString("variant_id"));
  }

  static ListPriceInput of(JsonObject price, @Nullable String variantId) {
    return new ListPriceInput(
        price.getString("id"),
        variantId,
        price.getString("currency_code"),
        price.getString("region_id"),
        price.getLong("amount"),
        price.containsKey("min_quantity"),
        price.getInteger("min_quantity"),
        price.containsKey("max_quantity"),
        price.getInteger("max_quantity"));
  }

  Place place() {
    return new Place(variantId, currencyCode, regionId, minQuantity, maxQuantity);
  }

  /** Requires a place of a new price, and bounds that a quantity meets. */
  void check() {
    boolean hasRegion = regionId != null;
    boolean hasCurrency = currencyCode != null;
    if (hasRegion && hasCurrency || id == null && !hasRegion && !hasCurrency) {
      throw new Problem.InvalidData(
              "Failed XOR relation between \"region_id\" and \"currency_code\".")
          .toException();
    }
    int min = minQuantity == null ? 0 : minQuantity;
    int max = maxQuantity == null ? 0 : maxQuantity;
    if (max != 0 && min > max) {
      throw PriceListConstraints.QUANTITIES.toException();
    }
  }

  private @Nullable String currency(Map<String, String> currencies) {
    return regionId == null ? currencyCode : currencies.get(regionId);
  }

  /** Row to insert. */
  JsonObject row(String newId, Map<String, String> currencies) {
    return new JsonObject()
        .put("id", newId)
        .put("variant_id", variantId)
        .put("currency_code", currency(currencies))
        .put("region_id", regionId)
        .put("amount", amount)
        .put("min_quantity", minQuantity)
        .put("max_quantity", maxQuantity);
  }

  /** Row to update; a flag tells which bounds are mentioned, and whether the place changes. */
  JsonObject change(Map<String, String> currencies) {
    @Nullable String currency = currency(currencies);
    return new JsonObject()
        .put("id", id)
        .put("is_moved", currency != null)
        .put("currency_code", currency)
        .put("region_id", regionId)
        .put("amount", amount)
        .put("has_min", setsMin)
        .put("min_quantity", minQuantity)
        .put("has_max", setsMax)
        .put("max_quantity", maxQuantity);
  }
}
