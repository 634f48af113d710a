package dev.tradewind.catalog.product;

import dev.tradewind.kernel.Timestamps;
import io.vertx.core.Future;
import io.vertx.core.json.JsonArray;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.SqlClient;
import io.vertx.sqlclient.Tuple;
import java.time.Instant;
import java.util.Collection;

/** SQL of the references of product documents, in one statement for a whole batch. */
final class ReferenceStore {

  /**
   * Creates types and tags on first use. Waits for a concurrent transaction that creates the same
   * value, and then shares its row.
   */
  private static final String ADD_LABELS =
      """
      WITH new_type AS (
        INSERT INTO product_type (id, created_at, updated_at, value)
        SELECT label.id, $3, $3, label.value
        FROM jsonb_to_recordset($1) AS label (id text, value text)
        WHERE NOT EXISTS (
          SELECT FROM product_type AS known
          WHERE known.value = label.value AND known.deleted_at IS NULL
        )
        ORDER BY label.value
        ON CONFLICT (value) WHERE deleted_at IS NULL DO NOTHING
      )
      INSERT INTO product_tag (id, created_at, updated_at, value)
      SELECT label.id, $3, $3, label.value
      FROM jsonb_to_recordset($2) AS label (id text, value text)
      WHERE NOT EXISTS (
        SELECT FROM product_tag AS known
        WHERE known.value = label.value AND known.deleted_at IS NULL
      )
      ORDER BY label.value
      ON CONFLICT (value) WHERE deleted_at IS NULL DO NOTHING
      """;

  private static final String FIND =
      """
      WITH shop AS MATERIALIZED (
        -- The conversion of the stock waits for this transaction: locate_stock_v1.
        SELECT default_sales_channel_id, stock_located_at FROM store FOR SHARE
      )
      SELECT
        (
          SELECT json_object_agg(value, id)
          FROM product_type
          WHERE value = ANY ($1::text[]) AND deleted_at IS NULL
        ) AS types,
        (
          SELECT json_object_agg(value, id)
          FROM product_tag
          WHERE value = ANY ($2::text[]) AND deleted_at IS NULL
        ) AS tags,
        (
          SELECT json_agg(id)
          FROM product_collection
          WHERE id = ANY ($3::text[]) AND deleted_at IS NULL
        ) AS collections,
        (
          SELECT json_agg(id)
          FROM sales_channel
          WHERE id = ANY ($4::text[]) AND deleted_at IS NULL
        ) AS sales_channels,
        (
          SELECT json_object_agg(id, currency_code)
          FROM region
          WHERE id = ANY ($5::text[]) AND deleted_at IS NULL
        ) AS regions,
        (SELECT default_sales_channel_id FROM shop) AS default_channel_id,
        (SELECT stock_located_at FROM shop) IS NOT NULL AS is_located,
        EXISTS (SELECT FROM product_variant_inventory_item) AS has_items,
        (
          SELECT json_object_agg(type, id)
          FROM shipping_profile
          WHERE type <> 'custom' AND deleted_at IS NULL
        ) AS profiles
      """;

  private ReferenceStore() {}

  /** Creates the missing types and tags, each given as an object with id and value. */
  static Future<Void> addLabels(SqlClient db, JsonArray types, JsonArray tags, Instant now) {
    return db.preparedQuery(ADD_LABELS)
        .execute(Tuple.of(types, tags, Timestamps.utc(now)))
        .mapEmpty();
  }

  static Future<Row> find(SqlClient db, ReferencedKeys names) {
    return db.preparedQuery(FIND)
        .execute(
            Tuple.of(
                array(names.types),
                array(names.tags),
                array(names.collections),
                array(names.salesChannels),
                array(names.regions)))
        .map(rows -> rows.iterator().next());
  }

  private static String[] array(Collection<String> values) {
    return values.toArray(String[]::new);
  }
}
