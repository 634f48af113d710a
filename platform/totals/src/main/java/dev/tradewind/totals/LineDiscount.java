package dev.tradewind.totals;

import io.vertx.core.json.JsonObject;
import org.jspecify.annotations.Nullable;

/** The one discount of a cart on its lines. Free shipping is not among these. */
public sealed interface LineDiscount {

  /** Id of the discount. */
  String id();

  /** Id of the adjustment of a line: a line has at most one, so it derives from the line's id. */
  static String adjustmentId(String lineId) {
    return "lia_" + lineId.substring(lineId.indexOf('_') + 1);
  }

  /** A percentage of every line; its allocation makes no difference. */
  record Percentage(String id, long percent) implements LineDiscount {}

  /**
   * A fixed amount for the whole cart, allocated to the lines by their price.
   *
   * @param amount net, in the smallest unit of the currency
   */
  record FixedTotal(String id, long amount) implements LineDiscount {}

  /**
   * A fixed amount per unit.
   *
   * @param amount net, in the smallest unit of the currency
   */
  record FixedPerUnit(String id, long amount) implements LineDiscount {}

  /** From the members of a discount rule; a fixed amount without an allocation is one per unit. */
  static LineDiscount of(String id, String type, long value, @Nullable String allocation) {
    return switch (type) {
      case "percentage" -> new Percentage(id, value);
      case "fixed" ->
          "total".equals(allocation) ? new FixedTotal(id, value) : new FixedPerUnit(id, value);
      default -> throw new IllegalArgumentException(type);
    };
  }

  default JsonObject toJson() {
    JsonObject json = new JsonObject().put("id", id());
    return switch (this) {
      case Percentage percentage ->
          json.put("type", "percentage").put("value", percentage.percent());
      case FixedTotal fixed ->
          json.put("type", "fixed").put("value", fixed.amount()).put("allocation", "total");
      case FixedPerUnit fixed ->
          json.put("type", "fixed").put("value", fixed.amount()).put("allocation", "item");
    };
  }

  static LineDiscount parse(JsonObject json) {
    return of(
        json.getString("id"),
        json.getString("type"),
        json.getLong("value"),
        json.getString("allocation"));
  }
}
