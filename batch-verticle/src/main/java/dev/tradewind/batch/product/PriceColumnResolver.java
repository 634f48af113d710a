package dev.tradewind.batch.product;

import dev.tradewind.api.catalog.BulkClient;
import dev.tradewind.batch.csv.ImportErrors;
import dev.tradewind.batch.job.JobRun;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Stream;

/** Resolver of price columns to regions and currencies of the store. */
public final class PriceColumnResolver {

  private final Map<String, JsonObject> targets = new HashMap<>();
  private final Map<String, String> problems = new HashMap<>();

  /** Resolver of these columns, which asks the catalog verticle. */
  public static PriceColumnResolver find(
      BulkClient catalog, JobRun run, List<ImportColumn.Price> columns) {
    List<String> regions =
        columns.stream().map(ImportColumn.Price::regionName).filter(Objects::nonNull).toList();
    List<String> currencies = columns.stream().map(ImportColumn.Price::currency).toList();
    return new PriceColumnResolver(
        columns, run.await(() -> catalog.findPricePlaces(run.call(), regions, currencies)));
  }

  /**
   * @param known regions and currencies of the columns that exist in the catalog
   */
  public PriceColumnResolver(List<ImportColumn.Price> columns, JsonObject known) {
    Set<String> currencies = new HashSet<>();
    known.getJsonArray("currencies").forEach(code -> currencies.add((String) code));
    for (ImportColumn.Price column : columns) {
      String regionName = column.regionName();
      if (regionName != null) {
        region(column, regionName, regions(known, regionName).toList());
      } else if (currencies.contains(column.currency())) {
        targets.put(column.header(), new JsonObject().put("currency_code", column.currency()));
      } else {
        problems.put(
            column.header(), "there is no currency " + column.currency().toUpperCase(Locale.ROOT));
      }
    }
  }

  private static Stream<JsonObject> regions(JsonObject known, String name) {
    return known.getJsonArray("regions").stream()
        .map(JsonObject.class::cast)
        .filter(region -> region.getString("name").equals(name));
  }

  private void region(ImportColumn.Price column, String name, List<JsonObject> named) {
    String header = column.header();
    if (named.isEmpty()) {
      problems.put(header, "Trying to set a price for a region " + name + " that doesn't exist");
    } else if (named.size() > 1) {
      problems.put(header, "there are several regions " + name);
    } else if (!named.getFirst().getString("currency_code").equals(column.currency())) {
      problems.put(header, "the region " + name + " has another currency");
    } else {
      targets.put(header, new JsonObject().put("region_id", named.getFirst().getString("id")));
    }
  }

  /** Adds the price of a non-empty cell, or an error if it is no amount. */
  public void addPrice(
      JsonArray prices, ImportColumn.Price column, String cell, long line, ImportErrors errors) {
    JsonObject target = targets.get(column.header());
    if (target == null) {
      errors.add(line, column.header(), problems.getOrDefault(column.header(), ""));
      return;
    }
    try {
      prices.add(target.copy().put("amount", DecimalAmount.parse(cell, column.currency())));
    } catch (IllegalArgumentException noAmount) {
      errors.add(line, column.header(), String.valueOf(noAmount.getMessage()));
    }
  }
}
