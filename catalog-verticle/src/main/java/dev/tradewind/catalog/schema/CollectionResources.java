package dev.tradewind.catalog.schema;

import static dev.tradewind.kernel.resource.Relation.toMany;

import dev.tradewind.api.catalog.CatalogColumns;
import dev.tradewind.kernel.operation.Problem;
import dev.tradewind.kernel.resource.Resource;
import dev.tradewind.kernel.resource.View;

/** Resource descriptors of product collections. */
public final class CollectionResources {

  public static final Resource COLLECTION =
      Resource.table("product_collection")
          .columns(CatalogColumns.PRODUCT_COLLECTION)
          .relation(
              toMany(
                      "products",
                      () -> ProductResources.PRODUCT,
                      "collection_id",
                      "t.created_at, t.id")
                  .cutWhenLarge())
          .build();

  /** Fields of a collection in the admin API. */
  public static final View ADMIN_VIEW = View.of(COLLECTION, "products", "products.profiles");

  public static final String OBJECT = "product-collection";

  private CollectionResources() {}

  public static Problem notFound(String id) {
    return Problem.notFound("Product collection with id: " + id + " was not found");
  }
}
