package dev.tradewind.order.model;

import dev.tradewind.api.order.OrderColumns;
import dev.tradewind.kernel.resource.Resource;
import dev.tradewind.kernel.resource.View;
import dev.tradewind.kernel.resource.query.ListDefinition;

/**
 * Resource descriptor of orders for lists. The parts of a page are one further statement, and
 * responses are rendered by {@code OrderView}.
 */
public final class OrderResource {

  /** Own fields in the order of the response, and the snapshot. */
  public static final Resource ORDER =
      Resource.table("\"order\"").columns(OrderColumns.ORDER).json("snapshot").counted().build();

  private static final View WHOLE = View.of(ORDER);

  private static final String SEARCH = "t.search ILIKE {}";

  /** One or two characters find the beginnings of the searched texts, which are lines. */
  static final String SHORT_SEARCH =
      "t.search ILIKE ({}::text || '%') OR t.search ILIKE (E'%\\n' || {}::text || '%')";

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
          .indexedSearch(SEARCH)
          .shortSearch(SHORT_SEARCH)
          .keysFirst()
          .declaredFields("order")
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
          .indexedSearch(SEARCH)
          .shortSearch(SHORT_SEARCH)
          .keysFirst()
          .publicFields("order")
          .build();

  private OrderResource() {}
}
