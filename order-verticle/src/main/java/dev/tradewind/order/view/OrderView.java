package dev.tradewind.order.view;

import dev.tradewind.api.address.Address;
import dev.tradewind.api.discount.GiftCard;
import dev.tradewind.api.order.OrderRegion;
import dev.tradewind.api.order.ResourceDocument;
import dev.tradewind.kernel.json.JsonArrays;
import dev.tradewind.order.aftersale.OwnedGoods;
import dev.tradewind.order.line.OrderLine;
import dev.tradewind.order.model.DraftOrder;
import dev.tradewind.order.model.Order;
import dev.tradewind.order.model.OrderAmounts;
import dev.tradewind.order.model.OrderSnapshot;
import dev.tradewind.order.model.Payment;
import dev.tradewind.order.model.Refund;
import dev.tradewind.order.store.OrderDocument;
import dev.tradewind.order.store.OrderLineView;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** JSON view of an order; {@link OrderViews} lists the selectable parts. */
public final class OrderView {

  /** Relations that a line item of an order has only as a part of something else. */
  private static final List<String> ABSENT_OF_LINE = List.of("swap", "claim_order");

  private static final List<String> ABSENT_OF_METHOD =
      List.of("claim_order", "swap", "return_order");

  private OrderView() {}

  /**
   * Returnable line items of the order, its swaps and its claims: some units were shipped and not
   * returned.
   */
  public static JsonArray returnableItems(JsonObject whole) {
    JsonArray returnable = new JsonArray();
    addReturnable(whole.getJsonArray("items"), returnable);
    for (String parts : List.of("swaps", "claims")) {
      for (JsonObject part : JsonArrays.objects(whole.getJsonArray(parts, new JsonArray()))) {
        addReturnable(part.getJsonArray("additional_items"), returnable);
      }
    }
    return returnable;
  }

  private static void addReturnable(JsonArray items, JsonArray returnable) {
    for (Object each : items) {
      JsonObject item = (JsonObject) each;
      if (number(item, "returned_quantity") < number(item, "shipped_quantity")) {
        returnable.add(item);
      }
    }
  }

  /** Line item of a swap or claim, without relations to others. */
  static JsonObject ofPart(JsonObject line) {
    return withNull(line.putNull("gift_card_total"), ABSENT_OF_LINE).putNull("order_edit");
  }

  /** Line item of the order, its swaps or its claims, without its backward relations. */
  static @Nullable JsonObject line(Order order, String lineId) {
    for (OwnedGoods goods : order.goods()) {
      OrderLine line = goods.findLine(lineId).orElse(null);
      if (line != null) {
        if (goods.isPart()) {
          return OrderLineView.of(goods.owner()).render(line);
        }
        return new OrderLineView(order.id(), order.cartId()).render(line);
      }
    }
    return null;
  }

  private static long number(JsonObject item, String member) {
    Long value = item.getLong(member);
    return value == null ? 0 : value;
  }

  /** Order with all fields, relations and amounts, for a provider. */
  public static JsonObject whole(Order order) {
    return whole(order, null, true);
  }

  /** The same with the line items, shipping methods and address of these goods of it. */
  public static JsonObject ofGoods(Order order, OwnedGoods goods) {
    JsonObject whole = whole(order);
    if (goods.isPart()) {
      OrderLineView view = OrderLineView.of(goods.owner());
      Address address = goods.shippingAddress();
      whole
          .put("items", array(goods.lines(), view::render))
          .put("shipping_methods", array(goods.shippingMethods(), view::render))
          .put("shipping_address", address == null ? null : address.toJson());
    }
    return whole;
  }

  /** Own fields of an order, without relations and amounts. */
  public static JsonObject own(Order order) {
    return new JsonObject()
        .put("object", "order")
        .mergeIn(OrderDocument.own(order))
        .put("billing_address_id", addressId(order.snapshot().billingAddress()))
        .put("shipping_address_id", addressId(order.snapshot().shippingAddress()));
  }

