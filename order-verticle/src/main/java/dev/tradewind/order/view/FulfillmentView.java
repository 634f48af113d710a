package dev.tradewind.order.view;

import dev.tradewind.kernel.json.RecordCodec;
import dev.tradewind.order.aftersale.Fulfillment;
import dev.tradewind.order.aftersale.PartOwner;
import dev.tradewind.order.model.Order;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.lang.invoke.MethodHandles;
import java.util.List;
import java.util.Set;

/** JSON view of a fulfillment with its items and tracking links. */
public final class FulfillmentView {

  private static final RecordCodec.Writer<Fulfillment> OWN =
      Fulfillment.CODEC
          .writerWithout(Set.of("swap_id", "items", "tracking_links"), "idempotency_key")
          .after("claim_order_id", "swap_id")
          .after("location_id", "tracking_numbers");

  private static final RecordCodec.Writer<Fulfillment.TrackingLink> TRACKING_LINK =
      RecordCodec.of(MethodHandles.lookup(), Fulfillment.TrackingLink.class)
          .writer(
              List.of(
                  "id",
                  "created_at",
                  "updated_at",
                  "deleted_at",
                  "url",
                  "tracking_number",
                  "fulfillment_id",
                  "idempotency_key",
                  "metadata"));

  private FulfillmentView() {}

  /**
   * Fulfillments of the order itself; fulfillments of swaps and claims are shown with their owners.
   */
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
    JsonArray links = TRACKING_LINK.writeAll(fulfillment.trackingLinks());
    links.forEach(link -> ((JsonObject) link).put("fulfillment_id", fulfillment.id()));
    return OWN.write(fulfillment)
        .put("order_id", owner.equals(PartOwner.ORDER) ? fulfillment.orderId() : null)
        // Part of the contract; the numbers are in the tracking links.
        .put("tracking_numbers", new JsonArray())
        .put("items", items)
        .put("tracking_links", links);
  }
}
