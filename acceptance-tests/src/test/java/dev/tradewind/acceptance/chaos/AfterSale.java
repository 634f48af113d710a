package dev.tradewind.acceptance.chaos;

import io.vertx.core.json.JsonObject;
import org.jspecify.annotations.Nullable;

/**
 * Order after the sale from the point of view of staff.
 *
 * @param end what the order shows at the end; absent if staff gave up
 * @param said the last answer
 */
record AfterSale(
    String orderId,
    Goal goal,
    boolean isCapturedFirst,
    int retries,
    @Nullable End end,
    String said) {

  /** Aim of staff with an order. */
  enum Goal {
    /** Captured, fulfilled, shipped and completed. */
    SHIPPED,
    /** Shipped, with an amount paid back by hand. */
    REFUNDED,
    /** Shipped, with some units returned, received and paid back. */
    RETURNED,
    /** Fulfilled, with the fulfillments and then the order canceled. */
    CANCELED
  }

  /**
   * Units of the line item and money paid back.
   *
   * @param refunded includes refunds that the provider has not confirmed yet
   */
  record End(long fulfilled, long shipped, long returned, long refunded, boolean isCanceled) {

    /** The end that an order with one line item shows to staff. */
    static End of(JsonObject order, long refunded) {
      JsonObject item = order.getJsonArray("items").getJsonObject(0);
      return new End(
          units(item, "fulfilled_quantity"),
          units(item, "shipped_quantity"),
          units(item, "returned_quantity"),
          refunded,
          "canceled".equals(order.getString("status")));
    }

    private static long units(JsonObject item, String name) {
      Long units = item.getLong(name);
      return units == null ? 0 : units;
    }
  }

  boolean isDone() {
    return end != null;
  }
}
