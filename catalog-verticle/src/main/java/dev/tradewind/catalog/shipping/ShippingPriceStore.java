package dev.tradewind.catalog.shipping;

import dev.tradewind.catalog.input.JsonFields;
import dev.tradewind.kernel.json.RecordCodec;
import io.vertx.core.Future;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import io.vertx.sqlclient.SqlClient;
import io.vertx.sqlclient.Tuple;
import java.lang.invoke.MethodHandles;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * SQL of the amounts of shipping options and of the applicable tax rates, in one statement for all
 * options.
 */
final class ShippingPriceStore {

  /**
   * Shipping option with its amount and its tax rates.
   *
   * @param defaultRate default tax rate of the region
   * @param linkedRates tax rates linked to the option; absent if there are none
   */
  record StoredPrice(
      String id,
      long amount,
      boolean includesTax,
      boolean automaticTaxes,
      JsonObject defaultRate,
      @Nullable JsonArray linkedRates) {

    private static final RecordCodec<StoredPrice> CODEC =
        RecordCodec.of(MethodHandles.lookup(), StoredPrice.class);
  }

  private static final String FIND =
      """
      SELECT
        option.id,
        coalesce(option.amount, 0) AS amount,
        option.includes_tax,
        region.automatic_taxes,
        json_build_object('rate', trim_scale(region.tax_rate), 'name', 'default', 'code', 'default')
          AS default_rate,
        (
          SELECT json_agg(
            json_build_object('rate', trim_scale(rate.rate), 'name', rate.name, 'code', rate.code)
            ORDER BY rate.id
          )
          FROM shipping_tax_rate AS link
          JOIN tax_rate AS rate ON rate.id = link.rate_id AND rate.region_id = region.id
          WHERE link.shipping_option_id = option.id
        ) AS linked_rates
      FROM shipping_option AS option
      JOIN region ON region.id = option.region_id
      WHERE option.id = ANY ($1)
      """;

  Future<List<StoredPrice>> find(SqlClient db, List<String> ids) {
    return db.preparedQuery(FIND)
        .execute(Tuple.of(JsonFields.array(ids)))
        .map(rows -> rows.stream().map(StoredPrice.CODEC::readRow).toList());
  }
}
