package dev.tradewind.catalog.pricelist;

import dev.tradewind.catalog.schema.PriceResources;
import dev.tradewind.catalog.schema.ProductResources;
import dev.tradewind.kernel.json.JsonName;
import dev.tradewind.kernel.json.RecordCodec;
import dev.tradewind.kernel.text.Timestamps;
import io.vertx.core.Future;
import io.vertx.core.json.JsonArray;
import io.vertx.sqlclient.SqlClient;
import io.vertx.sqlclient.Tuple;
import java.lang.invoke.MethodHandles;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * SQL of the prices of a price list. Callers that add or change prices hold the lock of the list.
 */
public final class ListPriceStore {

  private static final String RESOLVE =
      """
      SELECT
        ARRAY(
          SELECT wanted
          FROM unnest($1::text[]) AS wanted
          WHERE NOT EXISTS (
            SELECT FROM product_variant
            WHERE id = wanted AND deleted_at IS NULL
          )
          ORDER BY wanted
        ) AS missing_variants,
        coalesce(
          (
            SELECT json_object_agg(id, currency_code)
            FROM region
            WHERE id = ANY ($2::text[]) AND deleted_at IS NULL
          ),
          '{}'
        ) AS regions
      """;

  private static final String INSERT =
      """
      INSERT INTO money_amount (
        id, created_at, updated_at, price_list_id, variant_id, currency_code, region_id, amount,
        min_quantity, max_quantity, import_job_id
      )
      SELECT
        given.id, $3, $3, $1, given.variant_id, given.currency_code, given.region_id, given.amount,
        given.min_quantity, given.max_quantity, $4
      FROM jsonb_to_recordset($2::jsonb) AS given (
        id text, variant_id text, currency_code text, region_id text, amount bigint,
        min_quantity integer, max_quantity integer
      )
      ON CONFLICT (variant_id, currency_code, region_id, price_list_id, min_quantity, max_quantity)
        WHERE deleted_at IS NULL
      DO UPDATE SET
        amount = excluded.amount,
        updated_at = excluded.updated_at,
        import_job_id = coalesce(excluded.import_job_id, money_amount.import_job_id)
      """;

  private static final String DELETE_NOT_IMPORTED =
      """
      DELETE FROM money_amount
      WHERE price_list_id = $1
        AND import_job_id IS DISTINCT FROM $2
      """;

  private static final String FIND_VARIANTS =
      """
      SELECT
        given.line, given.variant_id IS NOT NULL AS is_by_id,
        coalesce(given.variant_id, given.sku) AS key,
        coalesce(by_id.id, by_sku.id) AS variant_id
      FROM jsonb_to_recordset($1::jsonb) AS given (line bigint, variant_id text, sku text)
      LEFT JOIN product_variant AS by_id
        ON by_id.id = given.variant_id AND by_id.deleted_at IS NULL
      LEFT JOIN product_variant AS by_sku
        ON given.variant_id IS NULL AND by_sku.sku = given.sku AND by_sku.deleted_at IS NULL
      """;

  private static final String UPDATE =
      """
      UPDATE money_amount AS price
      SET
        updated_at = $3,
        amount = coalesce(given.amount, price.amount),
        min_quantity = CASE WHEN given.has_min THEN given.min_quantity ELSE price.min_quantity END,
        max_quantity = CASE WHEN given.has_max THEN given.max_quantity ELSE price.max_quantity END,
        currency_code =
          CASE WHEN given.is_moved THEN given.currency_code ELSE price.currency_code END,
        region_id = CASE WHEN given.is_moved THEN given.region_id ELSE price.region_id END
      FROM jsonb_to_recordset($2::jsonb) AS given (
        id text, amount bigint, has_min boolean, min_quantity integer, has_max boolean,
        max_quantity integer, is_moved boolean, currency_code text, region_id text
      )
      WHERE price.id = given.id
        AND price.price_list_id = $1
        AND price.deleted_at IS NULL
      RETURNING price.id
      """;

  private static final String DELETE_OTHERS =
      "DELETE FROM money_amount WHERE price_list_id = $1 AND id <> ALL ($2::text[])";

  private static final String DELETE =
      "DELETE FROM money_amount WHERE price_list_id = $1 AND id = ANY ($2::text[])";

  private static final String DELETE_OF_VARIANTS =
      """
      DELETE FROM money_amount
      WHERE price_list_id = $1
        AND variant_id = ANY ($2::text[])
      RETURNING id
      """;

  private static final String DELETE_OF_PRODUCTS =
      """
      DELETE FROM money_amount AS price
      USING product_variant AS variant
      WHERE price.price_list_id = $1
        AND variant.id = price.variant_id
        AND variant.product_id = ANY ($2::text[])
      RETURNING price.id
      """;

