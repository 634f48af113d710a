package dev.tradewind.catalog.tax;

import dev.tradewind.catalog.schema.RegionResources;
import dev.tradewind.kernel.operation.Problem;
import dev.tradewind.kernel.resource.Selection;
import dev.tradewind.kernel.resource.View;
import dev.tradewind.kernel.resource.query.ListDefinition;
import dev.tradewind.kernel.resource.query.Page;
import dev.tradewind.kernel.resource.read.ComputedFields;
import dev.tradewind.kernel.resource.read.ResourceReader;
import io.vertx.core.Future;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import io.vertx.sqlclient.SqlClient;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * Tax rates in the admin API. Only selected fields are shown; the numbers of links are counted if
 * selected, in one statement per page.
 */
final class TaxRateView {

  private static final Set<String> COUNTS =
      Set.of("product_count", "product_type_count", "shipping_option_count");

  private static final View VIEW =
      View.of(RegionResources.TAX_RATE)
          .hiding("metadata")
          .allowingFields("metadata")
          .allowingRelations("products", "product_types", "shipping_options", "region");

  private static final ListDefinition LISTING =
      ListDefinition.of(VIEW, 50)
          .filter("region_id", "name", "code", "rate", "created_at", "updated_at")
          // Tax rates are deleted physically.
          .filter("deleted_at", (conditions, name, value) -> conditions.add("false"))
          .search("t.name ILIKE {}")
          .build();

  private final TaxRateTargetStore targets;
  private final SqlClient db;
  private final ResourceReader reader;

  TaxRateView(SqlClient db, TaxRateTargetStore targets) {
    this.db = db;
    this.reader = new ResourceReader(db);
    this.targets = targets;
  }

  Future<Page> list(JsonObject query) {
    ComputedFields parted = parted(query);
    return reader
        .list(LISTING, parted.query())
        .compose(page -> count(page.rows(), parted.selected()).map(page));
  }

  /** Tax rate with the selected fields. */
  Future<JsonObject> get(JsonObject query, String id) {
    return get(query, id, VIEW::select);
  }

  /** Tax rate that was written, with the selected fields. */
  Future<JsonObject> getWritten(JsonObject query, String id) {
    return get(query, id, VIEW::selectForWrite);
  }

  private Future<JsonObject> get(
      JsonObject query, String id, Function<JsonObject, Selection> select) {
    ComputedFields parted = parted(query);
    Selection requested = select.apply(parted.query());
    return reader
        .find(requested, id)
        .map(found -> found.orElseThrow(() -> notFound(id)))
        .compose(rate -> count(List.of(rate), parted.selected()).map(rate));
  }

  /**
   * Refuses unknown fields before anything is written.
   *
   * @throws dev.tradewind.kernel.operation.Problem 400 that names it
   */
  static void check(JsonObject query) {
    VIEW.select(parted(query).query());
  }

  static RuntimeException notFound(String id) {
    return Problem.notFound("TaxRate with " + id + " was not found");
  }

  /** Separates the computed fields of a query, whose names are arrays here. */
  private static ComputedFields parted(JsonObject query) {
    JsonObject plain = query.copy();
    for (String name : List.of("expand", "fields")) {
      JsonArray names = query.getJsonArray(name);
      if (names != null) {
        plain.put(name, names.stream().map(String::valueOf).collect(Collectors.joining(",")));
      }
    }
    return ComputedFields.of(plain, COUNTS, Set.of());
  }

  private Future<Void> count(List<JsonObject> rates, Set<String> requested) {
    if (requested.isEmpty() || rates.isEmpty()) {
      return Future.succeededFuture();
    }
    List<String> ids = rates.stream().map(rate -> rate.getString("id")).toList();
    return targets
        .count(db, ids)
        .map(counts -> {
          for (JsonObject rate : rates) {
            JsonObject counted = counts.getOrDefault(rate.getString("id"), new JsonObject());
            requested.forEach(name -> rate.put(name, counted.getLong(name)));
          }
          return null;
        });
  }
}
