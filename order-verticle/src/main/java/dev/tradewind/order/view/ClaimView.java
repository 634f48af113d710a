package dev.tradewind.order.view;

import dev.tradewind.api.address.Address;
import dev.tradewind.kernel.json.RecordCodec;
import dev.tradewind.order.aftersale.Claim;
import dev.tradewind.order.aftersale.ClaimItem;
import dev.tradewind.order.model.Order;
import dev.tradewind.order.store.OrderLineView;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.lang.invoke.MethodHandles;
import java.util.List;
import java.util.Set;
import java.util.function.Function;

/** JSON view of a claim with its items, additional line items, fulfillments and return. */
final class ClaimView {

  private static final RecordCodec.Writer<Claim> OWN =
      Claim.CODEC
          .writerWithout(
              Set.of("items", "additional_items", "shipping_methods", "shipping_address"))
          .after("updated_at", "deleted_at")
          .after("order_id", "shipping_address_id");

  private static final RecordCodec.Writer<ClaimItem> ITEM =
      ClaimItem.CODEC
          .writerWithout(Set.of("images", "tags"))
          .after("updated_at", "deleted_at", "claim_order_id");

  private static final RecordCodec.Writer<ClaimItem.Image> IMAGE =
      RecordCodec.of(MethodHandles.lookup(), ClaimItem.Image.class)
          .writerWithout(Set.of(), "metadata")
          .after("updated_at", "deleted_at", "claim_item_id");

  private static final RecordCodec.Writer<ClaimItem.Tag> TAG =
      RecordCodec.of(MethodHandles.lookup(), ClaimItem.Tag.class)
          .writerWithout(Set.of(), "metadata")
          .after("updated_at", "deleted_at");

  private ClaimView() {}

  static JsonObject render(Order order, Claim claim) {
    OrderLineView view = OrderLineView.of(claim.owner());
    Address address = claim.shippingAddress();
    return OWN.write(claim)
        .put("shipping_address_id", address == null ? null : address.id())
        .put("additional_items", additionalItems(claim))
        .put("claim_items", array(claim.items(), item -> item(order, claim, item)))
        .put(
            "fulfillments",
            array(
                order.fulfillments().stream()
                    .filter(fulfillment -> fulfillment.owner().equals(claim.owner()))
                    .toList(),
                FulfillmentView::render))
        .put(
            "return_order",
            order.returns().stream()
                .filter(returned -> returned.owner().equals(claim.owner()))
                .findFirst()
                .map(ReturnView::render)
                .orElse(null))
        .put("shipping_address", address == null ? null : address.toJson())
        .put("shipping_methods", array(claim.shippingMethods(), view::render));
  }

  /** Additional line items; none of them is one of an order, swap or edit. */
  static JsonArray additionalItems(Claim claim) {
    OrderLineView view = OrderLineView.of(claim.owner());
    return array(claim.additionalLines(), line -> OrderView.ofPart(view.render(line)));
  }

  private static JsonObject item(Order order, Claim claim, ClaimItem item) {
    return ITEM.write(item)
        .put("claim_order_id", claim.id())
        .put(
            "images",
            array(item.images(), image -> IMAGE.write(image).put("claim_item_id", item.id())))
        .put("tags", TAG.writeAll(item.tags()))
        .put("item", OrderView.line(order, item.lineId()));
  }

  private static <T> JsonArray array(List<T> elements, Function<T, JsonObject> rendered) {
    JsonArray array = new JsonArray();
    elements.forEach(element -> array.add(rendered.apply(element)));
    return array;
  }
}
