package dev.tradewind.totals;

import io.vertx.core.json.JsonObject;
import java.util.List;

/**
 * Line in the input of the engine.
 *
 * @param includesTax whether the unit price includes tax
 * @param rates all of them apply side by side
 * @param discounted whether the cart's discount applies to this line: it is discountable and meets
 *     the conditions
 */
public record TaxableLine(
    String id,
    long unitPrice,
    long quantity,
    boolean includesTax,
    List<TaxRate> rates,
    boolean discounted) {

  public TaxableLine {
    rates = List.copyOf(rates);
  }

  JsonObject toJson() {
    return new JsonObject()
        .put("id", id)
        .put("unit_price", unitPrice)
        .put("quantity", quantity)
        .put("includes_tax", includesTax)
        .put("rates", TotalsInput.array(rates, TaxRate::toJson))
        .put("discounted", discounted);
  }

  static TaxableLine parse(JsonObject json) {
    return new TaxableLine(
        json.getString("id"),
        json.getLong("unit_price"),
        json.getLong("quantity"),
        json.getBoolean("includes_tax"),
        TotalsInput.list(json, "rates", TaxRate::parse),
        json.getBoolean("discounted"));
  }
}
