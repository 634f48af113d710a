package dev.tradewind.catalog.collection;

import static dev.tradewind.kernel.resource.Relation.toMany;

import dev.tradewind.catalog.product.Products;
import dev.tradewind.kernel.operation.Problem;
import dev.tradewind.kernel.operation.ProblemException;
import dev.tradewind.kernel.resource.Resource;
import dev.tradewind.kernel.resource.View;
import dev.tradewind.model.catalog.CatalogColumns;

/** Describes product collections. */
public final class Collections {

  public static final Resource COLLECTION =
      Resource.table("product_collection")
          .columns(CatalogColumns.PRODUCT_COLLECTION)
          .relation(
              toMany("products", () -> Products.PRODUCT, "collection_id", "t.created_at, t.id"))
          .build();

  /** What staff see of a collection. */
  static final View ADMIN_VIEW = View.of(COLLECTION, "products", "products.profiles");

  static final String OBJECT = "product-collection";

  private Collections() {}

  static ProblemException notFound(String id) {
    return new Problem.NotFound("Product collection with id: " + id + " was not found")
        .toException();
  }
}
