package dev.tradewind.order.store;

import dev.tradewind.api.order.LineItemDetails;
import dev.tradewind.api.order.OrderColumns;
import dev.tradewind.kernel.RecordCodec;
import dev.tradewind.kernel.Timestamps;
import dev.tradewind.order.aftersale.PartOwner;
import dev.tradewind.order.line.LineAdjustment;
import dev.tradewind.order.line.LineAmounts;
import dev.tradewind.order.line.OrderLine;
import dev.tradewind.order.line.OrderShippingMethod;
import dev.tradewind.order.line.TaxLine;
import dev.tradewind.totals.TaxRate;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * JSON view of line items and shipping methods of an order, which is also their stored form.
 *
 * @param orderId of their order; absent for those of a swap or claim, and for the shipping method
 *     of a return
 * @param cartId of the cart the line items came from; absent likewise
 */
public record OrderLineView(@Nullable String orderId, @Nullable String cartId, PartOwner owner) {

  private static final RecordCodec.Writer<LineItemDetails> OWN_FIELDS =
      LineItemDetails.writer(OrderColumns.LINE_ITEM.names());

  /** View of what belongs to the order itself, or to none of its parts. */
  public OrderLineView(@Nullable String orderId, @Nullable String cartId) {
    this(orderId, cartId, PartOwner.ORDER);
  }

  /** View of the additional line items and the shipping methods of a swap or claim. */
  public static OrderLineView of(PartOwner owner) {
    return new OrderLineView(null, null, owner);
  }

  /** Line item without its relations and amounts. */
  public JsonObject own(OrderLine line) {
    return OWN_FIELDS
        .write(line.details())
        .put("updated_at", Timestamps.format(line.updatedAt()))
        // The lines of an edit do not come from the cart.
        .put("cart_id", line.details().orderEditId() == null ? cartId : null)
        .put("order_id", orderId)
        .put("swap_id", owner.swapIdOrNull())
        .put("claim_order_id", owner.claimIdOrNull())
        .put("is_return", false)
        .put("unit_price", line.unitPrice())
        .put("quantity", line.quantity())
        .put("fulfilled_quantity", line.progress().fulfilled())
        .put("returned_quantity", line.progress().returned())
        .put("shipped_quantity", line.progress().shipped())
        .put("includes_tax", line.includesTax());
  }

  public JsonObject render(OrderLine line) {
    LineAmounts amounts = line.amounts();
    return own(line)
        .put("adjustments", adjustments(line))
        .put("tax_lines", taxLines(line.taxLines(), "item_id", line.id()))
        .put("variant", withoutStock(line.details().variant()))
        .put("subtotal", amounts.subtotal())
        .put("discount_total", amounts.discountTotal())
        .put("total", amounts.total())
        .put("original_total", amounts.originalTotal())
        .put("original_tax_total", amounts.originalTaxTotal())
        .put("tax_total", amounts.taxTotal())
        .put("raw_discount_total", amounts.rawDiscountTotal())
        .put("refundable", amounts.refundable());
  }

  /** The stock as it was before the order would be wrong as soon as the order is placed. */
  private static @Nullable JsonObject withoutStock(@Nullable JsonObject variant) {
    if (variant == null) {
      return null;
    }
    JsonObject rest = variant.copy();
    rest.remove("inventory_quantity");
    return rest;
  }

  private static JsonArray adjustments(OrderLine line) {
    JsonArray adjustments = new JsonArray();
    for (LineAdjustment adjustment : line.adjustments()) {
      adjustments.add(
          new JsonObject()
              .put("id", adjustment.id())
              .put("item_id", line.id())
              .put("description", adjustment.description())
              .put("discount_id", adjustment.discountId())
              .put("amount", adjustment.amount())
              .putNull("metadata"));
    }
    return adjustments;
  }

  public JsonObject render(OrderShippingMethod method) {
    String id = method.details().id();
    return new JsonObject()
        .put("id", id)
        .put("shipping_option_id", method.details().shippingOptionId())
        .put("order_id", orderId)
        .put("claim_order_id", owner.claimIdOrNull())
        .put("cart_id", method.cartId())
        .put("swap_id", owner.swapIdOrNull())
        .putNull("return_id")
        .put("price", method.price())
        .put("data", method.details().data())
        .put("includes_tax", method.includesTax())
        .put("shipping_option", method.details().shippingOption())
        .put("tax_lines", taxLines(method.taxLines(), "shipping_method_id", id))
        .put("original_total", method.amounts().originalTotal())
        .put("total", method.amounts().total())
        .put("subtotal", method.amounts().subtotal())
        .put("original_tax_total", method.amounts().originalTaxTotal())
        .put("tax_total", method.amounts().taxTotal());
  }

  private static JsonArray taxLines(List<TaxLine> lines, String owner, String ownerId) {
    JsonArray shown = new JsonArray();
    for (TaxLine line : lines) {
      TaxRate rate = line.rate();
      shown.add(
          new JsonObject()
              .put("id", line.id())
              .put("created_at", Timestamps.format(line.createdAt()))
              .put("updated_at", Timestamps.format(line.updatedAt()))
              .put("rate", rate.percent())
              .put("name", rate.name())
              .put("code", rate.code())
              .put(owner, ownerId)
              .putNull("metadata"));
    }
    return shown;
  }
}
