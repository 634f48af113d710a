package dev.tradewind.catalog.price;

import dev.tradewind.catalog.schema.PriceResources;
import io.vertx.core.Future;
import io.vertx.core.json.JsonObject;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.RowSet;
import io.vertx.sqlclient.SqlClient;
import io.vertx.sqlclient.Tuple;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Store of variant prices: one statement for many variants. */
public final class PriceStore {

  /** Pricing place of the region $1, as one row or none: a deleted region has no prices. */
  public static final String PLACE_OF_REGION =
      """
      SELECT
        currency.code AS currency_code,
        region.id AS region_id,
        currency.includes_tax AS currency_includes_tax,
        region.includes_tax AS region_includes_tax
      FROM region
      JOIN currency ON currency.code = region.currency_code
      WHERE region.id = $1 AND region.deleted_at IS NULL
      """;

  /** Pricing place of the region, or of the currency $3 without a region. */
  public static final String PLACE =
      """
      %s
      UNION ALL
      SELECT currency.code, NULL, currency.includes_tax, false
      FROM currency
      WHERE $1::text IS NULL AND currency.code = $3::text
      """
          .formatted(PLACE_OF_REGION);

  /** Whether the price list {@code list} is active for the customer groups $2 now. */
  public static final String ACTIVE_LIST =
      """
      list.deleted_at IS NULL
      AND list.status = 'active'
      AND (list.starts_at IS NULL OR list.starts_at <= statement_timestamp())
      AND (list.ends_at IS NULL OR list.ends_at > statement_timestamp())
      AND (
        NOT list.is_for_groups
        OR EXISTS (
          SELECT FROM price_list_customer_group AS member
          WHERE member.price_list_id = list.id
            AND member.customer_group_id = ANY($2::text[])
        )
      )
      """;

  /**
   * FROM clause of the prices valid in {@code place} for the customer groups $2: default prices,
   * and prices of price lists that are active for these groups, by the clock of the database.
   */
  public static final String CANDIDATES =
      """
      money_amount AS price
      LEFT JOIN price_list AS list ON list.id = price.price_list_id
      WHERE price.deleted_at IS NULL
        AND (
          price.region_id = place.region_id
          OR (price.region_id IS NULL AND price.currency_code = place.currency_code)
        )
        AND (
          price.price_list_id IS NULL
          OR (%s)
        )
      """
          .formatted(ACTIVE_LIST);

  private static final String INCLUDES_TAX =
      """
      coalesce(list.includes_tax, false)
          OR (price.region_id IS NOT NULL AND place.region_includes_tax)
          OR place.currency_includes_tax
      """;

  /** Columns of a candidate, in the form that {@link PriceCandidate} reads. */
  public static final String CANDIDATE =
      """
      json_build_object(
        'amount', price.amount,
        'includes_tax', %s,
        'region_id', price.region_id,
        'list_type', list.type,
        'min_quantity', price.min_quantity,
        'max_quantity', price.max_quantity
      )
      """
          .formatted(INCLUDES_TAX);

  private static final String FIND_CANDIDATES =
      """
      WITH place AS MATERIALIZED (
        %s
      )
      SELECT %s,
        CASE WHEN list.id IS NOT NULL THEN %s END AS price_list,
        list.type AS list_type,
        %s AS includes_tax
      FROM place
      CROSS JOIN %s
        AND price.variant_id = ANY($4::text[])
      ORDER BY price.id
      """
          .formatted(
              PLACE,
              PriceResources.PRICE.columnList("price"),
              PriceResources.PRICE_LIST.jsonObject("list"),
              INCLUDES_TAX,
              CANDIDATES);

  private static final String FIND_DEFAULTS =
      """
      SELECT %s
      FROM money_amount AS price
      WHERE price.variant_id = ANY($1::text[])
        AND price.price_list_id IS NULL
        AND price.deleted_at IS NULL
      ORDER BY price.id
      """
          .formatted(PriceResources.PRICE.columnList("price"));

