package dev.tradewind.totals;

import io.vertx.core.json.JsonObject;
import java.util.Map;

/** Computed amounts under the names of the recorded ones. */
final class Shown {

  private Shown() {}

  static JsonObject cart(CartTotals totals) {
    return cartTotals(totals)
        .put("tax_total", totals.taxTotal())
        .put("gift_card_total", totals.giftCardTotal())
        .put("gift_card_tax_total", totals.giftCardTaxTotal())
        .put("total", totals.total());
  }

  static JsonObject order(OrderTotals totals, TotalsInput input) {
    JsonObject shown = cartTotals(totals.cartTotals());
    input
        .lines()
        .forEach(line ->
            shown
                .getJsonObject("items")
                .getJsonObject(line.id())
                .put(
                    "refundable",
                    LineRefund.of(
                        line, totals.cartTotals().line(line.id()).rawDiscountTotal(), 0)));
    return shown
        .put("tax_total", totals.taxTotal())
        .put("gift_card_total", totals.giftCardTotal())
        .put("gift_card_tax_total", totals.giftCardTaxTotal())
        .put("total", totals.total())
        .put("paid_total", totals.paidTotal())
        .put("refunded_total", totals.refundedTotal())
        .put("refundable_amount", totals.refundableAmount());
  }

  private static JsonObject cartTotals(CartTotals totals) {
    JsonObject items = new JsonObject();
    for (Map.Entry<String, LineTotals> line : totals.lines().entrySet()) {
      items.put(line.getKey(), line(line.getValue()));
    }
    JsonObject methods = new JsonObject();
    for (Map.Entry<String, MethodTotals> method : totals.methods().entrySet()) {
      methods.put(method.getKey(), method(method.getValue()));
    }
    return new JsonObject()
        .put("subtotal", totals.subtotal())
        .put("discount_total", totals.discountTotal())
        .put("item_tax_total", totals.itemTaxTotal())
        .put("shipping_total", totals.shippingTotal())
        .put("shipping_tax_total", totals.shippingTaxTotal())
        .put("items", items)
        .put("shipping_methods", methods);
  }

  private static JsonObject line(LineTotals line) {
    return new JsonObject()
        .put("subtotal", line.subtotal())
        .put("discount_total", line.discountTotal())
        .put("raw_discount_total", line.rawDiscountTotal().number())
        .put("tax_total", line.taxTotal())
        .put("total", line.total())
        .put("original_total", line.originalTotal())
        .put("original_tax_total", line.originalTaxTotal());
  }

  private static JsonObject method(MethodTotals method) {
    return new JsonObject()
        .put("subtotal", method.subtotal())
        .put("tax_total", method.taxTotal())
        .put("total", method.total())
        .put("original_total", method.originalTotal())
        .put("original_tax_total", method.originalTaxTotal());
  }

  /** The recorded members of the computed amounts, in their form. */
  static JsonObject onlyRecorded(JsonObject computed, JsonObject recorded) {
    JsonObject shared = new JsonObject();
    for (String name : recorded.fieldNames()) {
      if (computed.containsKey(name)) {
        shared.put(
            name,
            computed.getValue(name) instanceof JsonObject inner
                ? onlyRecorded(inner, recorded.getJsonObject(name))
                : computed.getValue(name));
      }
    }
    return shared;
  }
}
