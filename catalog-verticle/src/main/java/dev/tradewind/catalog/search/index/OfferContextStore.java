package dev.tradewind.catalog.search.index;

import dev.tradewind.catalog.price.PriceStore;
import dev.tradewind.catalog.price.PricingContext;
import io.vertx.core.Future;
import io.vertx.core.json.JsonObject;
import io.vertx.sqlclient.SqlClient;
import io.vertx.sqlclient.Tuple;
import java.util.List;
import java.util.Optional;

/** SQL of what decides about prices and availability for a caller, beside the products. */
public final class OfferContextStore {

  private static final String FIND_DEFAULT_REGION =
      """
      SELECT region.id
      FROM region
      WHERE region.deleted_at IS NULL
      ORDER BY
        EXISTS (SELECT FROM store WHERE default_region_id = region.id) DESC,
        region.created_at,
        region.id
      LIMIT 1
      """;

  /**
   * For the region $1, the customer groups $2, the currency $3 and the channels $4; without
   * channels: the default one.
   */
  private static final String FIND =
      """
      WITH place AS MATERIALIZED (
        %s
      ), channel AS MATERIALIZED (
        SELECT unnest($4::text[]) AS id
        UNION ALL
        SELECT default_sales_channel_id
        FROM store
        WHERE cardinality($4::text[]) = 0 AND default_sales_channel_id IS NOT NULL
      ), rate AS MATERIALIZED (
        SELECT id, rate FROM tax_rate WHERE region_id = $1
      )
      SELECT json_strip_nulls(json_build_object(
        'place', (SELECT row_to_json(place) FROM place),
        'channels', (SELECT json_agg(id ORDER BY id) FROM channel),
        'locations', (
          SELECT json_agg(DISTINCT sold.location_id)
          FROM sales_channel_location AS sold
          JOIN channel ON channel.id = sold.sales_channel_id
          WHERE sold.deleted_at IS NULL
        ),
        'lists', (
          SELECT json_agg(json_build_array(list.id, list.type, list.includes_tax))
          FROM price_list AS list
          WHERE %s
        ),
        'taxed', (SELECT automatic_taxes FROM region WHERE id = $1),
        'rate', (SELECT tax_rate::text FROM region WHERE id = $1),
        'rates', (SELECT json_agg(json_build_array(id, coalesce(rate, 0)::text)) FROM rate),
        'products', (
          SELECT json_agg(json_build_array(link.product_id, link.rate_id))
          FROM product_tax_rate AS link
          JOIN rate ON rate.id = link.rate_id
        ),
        'types', (
          SELECT json_agg(json_build_array(link.product_type_id, link.rate_id))
          FROM product_type_tax_rate AS link
          JOIN rate ON rate.id = link.rate_id
        )
      ))::text AS found
      """
          .formatted(PriceStore.PLACE, PriceStore.ACTIVE_LIST);

  private final SqlClient db;

  public OfferContextStore(SqlClient db) {
    this.db = db;
  }

  /** Region of callers that name none: the default one, else the oldest; empty without any. */
  public Future<Optional<String>> findDefaultRegion() {
    return db.query(FIND_DEFAULT_REGION)
        .execute()
        .map(rows -> rows.stream().map(row -> row.getString("id")).findFirst());
  }

  /**
   * @param channels of the publishable key; empty without one
   */
  public Future<OfferContext> find(PricingContext pricing, List<String> channels) {
    return db.preparedQuery(FIND)
        .execute(
            Tuple.tuple()
                .addString(pricing.regionId())
                .addArrayOfString(pricing.customerGroupIds().toArray(String[]::new))
                .addString(pricing.currencyCode())
                .addArrayOfString(channels.toArray(String[]::new)))
        .map(rows -> OfferContext.parse(new JsonObject(rows.iterator().next().getString("found"))));
  }
}
