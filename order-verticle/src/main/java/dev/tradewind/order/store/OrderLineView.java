package dev.tradewind.order.store;

import dev.tradewind.api.order.OrderColumns;
import dev.tradewind.kernel.json.JsonObjects;
import dev.tradewind.kernel.json.RecordCodec;
import dev.tradewind.order.aftersale.PartOwner;
import dev.tradewind.order.line.LineAdjustment;
import dev.tradewind.order.line.OrderLine;
import dev.tradewind.order.line.OrderShippingMethod;
import dev.tradewind.order.line.TaxLine;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.lang.invoke.MethodHandles;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * JSON view of line items and shipping methods of an order, which is also their stored form.
 *
 * @param orderId of their order; absent for line items of a swap or claim, and for the shipping
 *     method of a return
 * @param cartId of the cart the line items came from; absent likewise
 */
public record OrderLineView(@Nullable String orderId, @Nullable String cartId, PartOwner owner) {

  private static final RecordCodec.Writer<OrderLine> OWN =
      OrderLine.CODEC.writer(OrderColumns.LINE_ITEM.names());

  private static final RecordCodec.Writer<OrderLine> WHOLE =
      OrderLine.CODEC.writer(
          Stream.of(
                  OrderColumns.LINE_ITEM.names(),
                  List.of("adjustments", "tax_lines", "variant"),
                  OrderColumns.STORED_LINE_AMOUNTS.names())
              .flatMap(List::stream)
              .toList());

  private static final RecordCodec.Writer<LineAdjustment> ADJUSTMENT =
      RecordCodec.of(MethodHandles.lookup(), LineAdjustment.class)
          .writer(List.of("id", "item_id", "description", "discount_id", "amount", "metadata"));

  private static final RecordCodec.Writer<OrderShippingMethod> METHOD =
      OrderShippingMethod.CODEC.writer(
          List.of(
              "id",
              "shipping_option_id",
              "order_id",
              "claim_order_id",
              "cart_id",
              "swap_id",
              "return_id",
              "price",
              "data",
              "includes_tax",
              "shipping_option",
              "tax_lines",
              "original_total",
              "total",
              "subtotal",
              "original_tax_total",
              "tax_total"));

  private static final RecordCodec.Writer<TaxLine> TAX_LINE_OF_LINE = taxLine("item_id");
  private static final RecordCodec.Writer<TaxLine> TAX_LINE_OF_METHOD =
      taxLine("shipping_method_id");

  private static RecordCodec.Writer<TaxLine> taxLine(String owner) {
    return RecordCodec.of(MethodHandles.lookup(), TaxLine.class)
        .writerWithout(Set.of(), owner, "metadata");
  }

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
    return placed(OWN.write(line), line);
  }

  /** Sets the members that follow from the place of a line item. */
  private JsonObject placed(JsonObject document, OrderLine line) {
    return document
        // The lines of an edit do not come from the cart.
        .put("cart_id", line.details().orderEditId() == null ? cartId : null)
        .put("order_id", orderId)
        .put("swap_id", owner.swapIdOrNull())
        .put("claim_order_id", owner.claimIdOrNull())
        .put("is_return", false);
  }

  public JsonObject render(OrderLine line) {
    return placed(WHOLE.write(line), line)
        .put("adjustments", of(ADJUSTMENT.writeAll(line.adjustments()), "item_id", line.id()))
        .put("tax_lines", of(TAX_LINE_OF_LINE.writeAll(line.taxLines()), "item_id", line.id()))
        .put("variant", withoutStock(line.details().variant()));
  }

  /** The stock as it was before the order would be wrong as soon as the order is placed. */
  private static @Nullable JsonObject withoutStock(@Nullable JsonObject variant) {
    if (variant == null) {
      return null;
    }
    return JsonObjects.without(variant, List.of("inventory_quantity")).copy();
  }

  public JsonObject render(OrderShippingMethod method) {
    return METHOD
        .write(method)
        .put("order_id", orderId)
        .put("claim_order_id", owner.claimIdOrNull())
        .put("swap_id", owner.swapIdOrNull())
        .put(
            "tax_lines",
            of(
                TAX_LINE_OF_METHOD.writeAll(method.taxLines()),
                "shipping_method_id",
                method.details().id()));
  }

  /** Sets the id of the owner in each of these documents. */
  private static JsonArray of(JsonArray documents, String owner, String ownerId) {
    documents.forEach(document -> ((JsonObject) document).put(owner, ownerId));
    return documents;
  }
}
