package dev.tradewind.order.model;

import dev.tradewind.kernel.resource.Resource;
import dev.tradewind.kernel.resource.Selection;
import dev.tradewind.kernel.resource.View;
import dev.tradewind.kernel.resource.query.ListDefinition;

/** Resource descriptor of draft orders. */
public final class DraftOrderResource {

  public static final Resource DRAFT =
      Resource.table("draft_order")
          .base()
          .text("status", "display_id", "cart_id", "order_id")
          .timestamps("canceled_at", "completed_at")
          .booleans("no_notification_order")
          .text("idempotency_key")
          .json("metadata")
          .text("cart_email")
          .counted()
          .build();

  public static final Selection WHOLE = Selection.of(DRAFT);

  public static final ListDefinition LISTING =
      ListDefinition.of(View.of(DRAFT), 50)
          .filter("status", "created_at", "updated_at")
          .indexedSearch("t.search ILIKE {}")
          .shortSearch(OrderResource.SHORT_SEARCH)
          .keysFirst()
          .sortable("display_id", "t.display_number")
          .build();

  private DraftOrderResource() {}
}
