package dev.tradewind.catalog.channel;

import dev.tradewind.catalog.event.ChangedProduct;
import dev.tradewind.catalog.input.JsonFields;
import dev.tradewind.kernel.text.Timestamps;
import io.vertx.core.Future;
import io.vertx.sqlclient.SqlClient;
import io.vertx.sqlclient.Tuple;
import java.time.Instant;
import java.util.List;

/** SQL of sales channels: channels of a publishable key, the default channel, their products. */
public final class SalesChannelStore {

  /** Addition of products to a channel, or their removal. */
  enum ProductChange {
    ADD(ADD_PRODUCTS),
    REMOVE(REMOVE_PRODUCTS);

    private final String statement;

    ProductChange(String statement) {
      this.statement = statement;
    }
  }

  /** The condition of a deletion: the channel is not the default one. */
  static final String NOT_DEFAULT =
      "NOT EXISTS (SELECT FROM store WHERE default_sales_channel_id = t.id)";

  private static final String FIND_OF_KEY =
      """
      SELECT link.sales_channel_id
      FROM publishable_api_key AS key
      JOIN publishable_api_key_sales_channel AS link ON link.publishable_key_id = key.id
      JOIN sales_channel AS channel
        ON channel.id = link.sales_channel_id AND channel.deleted_at IS NULL
      WHERE key.id = $1
      ORDER BY link.sales_channel_id
      """;

  private static final String IS_DEFAULT = "SELECT FROM store WHERE default_sales_channel_id = $1";

  private static final String IS_OUTSIDE =
      """
      SELECT
      FROM product
      WHERE deleted_at IS NULL
        AND (
          id = $1
          OR id = (SELECT product_id FROM product_variant WHERE id = $1 AND deleted_at IS NULL)
        )
        AND NOT EXISTS (
          SELECT FROM product_sales_channel AS link
          WHERE link.product_id = product.id AND link.sales_channel_id = ANY ($2::text[])
        )
      """;

  private static final String LOCK_CHANNEL =
      "SELECT version FROM sales_channel WHERE id = $1 AND deleted_at IS NULL FOR KEY SHARE";

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

  private static final String ADD_PRODUCTS =
      """
      WITH changed AS (
        INSERT INTO product_sales_channel (sales_channel_id, product_id)
        SELECT $1, product_id
        FROM unnest($2::text[]) AS product_id
        ON CONFLICT DO NOTHING
        RETURNING product_id
      )
      UPDATE product
      SET version = product.version + 1, updated_at = $3
      FROM changed
      WHERE product.id = changed.product_id
      RETURNING product.id, product.version
      """;

  private static final String REMOVE_PRODUCTS =
      """
      WITH changed AS (
        DELETE FROM product_sales_channel
        WHERE sales_channel_id = $1
          AND product_id = ANY ($2)
        RETURNING product_id
      )
      UPDATE product
      SET version = product.version + 1, updated_at = $3
      FROM changed
      WHERE product.id = changed.product_id
      RETURNING product.id, product.version
      """;

  /** The channels of a key. One that is revoked keeps them: it must not show more than before. */
  Future<List<String>> findOfKey(SqlClient db, String key) {
    return db.preparedQuery(FIND_OF_KEY)
        .execute(Tuple.of(key))
        .map(rows -> rows.stream().map(row -> row.getString(0)).toList());
  }

  Future<Boolean> isDefault(SqlClient db, String id) {
    return db.preparedQuery(IS_DEFAULT).execute(Tuple.of(id)).map(rows -> rows.size() > 0);
  }

  /** Whether the product, or the product of the variant, exists and is in none of the channels. */
  Future<Boolean> isOutside(SqlClient db, List<String> channels, String id) {
    return db.preparedQuery(IS_OUTSIDE)
        .execute(Tuple.of(id, JsonFields.array(channels)))
        .map(rows -> rows.size() > 0);
  }

  /** Locks the channel against deletion until the end of the transaction; false if missing. */
  Future<Boolean> lock(SqlClient db, String id) {
    return db.preparedQuery(LOCK_CHANNEL).execute(Tuple.of(id)).map(rows -> rows.size() > 0);
  }

  /** Locks the products and returns the ids of the existing ones. */
  Future<List<String>> lockProducts(SqlClient db, List<String> ids) {
    return db.preparedQuery(LOCK_PRODUCTS)
        .execute(Tuple.of(JsonFields.array(ids)))
        .map(rows -> rows.stream().map(row -> row.getString("id")).toList());
  }

  /** Adds or removes products of the channel and returns the changed products. */
  Future<List<ChangedProduct>> change(
      SqlClient db, ProductChange change, String id, List<String> products, Instant now) {
    return db.preparedQuery(change.statement)
        .execute(Tuple.of(id, JsonFields.array(products), Timestamps.utc(now)))
        .map(rows -> rows.stream().map(ChangedProduct.CODEC::readRow).toList());
  }
}
