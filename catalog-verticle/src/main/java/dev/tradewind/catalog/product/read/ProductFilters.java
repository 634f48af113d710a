package dev.tradewind.catalog.product.read;

import dev.tradewind.catalog.schema.ProductResources;
import dev.tradewind.kernel.resource.ColumnType;
import dev.tradewind.kernel.resource.View;
import dev.tradewind.kernel.resource.query.Filter;
import dev.tradewind.kernel.resource.query.ListDefinition;
import dev.tradewind.kernel.resource.query.WhereClause;
import io.vertx.core.json.JsonObject;

/** Filters and search of product lists. */
public final class ProductFilters {

  static final Filter SALES_CHANNEL =
      Filter.matching(
          ColumnType.TEXT,
          """
          EXISTS (
            SELECT FROM product_sales_channel AS link
            WHERE link.product_id = t.id AND link.sales_channel_id = ANY({})
          )
          """);

  /** Products visible to shoppers in a sales channel: published, not deleted. */
  static final Filter ON_SALE_IN =
      Filter.matching(ColumnType.TEXT, onSale("link.sales_channel_id = ANY({})"));

  private static final String COUNT_ON_SALE =
      """
      SELECT coalesce(sum(rows), 0)::bigint
      FROM row_counter
      WHERE counted = 'product_sales_channel ' || %s
      """;

  private static final String GOODS = "t.is_giftcard = false";

  private static final String GIFT_CARDS =
      "SELECT count(*) FROM product AS t WHERE t.is_giftcard = true AND t.deleted_at IS NULL";

  private static final String COUNT_GOODS =
      """
      SELECT (
        SELECT coalesce(sum(rows), 0)::bigint FROM row_counter WHERE counted = 'product'
      ) - (%s)
      """
          .formatted(GIFT_CARDS);

  private static final Filter TAGS =
      Filter.matching(
          ColumnType.TEXT,
          """
          EXISTS (
            SELECT FROM product_tagging AS link
            WHERE link.product_id = t.id AND link.tag_id = ANY({})
          )
          """);

  public static final Filter PRICE_LIST =
      Filter.matching(
          ColumnType.TEXT,
          """
          EXISTS (
            SELECT FROM product_variant AS variant
            JOIN money_amount AS price
              ON price.variant_id = variant.id AND price.deleted_at IS NULL
            WHERE variant.product_id = t.id
              AND variant.deleted_at IS NULL
              AND price.price_list_id = ANY({})
          )
          """);

  private static final String NAMED = "category.id = ANY({})";

  private static final String IN_BRANCH =
      """
      category.id IN (
        WITH RECURSIVE branch AS (
          SELECT id FROM product_category WHERE id = ANY({})
          UNION
          SELECT child.id
          FROM product_category AS child
          JOIN branch ON child.parent_category_id = branch.id
        )
        SELECT id FROM branch
      )
      """;

  private static final String ANY = "true";
  private static final String PUBLIC = "category.is_active AND NOT category.is_internal";

  private static final Filter CATEGORY = category(NAMED, ANY);
  private static final Filter BRANCH = category(IN_BRANCH, ANY);
  private static final Filter PUBLIC_CATEGORY = category(NAMED, PUBLIC);
  private static final Filter PUBLIC_BRANCH = category(IN_BRANCH, PUBLIC);

  private static final String SEARCH =
      """
      t.title ILIKE {}
      OR t.description ILIKE {}
      OR EXISTS (
        SELECT FROM product_variant AS variant
        WHERE variant.product_id = t.id
          AND variant.deleted_at IS NULL
          AND (variant.title ILIKE {} OR variant.sku ILIKE {})
      )
      OR EXISTS (
        SELECT FROM product_collection AS collection
        WHERE collection.id = t.collection_id
          AND collection.deleted_at IS NULL
          AND collection.title ILIKE {}
      )
      """;

