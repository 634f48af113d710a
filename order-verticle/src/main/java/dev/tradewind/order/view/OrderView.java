package dev.tradewind.order.view;

import dev.tradewind.api.address.Address;
import dev.tradewind.api.order.ResourceDocument;
import dev.tradewind.order.model.Order;
import dev.tradewind.order.model.OrderSnapshot;
import dev.tradewind.order.model.PaymentView;
import dev.tradewind.order.model.RefundView;
import dev.tradewind.order.store.OrderDocument;
import dev.tradewind.order.store.OrderLineView;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** JSON view of an order; {@link OrderViews} lists the selectable parts. */
public final class OrderView {

  /** Relations of the contract that orders never have. */
  private static final List<String> EMPTY = List.of("claims", "edits", "swaps");

  /** Relations that the response of a completion omits and reading the order includes. */
  private static final List<String> BESIDE_COMPLETION =
      List.of(
          "billing_address",
          "currency",
          "customer",
          "draft_order",
          "edits",
          "fulfillments",
          "returns",
          "sales_channel");

  private OrderView() {}

  /** Returnable line items: some units were shipped and not returned. */
  public static JsonArray returnableItems(JsonObject whole) {
    JsonArray returnable = new JsonArray();
    for (Object each : whole.getJsonArray("items")) {
      JsonObject item = (JsonObject) each;
      if (number(item, "returned_quantity") < number(item, "shipped_quantity")) {
        returnable.add(item);
      }
    }
    return returnable;
  }

  private static long number(JsonObject item, String member) {
    Long value = item.getLong(member);
    return value == null ? 0 : value;
  }

  /** Order with all fields, relations and amounts. */
  public static JsonObject whole(Order order) {
    OrderLineView view = new OrderLineView(order.id(), order.cartId());
    return whole(order, array(order.snapshot().shippingMethods(), view::render));
  }

  private static JsonObject whole(Order order, JsonArray shippingMethods) {
    OrderSnapshot snapshot = order.snapshot();
    OrderLineView view = new OrderLineView(order.id(), order.cartId());
    ResourceDocument channel = snapshot.salesChannel();
    JsonObject whole =
        new JsonObject()
            .put("object", "order")
            .mergeIn(OrderDocument.own(order))
            .put("shipping_address_id", addressId(snapshot.shippingAddress()))
            .put("billing_address_id", addressId(snapshot.billingAddress()))
            .put("discounts", ResourceDocument.toJson(snapshot.discounts()))
            .put("gift_cards", ResourceDocument.toJson(snapshot.giftCards()))
            .put("items", array(snapshot.lines(), view::render))
            .put("shipping_methods", shippingMethods)
            .put("region", snapshot.region().document())
            .put("currency", snapshot.region().currency())
            .put("shipping_address", address(snapshot.shippingAddress()))
            .put("billing_address", address(snapshot.billingAddress()))
            .put("customer", snapshot.customer().json())
            .put("sales_channel", channel == null ? null : channel.json())
            .put("gift_card_transactions", OrderDocument.transactions(snapshot, order.id()));
    EMPTY.forEach(name -> whole.put(name, new JsonArray()));
    return whole
        .putNull("draft_order")
        .put("payments", array(order.payments(), PaymentView::render))
        .put("refunds", array(order.refunds(), RefundView::render))
        .put("fulfillments", array(FulfillmentView.ofOrder(order), FulfillmentView::render))
        .put("returns", array(ReturnView.ofOrder(order), ReturnView::render))
        .mergeIn(OrderDocument.amounts(snapshot.amounts()))
        .put("refunded_total", order.refundedTotal())
        .put("paid_total", order.paidTotal())
        .put("refundable_amount", order.paidTotal() - order.refundedTotal());
  }

  /** Response to the completion of its cart: without shipping options. */
  public static JsonObject completion(Order order) {
    OrderLineView view = new OrderLineView(order.id(), order.cartId());
    JsonArray methods = array(order.snapshot().shippingMethods(), view::render);
    methods.forEach(method -> ((JsonObject) method).remove("shipping_option"));
    JsonObject shown = whole(order, methods);
    BESIDE_COMPLETION.forEach(shown::remove);
    return new JsonObject().put("data", shown).put("type", "order");
  }

  /** Own fields of an order, without relations and amounts. */
  public static JsonObject own(Order order) {
    return new JsonObject()
        .put("object", "order")
        .mergeIn(OrderDocument.own(order))
        .put("billing_address_id", addressId(order.snapshot().billingAddress()))
        .put("shipping_address_id", addressId(order.snapshot().shippingAddress()));
  }

  /** Order of a customer: its own fields, and the selected addresses and line items. */
  static JsonObject ofCustomer(Order order, Set<String> relations) {
    OrderSnapshot snapshot = order.snapshot();
    JsonObject shown = own(order);
    if (relations.contains("shipping_address")) {
      shown.put("shipping_address", address(snapshot.shippingAddress()));
    }
    if (relations.contains("billing_address")) {
      shown.put("billing_address", address(snapshot.billingAddress()));
    }
    if (relations.contains("items")) {
      OrderLineView view = new OrderLineView(order.id(), order.cartId());
      shown.put("items", array(snapshot.lines(), view::own));
    }
    return shown;
  }

  private static @Nullable String addressId(@Nullable Address address) {
    return address == null ? null : address.id();
  }

  private static @Nullable JsonObject address(@Nullable Address address) {
    return address == null ? null : address.toJson();
  }

  private static <T> JsonArray array(List<T> elements, Function<T, JsonObject> rendered) {
    JsonArray array = new JsonArray();
    elements.forEach(element -> array.add(rendered.apply(element)));
    return array;
  }
}
