package dev.tradewind.order.view;

import dev.tradewind.api.address.Address;
import dev.tradewind.kernel.Timestamps;
import dev.tradewind.order.aftersale.Claim;
import dev.tradewind.order.aftersale.ClaimItem;
import dev.tradewind.order.model.Order;
import dev.tradewind.order.model.PaymentView;
import dev.tradewind.order.store.OrderLineView;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.List;
import java.util.function.Function;

/** JSON view of a claim with its items, additional line items, fulfillments and return. */
final class ClaimView {

  private ClaimView() {}

  static JsonObject render(Order order, Claim claim) {
    OrderLineView view = OrderLineView.of(claim.owner());
    Address address = claim.shippingAddress();
    return new JsonObject()
        .put("id", claim.id())
        .put("created_at", Timestamps.format(claim.createdAt()))
        .put("updated_at", Timestamps.format(claim.updatedAt()))
        .putNull("deleted_at")
        .put("payment_status", claim.paymentStatus().wireName())
        .put("fulfillment_status", claim.fulfillmentStatus().wireName())
        .put("type", claim.type().wireName())
        .put("order_id", claim.orderId())
        .put("shipping_address_id", address == null ? null : address.id())
        .put("refund_amount", claim.refundAmount())
        .put("canceled_at", PaymentView.time(claim.canceledAt()))
        .put("no_notification", claim.noNotification())
        .put("metadata", claim.metadata())
        .put("idempotency_key", claim.idempotencyKey())
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
    return new JsonObject()
        .put("id", item.id())
        .put("created_at", Timestamps.format(item.createdAt()))
        .put("updated_at", Timestamps.format(item.updatedAt()))
        .putNull("deleted_at")
        .put("claim_order_id", claim.id())
        .put("item_id", item.lineId())
        .put("variant_id", item.variantId())
        .put("reason", item.reason())
        .put("note", item.note())
        .put("quantity", item.quantity())
        .put("metadata", item.metadata())
        .put("images", array(item.images(), image -> image(item, image)))
        .put("tags", array(item.tags(), ClaimView::tag))
        .put("item", OrderView.line(order, item.lineId()));
  }

  private static JsonObject image(ClaimItem item, ClaimItem.Image image) {
    return new JsonObject()
        .put("id", image.id())
        .put("created_at", Timestamps.format(image.createdAt()))
        .put("updated_at", Timestamps.format(image.updatedAt()))
        .putNull("deleted_at")
        .put("claim_item_id", item.id())
        .put("url", image.url())
        .putNull("metadata");
  }

  private static JsonObject tag(ClaimItem.Tag tag) {
    return new JsonObject()
        .put("id", tag.id())
        .put("created_at", Timestamps.format(tag.createdAt()))
        .put("updated_at", Timestamps.format(tag.updatedAt()))
        .putNull("deleted_at")
        .put("value", tag.value())
        .putNull("metadata");
  }

  private static <T> JsonArray array(List<T> elements, Function<T, JsonObject> rendered) {
    JsonArray array = new JsonArray();
    elements.forEach(element -> array.add(rendered.apply(element)));
    return array;
  }
}
