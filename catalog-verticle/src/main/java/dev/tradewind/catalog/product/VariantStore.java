package dev.tradewind.catalog.product;

import dev.tradewind.catalog.price.PriceStore;
import dev.tradewind.catalog.price.PricingContext;
import dev.tradewind.catalog.region.TaxRateStore;
import dev.tradewind.catalog.shipping.ShippingOptions;
import io.vertx.core.Future;
import io.vertx.core.json.JsonObject;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.RowSet;
import io.vertx.sqlclient.SqlClient;
import io.vertx.sqlclient.Tuple;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Reads variants as carts need them, each time in one statement. */
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
          .formatted(ShippingOptions.PROFILE.jsonObject("profile"));

  /** Discounts look at tags; nobody shows them in a cart. */
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
      Products.VARIANT.jsonObject(
          "variant",
          "'product', "
              + Products.PRODUCT.jsonObject(
                  "product", "'profiles', " + PROFILES + ", 'tag_ids', " + TAG_IDS));

  private static final String PRESENT =
      """
      JOIN product_variant AS variant
        ON variant.id = wanted.variant_id AND variant.deleted_at IS NULL
      JOIN product ON product.id = variant.product_id AND product.deleted_at IS NULL
      """;

  private static final String FIND =
      """
      SELECT %s AS variant
      FROM unnest($1::text[]) WITH ORDINALITY AS wanted (variant_id, position)
      %s
      ORDER BY wanted.position
      """
          .formatted(EMBEDDED, PRESENT);

  private static final String QUOTE =
      """
      WITH place AS MATERIALIZED (
        %s
      ),
      wanted AS (
        SELECT item.variant_id, item.quantity, item.position,
          sum(item.quantity) OVER (PARTITION BY item.variant_id) AS quantity_in_all
        FROM unnest($5::text[], $6::integer[]) WITH ORDINALITY
          AS item (variant_id, quantity, position)
      )
      SELECT
        wanted.variant_id,
        wanted.quantity,
        CASE WHEN $8::boolean THEN %s END AS variant,
        (SELECT json_agg(%s) %s AND price.variant_id = variant.id) AS candidates,
        (%s) AS tax_rates,
        trim_scale(region.tax_rate)::text AS region_rate,
        $7::text IS NULL OR EXISTS (
          SELECT FROM product_sales_channel AS link
          WHERE link.product_id = product.id AND link.sales_channel_id = $7::text
        ) AS in_sales_channel,
        NOT variant.manage_inventory
          OR variant.allow_backorder
          OR variant.inventory_quantity >= wanted.quantity_in_all AS covered
      FROM wanted
      %s
      JOIN region ON region.id = $1
      ORDER BY wanted.position
      """
          .formatted(
              PriceStore.PLACE,
              EMBEDDED,
              PriceStore.CANDIDATE,
              PriceStore.CANDIDATES,
              TaxRateStore.OF_PRODUCT,
              PRESENT);

  private final SqlClient db;
  private final Clock clock;

  VariantStore(SqlClient db, Clock clock) {
    this.db = db;
    this.clock = clock;
  }

  Future<List<JsonObject>> find(List<String> ids) {
    return db.preparedQuery(FIND)
        .execute(Tuple.of(ids.toArray(String[]::new)))
        .map(rows -> map(rows, VariantStore::variant));
  }

  Future<List<Quotable>> quote(
      PricingContext context,
      @Nullable String salesChannelId,
      List<Wanted> items,
      boolean withVariants) {
    Tuple parameters =
        PriceStore.placeAndTime(context, clock)
            .addArrayOfString(items.stream().map(Wanted::variantId).toArray(String[]::new))
            .addArrayOfInteger(items.stream().map(Wanted::quantity).toArray(Integer[]::new))
            .addString(salesChannelId)
            .addBoolean(withVariants);
    return db.preparedQuery(QUOTE)
        .execute(parameters)
        .map(rows -> map(rows, row -> Quotable.of(row, withVariants ? variant(row) : null)));
  }

  /** How much of which variant. */
  record Wanted(String variantId, int quantity) {}

  private static <T> List<T> map(RowSet<Row> rows, Function<Row, T> mapping) {
    List<T> mapped = new ArrayList<>(rows.size());
    rows.forEach(row -> mapped.add(mapping.apply(row)));
    return mapped;
  }

  private static JsonObject variant(Row row) {
    JsonObject variant = (JsonObject) row.getJson("variant");
    JsonObject product = variant.getJsonObject("product");
    JsonObject profile = Products.lastProfile(product);
    product.put("profile", profile);
    product.put("profile_id", profile == null ? null : profile.getString("id"));
    return variant;
  }
}
