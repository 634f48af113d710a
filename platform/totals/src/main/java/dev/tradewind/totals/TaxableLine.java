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
 * @param recordedDiscount present for a line that another shop has sold: the discount that it has
 *     recorded, not rounded, whatever rule gave it. The line's discount is this one, rounded by
 *     itself
 */
public record TaxableLine(
    String id,
    long unitPrice,
    long quantity,
    boolean includesTax,
    List<TaxRate> rates,
    boolean discounted,
    @Nullable Fraction creditedDiscount,
    @Nullable Fraction recordedDiscount) {

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
    this(id, unitPrice, quantity, includesTax, rates, discounted, null, null);
  }

  /** The same line with the discount that was recorded at its sale. */
  public TaxableLine recorded(Fraction discount) {
    return new TaxableLine(
        id, unitPrice, quantity, includesTax, rates, discounted, creditedDiscount, discount);
  }

  /**
   * The same line with another quantity.
   *
   * @param isOfRule whether a rule gives the discount, which is not the recorded one any more; else
   *     each unit keeps its part of the recorded one
   */
  public TaxableLine withQuantity(long units, boolean isOfRule) {
    Fraction recorded =
        recordedDiscount == null || (isOfRule && units != quantity)
            ? null
            : recordedDiscount.multiply(units).divide(Fraction.of(quantity));
    return new TaxableLine(
        id, unitPrice, units, includesTax, rates, discounted, creditedDiscount, recorded);
  }

  /** The same line under another id. */
  public TaxableLine withId(String other) {
    return new TaxableLine(
        other,
        unitPrice,
        quantity,
        includesTax,
        rates,
        discounted,
        creditedDiscount,
        recordedDiscount);
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
    if (recordedDiscount != null) {
      json.put("recorded_discount", recordedDiscount.toString());
    }
    if (creditedDiscount == null) {
      return json;
    }
    return json.put("credited_discount", creditedDiscount.toString());
  }

  static TaxableLine parse(JsonObject json) {
    String credited = json.getString("credited_discount");
    String recorded = json.getString("recorded_discount");
    return new TaxableLine(
        json.getString("id"),
        json.getLong("unit_price"),
        json.getLong("quantity"),
        json.getBoolean("includes_tax"),
        TotalsInput.list(json, "rates", TaxRate::parse),
        json.getBoolean("discounted"),
        credited == null ? null : Fraction.parse(credited),
        recorded == null ? null : Fraction.parse(recorded));
  }
}
