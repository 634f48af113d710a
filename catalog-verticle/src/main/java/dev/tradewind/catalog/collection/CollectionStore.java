package dev.tradewind.catalog.collection;

import dev.tradewind.catalog.event.ChangedProduct;
import dev.tradewind.kernel.text.Timestamps;
import io.vertx.core.Future;
import io.vertx.sqlclient.SqlClient;
import io.vertx.sqlclient.Tuple;
import java.time.Instant;
import java.util.List;

/** SQL of the products in collections. */
final class CollectionStore {

  /** Addition of products to a collection, or their removal. */
  enum ProductChange {
    ADD(ADD_PRODUCTS),
    REMOVE(REMOVE_PRODUCTS);

    private final String statement;

    ProductChange(String statement) {
      this.statement = statement;
    }
  }

  private static final String LOCK =
      """
      SELECT version
      FROM product_collection
      WHERE id = $1
        AND deleted_at IS NULL
      FOR NO KEY UPDATE
      """;

  // Lock order: products by id.
  private static final String ADD_PRODUCTS =
      """
      UPDATE product
      SET collection_id = $1, updated_at = $3, version = product.version + 1
      FROM (
        SELECT id
        FROM product
        WHERE id = ANY ($2)
          AND deleted_at IS NULL
          AND collection_id IS DISTINCT FROM $1
        ORDER BY id
        FOR NO KEY UPDATE
      ) AS locked
      WHERE product.id = locked.id
      RETURNING product.id, product.version
      """;

  private static final String REMOVE_PRODUCTS =
      """
      UPDATE product
      SET collection_id = NULL, updated_at = $3, version = product.version + 1
      FROM (
        SELECT id
        FROM product
        WHERE id = ANY ($2)
          AND deleted_at IS NULL
          AND collection_id = $1
        ORDER BY id
        FOR NO KEY UPDATE
      ) AS locked
      WHERE product.id = locked.id
      RETURNING product.id, product.version
      """;

  private static final String RAISE_VERSION =
      "UPDATE product_collection SET version = version + 1 WHERE id = $1 RETURNING version";

  /** Locks the collection until the end of the transaction; false if it is missing. */
  Future<Boolean> lock(SqlClient db, String id) {
    return db.preparedQuery(LOCK).execute(Tuple.of(id)).map(rows -> rows.size() > 0);
  }

  /** Adds or removes products of the collection and returns the changed products. */
  Future<List<ChangedProduct>> change(
      SqlClient db, ProductChange change, String id, String[] products, Instant now) {
    return db.preparedQuery(change.statement)
        .execute(Tuple.of(id, products, Timestamps.utc(now)))
        .map(rows -> rows.stream().map(ChangedProduct.CODEC::readRow).toList());
  }

  /** Raises the version of the collection and returns it. */
  Future<Long> raiseVersion(SqlClient db, String id) {
    return db.preparedQuery(RAISE_VERSION)
        .execute(Tuple.of(id))
        .map(raised -> raised.iterator().next().getLong(0));
  }
}
