package dev.tradewind.order.aftersale;

import static dev.tradewind.kernel.resource.Relation.toMany;
import static dev.tradewind.kernel.resource.Relation.toOne;

import dev.tradewind.kernel.resource.Resource;
import dev.tradewind.kernel.resource.Selection;

/** Resource descriptor of return reasons. */
public final class ReturnReasonResource {

  public static final String OBJECT = "return_reason";

  public static final Resource REASON =
      Resource.table("return_reason")
          .softDeletedBase()
          .text("value", "label", "description", "parent_return_reason_id")
          .json("metadata")
          .relation(
              toOne(
                  "parent_return_reason",
                  () -> ReturnReasonResource.REASON,
                  "parent_return_reason_id"))
          .relation(
              toMany(
                  "return_reason_children",
                  () -> ReturnReasonResource.REASON,
                  "parent_return_reason_id",
                  "t.created_at, t.id"))
          .build();

  /** A reason with the one above it and those below it, as every operation shows it. */
  public static final Selection SHOWN =
      Selection.of(REASON).with("parent_return_reason", "return_reason_children");

  private ReturnReasonResource() {}
}
