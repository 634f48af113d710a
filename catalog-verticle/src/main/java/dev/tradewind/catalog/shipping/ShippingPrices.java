package dev.tradewind.catalog.shipping;

import dev.tradewind.catalog.input.JsonFields;
import dev.tradewind.kernel.resource.read.ComputedFields;
import dev.tradewind.totals.MethodTotals;
import dev.tradewind.totals.TaxRate;
import dev.tradewind.totals.TaxableMethod;
import io.vertx.core.Future;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.SqlClient;
import io.vertx.sqlclient.Tuple;
import java.math.BigDecimal;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Prices of shipping options with the taxes of their region, in one statement: the rates linked to
 * an option, else the region's own, or none if the region does not apply taxes automatically. An
 * option with a calculated price counts as 0, because its price depends on the cart.
 */
final class ShippingPrices {

  /** Computed fields of an option. */
  static final Set<String> FIELDS = Set.of("price_incl_tax", "tax_rates", "tax_amount");

  private static final String FIND =
      """
      SELECT
        option.id,
        coalesce(option.amount, 0) AS amount,
        option.includes_tax,
        region.automatic_taxes,
        json_build_object('rate', trim_scale(region.tax_rate), 'name', 'default', 'code', 'default')
          AS default_rate,
        (
          SELECT json_agg(
            json_build_object('rate', trim_scale(rate.rate), 'name', rate.name, 'code', rate.code)
            ORDER BY rate.id
          )
          FROM shipping_tax_rate AS link
          JOIN tax_rate AS rate ON rate.id = link.rate_id AND rate.region_id = region.id
          WHERE link.shipping_option_id = option.id
        ) AS linked_rates
      FROM shipping_option AS option
      JOIN region ON region.id = option.region_id
      WHERE option.id = ANY ($1)
      """;

  private final SqlClient db;

  ShippingPrices(SqlClient db) {
    this.db = db;
  }

  /** Separates the computed fields from the described ones of a list query. */
  static ComputedFields parted(JsonObject query) {
    return ComputedFields.of(query, FIELDS, FIELDS);
  }

  Future<Void> addTo(List<JsonObject> options, Set<String> wanted) {
    if (options.isEmpty() || wanted.isEmpty()) {
      return Future.succeededFuture();
    }
    List<String> ids = options.stream().map(option -> option.getString("id")).toList();
    return db.preparedQuery(FIND)
        .execute(Tuple.of(JsonFields.array(ids)))
        .map(rows -> {
          Map<String, JsonObject> prices = new HashMap<>();
          rows.forEach(row -> prices.put(row.getString("id"), price(row)));
          options.forEach(option -> {
            JsonObject price = prices.get(option.getString("id"));
            wanted.forEach(name -> option.put(name, price == null ? null : price.getValue(name)));
          });
          return null;
        });
  }

  private static JsonObject price(Row row) {
    JsonArray rates = rates(row);
    MethodTotals totals =
        MethodTotals.of(
            new TaxableMethod(
                row.getString("id"),
                row.getLong("amount"),
                row.getBoolean("includes_tax"),
                rates.stream().map(rate -> taxRate((JsonObject) rate)).toList()));
    return new JsonObject()
        .put("price_incl_tax", totals.total())
        .put("tax_rates", rates)
        .put("tax_amount", totals.taxTotal());
  }

  private static JsonArray rates(Row row) {
    if (!row.getBoolean("automatic_taxes")) {
      return new JsonArray();
    }
    @Nullable JsonArray linked = (JsonArray) row.getJson("linked_rates");
    return linked == null ? new JsonArray().add(row.getJson("default_rate")) : linked;
  }

  /** Tax rate of the row; a missing value counts as zero. */
  private static TaxRate taxRate(JsonObject rate) {
    Number percent = rate.getNumber("rate");
    return new TaxRate(
        percent == null ? BigDecimal.ZERO : new BigDecimal(percent.toString()),
        rate.getString("name"),
        rate.getString("code"));
  }
}
