package dev.tradewind.order.view;

import dev.tradewind.kernel.Timestamps;
import dev.tradewind.order.aftersale.Fulfillment;
import dev.tradewind.order.aftersale.PartOwner;
import dev.tradewind.order.model.Order;
import dev.tradewind.order.model.PaymentView;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.List;

/** JSON view of a fulfillment with its items and tracking links. */
public final class FulfillmentView {

  private FulfillmentView() {}

  /** Fulfillments of the order itself; those of swaps and claims are shown with their owners. */
  static List<Fulfillment> ofOrder(Order order) {
    return order.fulfillments().stream()
        .filter(fulfillment -> fulfillment.owner().equals(PartOwner.ORDER))
        .toList();
  }

  public static JsonObject render(Fulfillment fulfillment) {
    PartOwner owner = fulfillment.owner();
    JsonArray items = new JsonArray();
    fulfillment
        .items()
        .forEach(item ->
            items.add(
                new JsonObject()
                    .put("fulfillment_id", fulfillment.id())
                    .put("item_id", item.lineId())
                    .put("quantity", item.quantity())));
    JsonArray links = new JsonArray();
    fulfillment.trackingLinks().forEach(link -> links.add(trackingLink(fulfillment, link)));
    return new JsonObject()
        .put("id", fulfillment.id())
        .put("created_at", Timestamps.format(fulfillment.createdAt()))
        .put("updated_at", Timestamps.format(fulfillment.updatedAt()))
        .put("claim_order_id", owner.claimIdOrNull())
        .put("swap_id", owner.swapIdOrNull())
        .put("order_id", owner.equals(PartOwner.ORDER) ? fulfillment.orderId() : null)
        .put("no_notification", fulfillment.noNotification())
        .put("provider_id", fulfillment.providerId())
        .put("location_id", fulfillment.locationId())
        // Part of the contract; the numbers are in the tracking links.
        .put("tracking_numbers", new JsonArray())
        .put("data", fulfillment.data())
        .put("shipped_at", PaymentView.time(fulfillment.shippedAt()))
        .put("canceled_at", PaymentView.time(fulfillment.canceledAt()))
        .put("metadata", fulfillment.metadata())
        .putNull("idempotency_key")
        .put("items", items)
        .put("tracking_links", links);
  }

  private static JsonObject trackingLink(Fulfillment fulfillment, Fulfillment.TrackingLink link) {
    return new JsonObject()
        .put("id", link.id())
        .put("created_at", Timestamps.format(link.createdAt()))
        .put("updated_at", Timestamps.format(link.updatedAt()))
        .putNull("deleted_at")
        .put("url", link.url())
        .put("tracking_number", link.trackingNumber())
        .put("fulfillment_id", fulfillment.id())
        .putNull("idempotency_key")
        .put("metadata", link.metadata());
  }
}
