package dev.tradewind.catalog.product.read;

import dev.tradewind.catalog.price.PriceStore;
import dev.tradewind.catalog.price.PricingContext;
import dev.tradewind.catalog.region.TaxRateStore;
import dev.tradewind.catalog.schema.ProductResources;
import dev.tradewind.catalog.schema.ShippingOptionResources;
import io.vertx.core.Future;
import io.vertx.core.json.JsonObject;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.SqlClient;
import io.vertx.sqlclient.Tuple;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Store of variant reads for carts, each one statement. */
final class VariantStore {

  private static final String PROFILES =
      """
      coalesce(
        (
          SELECT json_agg(%s ORDER BY profile.id)
          FROM product_shipping_profile AS link
          JOIN shipping_profile AS profile
            ON profile.id = link.profile_id AND profile.deleted_at IS NULL
          WHERE link.product_id = product.id
        ),
        '[]'
      )
      """
          .formatted(ShippingOptionResources.PROFILE.jsonObject("profile"));

  /** Tags for the evaluation of discounts; carts do not show them. */
  private static final String TAG_IDS =
      """
      coalesce(
        (
          SELECT json_agg(link.tag_id ORDER BY link.tag_id)
          FROM product_tagging AS link
          WHERE link.product_id = product.id
        ),
        '[]'
      )
      """;

  private static final String EMBEDDED =
      ProductResources.VARIANT.jsonObject(
          "variant",
          "'product', "
              + ProductResources.PRODUCT.jsonObject(
                  "product", "'profiles', " + PROFILES + ", 'tag_ids', " + TAG_IDS));

  private static final String IN_SALES_CHANNEL =
      """
      %1$s::text IS NULL OR EXISTS (
        SELECT FROM product_sales_channel AS link
        WHERE link.product_id = product.id AND link.sales_channel_id = %1$s::text
      )
      """;

  private static final String FIND =
      """
      SELECT %s AS variant, %s AS in_sales_channel
      FROM unnest($1::text[]) WITH ORDINALITY AS wanted (variant_id, position)
      JOIN product_variant AS variant
        ON variant.id = wanted.variant_id AND variant.deleted_at IS NULL
      JOIN product ON product.id = variant.product_id AND product.deleted_at IS NULL
      ORDER BY wanted.position
      """
          .formatted(EMBEDDED, IN_SALES_CHANNEL.formatted("$2"));

  private static final String QUOTE = quoting(EMBEDDED + " AS variant,");

  /** A statement of its own: PostgreSQL would plan to read the variants even if told not to. */
  private static final String QUOTE_KNOWN = quoting("");

  private final SqlClient db;

  VariantStore(SqlClient db) {
    this.db = db;
  }

  /**
   * Variants with their products.
   *
   * @param salesChannelId channel in which the products may be sold; absent for any
   */
  Future<List<JsonObject>> find(List<String> ids, @Nullable String salesChannelId) {
    return db.preparedQuery(FIND)
        .execute(Tuple.of(ids.toArray(String[]::new), salesChannelId))
        .map(rows -> rows.stream().map(VariantStore::variant).toList());
  }

  /** Prices of the variants in the region of the context; unknown ids are left out. */
  Future<Map<String, VariantPricingRow>> quote(
      PricingContext context,
      @Nullable String salesChannelId,
      Collection<String> ids,
      boolean withVariants) {
    Tuple parameters =
        PriceStore.regionAndGroups(context)
            .addArrayOfString(ids.toArray(String[]::new))
            .addString(salesChannelId);
    return db.preparedQuery(withVariants ? QUOTE : QUOTE_KNOWN)
        .execute(parameters)
        .map(rows -> {
          Map<String, VariantPricingRow> quotable = new HashMap<>();
          rows.forEach(row ->
              quotable.put(
                  row.getString("id"),
                  VariantPricingRow.of(row, withVariants ? variant(row) : null)));
          return quotable;
        });
  }

  /**
   * Statement of a quote. A deleted region has no place, so its variants have no prices.
   *
   * @param variant further columns of the variant
   */
  private static String quoting(String variant) {
    return """
    SELECT
      variant.id,
      %s
      (SELECT json_agg(%s) FROM %s AND price.variant_id = variant.id) AS candidates,
      (%s) AS tax_rates,
      trim_scale(region.tax_rate)::text AS region_rate,
      %s AS in_sales_channel,
      CASE
        WHEN variant.manage_inventory AND NOT variant.allow_backorder
        THEN CASE WHEN link.id IS NULL THEN variant.inventory_quantity ELSE (
          SELECT coalesce(sum(level.available_quantity), 0) / link.required_quantity
          FROM inventory_level AS level
          WHERE level.inventory_item_id = link.inventory_item_id
            AND level.deleted_at IS NULL
            AND EXISTS (
              SELECT
              FROM sales_channel_location AS sold
              WHERE sold.location_id = level.location_id
                AND sold.deleted_at IS NULL
                AND ($4::text IS NULL OR sold.sales_channel_id = $4::text)
            )
        ) END
      END::bigint AS available,
      next_price_list_turn() AS until
    FROM product_variant AS variant
    LEFT JOIN product_variant_inventory_item AS link ON link.variant_id = variant.id
    JOIN product ON product.id = variant.product_id AND product.deleted_at IS NULL
    JOIN region ON region.id = $1
    LEFT JOIN (%s) AS place ON true
    WHERE variant.id = ANY($3::text[]) AND variant.deleted_at IS NULL
    """
        .formatted(
            variant,
            PriceStore.CANDIDATE,
            PriceStore.CANDIDATES,
            TaxRateStore.OF_PRODUCT,
            IN_SALES_CHANNEL.formatted("$4"),
            PriceStore.PLACE_OF_REGION);
  }

  private static JsonObject variant(Row row) {
    JsonObject variant = (JsonObject) row.getJson("variant");
    JsonObject product = variant.getJsonObject("product");
    JsonObject profile = ProductResources.lastProfile(product);
    product.put("profile", profile);
    product.put("profile_id", profile == null ? null : profile.getString("id"));
    product.put("in_sales_channel", row.getBoolean("in_sales_channel"));
    return variant;
  }
}
