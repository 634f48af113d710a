package dev.tradewind.totals;

import io.vertx.core.json.JsonObject;
import org.jspecify.annotations.Nullable;

/** The one discount of a cart that is taken off its lines. Free shipping is none of these. */
public sealed interface LineDiscount {

  /** Id of the discount. */
  String id();

  /** Id of the adjustment of a line: a line has at most one, so it is made of the line's id. */
  static String adjustmentId(String lineId) {
    return "lia_" + lineId.substring(lineId.indexOf('_') + 1);
  }

  /** A part of every line; where it is spread makes no difference. */
  record Percentage(String id, long percent) implements LineDiscount {}

  /**
   * An amount for the whole cart, spread over the lines by what they cost.
   *
   * @param amount net, in the smallest unit of the currency
   */
  record FixedTotal(String id, long amount) implements LineDiscount {}

  /**
   * An amount off every single unit.
   *
   * @param amount net, in the smallest unit of the currency
   */
  record FixedPerUnit(String id, long amount) implements LineDiscount {}

  /** By the members of a discount rule; a fixed amount without an allocation is one per unit. */
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
