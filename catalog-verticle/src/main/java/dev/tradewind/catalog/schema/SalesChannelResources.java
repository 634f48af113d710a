package dev.tradewind.catalog.schema;

import static dev.tradewind.kernel.resource.Relation.linked;
import static dev.tradewind.kernel.resource.Relation.toMany;

import dev.tradewind.kernel.operation.Problem;
import dev.tradewind.kernel.resource.Resource;

/** Resource descriptor of sales channels. */
public final class SalesChannelResources {

  static final Resource LOCATION =
      Resource.table("sales_channel_location")
          .softDeletedBase()
          .text("sales_channel_id", "location_id")
          .build();

  public static final Resource CHANNEL =
      Resource.table("sales_channel")
          .softDeletedBase()
          .text("name", "description")
          .booleans("is_disabled")
          .json("metadata")
          .relation(toMany("locations", () -> LOCATION, "sales_channel_id", "t.created_at, t.id"))
          .relation(
              linked(
                  "products",
                  () -> ProductResources.PRODUCT,
                  "product_sales_channel",
                  "sales_channel_id",
                  "product_id",
                  "t.created_at, t.id"))
          .build();

  private SalesChannelResources() {}

  public static RuntimeException notFound(String id) {
    return new Problem.NotFound("Sales channel with id: " + id + " was not found").toException();
  }
}
