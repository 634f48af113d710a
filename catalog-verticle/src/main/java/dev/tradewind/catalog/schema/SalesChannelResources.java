package dev.tradewind.catalog.schema;

import static dev.tradewind.kernel.resource.Relation.linked;
import static dev.tradewind.kernel.resource.Relation.toMany;

import dev.tradewind.api.catalog.CatalogColumns;
import dev.tradewind.kernel.operation.Problem;
import dev.tradewind.kernel.resource.Resource;

/** Resource descriptors of sales channels and publishable API keys. */
public final class SalesChannelResources {

  public static final Resource LOCATION =
      Resource.table("sales_channel_location")
          .columns(CatalogColumns.SALES_CHANNEL_LOCATION)
          .build();

  public static final Resource CHANNEL =
      Resource.table("sales_channel")
          .columns(CatalogColumns.SALES_CHANNEL)
          .relation(toMany("locations", () -> LOCATION, "sales_channel_id", "t.created_at, t.id"))
          .relation(
              linked(
                      "products",
                      () -> ProductResources.PRODUCT,
                      "product_sales_channel",
                      "sales_channel_id",
                      "product_id",
                      "t.created_at, t.id")
                  .cutWhenLarge())
          .build();

  public static final Resource PUBLISHABLE_KEY =
      Resource.table("publishable_api_key").columns(CatalogColumns.PUBLISHABLE_KEY).build();

  private SalesChannelResources() {}

  public static RuntimeException notFound(String id) {
    return Problem.notFound("Sales channel with id: " + id + " was not found");
  }
}
