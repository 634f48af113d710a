package dev.tradewind.catalog.pricelist;

import dev.tradewind.kernel.json.JsonName;
import dev.tradewind.kernel.json.RecordCodec;
import dev.tradewind.kernel.operation.Problem;
import io.soabase.recordbuilder.core.RecordBuilder;
import io.vertx.core.json.JsonObject;
import java.lang.invoke.MethodHandles;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Price of a request or an import for a price list.
 *
 * @param id price that it changes; absent for a new one
 * @param setsMin whether the lower bound is mentioned; absent, null or 0 is none
 * @param setsMax whether the upper bound is mentioned; absent, null or 0 is none
 */
@RecordBuilder
record ListPriceInput(
    @Nullable String id,
    @Nullable String variantId,
    @Nullable String currencyCode,
    @Nullable String regionId,
    @Nullable Long amount,
    @JsonName("has_min") boolean setsMin,
    @Nullable Integer minQuantity,
    @JsonName("has_max") boolean setsMax,
    @Nullable Integer maxQuantity) {

  /** Place and quantities, of which a list has one price for each variant. */
  record Place(
      @Nullable String variantId,
      @Nullable String currencyCode,
      @Nullable String regionId,
      @Nullable Integer minQuantity,
      @Nullable Integer maxQuantity) {}

  private static final RecordCodec<ListPriceInput> CODEC =
      RecordCodec.of(MethodHandles.lookup(), ListPriceInput.class);

  private static final RecordCodec.Writer<ListPriceInput> ROW =
      CODEC.writerWithout(Set.of("has_min", "has_max"));

  private static final RecordCodec.Writer<ListPriceInput> CHANGE =
      CODEC.writerWithout(Set.of("variant_id"), "is_moved");

  /** The price of a body, for the variant that it names. */
  static ListPriceInput of(JsonObject price) {
    return of(price, price.getString("variant_id"));
  }

  static ListPriceInput of(JsonObject price, @Nullable String variantId) {
    return ListPriceInputBuilder.builder(CODEC.read(price))
        .variantId(variantId)
        .setsMin(price.containsKey("min_quantity"))
        .setsMax(price.containsKey("max_quantity"))
        .build();
  }

  Place place() {
    return new Place(variantId, currencyCode, regionId, minQuantity, maxQuantity);
  }

  /** Requires a place of a new price, and bounds that a quantity meets. */
  void check() {
    boolean hasRegion = regionId != null;
    boolean hasCurrency = currencyCode != null;
    if (hasRegion && hasCurrency || id == null && !hasRegion && !hasCurrency) {
      throw Problem.invalidData("Failed XOR relation between \"region_id\" and \"currency_code\".");
    }
    int min = minQuantity == null ? 0 : minQuantity;
    int max = maxQuantity == null ? 0 : maxQuantity;
    if (max != 0 && min > max) {
      throw PriceListConstraints.QUANTITIES;
    }
  }

  private @Nullable String currency(Map<String, String> currencies) {
    return regionId == null ? currencyCode : currencies.get(regionId);
  }

  /** Row to insert. */
  JsonObject row(String newId, Map<String, String> currencies) {
    return ROW.write(this).put("id", newId).put("currency_code", currency(currencies));
  }

  /** Row to update; a flag tells which bounds are mentioned, and whether the place changes. */
  JsonObject change(Map<String, String> currencies) {
    @Nullable String currency = currency(currencies);
    return CHANGE.write(this).put("is_moved", currency != null).put("currency_code", currency);
  }
}
