package dev.tradewind.order.aftersale;

import dev.tradewind.kernel.json.JsonInline;
import dev.tradewind.kernel.json.JsonName;
import dev.tradewind.kernel.json.RecordCodec;
import io.soabase.recordbuilder.core.RecordBuilder;
import io.vertx.core.json.JsonObject;
import java.lang.invoke.MethodHandles;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Fulfillment: units of line items that a fulfillment provider prepares and ships. A shipment is
 * the time at which it left, with its tracking links.
 *
 * @param orderId of the order, which is also the order of its swaps and claims
 * @param items one per line item
 * @param data of its provider
 * @param shippedAt absent until it is shipped; then it can not be canceled
 * @param noNotification whether the customer is not notified; absent: the order decides
 */
@RecordBuilder
public record Fulfillment(
    String id,
    Instant createdAt,
    Instant updatedAt,
    @JsonInline PartOwner owner,
    String orderId,
    @Nullable Boolean noNotification,
    String providerId,
    @Nullable String locationId,
    JsonObject data,
    @Nullable Instant shippedAt,
    @Nullable Instant canceledAt,
    @Nullable JsonObject metadata,
    List<Item> items,
    List<TrackingLink> trackingLinks) {

  /** Codec of its row, with its parts. */
  public static final RecordCodec<Fulfillment> CODEC =
      RecordCodec.of(MethodHandles.lookup(), Fulfillment.class, PartOwner.FORM);

  /** Units of one line item. */
  public record Item(@JsonName("item_id") String lineId, long quantity) {}

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
    return FulfillmentBuilder.builder(this).id(partId).providerId(provider).items(units).build();
  }

  public boolean isShipped() {
    return shippedAt != null;
  }

  public boolean isCanceled() {
    return canceledAt != null;
  }
}
