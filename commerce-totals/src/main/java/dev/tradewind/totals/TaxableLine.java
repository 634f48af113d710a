package dev.tradewind.totals;

import io.vertx.core.json.JsonObject;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Line in the input of the engine.
 *
 * @param includesTax whether the unit price includes tax
 * @param rates all of them apply side by side
 * @param discounted whether the cart's discount applies to this line: it is discountable and meets
 *     the conditions
 * @param creditedDiscount present for a credit of returned units, whose unit price is below zero:
 *     the discount that they were sold with, not rounded. Its amounts are the negated ones of the
 *     line that they were sold as
 */
public record TaxableLine(
    String id,
    long unitPrice,
    long quantity,
    boolean includesTax,
    List<TaxRate> rates,
    boolean discounted,
    @Nullable Fraction creditedDiscount) {

  public TaxableLine {
    rates = List.copyOf(rates);
  }

  /** Line that is sold. */
  public TaxableLine(
      String id,
      long unitPrice,
      long quantity,
      boolean includesTax,
      List<TaxRate> rates,
      boolean discounted) {
    this(id, unitPrice, quantity, includesTax, rates, discounted, null);
  }

  /** The line that the credited units were sold as. */
  TaxableLine sold() {
    return new TaxableLine(id, -unitPrice, quantity, includesTax, rates, false);
  }

  JsonObject toJson() {
    JsonObject json =
        new JsonObject()
            .put("id", id)
            .put("unit_price", unitPrice)
            .put("quantity", quantity)
            .put("includes_tax", includesTax)
            .put("rates", TotalsInput.array(rates, TaxRate::toJson))
            .put("discounted", discounted);
    return creditedDiscount == null
        ? json
        : json.put("credited_discount", creditedDiscount.toString());
  }

  static TaxableLine parse(JsonObject json) {
    String credited = json.getString("credited_discount");
    return new TaxableLine(
        json.getString("id"),
        json.getLong("unit_price"),
        json.getLong("quantity"),
        json.getBoolean("includes_tax"),
        TotalsInput.list(json, "rates", TaxRate::parse),
        json.getBoolean("discounted"),
        credited == null ? null : Fraction.parse(credited));
  }
}
