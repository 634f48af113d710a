package dev.tradewind.api.order;

import dev.tradewind.kernel.resource.Columns;

/** Own columns of the resources of the order verticle, published for views. */
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

  /** Of a line item, in carts and orders alike. */
  public static final Columns LINE_ITEM =
      Columns.base()
          .text(
              "cart_id",
              "order_id",
              "swap_id",
              "claim_order_id",
              "original_item_id",
              "order_edit_id",
              "title",
              "description",
              "thumbnail")
          .booleans("is_return", "is_giftcard", "should_merge", "allow_discounts", "has_shipping")
          .bigints("unit_price")
          .text("variant_id")
          .integers("quantity", "fulfilled_quantity", "returned_quantity", "shipped_quantity")
          .json("metadata")
          .booleans("includes_tax");

  private OrderColumns() {}
}
