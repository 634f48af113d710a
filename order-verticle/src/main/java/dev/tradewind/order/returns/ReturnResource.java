package dev.tradewind.order.returns;

import static dev.tradewind.kernel.resource.Relation.toMany;

import dev.tradewind.kernel.resource.Resource;
import dev.tradewind.kernel.resource.View;
import dev.tradewind.kernel.resource.query.ListDefinition;

/** Resource descriptors of returns for lists. */
final class ReturnResource {

  private static final Resource ITEM =
      Resource.table("return_item")
          .key("item_id")
          .text("return_id", "item_id")
          .bigints("quantity")
          .booleans("is_requested")
          .bigints("requested_quantity", "received_quantity")
          .text("reason_id", "note")
          .json("metadata")
          .build();

  static final Resource RETURN =
      Resource.table("\"return\"")
          .base()
          .text("status", "swap_id", "claim_order_id", "order_id", "location_id")
          .json("shipping_data")
          .bigints("refund_amount")
          .timestamps("received_at")
          .booleans("no_notification")
          .json("metadata")
          .text("idempotency_key")
          .relation(toMany("items", () -> ITEM, "return_id", "t.item_id"))
          .build();

  static final ListDefinition LISTING = ListDefinition.of(View.of(RETURN, "items"), 50).build();

  private ReturnResource() {}
}
