package dev.tradewind.catalog.product.write;

import dev.tradewind.catalog.product.model.ExistingProduct;
import dev.tradewind.kernel.database.ConstraintViolations;
import dev.tradewind.kernel.text.Timestamps;
import io.vertx.core.Future;
import io.vertx.core.json.JsonObject;
import io.vertx.sqlclient.SqlClient;
import io.vertx.sqlclient.Tuple;
import java.time.Instant;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Store of product writes: locks products and writes a {@link ProductBatch}, with a number of
 * statements that does not depend on its size.
 */
final class ProductStore {

  // Lock order: products before variants, each by id.
  private static final String LOCK =
      """
      SELECT id
      FROM product
      WHERE id = ANY ($1::text[])
        AND deleted_at IS NULL
      ORDER BY id
      FOR NO KEY UPDATE
      """;

  private static final String STATE =
      """
      WITH locked AS MATERIALIZED (
        SELECT id, product_id, variant_rank, metadata
        FROM product_variant
        WHERE product_id = ANY ($1::text[])
          AND deleted_at IS NULL
        ORDER BY id
        FOR NO KEY UPDATE
      )
      SELECT json_build_object(
        'id', requested.id,
        'options', coalesce(
          (
            SELECT json_agg(
              json_build_object('id', option.id, 'title', option.title) ORDER BY option.id)
            FROM product_option AS option
            WHERE option.product_id = requested.id AND option.deleted_at IS NULL
          ),
          '[]'),
        'variants', coalesce(of_product.variants, '[]'),
        'images', coalesce(
          (
            SELECT json_agg(json_build_object('id', image.id, 'url', image.url) ORDER BY link.rank)
            FROM product_image AS link
            JOIN image ON image.id = link.image_id AND image.deleted_at IS NULL
            WHERE link.product_id = requested.id
          ),
          '[]')) AS state
      FROM unnest($1::text[]) AS requested (id)
      LEFT JOIN (
        SELECT locked.product_id,
          json_agg(json_build_object(
            'id', locked.id,
            'metadata', locked.metadata,
            'values', coalesce(
              (
                SELECT json_agg(json_build_object(
                  'id', value.id, 'option_id', value.option_id, 'value', value.value)
                  ORDER BY value.option_id)
                FROM product_option_value AS value
                WHERE value.variant_id = locked.id AND value.deleted_at IS NULL
              ),
              '[]'),
            'prices', coalesce(
              (
                SELECT json_agg(json_build_object(
                  'id', price.id, 'currency_code', price.currency_code, 'amount', price.amount,
                  'region_id', price.region_id, 'min_quantity', price.min_quantity,
                  'max_quantity', price.max_quantity) ORDER BY price.id)
                FROM money_amount AS price
                WHERE price.variant_id = locked.id
                  AND price.price_list_id IS NULL
                  AND price.deleted_at IS NULL
              ),
              '[]')) ORDER BY locked.variant_rank, locked.id) AS variants
        FROM locked
        GROUP BY locked.product_id
      ) AS of_product ON of_product.product_id = requested.id
      """;

  /** Locks the existing products and their variants until the end of the transaction. */
  Future<Map<String, ExistingProduct>> lock(SqlClient db, Collection<String> ids) {
    return db.preparedQuery(LOCK)
        .execute(Tuple.of(array(ids)))
        .compose(found -> {
          Map<String, ExistingProduct> states = new LinkedHashMap<>();
          if (found.size() == 0) {
            return Future.succeededFuture(states);
          }
          String[] current = found.stream().map(row -> row.getString(0)).toArray(String[]::new);
          return db.preparedQuery(STATE)
              .execute(Tuple.of(current))
              .map(rows -> {
                rows.stream()
                    .map(row -> ExistingProduct.of((JsonObject) row.getJson("state")))
                    .forEach(state -> states.put(state.id(), state));
                return states;
              });
        });
  }

  /**
   * Writes the rows within the caller's transaction. Deletions precede insertions, so that a new
   * variant may reuse the SKU of the one it replaces.
   */
  Future<Void> write(SqlClient db, ProductBatch rows, Instant at) {
    Future<Void> removed =
        rows.removesNothing()
            ? Future.succeededFuture()
            : db.preparedQuery(ProductStatements.REMOVE)
                .execute(
                    Tuple.of(
                        array(rows.removedProducts()),
                        array(rows.removedVariants()),
                        array(rows.removedOptions()),
                        array(rows.removedPrices()),
                        rows.eventsOfRemovals(),
                        Timestamps.utc(at)))
                .mapEmpty();
    return removed.compose(done -> {
      if (rows.writesNothing()) {
        return Future.succeededFuture();
      }
      return ConstraintViolations.mapped(
              db.preparedQuery(ProductStatements.WRITE)
                  .execute(Tuple.of(rows.writes(), Timestamps.utc(at))))
          .mapEmpty();
    });
  }

  private static String[] array(Collection<String> values) {
    return values.toArray(String[]::new);
  }
}
