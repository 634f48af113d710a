package dev.tradewind.cart.view;

import dev.tradewind.api.order.OrderColumns;
import dev.tradewind.cart.model.Cart;
import dev.tradewind.cart.model.CartDiscount;
import dev.tradewind.cart.model.LineItem;
import dev.tradewind.cart.reference.CartReferences;
import dev.tradewind.kernel.json.RecordCodec;
import dev.tradewind.kernel.text.Timestamps;
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
    JsonObject document = own(item);
    LineTotals line = totals.line(item.id());
    document.put("adjustments", adjustments(item, line));
    JsonArray taxes = taxLines(rates, "item_id", item.id());
    document.put("tax_lines", item.isReturn() ? stored(taxes, item) : taxes);
    String variantId = item.variantId();
    document.put("variant", variantId == null ? null : references.variants().get(variantId));
    return document
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
        .putNull("order_edit")
        .mergeIn(noOrder(cart));
  }

  /** An open cart has no order that an expansion could show. */
  static JsonObject noOrder(Cart cart) {
    return cart.orderId() == null ? new JsonObject().putNull("order") : new JsonObject();
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
    if (item.isReturn()) {
      return Optional.ofNullable(item.returned().getString("discount_id"));
    }
    return CartTotalsCalculator.lineDiscount(cart).map(CartDiscount::id);
  }

  /** Members that only line items of an order have are absent; a swap makes no order. */
  private JsonObject own(LineItem item) {
    return OWN_FIELDS
        .write(item)
        .put("cart_id", cart.id())
        .put("order_id", cart.isOfSwap() ? null : cart.orderId());
  }

  /**
   * Tax lines of a return, copied from the order: they are stored with their line item, and their
   * ids derive from its id.
   */
  private static JsonArray stored(JsonArray taxes, LineItem item) {
    String id = "litl_" + item.id().substring(item.id().indexOf('_') + 1);
    for (int position = 0; position < taxes.size(); position++) {
      taxes
          .getJsonObject(position)
          .put("id", position == 0 ? id : id + "_" + position)
          .put("created_at", Timestamps.format(item.createdAt()))
          .put("updated_at", Timestamps.format(item.createdAt()))
          .putNull("metadata");
    }
    return taxes;
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
