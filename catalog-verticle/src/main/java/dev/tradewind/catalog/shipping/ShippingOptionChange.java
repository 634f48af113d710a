package dev.tradewind.catalog.shipping;

import dev.tradewind.kernel.resource.write.RowChange;
import io.vertx.core.json.JsonObject;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Change of a shipping option.
 *
 * @param priceType absent if it stays
 * @param setsAmount whether the amount is mentioned
 * @param requirements all requirements afterwards
 * @param columns values of the columns that are written unchanged
 */
record ShippingOptionChange(
    @Nullable String priceType,
    boolean setsAmount,
    @Nullable Long amount,
    List<Requirement> requirements,
    JsonObject columns) {

  private static final String[] COLUMNS = {"name", "admin_only", "metadata", "includes_tax"};

  /**
   * Reads a validated body.
   *
   * @throws dev.tradewind.kernel.operation.Problem 400 for contradictory requirements and a
   *     negative amount
   */
  static ShippingOptionChange of(JsonObject body) {
    List<Requirement> requirements = Requirement.all(body.getJsonArray("requirements"));
    Requirement.check(requirements);
    @Nullable Long amount = body.getLong("amount");
    if (amount != null) {
      NewShippingOption.requireAmount(amount);
    }
    return new ShippingOptionChange(
        body.getString("price_type"),
        body.containsKey("amount"),
        amount,
        requirements,
        RowChange.pick(body, COLUMNS));
  }

  boolean becomesCalculated() {
    return NewShippingOption.CALCULATED.equals(priceType);
  }

  /** Values of the row; a calculated option has no amount. */
  JsonObject row() {
    JsonObject row = columns.copy();
    if (priceType != null) {
      row.put("price_type", priceType);
    }
    if (becomesCalculated()) {
      row.putNull("amount");
    } else if (priceType != null && setsAmount) {
      row.put("amount", amount);
    }
    return row;
  }

  /** Whether the amount is set only if the stored option is a flat rate. */
  boolean setsAmountOfFlatRate() {
    return setsAmount && priceType == null;
  }
}