  private static final String FIND_LISTED =
      """
      SELECT %s, CASE WHEN list.id IS NOT NULL THEN %s END AS price_list
      FROM money_amount AS price
      LEFT JOIN price_list AS list ON list.id = price.price_list_id
      WHERE price.variant_id = ANY ($1::text[])
        AND (price.price_list_id IS NULL OR price.price_list_id = $2)
        AND price.deleted_at IS NULL
      ORDER BY list.id NULLS LAST, price.id
      """
          .formatted(
              PriceResources.PRICE.columnList("price"),
              PriceResources.PRICE_LIST.jsonObject("list"));

  /** Price as the API shows it, and as a candidate if the context has a place. */
  record Found(JsonObject document, List<PriceCandidate> candidate) {}

  private final SqlClient db;

  public PriceStore(SqlClient db) {
    this.db = db;
  }

  /**
   * Prices valid in the context, by variant; without a context all default prices. A variant that
   * has none in the context is shown with its default prices, which are no candidates.
   */
  Future<Map<String, List<Found>>> find(PricingContext context, Collection<String> variantIds) {
    if (context.isNone()) {
      return findDefaults(variantIds);
    }
    return findCandidates(context, variantIds)
        .compose(found -> {
          List<String> rest = variantIds.stream().filter(id -> !found.containsKey(id)).toList();
          if (rest.isEmpty()) {
            return Future.succeededFuture(found);
          }
          return findDefaults(rest).onSuccess(found::putAll).map(found);
        });
  }

  private Future<Map<String, List<Found>>> findDefaults(Collection<String> variantIds) {
    return db.preparedQuery(FIND_DEFAULTS)
        .execute(Tuple.of(variantIds.toArray(String[]::new)))
        .map(PriceStore::defaults);
  }

  private Future<Map<String, List<Found>>> findCandidates(
      PricingContext context, Collection<String> variantIds) {
    String[] ids = variantIds.toArray(String[]::new);
    return db.preparedQuery(FIND_CANDIDATES)
        .execute(regionAndGroups(context).addString(context.currencyCode()).addValue(ids))
        .map(PriceStore::candidates);
  }

  /**
   * Default prices and prices of one price list, whether active or not, by variant: first prices of
   * the list.
   */
  Future<Map<String, List<Found>>> findListed(String priceListId, Collection<String> variantIds) {
    return db.preparedQuery(FIND_LISTED)
        .execute(Tuple.of(variantIds.toArray(String[]::new), priceListId))
        .map(PriceStore::listed);
  }

  /** Parameters $1 and $2 of {@link #PLACE_OF_REGION} and {@link #CANDIDATES}. */
  public static Tuple regionAndGroups(PricingContext context) {
    return Tuple.tuple()
        .addString(context.regionId())
        .addArrayOfString(context.customerGroupIds().toArray(String[]::new));
  }

  private static Map<String, List<Found>> candidates(RowSet<Row> rows) {
    Map<String, List<Found>> found = new HashMap<>();
    for (Row row : rows) {
      JsonObject document =
          PriceResources.PRICE.row(row).put("price_list", row.getJson("price_list"));
      add(found, new Found(document, List.of(PriceCandidate.CODEC.readRow(row))));
    }
    return found;
  }

  private static Map<String, List<Found>> defaults(RowSet<Row> rows) {
    Map<String, List<Found>> found = new HashMap<>();
    for (Row row : rows) {
      add(found, new Found(PriceResources.PRICE.row(row).putNull("price_list"), List.of()));
    }
    return found;
  }

  private static Map<String, List<Found>> listed(RowSet<Row> rows) {
    Map<String, List<Found>> found = new HashMap<>();
    for (Row row : rows) {
      JsonObject document =
          PriceResources.PRICE.row(row).put("price_list", row.getJson("price_list"));
      add(found, new Found(document, List.of()));
    }
    return found;
  }

  private static void add(Map<String, List<Found>> found, Found price) {
    found
        .computeIfAbsent(price.document().getString("variant_id"), id -> new ArrayList<>())
        .add(price);
  }
}
