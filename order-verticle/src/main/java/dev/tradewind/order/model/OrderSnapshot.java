package dev.tradewind.order.model;

import dev.tradewind.api.order.PlaceOrderRequest;
import dev.tradewind.kernel.Ids;
import dev.tradewind.totals.CartTotals;
import dev.tradewind.totals.GiftCardTransaction;
import dev.tradewind.totals.GiftCardUse;
import dev.tradewind.totals.LineRefund;
import dev.tradewind.totals.OrderTotals;
import dev.tradewind.totals.TaxableLine;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * What an order takes over from the cart it came from: lines and shipping methods under the ids
 * they had, addresses by value, and the amounts as they were when it was placed.
 */
public final class OrderSnapshot {

  private static final Ids LINE_TAX_IDS = Ids.of("litl");
  private static final Ids METHOD_TAX_IDS = Ids.of("smtl");

  private OrderSnapshot() {}

  /**
   * @param placedAt in the wire's form
   */
  public static JsonObject of(PlaceOrderRequest placement, String orderId, String placedAt) {
    JsonObject cart = placement.cart();
    List<GiftCardUse> uses = CartTotals.of(placement.input()).giftCardUses();
    OrderTotals totals =
        OrderTotals.of(
            placement.input(), uses.stream().map(GiftCardTransaction::of).toList(), 0, 0);
    return new JsonObject()
        .put("basket", placement.input().toJson())
        .put("discounts", cart.getJsonArray("discounts"))
        .put("gift_cards", OrderGiftCards.charged(cart.getJsonArray("gift_cards"), uses, placedAt))
        .put("gift_card_transactions", OrderGiftCards.transactions(uses, orderId, placedAt))
        .put("items", items(placement, totals.goods(), orderId, placedAt))
        .put("shipping_methods", methods(cart.getJsonArray("shipping_methods"), orderId, placedAt))
        .put("region", plainRegion(cart.getJsonObject("region")))
        .put("currency", cart.getJsonObject("currency"))
        .put("shipping_address_id", cart.getString("shipping_address_id"))
        .put("shipping_address", cart.getJsonObject("shipping_address"))
        .put("billing_address_id", cart.getString("billing_address_id"))
        .put("billing_address", cart.getJsonObject("billing_address"))
        .put("customer", placement.customer())
        .put("sales_channel", cart.getJsonObject("sales_channel"))
        .put("totals", totals(totals));
  }

  private static JsonArray items(
      PlaceOrderRequest placement, CartTotals totals, String orderId, String placedAt) {
    Map<String, TaxableLine> lines =
        placement.input().lines().stream()
            .collect(Collectors.toMap(TaxableLine::id, Function.identity()));
    JsonArray items = new JsonArray();
    for (Object each : placement.cart().getJsonArray("items")) {
      JsonObject item = ((JsonObject) each).copy();
      String id = item.getString("id");
      item.put("order_id", orderId)
          .put("updated_at", placedAt)
          .put("tax_lines", taxLines(item, LINE_TAX_IDS, placedAt))
          .put(
              "refundable",
              LineRefund.of(
                  Objects.requireNonNull(lines.get(id)), totals.line(id).rawDiscountTotal(), 0));
      JsonObject variant = item.getJsonObject("variant");
      if (variant != null) {
        variant.remove("product");
      }
      items.add(item);
    }
    return items;
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

  /** An order shows its tax without the part that gift cards paid; the total is the cart's. */
  public static JsonObject totals(OrderTotals totals) {
    CartTotals goods = totals.goods();
    return new JsonObject()
        .put("subtotal", goods.subtotal())
        .put("discount_total", goods.discountTotal())
        .put("raw_discount_total", goods.rawDiscountTotal().number())
        .put("shipping_total", goods.shippingTotal())
        .put("item_tax_total", goods.itemTaxTotal())
        .put("shipping_tax_total", goods.shippingTaxTotal())
        .put("gift_card_total", totals.giftCardTotal())
        .put("gift_card_tax_total", totals.giftCardTaxTotal())
        .put("tax_total", totals.taxTotal())
        .put("total", totals.total());
  }
}
