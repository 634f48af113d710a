package dev.tradewind.order;

import dev.tradewind.kernel.Ids;
import dev.tradewind.model.order.Placement;
import dev.tradewind.model.totals.LineRefund;
import dev.tradewind.model.totals.TaxRate;
import dev.tradewind.model.totals.TaxableLine;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.math.BigDecimal;
import java.util.List;
import org.apache.commons.numbers.fraction.BigFraction;

/**
 * What an order takes over from the cart it came from: lines and shipping methods under the ids
 * they had, addresses by value, and the amounts as they were when it was placed.
 */
final class OrderSnapshot {

  private static final Ids LINE_TAX_IDS = Ids.of("litl");
  private static final Ids METHOD_TAX_IDS = Ids.of("smtl");

  private static final List<String> TOTALS =
      List.of(
          "subtotal",
          "discount_total",
          "raw_discount_total",
          "shipping_total",
          "item_tax_total",
          "shipping_tax_total",
          "gift_card_total",
          "gift_card_tax_total");

  private OrderSnapshot() {}

  /**
   * @param placedAt in the wire's form
   */
  static JsonObject of(Placement placement, String orderId, String placedAt) {
    JsonObject cart = placement.cart();
    return new JsonObject()
        .put("discounts", cart.getJsonArray("discounts"))
        .put("gift_cards", cart.getJsonArray("gift_cards"))
        .put("items", items(cart.getJsonArray("items"), orderId, placedAt))
        .put("shipping_methods", methods(cart.getJsonArray("shipping_methods"), orderId, placedAt))
        .put("region", plainRegion(cart.getJsonObject("region")))
        .put("currency", cart.getJsonObject("currency"))
        .put("shipping_address_id", cart.getString("shipping_address_id"))
        .put("shipping_address", cart.getJsonObject("shipping_address"))
        .put("billing_address_id", cart.getString("billing_address_id"))
        .put("billing_address", cart.getJsonObject("billing_address"))
        .put("customer", placement.customer())
        .put("sales_channel", cart.getJsonObject("sales_channel"))
        .put("totals", totals(cart));
  }

  private static JsonArray items(JsonArray lines, String orderId, String placedAt) {
    JsonArray items = new JsonArray();
    for (Object line : lines) {
      JsonObject item = ((JsonObject) line).copy();
      item.put("order_id", orderId)
          .put("updated_at", placedAt)
          .put("tax_lines", taxLines(item, LINE_TAX_IDS, placedAt))
          .put("refundable", LineRefund.of(taxableLine(item), 0));
      JsonObject variant = item.getJsonObject("variant");
      if (variant != null) {
        variant.remove("product");
      }
      items.add(item);
    }
    return items;
  }

  private static TaxableLine taxableLine(JsonObject item) {
    List<TaxRate> rates =
        item.getJsonArray("tax_lines").stream()
            .map(JsonObject.class::cast)
            .map(line ->
                new TaxRate(
                    new BigDecimal(line.getNumber("rate").toString()),
                    line.getString("name"),
                    line.getString("code")))
            .toList();
    return new TaxableLine(
        item.getString("id"),
        item.getLong("unit_price"),
        item.getLong("quantity"),
        item.getBoolean("includes_tax"),
        rates,
        BigFraction.from(item.getDouble("raw_discount_total")));
  }

  private static JsonArray methods(JsonArray chosen, String orderId, String placedAt) {
    JsonArray methods = new JsonArray();
    for (Object each : chosen) {
      JsonObject method = ((JsonObject) each).copy();
      method.put("order_id", orderId).put("tax_lines", taxLines(method, METHOD_TAX_IDS, placedAt));
      methods.add(method);
    }
    return methods;
  }

  /** Tax lines of a cart are computed on every read; those of an order are kept, with ids. */
  private static JsonArray taxLines(JsonObject owner, Ids ids, String placedAt) {
    JsonArray kept = new JsonArray();
    for (Object line : owner.getJsonArray("tax_lines")) {
      JsonObject stored =
          new JsonObject()
              .put("id", ids.next())
              .put("created_at", placedAt)
              .put("updated_at", placedAt);
      stored.mergeIn((JsonObject) line).put("metadata", null);
      kept.add(stored);
    }
    return kept;
  }

  private static JsonObject plainRegion(JsonObject region) {
    JsonObject plain = region.copy();
    List.of("countries", "payment_providers", "fulfillment_providers", "tax_rates", "currency")
        .forEach(plain::remove);
    return plain;
  }

  private static JsonObject totals(JsonObject cart) {
    JsonObject totals = new JsonObject();
    TOTALS.forEach(name -> totals.put(name, cart.getValue(name)));
    // An order shows its tax without the part that gift cards paid; the total is the cart's.
    return totals
        .put("tax_total", cart.getLong("tax_total") - cart.getLong("gift_card_tax_total"))
        .put("total", cart.getLong("total"));
  }
}
