package dev.tradewind.order.view;

import dev.tradewind.order.model.Order;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.List;
import java.util.Set;

/** Renders orders; which parts of one are wanted say {@link OrderViews}. */
public final class OrderView {

  /** Relations that an order of this shop can have, and has none of so far. */
  private static final List<String> EMPTY =
      List.of("claims", "edits", "fulfillments", "returns", "swaps");

  /** Relations that completing a cart does not answer; reading the order does. */
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

  /** What a line shows beside its own fields when it was asked for. */
  private static final List<String> BESIDE_OWN_FIELDS_OF_LINE =
      List.of(
          "adjustments",
          "tax_lines",
          "variant",
          "subtotal",
          "discount_total",
          "raw_discount_total",
          "total",
          "original_total",
          "original_tax_total",
          "tax_total",
          "refundable");

  private OrderView() {}

  /** Which of its lines can come back: those that were sent and have not come back yet. */
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

  /** The whole order: its fields, relations and amounts. */
  static JsonObject whole(Order order) {
    JsonObject snapshot = order.snapshot();
    JsonObject view = new JsonObject().put("object", "order").mergeIn(order.columns());
    for (String name :
        List.of(
            "shipping_address_id",
            "billing_address_id",
            "discounts",
            "gift_cards",
            "items",
            "shipping_methods",
            "region",
            "currency",
            "shipping_address",
            "billing_address",
            "customer",
            "sales_channel")) {
      view.put(name, snapshot.getValue(name));
    }
    JsonArray transactions = snapshot.getJsonArray("gift_card_transactions");
    view.put("gift_card_transactions", transactions == null ? new JsonArray() : transactions);
    EMPTY.forEach(name -> view.put(name, new JsonArray()));
    view.put("draft_order", null);
    view.put("payments", order.payments());
    view.put("refunds", order.refunds());
    return view.mergeIn(totals(order));
  }

  /** As completing its cart answers it. */
  public static JsonObject completion(Order order) {
    JsonObject view = whole(order);
    JsonArray methods = new JsonArray();
    for (Object method : view.getJsonArray("shipping_methods")) {
      JsonObject plain = ((JsonObject) method).copy();
      plain.remove("shipping_option");
      methods.add(plain);
    }
    view.put("shipping_methods", methods);
    BESIDE_COMPLETION.forEach(view::remove);
    return new JsonObject().put("data", view).put("type", "order");
  }

  /**
   * As a customer shows it: the own fields of the order, and of its lines where those are wanted.
   */
  static JsonObject ofCustomer(Order order, Set<String> relations) {
    JsonObject snapshot = order.snapshot();
    JsonObject view =
        new JsonObject()
            .put("object", "order")
            .mergeIn(order.columns())
            .put("billing_address_id", snapshot.getValue("billing_address_id"))
            .put("shipping_address_id", snapshot.getValue("shipping_address_id"));
    for (String address : List.of("shipping_address", "billing_address")) {
      if (relations.contains(address)) {
        view.put(address, snapshot.getValue(address));
      }
    }
    if (relations.contains("items")) {
      view.put("items", plainItems(snapshot));
    }
    return view;
  }

  private static JsonArray plainItems(JsonObject snapshot) {
    JsonArray items = new JsonArray();
    for (Object each : snapshot.getJsonArray("items")) {
      JsonObject item = ((JsonObject) each).copy();
      BESIDE_OWN_FIELDS_OF_LINE.forEach(item::remove);
      items.add(item);
    }
    return items;
  }

  /** The amounts at placement, and what was paid and given back since. */
  private static JsonObject totals(Order order) {
    long paid = 0;
    long refunded = 0;
    for (Object each : order.payments()) {
      JsonObject payment = (JsonObject) each;
      paid += payment.getLong("amount");
      refunded += payment.getLong("amount_refunded");
    }
    return order
        .snapshot()
        .getJsonObject("totals")
        .copy()
        .put("refunded_total", refunded)
        .put("paid_total", paid)
        .put("refundable_amount", paid - refunded);
  }
}
