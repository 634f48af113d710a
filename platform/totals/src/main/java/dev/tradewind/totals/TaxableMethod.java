package dev.tradewind.totals;

import io.vertx.core.json.JsonObject;
import java.util.List;

/**
 * Shipping method in the input of the engine.
 *
 * @param includesTax whether the price includes tax
 * @param rates all of them apply side by side
 */
public record TaxableMethod(String id, long price, boolean includesTax, List<TaxRate> rates) {

  public TaxableMethod {
    rates = List.copyOf(rates);
  }

  JsonObject toJson() {
    return new JsonObject()
        .put("id", id)
        .put("price", price)
        .put("includes_tax", includesTax)
        .put("rates", TotalsInput.array(rates, TaxRate::toJson));
  }

  static TaxableMethod parse(JsonObject json) {
    return new TaxableMethod(
        json.getString("id"),
        json.getLong("price"),
        json.getBoolean("includes_tax"),
        TotalsInput.list(json, "rates", TaxRate::parse));
  }
}
