package dev.tradewind.acceptance.chaos.load;

import io.vertx.core.json.JsonObject;
import org.jspecify.annotations.Nullable;

/**
 * Order after the sale from the point of view of staff.
 *
 * @param end what the order shows at the end; absent if staff gave up
 * @param said the last answer
 */
public record AfterSale(
    String orderId,
    Goal goal,
    boolean isCapturedFirst,
    int retries,
    @Nullable End end,
    String said) {

  /** Aim of staff with an order. */
  public enum Goal {
    /** Captured, fulfilled, shipped and completed. */
    SHIPPED,
    /** Shipped, with an amount paid back by hand. */
    REFUNDED,
    /** Shipped, with some units returned, received and paid back. */
    RETURNED,
    /** Fulfilled, with the fulfillments and then the order canceled. */
    CANCELED,
    /** Shipped, with a unit swapped, the difference settled, and the unit received. */
    SWAPPED,
    /** Shipped, with a unit claimed, and refunded or replaced. */
    CLAIMED,
    /**
     * Fulfilled in part, with a line item added by an edit that the customer pays and completes.
     */
    EDITED
  }

  /**
   * Units of the line items and money paid back.
   *
   * @param refunded includes refunds that the provider has not confirmed yet
   */
  public record End(
      long fulfilled, long shipped, long returned, long refunded, boolean isCanceled) {

    /** The end that an order shows to staff. */
    public static End of(JsonObject order, long refunded) {
      return new End(
          units(order, "fulfilled_quantity"),
          units(order, "shipped_quantity"),
          units(order, "returned_quantity"),
          refunded,
          "canceled".equals(order.getString("status")));
    }

    private static long units(JsonObject order, String name) {
      return order.getJsonArray("items").stream()
          .map(JsonObject.class::cast)
          .mapToLong(item -> item.getLong(name) == null ? 0 : item.getLong(name))
          .sum();
    }
  }

  public boolean isDone() {
    return end != null;
  }
}
