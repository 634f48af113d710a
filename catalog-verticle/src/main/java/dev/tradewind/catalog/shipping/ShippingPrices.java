package dev.tradewind.catalog.shipping;

import dev.tradewind.catalog.shipping.ShippingPriceStore.StoredPrice;
import dev.tradewind.kernel.resource.read.ComputedFields;
import dev.tradewind.totals.MethodTotals;
import dev.tradewind.totals.TaxRate;
import dev.tradewind.totals.TaxableMethod;
import io.vertx.core.Future;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import io.vertx.sqlclient.SqlClient;
import java.math.BigDecimal;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Prices of shipping options with the taxes of their region: the rates linked to an option, else
 * the region's own, or none if the region does not apply taxes automatically. An option with a
 * calculated price counts as 0, because its price depends on the cart.
 */
final class ShippingPrices {

  /** Computed fields of an option. */
  static final Set<String> FIELDS = Set.of("price_incl_tax", "tax_rates", "tax_amount");

  private final ShippingPriceStore store = new ShippingPriceStore();
  private final SqlClient db;

  ShippingPrices(SqlClient db) {
    this.db = db;
  }

  /** Separates the computed fields from the described ones of a list query. */
  static ComputedFields parted(JsonObject query) {
    return ComputedFields.of(query, FIELDS, FIELDS);
  }

  Future<Void> addTo(List<JsonObject> options, Set<String> requested) {
    if (options.isEmpty() || requested.isEmpty()) {
      return Future.succeededFuture();
    }
    List<String> ids = options.stream().map(option -> option.getString("id")).toList();
    return store
        .find(db, ids)
        .map(found -> {
          Map<String, JsonObject> prices = new HashMap<>();
          found.forEach(stored -> prices.put(stored.id(), price(stored)));
          options.forEach(option -> {
            JsonObject price = prices.get(option.getString("id"));
            requested.forEach(
                name -> option.put(name, price == null ? null : price.getValue(name)));
          });
          return null;
        });
  }

  private static JsonObject price(StoredPrice stored) {
    JsonArray rates = rates(stored);
    MethodTotals totals =
        MethodTotals.of(
            new TaxableMethod(
                stored.id(),
                stored.amount(),
                stored.includesTax(),
                rates.stream().map(rate -> taxRate((JsonObject) rate)).toList()));
    return new JsonObject()
        .put("price_incl_tax", totals.total())
        .put("tax_rates", rates)
        .put("tax_amount", totals.taxTotal());
  }

  private static JsonArray rates(StoredPrice stored) {
    if (!stored.automaticTaxes()) {
      return new JsonArray();
    }
    @Nullable JsonArray linked = stored.linkedRates();
    return linked == null ? new JsonArray().add(stored.defaultRate()) : linked;
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
