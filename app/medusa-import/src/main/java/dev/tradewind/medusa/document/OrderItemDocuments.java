package dev.tradewind.medusa.document;

import dev.tradewind.medusa.MoveInException;
import dev.tradewind.totals.LineRefund;
import dev.tradewind.totals.LineTotals;
import dev.tradewind.totals.MethodTotals;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Line items and shipping methods in the stored form of an order. */
final class OrderItemDocuments {

  private static final List<String> LINE =
      List.of(
          "cart_id",
          "order_id",
          "swap_id",
          "claim_order_id",
          "original_item_id",
          "order_edit_id",
          "title",
          "description",
          "thumbnail");

  private OrderItemDocuments() {}

  static JsonObject line(JsonObject source, SoldAmounts amounts) {
    String id = source.getString("id");
    LineTotals totals = amounts.line(id);
    JsonObject line = stamped(source);
    LINE.forEach(name -> line.put(name, source.getValue(name)));
    return line.put("is_return", flag(source, "is_return"))
        .put("is_giftcard", flag(source, "is_giftcard"))
        .put("should_merge", flag(source, "should_merge"))
        .put("allow_discounts", flag(source, "allow_discounts"))
        .put("has_shipping", flag(source, "has_shipping"))
        .put("unit_price", source.getLong("unit_price"))
        .put("variant_id", source.getString("variant_id"))
        .put("quantity", quantity(source))
        // The progress is in rows of its own.
        .putNull("fulfilled_quantity")
        .putNull("returned_quantity")
        .putNull("shipped_quantity")
        .put("metadata", source.getValue("metadata"))
        .put("includes_tax", flag(source, "includes_tax"))
        .put("adjustments", adjustments(source))
        .put("tax_lines", taxLines(source, "item_id"))
        .put("variant", variant(source.getJsonObject("variant")))
        .put("subtotal", totals.subtotal())
        .put("discount_total", totals.discountTotal())
        .put("total", totals.total())
        .put("original_total", totals.originalTotal())
        .put("original_tax_total", totals.originalTaxTotal())
        .put("tax_total", totals.taxTotal())
        .put("raw_discount_total", totals.rawDiscountTotal().number())
        .put("refundable", LineRefund.of(amounts.taxable(id), totals.rawDiscountTotal(), 0));
  }

  /** The stock goes on after the sale. */
  private static @Nullable JsonObject variant(@Nullable JsonObject source) {
    JsonObject variant = WireTimes.of(source);
    if (variant != null) {
      variant.remove("inventory_quantity");
    }
    return variant;
  }

  private static JsonArray adjustments(JsonObject line) {
    JsonArray adjustments = new JsonArray();
    for (JsonObject each : SaleDocuments.objects(line, "adjustments")) {
      adjustments.add(
          new JsonObject()
              .put("id", each.getString("id"))
              .put("item_id", each.getString("item_id"))
              .put("description", each.getString("description"))
              .put("discount_id", Objects.requireNonNullElse(each.getString("discount_id"), ""))
              .put("amount", each.getNumber("amount"))
              .put("metadata", each.getValue("metadata")));
    }
    return adjustments;
  }

  private static JsonArray taxLines(JsonObject owner, String ownerName) {
    JsonArray taxLines = new JsonArray();
    for (JsonObject each : SaleDocuments.objects(owner, "tax_lines")) {
      taxLines.add(
          stamped(each)
              .put("rate", each.getNumber("rate"))
              .put("name", each.getString("name"))
              .put("code", each.getString("code"))
              .put(ownerName, owner.getString("id"))
              .put("metadata", each.getValue("metadata")));
    }
    return taxLines;
  }

  static JsonObject method(JsonObject source, SoldAmounts amounts) {
    String id = source.getString("id");
    MethodTotals totals = amounts.method(id);
    JsonObject method = new JsonObject().put("id", id);
    for (String name :
        List.of(
            "shipping_option_id",
            "order_id",
            "claim_order_id",
            "cart_id",
            "swap_id",
            "return_id")) {
      method.put(name, source.getString(name));
    }
    return method
        .put("price", source.getLong("price"))
        .put("data", data(source))
        .put("includes_tax", flag(source, "includes_tax"))
        .put("shipping_option", WireTimes.of(source.getJsonObject("shipping_option")))
        .put("tax_lines", taxLines(source, "shipping_method_id"))
        .put("original_total", totals.originalTotal())
        .put("total", totals.total())
        .put("subtotal", totals.subtotal())
        .put("original_tax_total", totals.originalTaxTotal())
        .put("tax_total", totals.taxTotal());
  }

  static JsonObject data(JsonObject source) {
    return source.getValue("data") instanceof JsonObject data ? data : new JsonObject();
  }

  static JsonObject stamped(JsonObject source) {
    return new JsonObject()
        .put("id", source.getString("id"))
        .put("created_at", WireTimes.of(source.getString("created_at")))
        .put("updated_at", WireTimes.of(source.getString("updated_at")));
  }

  /**
   * Units of a line.
   *
   * @throws MoveInException if there are none, which no cart here and no sum of an order can have
   */
  static long quantity(JsonObject line) {
    long quantity = line.getLong("quantity");
    if (quantity <= 0) {
      throw new MoveInException(
          "%s has a quantity of %s".formatted(line.getString("id"), quantity));
    }
    return quantity;
  }

  static boolean flag(JsonObject source, String name) {
    return Boolean.TRUE.equals(source.getBoolean(name));
  }
}
