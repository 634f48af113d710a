package dev.tradewind.storefront.answer;

import java.time.Instant;
import java.util.List;

/**
 * Page of the list of a customer's orders.
 *
 * @param count of all orders of the customer
 */
public record OrderList(List<Entry> orders, int count) {

  /** Order of the list. */
  public record Entry(
      String id,
      int displayId,
      Instant createdAt,
      String paymentStatus,
      String fulfillmentStatus,
      String currencyCode,
      long total,
      List<Order.Payment> payments) {

    /** Variant of the texts of its payment status. */
    public String paymentVariant() {
      return Order.Payment.variant(payments);
    }
  }
}
