package dev.tradewind.storefront.answer;

import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Return of an order, or of one of its swaps and claims. */
public record Return(String id, String status, long refundAmount, List<Item> items) {

  private static final String CANCELED = "canceled";

  private static final Set<String> OPEN = Set.of("requested", "requires_action");

  /** Reason among which shoppers choose. */
  public record Reason(String id, String label) {}

  /** Units of a line item, as requested, and as received once they came back. */
  public record Item(String itemId, int quantity, @Nullable Integer requestedQuantity) {}

  /** Whether its units are still expected. */
  public boolean isOpen() {
    return OPEN.contains(status);
  }

  /** Units of a line item that come or came back with it. */
  int back(String lineId) {
    return status.equals(CANCELED) ? 0 : units(lineId);
  }

  int units(String lineId) {
    return items.stream()
        .filter(item -> item.itemId().equals(lineId))
        .mapToInt(Item::quantity)
        .sum();
  }

  int requested(String lineId) {
    return items.stream()
        .filter(item -> item.itemId().equals(lineId) && item.requestedQuantity() != null)
        .mapToInt(Item::requestedQuantity)
        .sum();
  }
}