  /** An array of keys is looked up by the index of the keys, regardless of the number of hits. */
  private static final String INDEXED_SEARCH =
      """
      t.id = ANY (ARRAY(
        SELECT id FROM product WHERE title ILIKE {} OR description ILIKE {}
        UNION
        SELECT product_id
        FROM product_variant
        WHERE deleted_at IS NULL
          AND (title ILIKE {} OR sku ILIKE {})
        UNION
        SELECT id
        FROM product
        WHERE collection_id = ANY (ARRAY(
          SELECT id FROM product_collection WHERE deleted_at IS NULL AND title ILIKE {}
        ))
      ))
      """;

  private static final ListDefinition EXPORTED =
      adminListing(View.of(ProductResources.PRODUCT), 50).build();

  private ProductFilters() {}

  private static Filter category(String which, String scope) {
    return Filter.matching(
        ColumnType.TEXT,
        """
        EXISTS (
          SELECT FROM product_category_product AS link
          JOIN product_category AS category ON category.id = link.product_category_id
          WHERE link.product_id = t.id AND %s AND %s
        )
        """
            .formatted(which, scope));
  }

  /** Products on sale in the channel of the condition. */
  private static String onSale(String channel) {
    return """
    EXISTS (
      SELECT FROM product_sales_channel AS link
      WHERE link.product_id = t.id AND %s AND link.is_on_sale
    )
    """
        .formatted(channel);
  }

  /**
   * The products on sale in one channel, whose number a row counter has.
   *
   * @param areGoods whether they are no gift cards, which are few and are counted
   */
  static void onSaleInOne(WhereClause conditions, String channel, boolean areGoods) {
    String onSale = onSale("link.sales_channel_id = " + channel);
    String count = COUNT_ON_SALE.formatted(channel);
    if (areGoods) {
      conditions.addCounted(
          GOODS + " AND " + onSale,
          "SELECT (%s) - (%s AND %s)".formatted(count, GIFT_CARDS, onSale));
    } else {
      conditions.addCounted(onSale, count);
    }
  }

  /**
   * Takes from a query that its products are no gift cards: the list of the dashboard and of a
   * storefront, which counts these apart.
   */
  public static boolean takeGoods(JsonObject query) {
    return Boolean.FALSE.equals(query.getValue("is_giftcard"))
        && query.remove("is_giftcard") != null;
  }

  /** The products that are no gift cards. */
  public static void goods(WhereClause conditions) {
    conditions.addCounted(GOODS, COUNT_GOODS);
  }

  /** List definition with the common part of admin and storefront lists. */
  static ListDefinition.Builder listing(View view, int defaultLimit) {
    return ListDefinition.of(view, defaultLimit)
        .filter(
            "id",
            "collection_id",
            "type_id",
            "title",
            "description",
            "handle",
            "is_giftcard",
            "created_at",
            "updated_at")
        .filter("tags", TAGS)
        .indexedSearch(SEARCH, INDEXED_SEARCH);
  }

  /** List definition of the admin API, with its further filters. */
  public static ListDefinition.Builder adminListing(View view, int defaultLimit) {
    return listing(view, defaultLimit)
        .filter("status", "deleted_at")
        .filter("sales_channel_id", SALES_CHANNEL)
        .filter("price_list_id", PRICE_LIST);
  }

  /**
   * Category filter, made of two query parameters.
   *
   * @param onlyPublic whether inactive and internal categories count as empty
   */
  public static void category(WhereClause conditions, JsonObject query, boolean onlyPublic) {
    if (query.containsKey("category_id")) {
      boolean whole = Boolean.TRUE.equals(query.getBoolean("include_category_children"));
      Filter filter =
          onlyPublic ? (whole ? PUBLIC_BRANCH : PUBLIC_CATEGORY) : (whole ? BRANCH : CATEGORY);
      filter.apply(conditions, "category_id", query.getValue("category_id"));
    }
  }

  /**
   * Conditions of an export, from the filters of the admin list.
   *
   * @throws dev.tradewind.kernel.operation.Problem 400 for an unknown filter
   */
  public static WhereClause exported(JsonObject filters) {
    JsonObject own = filters.copy();
    own.remove("category_id");
    own.remove("include_category_children");
    WhereClause conditions = EXPORTED.conditions(own);
    category(conditions, filters, false);
    return conditions;
  }
}
