package dev.tradewind.catalog.search.index;

import io.vertx.core.Future;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.RowSet;
import io.vertx.sqlclient.SqlClient;
import io.vertx.sqlclient.Tuple;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * SQL of what the index shows of products that shoppers see in a sales channel. Rows are JSON texts
 * that another thread parses.
 */
final class ProductRowStore {

  private static final String ROW =
      """
      SELECT product.id, json_strip_nulls(json_build_object(
        'id', product.id,
        'title', product.title,
        'subtitle', product.subtitle,
        'description', product.description,
        'handle', product.handle,
        'material', product.material,
        'thumbnail', product.thumbnail,
        'origin_country', product.origin_country,
        'is_giftcard', product.is_giftcard,
        'created', (extract(epoch FROM product.created_at) * 1000000)::bigint,
        'collection_id', product.collection_id,
        'type_id', product.type_id,
        'channels', (
          SELECT json_agg(sales_channel_id)
          FROM product_sales_channel
          WHERE product_id = product.id AND is_on_sale
        ),
        'tags', (
          SELECT json_agg(tag_id ORDER BY tag_id)
          FROM product_tagging
          WHERE product_id = product.id
        ),
        'categories', (
          SELECT json_agg(product_category_id)
          FROM product_category_product
          WHERE product_id = product.id
        ),
        'options', (
          SELECT json_agg(json_build_array(id, title))
          FROM product_option
          WHERE product_id = product.id AND deleted_at IS NULL
        ),
        'values', (
          SELECT json_agg(json_build_array(option_id, value))
          FROM (
            SELECT value.option_id, value.value
            FROM product_variant AS variant
            JOIN product_option_value AS value
              ON value.variant_id = variant.id AND value.deleted_at IS NULL
            WHERE variant.product_id = product.id AND variant.deleted_at IS NULL
            GROUP BY value.option_id, value.value
            ORDER BY count(*) DESC, value.value COLLATE "C", value.option_id
          ) AS chosen
        ),
        'metadata', (
          SELECT json_agg(json_build_array(name, value))
          FROM (
            SELECT name, value
            FROM (
              SELECT 0 AS owner, member.key AS name, member.value
              FROM jsonb_each(
                CASE WHEN jsonb_typeof(product.metadata) = 'object' THEN product.metadata END
              ) AS member
              UNION ALL
              SELECT 1, member.key, member.value
              FROM product_variant AS variant
              CROSS JOIN jsonb_each(
                CASE WHEN jsonb_typeof(variant.metadata) = 'object' THEN variant.metadata END
              ) AS member
              WHERE variant.product_id = product.id AND variant.deleted_at IS NULL
            ) AS members
            WHERE name <> '_staff'
              AND jsonb_typeof(value) <> 'object'
              AND length(name) <= 100
              AND length(value::text) <= 1000
            GROUP BY name, value
            ORDER BY min(owner), name, value
            LIMIT 200
          ) AS shown
        ),
        'variants', (
          SELECT json_agg(json_build_object(
            'id', variant.id,
            'title', variant.title,
            'sku', variant.sku,
            'ean', variant.ean,
            'upc', variant.upc,
            'barcode', variant.barcode,
            'managed', variant.manage_inventory,
            'backorder', variant.allow_backorder,
            'quantity', variant.inventory_quantity,
            'required', link.required_quantity
          ) ORDER BY variant.variant_rank, variant.id)
          FROM product_variant AS variant
          LEFT JOIN product_variant_inventory_item AS link ON link.variant_id = variant.id
          WHERE variant.product_id = product.id AND variant.deleted_at IS NULL
        ),
        'prices', (
          SELECT json_agg(json_build_array(price.variant_id, price.amount, price.currency_code,
            price.region_id, price.price_list_id, price.min_quantity, price.max_quantity))
          FROM product_variant AS variant
          JOIN money_amount AS price
            ON price.variant_id = variant.id AND price.deleted_at IS NULL
          WHERE variant.product_id = product.id AND variant.deleted_at IS NULL
        ),
        'levels', (
          SELECT json_agg(
            json_build_array(variant.id, level.location_id, level.available_quantity))
          FROM product_variant AS variant
          JOIN product_variant_inventory_item AS link ON link.variant_id = variant.id
          JOIN inventory_level AS level
            ON level.inventory_item_id = link.inventory_item_id AND level.deleted_at IS NULL
          WHERE variant.product_id = product.id AND variant.deleted_at IS NULL
        )
      ))::text AS document
      FROM product
      WHERE EXISTS (
          SELECT FROM product_sales_channel WHERE product_id = product.id AND is_on_sale
        )
      """;

  private static final String FIND = ROW + "AND product.id = ANY ($1)";

  private static final String FIND_AFTER = ROW + "AND product.id > $1 ORDER BY product.id LIMIT $2";

  private static final String FIND_NAMES =
      """
      SELECT json_strip_nulls(json_build_object(
        'collections', (
          SELECT json_agg(json_build_array(id, title, handle))
          FROM product_collection
          WHERE deleted_at IS NULL
        ),
        'types', (
          SELECT json_agg(json_build_array(id, value))
          FROM product_type
          WHERE deleted_at IS NULL
        ),
        'tags', (
          SELECT json_agg(json_build_array(id, value))
          FROM product_tag
          WHERE deleted_at IS NULL
        ),
        'categories', (
          SELECT json_agg(json_build_array(
            id, name, parent_category_id, is_active AND NOT is_internal))
          FROM product_category
        )
      ))::text AS names
      """;

  private static final String FIND_REFERRING =
      """
      SELECT id FROM product WHERE collection_id = ANY ($1) OR type_id = ANY ($2)
      UNION
      SELECT product_id FROM product_tagging WHERE tag_id = ANY ($3)
      UNION
      SELECT product_id FROM product_category_product WHERE product_category_id = ANY ($4)
      """;

  private final SqlClient db;

  ProductRowStore(SqlClient db) {
    this.db = db;
  }

  /** Rows of the products of these ids, by id; without those that shoppers do not see. */
  Future<Map<String, String>> find(Collection<String> ids) {
    return db.preparedQuery(FIND)
        .execute(Tuple.of(ids.toArray(String[]::new)))
        .map(ProductRowStore::documents);
  }

  /** Rows of the next products by id, in that order. */
  Future<Map<String, String>> findAfter(String id, int limit) {
    return db.preparedQuery(FIND_AFTER)
        .execute(Tuple.of(id, limit))
        .map(ProductRowStore::documents);
  }

  private static Map<String, String> documents(RowSet<Row> rows) {
    Map<String, String> documents = new LinkedHashMap<>();
    rows.forEach(row -> documents.put(row.getString("id"), row.getString("document")));
    return documents;
  }

  Future<String> findNames() {
    return db.query(FIND_NAMES).execute().map(rows -> rows.iterator().next().getString("names"));
  }

  /** Ids of the products that refer to one of these. */
  Future<List<String>> findReferring(CatalogNames.Changed changed) {
    return db.preparedQuery(FIND_REFERRING)
        .execute(
            Tuple.of(
                array(changed.collections()),
                array(changed.types()),
                array(changed.tags()),
                array(changed.categories())))
        .map(rows -> rows.stream().map(row -> row.getString("id")).toList());
  }

  private static String[] array(Set<String> ids) {
    return ids.toArray(String[]::new);
  }
}
