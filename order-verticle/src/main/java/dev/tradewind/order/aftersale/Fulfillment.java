package dev.tradewind.order.aftersale;

import io.vertx.core.json.JsonObject;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Fulfillment: units of line items that a fulfillment provider prepares and ships. A shipment is
 * the time at which it left, with its tracking links.
 *
 * @param orderId of the order, which is also that of its swaps and claims
 * @param items one per line item
 * @param data of its provider
 * @param shippedAt absent until it is shipped; then it can not be canceled
 * @param noNotification whether the customer is not notified; absent: the order decides
 */
public record Fulfillment(
    String id,
    Instant createdAt,
    Instant updatedAt,
    String orderId,
    PartOwner owner,
    String providerId,
    @Nullable String locationId,
    List<Item> items,
    List<TrackingLink> trackingLinks,
    JsonObject data,
    @Nullable Instant shippedAt,
    @Nullable Instant canceledAt,
    @Nullable Boolean noNotification,
    @Nullable JsonObject metadata) {

  /** Units of one line item. */
  public record Item(String lineId, long quantity) {}

  /**
   * Tracking number of a parcel.
   *
   * @param url of the carrier's page
   */
  public record TrackingLink(
      String id,
      Instant createdAt,
      Instant updatedAt,
      String trackingNumber,
      @Nullable String url,
      @Nullable JsonObject metadata) {}

  public Fulfillment {
    items = List.copyOf(items);
    trackingLinks = List.copyOf(trackingLinks);
  }

  /** Fulfillment of some of the units by that provider. */
  public Fulfillment of(String partId, String provider, List<Item> units) {
    return new Fulfillment(
        partId,
        createdAt,
        updatedAt,
        orderId,
        owner,
        provider,
        locationId,
        units,
        trackingLinks,
        data,
        shippedAt,
        canceledAt,
        noNotification,
        metadata);
  }

  public boolean isShipped() {
    return shippedAt != null;
  }

  public boolean isCanceled() {
    return canceledAt != null;
  }
}
