package dev.tradewind.model.order;

import dev.tradewind.kernel.resource.Columns;

/** Own columns of the resources of the order verticle, published for what shows them. */
public final class OrderColumns {

  public static final Columns ORDER =
      Columns.base()
          .text("status", "fulfillment_status", "payment_status")
          .bigints("display_id")
          .text("cart_id", "customer_id", "email", "region_id", "currency_code")
          .numbers("tax_rate")
          .text("draft_order_id")
          .timestamps("canceled_at")
          .json("metadata")
          .booleans("no_notification")
          .text("idempotency_key", "external_id", "sales_channel_id");

  private OrderColumns() {}
}
