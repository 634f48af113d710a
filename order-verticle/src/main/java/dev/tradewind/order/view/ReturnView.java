package dev.tradewind.order.view;

import dev.tradewind.kernel.json.RecordCodec;
import dev.tradewind.order.aftersale.Return;
import dev.tradewind.order.line.OrderShippingMethod;
import dev.tradewind.order.model.Order;
import dev.tradewind.order.store.OrderLineView;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.lang.invoke.MethodHandles;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** JSON view of a return with its items and shipping method. */
public final class ReturnView {

  private static final List<String> AMOUNTS_OF_METHOD =
      List.of("original_total", "total", "subtotal", "original_tax_total", "tax_total");

  private static final RecordCodec.Writer<Return> OWN =
      Return.CODEC.writerWithout(Set.of("items", "shipping_method"));

  private static final RecordCodec.Writer<Return.Item> ITEM =
      RecordCodec.of(MethodHandles.lookup(), Return.Item.class)
          .writer(
              List.of(
                  "return_id",
                  "item_id",
                  "quantity",
                  "is_requested",
                  "requested_quantity",
                  "received_quantity",
                  "reason_id",
                  "reason",
                  "note",
                  "metadata"));

  private ReturnView() {}

  /** Returns of the order and its claims; returns of swaps are shown with their swaps alone. */
  static List<Return> ofOrder(Order order) {
    return order.returns().stream()
        .filter(returned -> returned.owner().swapIdOrNull() == null)
        .toList();
  }

  public static JsonObject render(Return returned) {
    JsonArray items = ITEM.writeAll(returned.items());
    items.forEach(item -> ((JsonObject) item).put("return_id", returned.id()));
    return OWN.write(returned)
        .put("order_id", returned.owner().swapIdOrNull() == null ? returned.orderId() : null)
        .put("items", items)
        .put("shipping_method", shippingMethod(returned));
  }

  /** Return as a shopper sees it after the request. */
  public static JsonObject ofShopper(Return returned) {
    JsonObject document = render(returned);
    document.remove("shipping_method");
    return document;
  }

  /** Return as staff sees it after the receipt. */
  public static JsonObject ofReceipt(Order order, Return returned) {
    JsonObject document =
        ofShopper(returned).put("swap", swapOf(order, returned.owner().swapIdOrNull()));
    document.getJsonArray("items").forEach(item -> ((JsonObject) item).remove("reason"));
    return document;
  }

  /** Own fields of the swap that a return belongs to, if any. */
  public static @Nullable JsonObject swapOf(Order order, @Nullable String swapId) {
    return swapId == null ? null : order.findSwap(swapId).map(SwapView::own).orElse(null);
  }

  private static @Nullable JsonObject shippingMethod(Return returned) {
    OrderShippingMethod method = returned.shippingMethod();
    if (method == null) {
      return null;
    }
    JsonObject document =
        new OrderLineView(null, null).render(method).put("return_id", returned.id());
    AMOUNTS_OF_METHOD.forEach(document::remove);
    return document;
  }
}
