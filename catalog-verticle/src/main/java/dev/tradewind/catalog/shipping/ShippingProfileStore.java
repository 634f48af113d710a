package dev.tradewind.catalog.shipping;

import dev.tradewind.catalog.event.ChangedProduct;
import dev.tradewind.catalog.input.JsonFields;
import dev.tradewind.kernel.text.Timestamps;
import io.vertx.core.Future;
import io.vertx.sqlclient.SqlClient;
import io.vertx.sqlclient.Tuple;
import java.time.Instant;
import java.util.List;

/** SQL of the products and shipping options in shipping profiles. */
final class ShippingProfileStore {

  // Lock order: products by id.
  private static final String LOCK_PRODUCTS =
      """
      SELECT id
      FROM product
      WHERE id = ANY ($1)
        AND deleted_at IS NULL
      ORDER BY id
      FOR NO KEY UPDATE
      """;

  private static final String MOVE_PRODUCTS =
      """
      WITH gone AS (
        DELETE FROM product_shipping_profile
        WHERE product_id = ANY ($2)
          AND profile_id <> $1
        RETURNING product_id
      ), added AS (
        INSERT INTO product_shipping_profile (product_id, profile_id)
        SELECT product_id, $1
        FROM unnest($2::text[]) AS product_id
        ON CONFLICT DO NOTHING
        RETURNING product_id
      )
      UPDATE product
      SET version = product.version + 1, updated_at = $3
      FROM (SELECT product_id FROM gone UNION SELECT product_id FROM added) AS moved
      WHERE product.id = moved.product_id
      RETURNING product.id, product.version
      """;

  private static final String MOVE_OPTIONS =
      """
      UPDATE shipping_option
      SET profile_id = $1, version = shipping_option.version + 1, updated_at = $3
      FROM (
        SELECT id
        FROM shipping_option
        WHERE id = ANY ($2)
          AND deleted_at IS NULL
        ORDER BY id
        FOR NO KEY UPDATE
      ) AS locked
      WHERE shipping_option.id = locked.id
      RETURNING shipping_option.id
      """;

  /** Locks the products and returns the ids of the existing ones. */
  Future<List<String>> lockProducts(SqlClient db, List<String> ids) {
    return db.preparedQuery(LOCK_PRODUCTS)
        .execute(Tuple.of(JsonFields.array(ids)))
        .map(rows -> rows.stream().map(row -> row.getString("id")).toList());
  }

  /** Moves the products into the profile and returns the products of other profiles. */
  Future<List<ChangedProduct>> moveProducts(
      SqlClient db, String profileId, List<String> ids, Instant at) {
    return db.preparedQuery(MOVE_PRODUCTS)
        .execute(Tuple.of(profileId, JsonFields.array(ids), Timestamps.utc(at)))
        .map(rows -> rows.stream().map(ChangedProduct.CODEC::readRow).toList());
  }

  /** Moves the shipping options into the profile and returns the ids of the existing ones. */
  Future<List<String>> moveOptions(SqlClient db, String profileId, List<String> ids, Instant at) {
    return db.preparedQuery(MOVE_OPTIONS)
        .execute(Tuple.of(profileId, JsonFields.array(ids), Timestamps.utc(at)))
        .map(rows -> rows.stream().map(row -> row.getString("id")).toList());
  }
}
