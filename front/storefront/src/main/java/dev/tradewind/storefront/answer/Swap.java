package dev.tradewind.storefront.answer;

import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Swap of an order.
 *
 * @param returnOrder the units that come back
 * @param additionalItems the line items that are sent for them
 */
public record Swap(
    @Nullable String cartId,
    @Nullable Instant confirmedAt,
    @Nullable Instant canceledAt,
    String paymentStatus,
    String fulfillmentStatus,
    @Nullable Return returnOrder,
    List<Sent> additionalItems) {

  /** Return of a swap. */
  public record Return(List<Item> items) {

    /** Units of a line item of the order. */
    public record Item(String itemId, int quantity) {}
  }

  /** Line item that is sent. */
  public record Sent(String title, @Nullable String description, int quantity) {

    /** Title with the description. */
    public String name() {
      return LineItem.name(title, description);
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
}
