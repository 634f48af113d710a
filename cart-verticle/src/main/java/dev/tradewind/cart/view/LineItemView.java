package dev.tradewind.cart.view;

import dev.tradewind.api.order.OrderColumns;
import dev.tradewind.cart.model.Cart;
import dev.tradewind.cart.model.CartDiscount;
import dev.tradewind.cart.model.LineItem;
import dev.tradewind.cart.reference.CartReferences;
import dev.tradewind.kernel.RecordCodec;
import dev.tradewind.totals.CartTotals;
import dev.tradewind.totals.LineDiscount;
import dev.tradewind.totals.LineTotals;
import dev.tradewind.totals.TaxRate;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** JSON view of a line item. */
record LineItemView(
    Cart cart, CartReferences references, CartTotals totals, Map<String, List<TaxRate>> rates) {

  private static final RecordCodec.Writer<LineItem> OWN_FIELDS =
      LineItem.writer(OrderColumns.LINE_ITEM.names());

  JsonObject render(LineItem item) {
    JsonObject shown = own(item);
    LineTotals line = totals.line(item.id());
    shown.put("adjustments", adjustments(item, line));
    shown.put("tax_lines", taxLines(rates, "item_id", item.id()));
    String variantId = item.variantId();
    shown.put("variant", variantId == null ? null : references.variants().get(variantId));
    return shown
        .put("subtotal", line.subtotal())
        .put("discount_total", line.discountTotal())
        .put("total", line.total())
        .put("original_total", line.originalTotal())
        .put("original_tax_total", line.originalTaxTotal())
        .put("tax_total", line.taxTotal())
        .put("raw_discount_total", line.rawDiscountTotal().number())
        .putNull("gift_card_total")
        .putNull("refundable")
        .putNull("swap")
        .putNull("claim_order")
        .putNull("order_edit");
  }

  private JsonArray adjustments(LineItem item, LineTotals line) {
    JsonArray adjustments = new JsonArray();
    if (line.rawDiscountTotal().signum() != 0) {
      discountId(item)
          .ifPresent(discountId ->
              adjustments.add(
                  new JsonObject()
                      .put("id", LineDiscount.adjustmentId(item.id()))
                      .put("item_id", item.id())
                      .put("description", "discount")
                      .put("discount_id", discountId)
                      .put("amount", line.rawDiscountTotal().number())
                      .putNull("metadata")));
    }
    return adjustments;
  }

  private Optional<String> discountId(LineItem item) {
    return item.isReturn()
        ? Optional.ofNullable(item.returned().getString("discount_id"))
        : CartTotalsCalculator.lineDiscount(cart).map(CartDiscount::id);
  }

  /** Members that only line items of an order have are absent; a swap makes no order. */
  private JsonObject own(LineItem item) {
    return OWN_FIELDS
        .write(item)
        .put("cart_id", cart.id())
        .put("order_id", cart.isOfSwap() ? null : cart.orderId());
  }

  /** Calculated tax lines have no id and no timestamps. */
  static JsonArray taxLines(Map<String, List<TaxRate>> rates, String owner, String ownerId) {
    JsonArray lines = new JsonArray();
    for (TaxRate rate : rates.getOrDefault(ownerId, List.of())) {
      lines.add(
          new JsonObject()
              .put("rate", rate.percent())
              .put("name", rate.name())
              .put("code", rate.code())
              .put(owner, ownerId));
    }
    return lines;
  }
}
