package dev.tradewind.storefront.answer;

import dev.tradewind.spi.OrderTimeline;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Swap of an order.
 *
 * @param payment of the difference; absent without one
 * @param returnOrder the units that come back
 * @param additionalItems the line items that are sent for them
 */
public record Swap(
    @Nullable String cartId,
    @Nullable Instant confirmedAt,
    @Nullable Instant canceledAt,
    String paymentStatus,
    String fulfillmentStatus,
    Order.@Nullable Payment payment,
    @Nullable Return returnOrder,
    List<Sent> additionalItems) {

  /** Line item that a swap or a claim sends. */
  public record Sent(
      String id,
      String title,
      @Nullable String description,
      int quantity,
      @Nullable Integer fulfilledQuantity,
      @Nullable Integer returnedQuantity) {

    /** Title with the description. */
    public String name() {
      return OrderTimeline.name(title, description);
    }
  }

  /** Swap that was just requested, with the cart of its checkout. */
  public record Created(String cartId) {}

  /** Whether its checkout is not finished. */
  public boolean isOpen() {
    return confirmedAt == null && canceledAt == null;
  }

  /** Units that come back. */
  public List<Return.Item> returned() {
    return returnOrder == null ? List.of() : returnOrder.items();
  }

  /** Variant of the texts of its payment status. */
  public String paymentVariant() {
    return Order.Payment.variant(payment == null ? List.of() : List.of(payment));
  }

  /** Units of a line item that it settles without bringing them back. */
  int notComingBack(String lineId) {
    if (canceledAt != null || returnOrder == null) {
      return 0;
    }
    return Math.max(0, returnOrder.requested(lineId) - returnOrder.back(lineId));
  }
}
