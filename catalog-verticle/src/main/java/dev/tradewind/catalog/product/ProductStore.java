package dev.tradewind.catalog.product;

import dev.tradewind.api.catalog.CatalogColumns;
import dev.tradewind.kernel.Timestamps;
import dev.tradewind.kernel.database.ConstraintViolations;
import io.vertx.core.Future;
import io.vertx.sqlclient.SqlClient;
import io.vertx.sqlclient.Tuple;
import java.time.Instant;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Store of product writes: locks products and writes a {@link ProductBatch}, with a number of
 * statements that does not depend on its size.
 */
final class ProductStore {

  static final List<String> PRODUCT_COLUMNS =
      CatalogColumns.PRODUCT
          .without("id", "created_at", "updated_at", "deleted_at", "metadata")
          .names();

  static final List<String> VARIANT_COLUMNS =
      CatalogColumns.VARIANT
          .without("id", "created_at", "updated_at", "deleted_at", "product_id")
          .names();

  private static final List<String> PRICE_COLUMNS =
      List.of("currency_code", "amount", "min_quantity", "max_quantity", "region_id");

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
      SELECT
        wanted.id,
        (
          SELECT json_agg(json_build_object('id', option.id, 'title', option.title)
            ORDER BY option.id)
          FROM product_option AS option
          WHERE option.product_id = wanted.id AND option.deleted_at IS NULL
        ) AS options,
        of_product.variants,
        (
          SELECT json_agg(json_build_object('id', image.id, 'url', image.url) ORDER BY link.rank)
          FROM product_image AS link
          JOIN image ON image.id = link.image_id AND image.deleted_at IS NULL
          WHERE link.product_id = wanted.id
        ) AS images
      FROM unnest($1::text[]) AS wanted (id)
      LEFT JOIN (
        SELECT locked.product_id,
          json_agg(json_build_object(
            'id', locked.id,
            'metadata', locked.metadata,
            'values', (
              SELECT json_agg(json_build_object(
                'id', value.id, 'option_id', value.option_id, 'value', value.value)
                ORDER BY value.option_id)
              FROM product_option_value AS value
              WHERE value.variant_id = locked.id AND value.deleted_at IS NULL
            ),
            'prices', (
              SELECT json_agg(json_build_object(
                'id', price.id, 'currency_code', price.currency_code, 'amount', price.amount,
                'region_id', price.region_id, 'min_quantity', price.min_quantity,
                'max_quantity', price.max_quantity) ORDER BY price.id)
              FROM money_amount AS price
              WHERE price.variant_id = locked.id
                AND price.price_list_id IS NULL
                AND price.deleted_at IS NULL
            )) ORDER BY locked.variant_rank, locked.id) AS variants
        FROM locked
        GROUP BY locked.product_id
      ) AS of_product ON of_product.product_id = wanted.id
      """;

  private static final String TELL =
      """
      INSERT INTO outbox (
        event_id, topic, key, type, subject, aggregate_version, data, occurred_at, causation_id,
        actor, traceparent, no_notification
      )
      SELECT event.event_id, event.topic, event.key, event.type, event.subject, touched.version,
        event.data, event.occurred_at, event.causation_id, event.actor, event.traceparent,
        event.no_notification
      FROM jsonb_populate_recordset(NULL::outbox, $1::jsonb -> 'events') WITH ORDINALITY AS event
      JOIN touched ON touched.id = event.subject
      ORDER BY event.ordinality
      """;

  private static final String REMOVE =
      """
      WITH gone_product AS (
        UPDATE product AS t
        SET deleted_at = $2, updated_at = $2, version = t.version + 1
        WHERE t.id = ANY (%1$s) AND t.deleted_at IS NULL
        RETURNING t.id, t.version
      ),
      gone_variant AS (
        UPDATE product_variant AS t
        SET deleted_at = $2, updated_at = $2, version = t.version + 1
        WHERE t.id = ANY (%2$s) AND t.deleted_at IS NULL
        RETURNING t.id, t.version
      ),
      gone_option AS (
        UPDATE product_option AS t
        SET deleted_at = $2, updated_at = $2
        WHERE (t.id = ANY (%3$s) OR t.product_id = ANY (%1$s)) AND t.deleted_at IS NULL
      ),
      gone_value AS (
        UPDATE product_option_value AS t
        SET deleted_at = $2, updated_at = $2
        WHERE (t.variant_id = ANY (%2$s) OR t.option_id = ANY (%3$s)) AND t.deleted_at IS NULL
      ),
      gone_price AS (
        UPDATE money_amount AS t
        SET deleted_at = $2, updated_at = $2
        WHERE (t.id = ANY (%4$s) OR t.variant_id = ANY (%2$s)) AND t.deleted_at IS NULL
      ),
      touched AS (
        SELECT id, version FROM gone_product
        UNION ALL
        SELECT id, version FROM gone_variant
      )
      %5$s
      """
          .formatted(ids("products"), ids("variants"), ids("options"), ids("prices"), TELL);

  private static final String WRITE =
      Stream.of(
              insert(ProductBatch.Part.NEW_PRODUCT, "product", PRODUCT_COLUMNS, "metadata")
                  + " RETURNING id, version)",
              update(
                      ProductBatch.Part.CHANGED_PRODUCT,
                      "product",
                      PRODUCT_COLUMNS,
                      """
                      , version = t.version + 1,
                        metadata = CASE WHEN change.doc ? 'kept_metadata'
                          THEN limited_metadata(
                            (coalesce(t.metadata, '{}') || (change.doc -> 'kept_metadata'))
                              - ARRAY(
                                SELECT jsonb_array_elements_text(change.doc -> 'taken_metadata')))
                          ELSE t.metadata END
                      """)
                  + " AND t.deleted_at IS NULL RETURNING t.id, t.version)",
              insert(ProductBatch.Part.NEW_OPTION, "product_option", List.of("title", "product_id"))
                  + ")",
              update(ProductBatch.Part.CHANGED_OPTION, "product_option", List.of("title"), "")
                  + ")",
              insert(
                      ProductBatch.Part.NEW_VARIANT,
                      "product_variant",
                      VARIANT_COLUMNS,
                      "product_id")
                  + " RETURNING id, version)",
              update(
                      ProductBatch.Part.CHANGED_VARIANT,
                      "product_variant",
                      VARIANT_COLUMNS,
                      ", version = t.version + 1")
                  + " AND t.deleted_at IS NULL RETURNING t.id, t.version)",
              insert(
                      ProductBatch.Part.NEW_VALUE,
                      "product_option_value",
                      List.of("value", "option_id", "variant_id"))
                  + ")",
              update(ProductBatch.Part.CHANGED_VALUE, "product_option_value", List.of("value"), "")
                  + ")",
              insert(ProductBatch.Part.NEW_PRICE, "money_amount", PRICE_COLUMNS, "variant_id")
                  + ")",
              update(ProductBatch.Part.CHANGED_PRICE, "money_amount", PRICE_COLUMNS, "") + ")",
              insert(ProductBatch.Part.NEW_IMAGE, "image", List.of("url")) + ")",
              link(ProductBatch.Part.PRODUCT_IMAGE, "image_id", ", rank")
                  + " ON CONFLICT (product_id, image_id) DO UPDATE SET rank = EXCLUDED.rank)",
              link(ProductBatch.Part.PRODUCT_TAGGING, "tag_id", "") + " ON CONFLICT DO NOTHING)",
              link(ProductBatch.Part.PRODUCT_SALES_CHANNEL, "sales_channel_id", "")
                  + " ON CONFLICT DO NOTHING)",
              link(ProductBatch.Part.PRODUCT_CATEGORY_PRODUCT, "product_category_id", "")
                  + " ON CONFLICT DO NOTHING)",
              link(ProductBatch.Part.PRODUCT_SHIPPING_PROFILE, "profile_id", "")
                  + " ON CONFLICT DO NOTHING)",
              """
              touched AS (
                SELECT id, version FROM new_product
                UNION ALL
                SELECT id, version FROM changed_product
                UNION ALL
                SELECT id, version FROM new_variant
                UNION ALL
                SELECT id, version FROM changed_variant
              )
              """)
          .collect(Collectors.joining(",\n", "WITH ", TELL));

  private ProductStore() {}

  private static String ids(String name) {
    return "ARRAY(SELECT jsonb_array_elements_text($1::jsonb -> '" + name + "'))";
  }

  private static String insert(
      ProductBatch.Part part, String table, List<String> columns, String... further) {
    String names =
        Stream.of(Stream.of("id", "created_at", "updated_at"), columns.stream(), Stream.of(further))
            .flatMap(each -> each)
            .collect(Collectors.joining(", "));
    return """
    %s AS (
      INSERT INTO %s (%s)
      SELECT %s
      FROM jsonb_populate_recordset(NULL::%s, $1::jsonb -> '%s')
    """
        .formatted(part.key(), table, names, names, table, part.key());
  }

  /**
   * Updates only the mentioned columns, so that concurrent writers of other columns lose nothing.
   */
  private static String update(
      ProductBatch.Part part, String table, List<String> columns, String further) {
    return """
    %s AS (
      UPDATE %s AS t
      SET (%s) = (
        SELECT %s
        FROM jsonb_populate_record(t, change.doc) AS given
      ), updated_at = $2%s
      FROM jsonb_array_elements($1::jsonb -> '%s') AS change (doc)
      WHERE t.id = change.doc ->> 'id'
    """
        .formatted(
            part.key(),
            table,
            String.join(", ", columns),
            columns.stream().map(ProductStore::given).collect(Collectors.joining(", ")),
            further,
            part.key());
  }

  private static String given(String column) {
    return column.equals("thumbnail")
        ? "coalesce(given.thumbnail, change.doc ->> 'first_image')"
        : "given." + column;
  }

  private static String link(ProductBatch.Part part, String other, String further) {
    String table = part.key();
    return """
    un%1$s AS (
      DELETE FROM %1$s AS link
      WHERE link.product_id = ANY (%4$s)
        AND NOT EXISTS (
          SELECT FROM jsonb_populate_recordset(NULL::%1$s, $1::jsonb -> '%1$s') AS kept
          WHERE kept.product_id = link.product_id AND kept.%2$s = link.%2$s
        )
    ),
    %1$s_link AS (
      INSERT INTO %1$s (product_id, %2$s%3$s)
      SELECT product_id, %2$s%3$s
      FROM jsonb_populate_recordset(NULL::%1$s, $1::jsonb -> '%1$s')
    """
        .formatted(table, other, further, ids("replaced_" + table));
  }

  /** Locks the existing products and their variants until the end of the transaction. */
  static Future<Map<String, ExistingProduct>> lock(SqlClient db, Collection<String> ids) {
    return db.preparedQuery(LOCK)
        .execute(Tuple.of(ids.toArray(String[]::new)))
        .compose(found -> {
          Map<String, ExistingProduct> states = new LinkedHashMap<>();
          if (found.size() == 0) {
            return Future.succeededFuture(states);
          }
          String[] present = found.stream().map(row -> row.getString(0)).toArray(String[]::new);
          return db.preparedQuery(STATE)
              .execute(Tuple.of(present))
              .map(rows -> {
                rows.forEach(row -> states.put(row.getString("id"), ExistingProduct.of(row)));
                return states;
              });
        });
  }

  /**
   * Writes the rows within the caller's transaction. Deletions precede insertions, so that a new
   * variant may reuse the SKU of the one it replaces.
   */
  static Future<Void> write(SqlClient db, ProductBatch rows, Instant at) {
    Future<Void> removed =
        rows.removesNothing()
            ? Future.succeededFuture()
            : db.preparedQuery(REMOVE)
                .execute(Tuple.of(rows.removals(), Timestamps.utc(at)))
                .mapEmpty();
    return removed.compose(done ->
        rows.writesNothing()
            ? Future.succeededFuture()
            : ConstraintViolations.mapped(
                    db.preparedQuery(WRITE).execute(Tuple.of(rows.writes(), Timestamps.utc(at))))
                .mapEmpty());
  }
}
