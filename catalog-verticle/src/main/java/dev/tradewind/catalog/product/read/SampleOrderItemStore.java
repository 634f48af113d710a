package dev.tradewind.catalog.product.read;

import dev.tradewind.catalog.schema.ProductResources;
import dev.tradewind.catalog.schema.RegionResources;
import dev.tradewind.catalog.schema.SalesChannelResources;
import dev.tradewind.catalog.schema.ShippingOptionResources;
import io.vertx.core.Future;
import io.vertx.core.json.JsonObject;
import io.vertx.sqlclient.SqlClient;
import io.vertx.sqlclient.Tuple;
import java.util.Optional;

/** SQL of the catalog rows for generated sample orders. */
public final class SampleOrderItemStore {

  private static final String SHELF =
      """
      SELECT json_build_object(
        'region', %s,
        'currency', %s,
        'sales_channel', (
          SELECT %s
          FROM sales_channel AS channel
          JOIN store ON store.default_sales_channel_id = channel.id
        ),
        'shipping_option', (
          SELECT %s
          FROM shipping_option AS option
          WHERE option.region_id = region.id AND option.amount > 0 AND option.deleted_at IS NULL
          ORDER BY option.name, option.id
          LIMIT 1
        ),
        'goods', (
          SELECT json_agg(
            json_build_object(
              'title', goods.title, 'thumbnail', goods.thumbnail, 'unit_price', goods.amount,
              'variant', goods.variant)
            ORDER BY goods.id)
          FROM (
            SELECT variant.id, product.title, product.thumbnail, price.amount, %s AS variant
            FROM product_variant AS variant
            JOIN product ON product.id = variant.product_id AND product.deleted_at IS NULL
            JOIN money_amount AS price
              ON price.variant_id = variant.id
              AND price.currency_code = region.currency_code
              AND price.region_id IS NULL
              AND price.price_list_id IS NULL
              AND price.deleted_at IS NULL
            WHERE variant.deleted_at IS NULL
            ORDER BY variant.id
            LIMIT $1
          ) AS goods
        )
      ) AS shelf
      FROM region
      JOIN currency ON currency.code = region.currency_code
      WHERE region.deleted_at IS NULL
      ORDER BY region.name, region.id
      LIMIT 1
      """
          .formatted(
              RegionResources.REGION.jsonObject("region"),
              RegionResources.CURRENCY.jsonObject("currency"),
              SalesChannelResources.CHANNEL.jsonObject("channel"),
              ShippingOptionResources.OPTION.jsonObject("option"),
              ProductResources.VARIANT.jsonObject("variant"));

  /**
   * Reads a region with its currency and a shipping option, the default sales channel, and some
   * variants with their prices.
   *
   * @return empty if the store has no region
   */
  public Future<Optional<JsonObject>> read(SqlClient db, int variants) {
    return db.preparedQuery(SHELF)
        .execute(Tuple.of(variants))
        .map(rows -> rows.stream().map(row -> (JsonObject) row.getJson("shelf")).findFirst());
  }
}
