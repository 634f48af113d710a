package dev.tradewind.order.model;

import static dev.tradewind.kernel.resource.Relation.toMany;

import dev.tradewind.api.order.OrderColumns;
import dev.tradewind.kernel.resource.Resource;
import dev.tradewind.kernel.resource.View;
import dev.tradewind.kernel.resource.query.ListDefinition;
import dev.tradewind.order.view.OrderView;

/** Resource descriptors of orders for lists; responses are rendered by {@link OrderView}. */
public final class OrderResource {

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

  /** Own fields in the order of the response, and the snapshot. */
  public static final Resource ORDER =
      Resource.table("\"order\"")
          .columns(OrderColumns.ORDER)
          .json("snapshot")
          .relation(toMany("payments", () -> PAYMENT, "order_id", "t.created_at, t.id"))
          .relation(toMany("refunds", () -> REFUND, "order_id", "t.created_at, t.id"))
          .build();

  public static final View WHOLE = View.of(ORDER, "payments", "refunds");

  private static final String SEARCH = "t.search ILIKE {}";

  public static final ListDefinition ADMIN_LISTING =
      ListDefinition.of(WHOLE, 50)
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
          .keysFirst()
          .build();

  /** Orders of one customer, latest first unless sorted otherwise. */
  public static final ListDefinition CUSTOMER_LISTING =
      ListDefinition.of(WHOLE, 10)
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
          .keysFirst()
          .build();

  private OrderResource() {}
}
