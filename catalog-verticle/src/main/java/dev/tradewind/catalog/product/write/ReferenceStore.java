package dev.tradewind.catalog.product.write;

import dev.tradewind.kernel.operation.Problem;
import dev.tradewind.kernel.text.Ids;
import dev.tradewind.kernel.text.Timestamps;
import io.vertx.core.Future;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.SqlClient;
import io.vertx.sqlclient.Tuple;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Set;

/**
 * Store of the references of product documents: one statement resolves the references of a whole
 * batch.
 */
final class ReferenceStore {

  private static final Ids TYPES = Ids.of("ptyp");
  private static final Ids TAGS = Ids.of("ptag");

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
        -- The conversion of the stock waits for this transaction: locate_stock.
        SELECT default_sales_channel_id, default_location_id, stock_located_at
        FROM store
        FOR SHARE
      )
      SELECT
        (
          SELECT coalesce(json_object_agg(value, id), '{}')
          FROM product_type
          WHERE value = ANY ($1::text[]) AND deleted_at IS NULL
        ) AS types,
        (
          SELECT coalesce(json_object_agg(value, id), '{}')
          FROM product_tag
          WHERE value = ANY ($2::text[]) AND deleted_at IS NULL
        ) AS tags,
        ARRAY(
          SELECT id
          FROM product_collection
          WHERE id = ANY ($3::text[]) AND deleted_at IS NULL
        ) AS collections,
        ARRAY(
          SELECT id
          FROM sales_channel
          WHERE id = ANY ($4::text[]) AND deleted_at IS NULL
        ) AS sales_channels,
        (
          SELECT coalesce(json_object_agg(id, currency_code), '{}')
          FROM region
          WHERE id = ANY ($5::text[]) AND deleted_at IS NULL
        ) AS currencies,
        (SELECT default_sales_channel_id FROM shop) AS default_channel_id,
        (SELECT stock_located_at FROM shop) IS NOT NULL AS is_located,
        -- A conversion to the default location may add the first items at any moment.
        (SELECT default_location_id FROM shop) IS NOT NULL
          OR EXISTS (SELECT FROM product_variant_inventory_item) AS has_items,
        (
          SELECT coalesce(json_object_agg(type, id), '{}')
          FROM shipping_profile
          WHERE type <> 'custom' AND deleted_at IS NULL
        ) AS profiles
      """;

  /**
   * Resolves the keys, and creates unused types and tags.
   *
   * @return a failure with the problem if a sales channel does not exist
   */
  Future<ResolvedReferences> resolve(SqlClient db, ReferencedKeys keys, Instant now) {
    Future<Void> added =
        keys.hasLabels()
            ? db.preparedQuery(ADD_LABELS)
                .execute(
                    Tuple.of(
                        labels(keys.types, TYPES), labels(keys.tags, TAGS), Timestamps.utc(now)))
                .mapEmpty()
            : Future.succeededFuture();
    return added
        .compose(done ->
            db.preparedQuery(FIND)
                .execute(
                    Tuple.of(
                        array(keys.types),
                        array(keys.tags),
                        array(keys.collections),
                        array(keys.salesChannels),
                        array(keys.regions))))
        .map(rows -> {
          Row row = rows.iterator().next();
          requireChannels(keys.salesChannels, Set.of(row.getArrayOfStrings("sales_channels")));
          return ResolvedReferences.CODEC.readRow(row);
        });
  }

  private static void requireChannels(Collection<String> requested, Set<String> found) {
    List<String> missing = requested.stream().filter(id -> !found.contains(id)).toList();
    if (!missing.isEmpty()) {
      throw Problem.invalidReferences(
          List.of("Sales Channels " + String.join(", ", missing) + " do not exist"));
    }
  }

  private static JsonArray labels(Collection<String> values, Ids ids) {
    JsonArray labels = new JsonArray();
    values.forEach(value -> labels.add(new JsonObject().put("id", ids.next()).put("value", value)));
    return labels;
  }

  private static String[] array(Collection<String> values) {
    return values.toArray(String[]::new);
  }
}
