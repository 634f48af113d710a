package dev.tradewind.catalog.pricelist;

import dev.tradewind.kernel.Ids;
import dev.tradewind.kernel.operation.Problem;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Prices given for a price list: new ones, and changes of its prices by their ids. A new price for
 * the variant, place and quantities of a present one replaces its amount.
 */
final class GivenPrices {

  private static final Ids IDS = Ids.of("ma");

  private final List<JsonObject> added = new ArrayList<>();
  private final List<JsonObject> changed = new ArrayList<>();

  private GivenPrices() {}

  /**
   * Reads the prices of a validated body.
   *
   * @throws dev.tradewind.kernel.operation.ProblemException 400 for a price without a place or with
   *     two, or with bounds that no quantity meets; 422 for two prices of one place
   */
  static GivenPrices of(@Nullable JsonArray prices) {
    GivenPrices given = new GivenPrices();
    if (prices != null) {
      prices.forEach(price -> given.add((JsonObject) price));
      given.refuseDuplicates();
    }
    return given;
  }

  private void add(JsonObject price) {
    boolean isChange = price.getString("id") != null;
    boolean hasRegion = price.getString("region_id") != null;
    boolean hasCurrency = price.getString("currency_code") != null;
    if (hasRegion && hasCurrency || !isChange && !hasRegion && !hasCurrency) {
      throw new Problem.InvalidData(
              "Failed XOR relation between \"region_id\" and \"currency_code\".")
          .toException();
    }
    requireBounds(price);
    (isChange ? changed : added).add(price);
  }

  private static void requireBounds(JsonObject price) {
    int min = price.getInteger("min_quantity") == null ? 0 : price.getInteger("min_quantity");
    int max = price.getInteger("max_quantity") == null ? 0 : price.getInteger("max_quantity");
    if (max != 0 && min > max) {
      throw PriceListConstraints.QUANTITIES.toException();
    }
  }

  private void refuseDuplicates() {
    Set<List<?>> places = new HashSet<>();
    Set<String> ids = new HashSet<>();
    for (JsonObject price : added) {
      List<Object> place = new ArrayList<>();
      for (String name :
          List.of("variant_id", "currency_code", "region_id", "min_quantity", "max_quantity")) {
        place.add(price.getValue(name));
      }
      if (!places.add(place)) {
        throw new Problem.Duplicate(
                "Several prices of variant %s have the same place and quantities."
                    .formatted(price.getString("variant_id")))
            .toException();
      }
    }
    for (JsonObject price : changed) {
      if (!ids.add(price.getString("id"))) {
        throw new Problem.Duplicate(
                "Several changes of price " + price.getString("id") + " are given.")
            .toException();
      }
    }
  }

  boolean isEmpty() {
    return added.isEmpty() && changed.isEmpty();
  }

  boolean hasChanges() {
    return !changed.isEmpty();
  }

  boolean hasAdditions() {
    return !added.isEmpty();
  }

  Collection<String> variants() {
    return distinct("variant_id");
  }

  Collection<String> regions() {
    return distinct("region_id");
  }

  private Set<String> distinct(String name) {
    Set<String> values = new TreeSet<>();
    for (List<JsonObject> prices : List.of(added, changed)) {
      prices.stream()
          .map(price -> price.getString(name))
          .filter(value -> value != null)
          .forEach(values::add);
    }
    return values;
  }

  /** Ids of the changed prices, in the order of the request. */
  List<String> changedIds() {
    return changed.stream().map(price -> price.getString("id")).toList();
  }

  /**
   * Rows to insert.
   *
   * @param currencies currency of each region
   */
  JsonArray rows(Map<String, String> currencies) {
    JsonArray rows = new JsonArray();
    // Ids of one millisecond have no order; prices are shown in that of their ids.
    Iterator<String> ids =
        Stream.generate(IDS::next).limit(added.size()).sorted().toList().iterator();
    added.forEach(price -> {
      String region = price.getString("region_id");
      rows.add(
          new JsonObject()
              .put("id", ids.next())
              .put("variant_id", price.getString("variant_id"))
              .put(
                  "currency_code",
                  region == null ? price.getString("currency_code") : currencies.get(region))
              .put("region_id", region)
              .put("amount", price.getLong("amount"))
              .put("min_quantity", price.getInteger("min_quantity"))
              .put("max_quantity", price.getInteger("max_quantity")));
    });
    return rows;
  }

  /** Rows to update; a flag tells which bounds are given, and whether the place changes. */
  JsonArray changes(Map<String, String> currencies) {
    JsonArray rows = new JsonArray();
    changed.forEach(price -> {
      String region = price.getString("region_id");
      String currency = region == null ? price.getString("currency_code") : currencies.get(region);
      rows.add(
          new JsonObject()
              .put("id", price.getString("id"))
              .put("is_moved", currency != null)
              .put("currency_code", currency)
              .put("region_id", region)
              .put("amount", price.getLong("amount"))
              .put("has_min", price.containsKey("min_quantity"))
              .put("min_quantity", price.getInteger("min_quantity"))
              .put("has_max", price.containsKey("max_quantity"))
              .put("max_quantity", price.getInteger("max_quantity")));
    });
    return rows;
  }
}
