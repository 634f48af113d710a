package dev.tradewind.totals;

import io.vertx.core.json.JsonObject;
import java.util.List;

/**
 * A line as the engine sees it.
 *
 * @param includesTax whether the unit price has the tax in it
 * @param rates all of them apply side by side
 * @param discounted whether the discount of the cart is for this line: it takes discounts and meets
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
