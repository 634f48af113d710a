package dev.tradewind.order.edit;

import dev.tradewind.kernel.resource.Resource;
import dev.tradewind.kernel.resource.View;
import dev.tradewind.kernel.resource.query.ListDefinition;

/** Resource descriptor of order edits for lists; responses are rendered by the service. */
final class OrderEditResource {

  static final Resource EDIT =
      Resource.table("order_edit")
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
          .text("payment_collection_id")
          .json("content")
          .text("basis")
          .build();

  static final ListDefinition LISTING =
      ListDefinition.of(View.of(EDIT), 20)
          .filter("order_id")
          .search("t.internal_note ILIKE {}")
          .build();

  private OrderEditResource() {}
}
