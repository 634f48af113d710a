package dev.tradewind.catalog.region;

import dev.tradewind.api.catalog.TaxRateQuery;
import dev.tradewind.catalog.schema.RegionResources;
import io.vertx.core.Future;
import io.vertx.core.json.JsonObject;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.RowSet;
import io.vertx.sqlclient.SqlClient;
import io.vertx.sqlclient.Tuple;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Store of the tax rates that a region links to products, product types and shipping options. */
public final class TaxRateStore {

  private static final String RATES =
      """
      json_agg(
        json_build_object('rate', trim_scale(rate.rate), 'name', rate.name, 'code', rate.code)
        ORDER BY rate.id
      )
      """;

  /** Linked rates of the product {@code product} in the region {@code region}, or null. */
  public static final String OF_PRODUCT =
      """
      SELECT %s
      FROM tax_rate AS rate
      WHERE rate.region_id = region.id
        AND (
          EXISTS (
            SELECT FROM product_tax_rate AS link
            WHERE link.rate_id = rate.id AND link.product_id = product.id
          )
          OR EXISTS (
            SELECT FROM product_type_tax_rate AS link
            WHERE link.rate_id = rate.id AND link.product_type_id = product.type_id
          )
        )
      """
          .formatted(RATES);

  private static final String FIND =
      """
      SELECT
        %s AS region,
        (
          SELECT json_object_agg(product.id, linked.rates)
          FROM product
          CROSS JOIN LATERAL (%s) AS linked (rates)
          WHERE product.id = ANY($2::text[]) AND linked.rates IS NOT NULL
        ) AS products,
        (
          SELECT json_object_agg(linked.id, linked.rates)
          FROM (
            SELECT link.shipping_option_id, %s
            FROM shipping_tax_rate AS link
            JOIN tax_rate AS rate ON rate.id = link.rate_id AND rate.region_id = region.id
            WHERE link.shipping_option_id = ANY($3::text[])
            GROUP BY link.shipping_option_id
          ) AS linked (id, rates)
        ) AS shipping_options
      FROM region
      WHERE region.id = $1
      """
          .formatted(RegionResources.REGION.jsonObject("region"), OF_PRODUCT, RATES);

  private final SqlClient db;

  public TaxRateStore(SqlClient db) {
    this.db = db;
  }

  /**
   * Region row, perhaps a deleted one, with its linked rates by product and shipping option, in one
   * statement.
   */
  public Future<Optional<JsonObject>> find(TaxRateQuery query) {
    return db.preparedQuery(FIND)
        .execute(
            Tuple.of(
                query.regionId(),
                query.productIds().toArray(String[]::new),
                query.shippingOptionIds().toArray(String[]::new)))
        .map(TaxRateStore::answer);
  }

  private static Optional<JsonObject> answer(RowSet<Row> rows) {
    if (rows.size() == 0) {
      return Optional.empty();
    }
    return Optional.of(
        new JsonObject()
            .put("region", rows.iterator().next().getJson("region"))
            .put("products", orEmpty(rows.iterator().next().getJson("products")))
            .put("shipping_options", orEmpty(rows.iterator().next().getJson("shipping_options"))));
  }

  private static Object orEmpty(@Nullable Object json) {
    return json == null ? new JsonObject() : json;
  }
}
