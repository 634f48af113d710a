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

  /** Amounts of a line item, computed for carts and stored with orders. */
  public static final Columns STORED_LINE_AMOUNTS =
      Columns.none()
          .bigints(
              "subtotal",
              "discount_total",
              "total",
              "original_total",
              "original_tax_total",
              "tax_total")
          .numbers("raw_discount_total")
          .bigints("refundable");

  /** Amounts of a line item as shown. */
  public static final Columns LINE_AMOUNTS = STORED_LINE_AMOUNTS.bigints("gift_card_total");

  public static final Columns SHIPPING_METHOD =
      Columns.none()
          .text(
              "id",
              "shipping_option_id",
              "order_id",
              "claim_order_id",
              "cart_id",
              "swap_id",
              "return_id")
          .bigints("price")
          .json("data")
          .booleans("includes_tax")
          .bigints("original_total", "total", "subtotal", "original_tax_total", "tax_total");

  /** Amounts of carts and orders. */
  public static final Columns AMOUNTS =
      Columns.none()
          .bigints("subtotal", "discount_total")
          .numbers("raw_discount_total")
          .bigints(
              "item_tax_total",
              "shipping_total",
              "shipping_tax_total",
              "tax_total",
              "gift_card_total",
              "gift_card_tax_total",
              "refunded_total",
              "refundable_amount",
              "total");

  /** Own fields of an order as shown, with its amounts. */
  public static final Columns SHOWN_ORDER =
      Columns.none()
          .text("object")
          .and(
              ORDER.insertedAfter(
                  "email", Columns.none().text("billing_address_id", "shipping_address_id")))
          .and(AMOUNTS)
          .bigints("paid_total");

  public static final Columns DRAFT_ORDER =
      Columns.base()
          .text("status", "display_id", "cart_id", "order_id")
          .timestamps("canceled_at", "completed_at")
          .booleans("no_notification_order")
          .text("idempotency_key")
          .json("metadata")
          .timestamps("deleted_at");

  public static final Columns PAYMENT =
      Columns.base()
          .text("swap_id", "cart_id", "order_id")
          .bigints("amount")
          .text("currency_code")
          .bigints("amount_refunded")
          .text("provider_id")
          .json("data")
          .timestamps("captured_at", "canceled_at")
          .json("metadata")
          .text("idempotency_key");

  public static final Columns PAYMENT_COLLECTION =
      Columns.base()
          .timestamps("deleted_at")
          .text("type", "status", "description")
          .bigints("amount", "authorized_amount")
          .text("region_id", "currency_code")
          .json("metadata")
          .text("created_by");

  /** Own fields of an order edit as shown, with its amounts. */
  public static final Columns ORDER_EDIT =
      Columns.none()
          .text("id")
          .timestamps("created_at")
          .text("order_id", "internal_note", "created_by", "requested_by")
          .timestamps("requested_at")
          .text("confirmed_by")
          .timestamps("confirmed_at")
          .text("declined_by", "declined_reason")
          .timestamps("declined_at")
          .text("canceled_by")
          .timestamps("canceled_at")
          .text("payment_collection_id", "status")
          .bigints(
              "subtotal",
              "discount_total",
              "shipping_total",
              "tax_total",
              "gift_card_total",
              "gift_card_tax_total",
              "total",
              "difference_due");

  private OrderColumns() {}
}
