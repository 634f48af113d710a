package dev.tradewind.order.view;

import dev.tradewind.api.address.Address;
import dev.tradewind.kernel.json.JsonArrays;
import dev.tradewind.kernel.json.RecordCodec;
import dev.tradewind.order.aftersale.Fulfillment;
import dev.tradewind.order.aftersale.Swap;
import dev.tradewind.order.line.OrderLine;
import dev.tradewind.order.model.Order;
import dev.tradewind.order.model.Payment;
import dev.tradewind.order.store.OrderLineView;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** JSON view of a swap with its parts. */
public final class SwapView {

  private static final List<String> SINCE_CONFIRMED_OF_LINE =
      List.of("fulfilled_quantity", "returned_quantity", "shipped_quantity", "tax_lines");

  private static final List<String> SINCE_CONFIRMED_OF_METHOD = List.of("order_id", "swap_id");

  private static final RecordCodec.Writer<Swap> OWN =
      Swap.CODEC
          .writerWithout(Set.of("items", "shipping_methods", "shipping_address"))
          .after("updated_at", "deleted_at")
          .after("difference_due", "shipping_address_id");

  private SwapView() {}

  /** Own fields of a swap. */
  public static JsonObject own(Swap swap) {
    Address address = swap.shippingAddress();
    return OWN.write(swap).put("shipping_address_id", address == null ? null : address.id());
  }

  /** Swap with the relations that its order has. */
  public static JsonObject render(Order order, Swap swap) {
    OrderLineView view = OrderLineView.of(swap.owner());
    JsonArray lines = new JsonArray();
    swap.additionalLines().forEach(line -> lines.add(line(view, swap, line)));
    JsonArray methods = new JsonArray();
    swap.shippingMethods().forEach(method -> methods.add(view.render(method)));
    JsonArray fulfillments = new JsonArray();
    order.fulfillments().stream()
        .filter(fulfillment -> isOf(swap, fulfillment))
        .forEach(fulfillment -> fulfillments.add(FulfillmentView.render(fulfillment)));
    return own(swap)
        .put("additional_items", lines)
        .put("fulfillments", fulfillments)
        .put("payment", paymentOf(order, swap))
        .put("return_order", returnOf(order, swap))
        .put("shipping_address", address(swap))
        .put("shipping_methods", methods);
  }

  /**
   * Shows what became of the lines and shipping methods of a cart whose completion confirmed its
   * swap: they are the swap's since then.
   *
   * @param swap with its relations
   */
  public static void showInCart(@Nullable JsonObject cart, JsonObject swap) {
    if (cart != null) {
      show(cart, "items", swap.getJsonArray("additional_items"), SINCE_CONFIRMED_OF_LINE);
      show(
          cart,
          "shipping_methods",
          swap.getJsonArray("shipping_methods"),
          SINCE_CONFIRMED_OF_METHOD);
    }
  }

  private static void show(JsonObject cart, String name, JsonArray parts, List<String> members) {
    Map<String, JsonObject> byId =
        JsonArrays.objects(parts).stream()
            .collect(Collectors.toMap(part -> part.getString("id"), Function.identity()));
    for (JsonObject document : JsonArrays.objects(cart.getJsonArray(name))) {
      JsonObject part = byId.get(document.getString("id"));
      if (part != null) {
        members.forEach(member -> document.put(member, part.getValue(member)));
      }
    }
  }

  /** Response to the completion of the cart of a swap. */
  public static JsonObject completion(Swap swap) {
    return new JsonObject()
        .put("data", own(swap).put("shipping_address", address(swap)))
        .put("type", "swap");
  }

  /** Variants of the line items are shown as they are now. */
  private static JsonObject line(OrderLineView view, Swap swap, OrderLine line) {
    JsonObject document = OrderView.ofPart(view.render(line)).put("cart_id", swap.cartId());
    document.remove("variant");
    return document;
  }

  private static boolean isOf(Swap swap, Fulfillment fulfillment) {
    return fulfillment.owner().equals(swap.owner());
  }

  private static @Nullable JsonObject paymentOf(Order order, Swap swap) {
    return order.payments().stream()
        .filter(payment -> swap.id().equals(payment.swapId()))
        .findFirst()
        .map(Payment::view)
        .orElse(null);
  }

  private static @Nullable JsonObject returnOf(Order order, Swap swap) {
    return order.returns().stream()
        .filter(returned -> returned.owner().equals(swap.owner()))
        .findFirst()
        .map(ReturnView::render)
        .orElse(null);
  }

  private static @Nullable JsonObject address(Swap swap) {
    Address address = swap.shippingAddress();
    return address == null ? null : address.toJson();
  }
}