  // A list may have ten thousands of prices: the database renders them, and the newest alone.
  private static final String RENDER =
      """
      SELECT
        coalesce(json_agg(%s ORDER BY price.id), '[]')::text,
        (SELECT count(*) FROM money_amount WHERE price_list_id = $1 AND deleted_at IS NULL)
      FROM (
        SELECT *
        FROM money_amount
        WHERE price_list_id = $1
          AND deleted_at IS NULL
        ORDER BY id DESC
        LIMIT $2
      ) AS price
      JOIN product_variant AS variant
        ON variant.id = price.variant_id AND variant.deleted_at IS NULL
      CROSS JOIN LATERAL (SELECT %s AS document OFFSET 0) AS shown
      """
          .formatted(
              PriceResources.PRICE.jsonObject(
                  "price",
                  "'variant', shown.document, 'variants', json_build_array(shown.document)"),
              ProductResources.VARIANT.jsonObject("variant"));

  /**
   * Resolved references of prices.
   *
   * @param currencies currency of each existing region
   */
  record Resolved(
      List<String> missingVariants, @JsonName("regions") Map<String, String> currencies) {

    private static final RecordCodec<Resolved> CODEC =
        RecordCodec.of(MethodHandles.lookup(), Resolved.class);
  }

  Future<Resolved> resolve(SqlClient db, Collection<String> variants, Collection<String> regions) {
    return db.preparedQuery(RESOLVE)
        .execute(Tuple.of(texts(variants), texts(regions)))
        .map(rows -> Resolved.CODEC.readRow(rows.iterator().next()));
  }

  /**
   * Inserts prices, or updates the amounts of those for the same place and quantities.
   *
   * @param jobId import that writes them, if any
   */
  Future<Void> insert(
      SqlClient db, String listId, JsonArray rows, Instant now, @Nullable String jobId) {
    return db.preparedQuery(INSERT)
        .execute(Tuple.of(listId, rows, Timestamps.utc(now), jobId))
        .mapEmpty();
  }

  /** Deletes the prices of the list that the job has not written. */
  Future<Void> deleteNotImported(SqlClient db, String listId, String jobId) {
    return db.preparedQuery(DELETE_NOT_IMPORTED).execute(Tuple.of(listId, jobId)).mapEmpty();
  }

  /** Variant that a line of an import names, by its id or else by its SKU; null if unknown. */
  record NamedVariant(long line, boolean isById, String key, @Nullable String variantId) {

    private static final RecordCodec<NamedVariant> CODEC =
        RecordCodec.of(MethodHandles.lookup(), NamedVariant.class);
  }

  Future<List<NamedVariant>> findVariants(SqlClient db, JsonArray lines) {
    return db.preparedQuery(FIND_VARIANTS)
        .execute(Tuple.of(lines))
        .map(rows -> rows.stream().map(NamedVariant.CODEC::readRow).toList());
  }

  /** Updates prices of the list and returns their ids; unknown ones are left out. */
  Future<List<String>> update(SqlClient db, String listId, JsonArray rows, Instant now) {
    return ids(db, UPDATE, Tuple.of(listId, rows, Timestamps.utc(now)));
  }

  /** Deletes all prices of the list but these. */
  Future<Void> deleteOthers(SqlClient db, String listId, List<String> kept) {
    return db.preparedQuery(DELETE_OTHERS).execute(Tuple.of(listId, texts(kept))).mapEmpty();
  }

  Future<Void> delete(SqlClient db, String listId, List<String> ids) {
    return db.preparedQuery(DELETE).execute(Tuple.of(listId, texts(ids))).mapEmpty();
  }

  /** Deletes the prices of the variants and returns their ids. */
  Future<List<String>> deleteOfVariants(SqlClient db, String listId, List<String> variants) {
    return ids(db, DELETE_OF_VARIANTS, Tuple.of(listId, texts(variants)));
  }

  /** Deletes the prices of the products' variants and returns their ids. */
  Future<List<String>> deleteOfProducts(SqlClient db, String listId, List<String> products) {
    return ids(db, DELETE_OF_PRODUCTS, Tuple.of(listId, texts(products)));
  }

  /**
   * Prices of a list.
   *
   * @param json the newest with their variants, as the text of a JSON array
   * @param count of all prices
   */
  record Rendered(String json, long count) {}

  Future<Rendered> render(SqlClient db, String listId, int most) {
    return db.preparedQuery(RENDER)
        .execute(Tuple.of(listId, most))
        .map(rows -> rows.iterator().next())
        .map(row -> new Rendered(row.getString(0), row.getLong(1)));
  }

  private static Future<List<String>> ids(SqlClient db, String statement, Tuple parameters) {
    return db.preparedQuery(statement)
        .execute(parameters)
        .map(rows -> rows.stream().map(row -> row.getString("id")).sorted().toList());
  }

  private static Object texts(Collection<String> texts) {
    return texts.toArray(String[]::new);
  }
}