  /**
   * Order with all fields and amounts, and the relations that it has itself.
   *
   * @param region its present region with the relations of that; absent if it was deleted
   */
  static JsonObject whole(Order order, @Nullable JsonObject region, boolean isForStaff) {
    OrderSnapshot snapshot = order.snapshot();
    OrderLineView view = new OrderLineView(order.id(), order.cartId());
    ResourceDocument channel = snapshot.salesChannel();
    JsonObject sold = regionAsSold(snapshot.region(), region);
    JsonArray cards = giftCards(snapshot, sold, isForStaff);
    JsonObject whole =
        new JsonObject()
            .put("object", "order")
            .mergeIn(OrderDocument.own(order))
            .put("shipping_address_id", addressId(snapshot.shippingAddress()))
            .put("billing_address_id", addressId(snapshot.billingAddress()))
            .put("discounts", OrderDocument.discounts(snapshot))
            .put("gift_cards", cards)
            .put(
                "items",
                array(
                    snapshot.lines(),
                    line ->
                        withNull(view.render(line).putNull("gift_card_total"), ABSENT_OF_LINE)
                            .put("order_edit", editOf(order, line, isForStaff))))
            .put(
                "shipping_methods",
                array(
                    snapshot.shippingMethods(),
                    method -> withNull(view.render(method), ABSENT_OF_METHOD)))
            .put("region", sold)
            .put("currency", snapshot.region().currency())
            .put("shipping_address", address(snapshot.shippingAddress(), sold))
            .put("billing_address", address(snapshot.billingAddress(), sold))
            .put("customer", snapshot.customer().json())
            .put("sales_channel", channel == null ? null : channel.json())
            .put("gift_card_transactions", transactions(snapshot, order.id(), cards));
    return whole
        .put("swaps", array(order.swaps(), swap -> SwapView.render(order, swap)))
        .put("claims", array(order.claims(), claim -> ClaimView.render(order, claim)))
        .put("returnable_items", returnableItems(whole))
        .put("payments", array(order.payments(), Payment::view))
        .put("refunds", array(order.refunds(), Refund.CODEC::write))
        .put("fulfillments", array(FulfillmentView.ofOrder(order), FulfillmentView::render))
        .put("returns", array(ReturnView.ofOrder(order), ReturnView::render))
        .put("edits", array(order.edits(), edit -> OrderEditView.own(edit, isForStaff)))
        .mergeIn(OrderAmounts.CODEC.write(snapshot.amounts()))
        .put("refunded_total", order.refundedTotal())
        .put("paid_total", order.paidTotal())
        .put("refundable_amount", order.paidTotal() - order.refundedTotal());
  }

  /** Edit that made a line, if any. */
  private static @Nullable JsonObject editOf(Order order, OrderLine line, boolean isForStaff) {
    return order.edits().stream()
        .filter(edit -> edit.id().equals(line.details().orderEditId()))
        .findFirst()
        .map(edit -> OrderEditView.own(edit, isForStaff))
        .orElse(null);
  }

  /** The region as it was sold in, with the present relations of the region. */
  private static JsonObject regionAsSold(OrderRegion sold, @Nullable JsonObject current) {
    JsonObject region = sold.document().copy();
    if (current != null) {
      current.forEach(member -> {
        if (!region.containsKey(member.getKey())) {
          region.put(member.getKey(), member.getValue());
        }
      });
    }
    return region;
  }

  private static JsonArray giftCards(
      OrderSnapshot snapshot, JsonObject region, boolean isForStaff) {
    return array(
        snapshot.giftCards(),
        card -> {
          JsonObject selection = card.json().copy();
          if (region.getString("id").equals(selection.getString("region_id"))) {
            selection.put("region", region);
          }
          return GiftCard.withOrder(selection, isForStaff);
        });
  }

  private static JsonArray transactions(OrderSnapshot snapshot, String orderId, JsonArray cards) {
    JsonArray transactions = OrderDocument.transactions(snapshot, orderId);
    for (Object each : transactions) {
      JsonObject transaction = (JsonObject) each;
      cards.stream()
          .map(JsonObject.class::cast)
          .filter(card -> card.getString("id").equals(transaction.getString("gift_card_id")))
          .findFirst()
          .ifPresent(card -> transaction.put("gift_card", card));
    }
    return transactions;
  }

  private static JsonObject withNull(JsonObject selection, List<String> names) {
    names.forEach(selection::putNull);
    return selection;
  }

  /**
   * Order that is about to be placed; its region has come with the relations.
   *
   * @param draft the draft order that it completes
   */
  public static JsonObject placed(Order order, @Nullable DraftOrder draft) {
    return whole(order, null, false)
        .put("draft_order", draft == null ? null : DraftOrderView.own(draft));
  }

  public static JsonObject completion(JsonObject order) {
    return new JsonObject().put("data", order).put("type", "order");
  }

  private static @Nullable String addressId(@Nullable Address address) {
    return address == null ? null : address.id();
  }

  /** Address with its country, if that belongs to the region. */
  private static @Nullable JsonObject address(@Nullable Address address, JsonObject region) {
    if (address == null) {
      return null;
    }
    JsonObject selection = address.toJson();
    String code = address.countryCode();
    if (code == null) {
      return selection.putNull("country");
    }
    JsonArrays.objects(region.getJsonArray("countries")).stream()
        .filter(country -> code.equals(country.getString("iso_2")))
        .findFirst()
        .ifPresent(country -> selection.put("country", country));
    return selection;
  }

  private static <T> JsonArray array(List<T> elements, Function<T, JsonObject> rendered) {
    JsonArray array = new JsonArray();
    elements.forEach(element -> array.add(rendered.apply(element)));
    return array;
  }
}
