package dev.tradewind.order.view;

import dev.tradewind.kernel.Timestamps;
import dev.tradewind.order.aftersale.PartOwner;
import dev.tradewind.order.aftersale.Return;
import dev.tradewind.order.line.OrderShippingMethod;
import dev.tradewind.order.model.Order;
import dev.tradewind.order.model.PaymentView;
import dev.tradewind.order.store.OrderLineView;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** JSON view of a return with its items and shipping method. */
public final class ReturnView {

  private static final List<String> AMOUNTS_OF_METHOD =
      List.of("original_total", "total", "subtotal", "original_tax_total", "tax_total");

  private ReturnView() {}

  /** Returns of the order and its claims; those of swaps are shown with their swaps alone. */
  static List<Return> ofOrder(Order order) {
    return order.returns().stream()
        .filter(returned -> returned.owner().swapIdOrNull() == null)
        .toList();
  }

  public static JsonObject render(Return returned) {
    PartOwner owner = returned.owner();
    JsonArray items = new JsonArray();
    returned.items().forEach(item -> items.add(item(returned, item)));
    return new JsonObject()
        .put("id", returned.id())
        .put("created_at", Timestamps.format(returned.createdAt()))
        .put("updated_at", Timestamps.format(returned.updatedAt()))
        .put("status", returned.status().wireName())
        .put("swap_id", owner.swapIdOrNull())
        .put("claim_order_id", owner.claimIdOrNull())
        .put("order_id", owner.swapIdOrNull() == null ? returned.orderId() : null)
        .put("location_id", returned.locationId())
        .put("shipping_data", returned.shippingData())
        .put("refund_amount", returned.refundAmount())
        .put("received_at", PaymentView.time(returned.receivedAt()))
        .put("no_notification", returned.noNotification())
        .put("metadata", returned.metadata())
        .put("idempotency_key", returned.idempotencyKey())
        .put("items", items)
        .put("shipping_method", shippingMethod(returned));
  }

  /** Return as a shopper sees it after the request. */
  public static JsonObject ofShopper(Return returned) {
    JsonObject shown = render(returned);
    shown.remove("shipping_method");
    return shown;
  }

  /** Return as staff sees it after the receipt. */
  public static JsonObject ofReceipt(Order order, Return returned) {
    JsonObject shown =
        ofShopper(returned).put("swap", swapOf(order, returned.owner().swapIdOrNull()));
    shown.getJsonArray("items").forEach(item -> ((JsonObject) item).remove("reason"));
    return shown;
  }

  /** Own fields of the swap that a return belongs to, if any. */
  public static @Nullable JsonObject swapOf(Order order, @Nullable String swapId) {
    return swapId == null ? null : order.findSwap(swapId).map(SwapView::own).orElse(null);
  }

  private static JsonObject item(Return returned, Return.Item item) {
    return new JsonObject()
        .put("return_id", returned.id())
        .put("item_id", item.lineId())
        .put("quantity", item.quantity())
        .put("is_requested", item.isRequested())
        .put("requested_quantity", item.requestedQuantity())
        .put("received_quantity", item.receivedQuantity())
        .put("reason_id", item.reasonId())
        .put("reason", item.reason())
        .put("note", item.note())
        .put("metadata", item.metadata());
  }

  private static @Nullable JsonObject shippingMethod(Return returned) {
    OrderShippingMethod method = returned.shippingMethod();
    if (method == null) {
      return null;
    }
    JsonObject shown = new OrderLineView(null, null).render(method).put("return_id", returned.id());
    AMOUNTS_OF_METHOD.forEach(shown::remove);
    return shown;
  }
}
