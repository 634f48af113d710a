package dev.tradewind.order.aftersale;

import dev.tradewind.kernel.json.JsonInline;
import dev.tradewind.kernel.json.JsonName;
import dev.tradewind.kernel.json.RecordCodec;
import dev.tradewind.order.line.OrderShippingMethod;
import io.soabase.recordbuilder.core.RecordBuilder;
import io.vertx.core.json.JsonObject;
import java.lang.invoke.MethodHandles;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Return: units of line items that the customer sends back.
 *
 * @param orderId of the order, which is also the order of its swaps and claims
 * @param refundAmount in the smallest unit of the currency; swaps and claims settle their money
 *     themselves
 * @param shippingMethod absent if the customer sends the goods on their own
 * @param shippingData of the fulfillment provider; absent without shipping method
 * @param noNotification whether the customer is not notified; absent: the default of the shop
 * @param idempotencyKey of the request
 */
@RecordBuilder
public record Return(
    String id,
    Instant createdAt,
    Instant updatedAt,
    ReturnStatus status,
    @JsonInline PartOwner owner,
    String orderId,
    @Nullable String locationId,
    @Nullable JsonObject shippingData,
    long refundAmount,
    @Nullable Instant receivedAt,
    @Nullable Boolean noNotification,
    @Nullable JsonObject metadata,
    @Nullable String idempotencyKey,
    List<Item> items,
    @Nullable OrderShippingMethod shippingMethod) {

  /** Codec of its row, with its parts. */
  public static final RecordCodec<Return> CODEC =
      RecordCodec.of(MethodHandles.lookup(), Return.class, PartOwner.FORM);

  /**
   * Units of one line item.
   *
   * @param quantity as requested, and as received once the goods came back
   * @param isRequested false if it was not requested, or came in another quantity
   * @param requestedQuantity absent if it came without a request
   * @param receivedQuantity absent until the goods came back
   * @param reason as its resource shows it; absent without one, or if it was deleted
   */
  @RecordBuilder
  public record Item(
      @JsonName("item_id") String lineId,
      long quantity,
      boolean isRequested,
      @Nullable Long requestedQuantity,
      @Nullable Long receivedQuantity,
      @Nullable String reasonId,
      @Nullable JsonObject reason,
      @Nullable String note,
      @Nullable JsonObject metadata) {

    /** The same item once that many units came back. */
    public Item received(long units) {
      return ReturnItemBuilder.builder(this)
          .quantity(units)
          .isRequested(requestedQuantity != null && requestedQuantity == units)
          .receivedQuantity(units)
          .build();
    }
  }

  public Return {
    items = List.copyOf(items);
  }

  /** Units of a line item, as requested, and as received once the goods came back. */
  public long units(String lineId) {
    return items.stream()
        .filter(item -> item.lineId().equals(lineId))
        .mapToLong(Item::quantity)
        .sum();
  }

  /** Units of a line item that were asked for. */
  public long requestedUnits(String lineId) {
    return items.stream()
        .filter(item -> item.lineId().equals(lineId))
        .map(Item::requestedQuantity)
        .filter(Objects::nonNull)
        .mapToLong(Long::longValue)
        .sum();
  }

  /** Whether its units are still expected, and so cannot be returned a second time. */
  public boolean isOpen() {
    return status.canBecome(ReturnStatus.RECEIVED);
  }

  public boolean isCanceled() {
    return status == ReturnStatus.CANCELED;
  }
}
