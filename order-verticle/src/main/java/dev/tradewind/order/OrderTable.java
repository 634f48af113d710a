package dev.tradewind.order;

import static dev.tradewind.kernel.resource.Relation.toMany;

import dev.tradewind.kernel.resource.Listing;
import dev.tradewind.kernel.resource.Resource;
import dev.tradewind.kernel.resource.View;

/** The tables of orders as lists read them; how an answer shows an order is {@link OrderView}. */
final class OrderTable {

  private static final Resource PAYMENT =
      Resource.table("payment")
          .base()
          .text("cart_id", "order_id")
          .bigints("amount")
          .text("currency_code")
          .bigints("amount_refunded")
          .text("provider_id")
          .json("data")
          .timestamps("captured_at", "canceled_at")
          .json("metadata")
          .text("idempotency_key")
          .build();

  private static final Resource REFUND =
      Resource.table("refund")
          .base()
          .text("order_id", "payment_id")
          .bigints("amount")
          .text("note", "reason")
          .json("metadata")
          .text("idempotency_key")
          .build();

  /** Own fields in the order in which answers show them, and the snapshot. */
  static final Resource ORDER =
      Resource.table("\"order\"")
          .base()
          .text("status", "fulfillment_status", "payment_status")
          .bigints("display_id")
          .text("cart_id", "customer_id", "email", "region_id", "currency_code")
          .numbers("tax_rate")
          .text("draft_order_id")
          .timestamps("canceled_at")
          .json("metadata")
          .booleans("no_notification")
          .text("idempotency_key", "external_id", "sales_channel_id")
          .json("snapshot")
          .relation(toMany("payments", () -> PAYMENT, "order_id", "t.created_at, t.id"))
          .relation(toMany("refunds", () -> REFUND, "order_id", "t.created_at, t.id"))
          .build();

  private static final View WHOLE = View.of(ORDER, "payments", "refunds");

  // A search that is rare among many orders must not be looked for order by order, the latest
  // first, until a page is full: the index names the few that match.
  private static final String SEARCH =
      """
      t.id = ANY(ARRAY(SELECT found.id FROM "order" AS found WHERE found.search ILIKE {}))\
      """;

  static final Listing ADMIN_LISTING =
      Listing.of(WHOLE, 50)
          .filter(
              "id",
              "status",
              "fulfillment_status",
              "payment_status",
              "display_id",
              "cart_id",
              "customer_id",
              "email",
              "region_id",
              "currency_code",
              "tax_rate",
              "sales_channel_id",
              "canceled_at",
              "created_at",
              "updated_at")
          .search(SEARCH)
          .build();

  /** A customer's own orders; the latest first, and in no other order. */
  static final Listing CUSTOMER_LISTING =
      Listing.of(WHOLE, 10)
          .filter(
              "id",
              "status",
              "fulfillment_status",
              "payment_status",
              "display_id",
              "cart_id",
              "email",
              "region_id",
              "currency_code",
              "tax_rate",
              "created_at",
              "updated_at",
              "canceled_at")
          .search(SEARCH)
          .build();

  private OrderTable() {}
}
