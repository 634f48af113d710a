package dev.tradewind.order;

import dev.tradewind.kernel.resource.Listing;
import dev.tradewind.kernel.resource.Resource;
import dev.tradewind.kernel.resource.Selection;
import dev.tradewind.kernel.resource.View;

/** The table of draft orders. */
final class DraftOrderTable {

  static final Resource DRAFT =
      Resource.table("draft_order")
          .base()
          .text("status", "display_id", "cart_id", "order_id")
          .timestamps("canceled_at", "completed_at")
          .booleans("no_notification_order")
          .text("idempotency_key")
          .json("metadata")
          .text("cart_email")
          .build();

  static final Selection WHOLE = Selection.of(DRAFT);

  static final Listing LISTING =
      Listing.of(View.of(DRAFT), 50)
          .filter("status", "created_at", "updated_at")
          .search("t.search ILIKE {}")
          .largeRows()
          .sortable("display_id", "t.display_number")
          .build();

  private DraftOrderTable() {}
}
