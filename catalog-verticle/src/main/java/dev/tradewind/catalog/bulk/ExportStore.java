package dev.tradewind.catalog.bulk;

import dev.tradewind.api.catalog.CatalogColumns;
import dev.tradewind.kernel.field.FieldColumns;
import dev.tradewind.kernel.json.RecordCodec;
import dev.tradewind.kernel.resource.Columns;
import dev.tradewind.kernel.resource.query.WhereClause;
import io.vertx.core.Future;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import io.vertx.sqlclient.Pool;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.RowSet;
import java.lang.invoke.MethodHandles;
import org.jspecify.annotations.Nullable;

/** Store of export pages: JSON documents that PostgreSQL builds, one statement per page. */
final class ExportStore {

  /** Maximum size of a page in bytes; a single product may exceed it. */
  private static final int MAX_PAGE = 1024 * 1024;

  /** Maximum numbers of parts that any selected product has; the filter is added. */
  private static final String SHAPE =
      """
      WITH chosen AS MATERIALIZED (
        SELECT t.id
        FROM product AS t%1$s
        ORDER BY %2$s %3$s, t.id %3$s
        LIMIT $%4$s OFFSET $%5$s
      ),
      variant AS (
        SELECT product_variant.id
        FROM product_variant
        JOIN chosen ON chosen.id = product_id
        WHERE deleted_at IS NULL
      ),
      price AS (
        SELECT DISTINCT currency_code, region_id
        FROM money_amount
        JOIN variant ON variant.id = variant_id
        WHERE deleted_at IS NULL
          AND price_list_id IS NULL
          AND min_quantity IS NULL
          AND max_quantity IS NULL
      )
      SELECT
        (SELECT count(*) FROM product AS t%1$s) AS count,
        (
          SELECT json_agg(
            json_build_object(
              'currency_code', price.currency_code,
              'region', CASE WHEN region.id IS NOT NULL THEN json_build_object(
                'id', region.id, 'name', region.name, 'currency_code', region.currency_code) END)
            ORDER BY region.name NULLS FIRST, region.id, price.currency_code)
          FROM price
          LEFT JOIN region ON region.id = price.region_id AND region.deleted_at IS NULL
          WHERE price.region_id IS NULL OR region.id IS NOT NULL
        ) AS prices,
        (
          SELECT coalesce(max(several.count), 0)
          FROM (
            SELECT count(*) AS count
            FROM product_option
            JOIN chosen ON chosen.id = product_id
            WHERE deleted_at IS NULL
            GROUP BY product_id
          ) AS several
        ) AS options,
        (
          SELECT coalesce(max(several.count), 0)
          FROM (
            SELECT count(*) AS count
            FROM product_image
            JOIN chosen ON chosen.id = product_id
            WHERE EXISTS (SELECT FROM image WHERE image.id = image_id AND image.deleted_at IS NULL)
            GROUP BY product_id
          ) AS several
        ) AS images,
        (
          SELECT coalesce(max(several.count), 0)
          FROM (
            SELECT count(*) AS count
            FROM product_sales_channel
            JOIN chosen ON chosen.id = product_id
            WHERE EXISTS (
              SELECT FROM sales_channel AS channel
              WHERE channel.id = sales_channel_id AND channel.deleted_at IS NULL
            )
            GROUP BY product_id
          ) AS several
        ) AS sales_channels,
        (
          SELECT coalesce(max(several.count), 0)
          FROM (
            SELECT count(*) AS count
            FROM product_category_product
            JOIN chosen ON chosen.id = product_id
            GROUP BY product_id
          ) AS several
        ) AS categories,
        %6$s AS fields
      """;

  private static final Columns PRODUCT =
      CatalogColumns.PRODUCT.without(
          "created_at",
          "updated_at",
          "deleted_at",
          "is_giftcard",
          "collection_id",
          "type_id",
          "metadata");

  private static final Columns VARIANT =
      CatalogColumns.VARIANT.without(
          "created_at",
          "updated_at",
          "deleted_at",
          "product_id",
          "ean",
          "upc",
          "variant_rank",
          "metadata");

