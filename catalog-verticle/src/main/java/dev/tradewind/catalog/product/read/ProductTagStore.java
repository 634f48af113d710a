package dev.tradewind.catalog.product.read;

import io.vertx.core.Future;
import io.vertx.core.json.JsonArray;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.SqlClient;

/** SQL of product tag usage. */
final class ProductTagStore {

  private static final String USAGE =
      """
      SELECT tag.id, tag.value, count(product.id) AS usage_count
      FROM product_tag AS tag
      LEFT JOIN product_tagging AS link ON link.tag_id = tag.id
      LEFT JOIN product ON product.id = link.product_id AND product.deleted_at IS NULL
      WHERE tag.deleted_at IS NULL
      GROUP BY tag.id
      ORDER BY usage_count DESC, tag.value
      LIMIT 10
      """;

  /** Finds the most used tags, with the number of products of each. */
  Future<JsonArray> findUsage(SqlClient db) {
    return db.query(USAGE)
        .execute()
        .map(rows -> new JsonArray(rows.stream().map(Row::toJson).toList()));
  }
}
