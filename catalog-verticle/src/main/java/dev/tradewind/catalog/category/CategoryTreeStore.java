package dev.tradewind.catalog.category;

import dev.tradewind.catalog.event.ChangedProduct;
import dev.tradewind.catalog.input.JsonFields;
import dev.tradewind.catalog.schema.ProductResources;
import dev.tradewind.kernel.json.JsonName;
import dev.tradewind.kernel.json.RecordCodec;
import dev.tradewind.kernel.text.Timestamps;
import io.vertx.core.Future;
import io.vertx.core.json.JsonObject;
import io.vertx.sqlclient.SqlClient;
import io.vertx.sqlclient.Tuple;
import java.lang.invoke.MethodHandles;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * SQL of the tree of product categories. Changes of the tree hold its lock until the end of their
 * transaction; the constraint on ranks is checked at the end.
 */
public final class CategoryTreeStore {

  /** Categories that the storefront shows. */
  static final String PUBLIC = "%1$s.is_active AND NOT %1$s.is_internal";

  private static final String LOCK = "SELECT 1 FROM lock_category_tree()";

  private static final String FIND_PLACE =
      "SELECT parent_category_id, rank FROM product_category WHERE id = $1";

  private static final String COUNT_CHILDREN =
      """
      SELECT count(*)::integer
      FROM product_category
      WHERE parent_category_id IS NOT DISTINCT FROM $1
      """;

  private static final String CLOSE_GAP =
      """
      UPDATE product_category
      SET rank = rank - 1
      WHERE parent_category_id IS NOT DISTINCT FROM $1
        AND rank > $2
        AND id <> $3
      """;

  private static final String OPEN_GAP =
      """
      UPDATE product_category
      SET rank = rank + 1
      WHERE parent_category_id IS NOT DISTINCT FROM $1
        AND rank >= $2
        AND id <> $3
      """;

  private static final String DELETE =
      """
      DELETE FROM product_category
      WHERE id = $1
      RETURNING version + 1 AS version
      """;

  private static final String FIND_DESCENDANTS =
      """
      WITH RECURSIVE branch AS (
        SELECT child.id
        FROM product_category AS child
        WHERE child.parent_category_id = ANY ($1::text[]) AND %1$s
        UNION
        SELECT child.id
        FROM product_category AS child
        JOIN branch ON child.parent_category_id = branch.id
        WHERE %1$s
      )
      SELECT %2$s
      FROM product_category AS t
      WHERE t.id IN (SELECT id FROM branch)
      ORDER BY t.rank, t.handle COLLATE "C"
      """;

  private static final String FIND_CHILDREN =
      """
      SELECT %2$s
      FROM product_category AS child
      JOIN product_category AS t ON t.id = child.id
      WHERE child.parent_category_id = ANY ($1::text[]) AND %1$s
      ORDER BY t.rank, t.handle COLLATE "C"
      """;

  private static final String FIND =
      """
      SELECT %2$s
      FROM product_category AS child
      JOIN product_category AS t ON t.id = child.id
      WHERE child.id = ANY ($1::text[]) AND %1$s
      """;

  // Lock order: products by id.
  private static final String LOCKED_PRODUCTS =
      """
      WITH locked AS (
        SELECT id
        FROM product
        WHERE id = ANY ($2::text[]) AND deleted_at IS NULL
        ORDER BY id
        FOR NO KEY UPDATE
      ),
      """;

  private static final String CHANGED_PRODUCTS =
      """
      UPDATE product
      SET version = product.version + 1, updated_at = $3
      FROM changed
      WHERE product.id = changed.product_id AND product.deleted_at IS NULL
      RETURNING product.id, product.version
      """;

  private static final String ADD_PRODUCTS =
      LOCKED_PRODUCTS
          + """
          changed AS (
            INSERT INTO product_category_product (product_category_id, product_id)
            SELECT $1, id
            FROM locked
            ON CONFLICT DO NOTHING
            RETURNING product_id
          )
          """
          + CHANGED_PRODUCTS;

  private static final String REMOVE_PRODUCTS =
      LOCKED_PRODUCTS
          + """
          changed AS (
            DELETE FROM product_category_product
            WHERE product_category_id = $1
              AND product_id IN (SELECT id FROM locked)
            RETURNING product_id
          )
          """
          + CHANGED_PRODUCTS;

  private static final String FIND_PRODUCTS =
      """
      SELECT product_id
      FROM product_category_product
      WHERE product_category_id = $1
      """;

  private static final String FIND_MISSING_PRODUCTS =
      """
      SELECT wanted
      FROM unnest($1::text[]) WITH ORDINALITY AS given (wanted, position)
      WHERE NOT EXISTS (SELECT FROM product WHERE id = wanted AND deleted_at IS NULL)
      ORDER BY position
      """;

  private static final String REPLACE_METADATA =
      "UPDATE product_category SET metadata = $2 WHERE id = $1";

  private static final String LOCK_ROW =
      "SELECT version FROM product_category WHERE id = $1 FOR KEY SHARE";