  private static final String DOCUMENT =
      """
      json_strip_nulls(json_build_object(
        %s,
        'fields', %s,
        'collection_title', collection.title,
        'collection_handle', collection.handle,
        'type', type.value,
        'profile_name', profile.name,
        'profile_type', profile.type,
        'tags', ARRAY(
          SELECT tag.value
          FROM product_tagging AS link
          JOIN product_tag AS tag ON tag.id = link.tag_id AND tag.deleted_at IS NULL
          WHERE link.product_id = product.id
          ORDER BY tag.value
        ),
        'options', ARRAY(
          SELECT json_build_object('id', option.id, 'title', option.title)
          FROM product_option AS option
          WHERE option.product_id = product.id AND option.deleted_at IS NULL
          ORDER BY option.id
        ),
        'images', ARRAY(
          SELECT json_build_object('url', image.url)
          FROM product_image AS link
          JOIN image ON image.id = link.image_id AND image.deleted_at IS NULL
          WHERE link.product_id = product.id
          ORDER BY link.rank, image.id
        ),
        'sales_channels', ARRAY(
          SELECT json_build_object(
            'id', channel.id, 'name', channel.name, 'description', channel.description)
          FROM product_sales_channel AS link
          JOIN sales_channel AS channel
            ON channel.id = link.sales_channel_id AND channel.deleted_at IS NULL
          WHERE link.product_id = product.id
          ORDER BY channel.id
        ),
        'categories', ARRAY(
          SELECT json_build_object(
            'handle', category.handle, 'name', category.name,
            'description', category.description)
          FROM product_category_product AS link
          JOIN product_category AS category ON category.id = link.product_category_id
          WHERE link.product_id = product.id
          ORDER BY category.id
        ),
        'variants', ARRAY(
          SELECT json_build_object(
            %s,
            'fields', %s,
            'options', (
              SELECT json_object_agg(value.option_id, value.value)
              FROM product_option_value AS value
              WHERE value.variant_id = variant.id AND value.deleted_at IS NULL
            ),
            'prices', (
              SELECT json_object_agg(coalesce(price.region_id, price.currency_code), price.amount)
              FROM money_amount AS price
              LEFT JOIN region ON region.id = price.region_id AND region.deleted_at IS NULL
              WHERE price.variant_id = variant.id
                AND price.deleted_at IS NULL
                AND price.price_list_id IS NULL
                AND price.min_quantity IS NULL
                AND price.max_quantity IS NULL
                AND (price.region_id IS NULL OR region.id IS NOT NULL)
            ))
          FROM product_variant AS variant
          WHERE variant.product_id = product.id AND variant.deleted_at IS NULL
          ORDER BY variant.variant_rank, variant.id
        )
      ))::text
      """
          .formatted(
              PRODUCT.jsonMembers("product"),
              FieldColumns.valuesOf("product", "product"),
              VARIANT.jsonMembers("variant"),
              FieldColumns.valuesOf("variant", "variant"));

  private static final String PAGE =
      """
      WITH page AS MATERIALIZED (
        SELECT t.id, %1$s AS sort
        FROM product AS t%3$s
        ORDER BY %1$s %2$s, t.id %2$s
        LIMIT $%4$s OFFSET $%5$s
      ),
      document AS MATERIALIZED (
        SELECT page.id, page.sort, %6$s AS document
        FROM page
        JOIN product ON product.id = page.id
        LEFT JOIN product_collection AS collection
          ON collection.id = product.collection_id AND collection.deleted_at IS NULL
        LEFT JOIN product_type AS type ON type.id = product.type_id AND type.deleted_at IS NULL
        LEFT JOIN LATERAL (
          SELECT profile.name, profile.type
          FROM product_shipping_profile AS link
          JOIN shipping_profile AS profile
            ON profile.id = link.profile_id AND profile.deleted_at IS NULL
          WHERE link.product_id = product.id
          ORDER BY profile.id DESC
          LIMIT 1
        ) AS profile ON true
      ),
      sized AS (
        SELECT id, sort, document,
          sum(octet_length(document)) OVER (ORDER BY sort %2$s, id %2$s)
            - octet_length(document) AS before,
          count(*) OVER () AS found
        FROM document
      )
      SELECT id, sort::text AS sort, document, found
      FROM sized
      WHERE before < $%7$s
      ORDER BY sized.sort %2$s, id %2$s
      """;

  private final Pool pool;

  ExportStore(Pool pool) {
    this.pool = pool;
  }

  /** Position of a product in an export: its value of the sorted field, and its id. */
  record Key(@Nullable String sort, String id) {

    private static final RecordCodec<Key> CODEC = RecordCodec.of(MethodHandles.lookup(), Key.class);
  }

  /** Number of products, and columns of those that the export takes of them. */
  Future<JsonObject> shape(WhereClause conditions, ExportOrder order, int limit, int skip) {
    int bound = conditions.size();
    String sql =
        SHAPE.formatted(
            conditions.where(),
            order.expression(),
            order.direction(),
            bound + 1,
            bound + 2,
            FieldColumns.of("product", "variant"));
    return pool.preparedQuery(sql)
        .execute(conditions.parameters(limit, skip))
        .map(rows -> shape(rows.iterator().next()));
  }

  private static JsonObject shape(Row row) {
    JsonObject shape = row.toJson();
    return row.getJson("prices") == null ? shape.put("prices", new JsonArray()) : shape;
  }

  /**
   * Export page as a reply body.
   *
   * @param after key of the product after which the page begins
   */
  Future<Buffer> page(
      WhereClause conditions, ExportOrder order, int limit, int skip, @Nullable Key after) {
    if (after != null) {
      conditions.add(order.isBehind(), new String[] {after.sort(), after.id()});
    }
    int bound = conditions.size();
    String sql =
        PAGE.formatted(
            order.expression(),
            order.direction(),
            conditions.where(),
            bound + 1,
            bound + 2,
            DOCUMENT,
            bound + 3);
    return pool.preparedQuery(sql)
        .execute(conditions.parameters(limit, skip, (long) MAX_PAGE))
        .map(rows -> answer(rows, limit));
  }

  /** Joins the documents, which PostgreSQL has serialized, into an array. */
  private static Buffer answer(RowSet<Row> rows, int limit) {
    Buffer answer = Buffer.buffer("{\"products\":[");
    @Nullable Key last = null;
    long found = 0;
    for (Row row : rows) {
      if (last != null) {
        answer.appendString(",");
      }
      answer.appendString(row.getString("document"));
      last = new Key(row.getString("sort"), row.getString("id"));
      found = row.getLong("found");
    }
    boolean isMore = found == limit || rows.size() < found;
    return answer
        .appendString("],\"after\":")
        .appendString(isMore && last != null ? Key.CODEC.write(last).encode() : "null")
        .appendString("}");
  }
}