  /**
   * Place of a category in the tree.
   *
   * @param parentId absent at the top level
   * @param rank position among the children of the parent
   */
  record Place(@JsonName("parent_category_id") @Nullable String parentId, int rank) {

    private static final RecordCodec<Place> CODEC =
        RecordCodec.of(MethodHandles.lookup(), Place.class);
  }

  /** Locks the tree until the end of the transaction. */
  Future<Void> lock(SqlClient db) {
    return db.query(LOCK).execute().mapEmpty();
  }

  Future<Optional<Place>> findPlace(SqlClient db, String id) {
    return db.preparedQuery(FIND_PLACE)
        .execute(Tuple.of(id))
        .map(rows -> rows.stream().map(Place.CODEC::readRow).findFirst());
  }

  Future<Integer> countChildren(SqlClient db, @Nullable String parentId) {
    return db.preparedQuery(COUNT_CHILDREN)
        .execute(Tuple.of(parentId))
        .map(rows -> rows.iterator().next().getInteger(0));
  }

  /** Moves the siblings behind the place of the category one to the front. */
  Future<Void> closeGap(SqlClient db, Place place, String id) {
    return shift(db, CLOSE_GAP, place, id);
  }

  /** Moves the siblings from the place of the category on one to the back. */
  Future<Void> openGap(SqlClient db, Place place, String id) {
    return shift(db, OPEN_GAP, place, id);
  }

  private static Future<Void> shift(SqlClient db, String statement, Place place, String id) {
    return db.preparedQuery(statement)
        .execute(Tuple.of(place.parentId(), place.rank(), id))
        .mapEmpty();
  }

  /** Deletes the category and returns its last version; empty if it is unknown. */
  Future<Optional<Long>> delete(SqlClient db, String id) {
    return db.preparedQuery(DELETE)
        .execute(Tuple.of(id))
        .map(rows -> rows.stream().map(row -> row.getLong("version")).findFirst());
  }

  /** All descendants of the categories, sorted; below a hidden one there are none. */
  Future<List<JsonObject>> findDescendants(
      SqlClient db, Collection<String> ids, boolean onlyPublic) {
    return find(db, FIND_DESCENDANTS, ids, onlyPublic);
  }

  /** The children of the categories, sorted. */
  Future<List<JsonObject>> findChildren(SqlClient db, Collection<String> ids, boolean onlyPublic) {
    return find(db, FIND_CHILDREN, ids, onlyPublic);
  }

  Future<List<JsonObject>> find(SqlClient db, Collection<String> ids, boolean onlyPublic) {
    return find(db, FIND, ids, onlyPublic);
  }

  private static Future<List<JsonObject>> find(
      SqlClient db, String statement, Collection<String> ids, boolean onlyPublic) {
    return db.preparedQuery(
            statement.formatted(
                onlyPublic ? PUBLIC.formatted("child") : "true",
                ProductResources.CATEGORY.columnList("t")))
        .execute(Tuple.of(ids.toArray(String[]::new)))
        .map(rows -> rows.stream().map(ProductResources.CATEGORY::row).toList());
  }

  /** Locks the category against deletion until the end of the transaction; false if missing. */
  Future<Boolean> lockRow(SqlClient db, String id) {
    return db.preparedQuery(LOCK_ROW).execute(Tuple.of(id)).map(rows -> rows.size() > 0);
  }

  Future<Void> replaceMetadata(SqlClient db, String id, JsonObject metadata) {
    return db.preparedQuery(REPLACE_METADATA).execute(Tuple.of(id, metadata)).mapEmpty();
  }

  /** Adds products to the category and returns those that were not in it. */
  Future<List<ChangedProduct>> addProducts(
      SqlClient db, String id, List<String> products, Instant now) {
    return changed(db, ADD_PRODUCTS, id, products, now);
  }

  /** Removes products from the category and returns those that were in it. */
  Future<List<ChangedProduct>> removeProducts(
      SqlClient db, String id, List<String> products, Instant now) {
    return changed(db, REMOVE_PRODUCTS, id, products, now);
  }

  /** Removes all products from the category and returns them. */
  Future<List<ChangedProduct>> removeAllProducts(SqlClient db, String id, Instant now) {
    return db.preparedQuery(FIND_PRODUCTS)
        .execute(Tuple.of(id))
        .map(rows -> rows.stream().map(row -> row.getString("product_id")).toList())
        .compose(products -> removeProducts(db, id, products, now));
  }

  private static Future<List<ChangedProduct>> changed(
      SqlClient db, String statement, String id, List<String> products, Instant now) {
    if (products.isEmpty()) {
      return Future.succeededFuture(List.of());
    }
    return db.preparedQuery(statement)
        .execute(Tuple.of(id, JsonFields.array(products), Timestamps.utc(now)))
        .map(rows -> rows.stream().map(ChangedProduct.CODEC::readRow).toList());
  }

  Future<List<String>> findMissingProducts(SqlClient db, List<String> products) {
    return db.preparedQuery(FIND_MISSING_PRODUCTS)
        .execute(Tuple.of(JsonFields.array(products)))
        .map(rows -> rows.stream().map(row -> row.getString("wanted")).toList());
  }
}
