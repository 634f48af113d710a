package dev.tradewind.catalog.product.read;

import static dev.tradewind.testing.Futures.await;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tradewind.catalog.TestCatalog;
import dev.tradewind.catalog.schema.ProductResources;
import dev.tradewind.kernel.resource.View;
import dev.tradewind.kernel.resource.query.ListDefinition;
import dev.tradewind.kernel.resource.query.Page;
import dev.tradewind.kernel.resource.query.WhereClause;
import dev.tradewind.kernel.resource.read.Counting;
import dev.tradewind.kernel.resource.read.ResourceReader;
import io.vertx.core.Future;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import io.vertx.sqlclient.SqlConnection;
import io.vertx.sqlclient.Tuple;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Rows that a page of a filtered product list reads, in a shop with many more products. */
class FilteredPagesIT {

  private static final int PRODUCTS = 20_000;
  private static final int GROUPS = 40;
  private static final int OF_GROUP = PRODUCTS / GROUPS;
  private static final int PAGE = 12;

  private static final View VIEW = View.of(ProductResources.PRODUCT);

  private static final ListDefinition LISTING = ProductFilters.listing(VIEW, PAGE).build();

  private static final Counting UNCOUNTED = (counted, statement) -> Future.succeededFuture(0L);

  private static final List<String> SHOP =
      List.of(
          "INSERT INTO sales_channel (id, name) VALUES ('sc_web', 'Web'), ('sc_few', 'Few')",
          """
          INSERT INTO product_collection (id, title, handle)
          SELECT 'pcol_' || n, 'Collection', 'collection-' || n
          FROM generate_series(0, %1$d - 1) AS n
          """,
          """
          INSERT INTO product_category (id, name, handle, rank, is_active, parent_category_id)
          SELECT 'pcat_' || n, 'Category', 'category-' || n, n, true,
            CASE WHEN n %% 2 = 0 AND n > 0 THEN 'pcat_0' END
          FROM generate_series(0, %1$d - 1) AS n
          """,
          """
          INSERT INTO product_tag (id, value)
          SELECT 'ptag_' || n, 'Tag ' || n
          FROM generate_series(0, %1$d - 1) AS n
          """,
          """
          INSERT INTO product (id, title, status, collection_id, created_at)
          SELECT 'prod_' || n, 'Cup', 'published', 'pcol_' || n %% %1$d,
            now() + n * interval '1 second'
          FROM generate_series(1, %2$d) AS n
          """,
          """
          INSERT INTO product_category_product (product_category_id, product_id)
          SELECT 'pcat_' || n %% %1$d, 'prod_' || n
          FROM generate_series(1, %2$d) AS n
          """,
          """
          INSERT INTO product_category_product (product_category_id, product_id)
          SELECT 'pcat_0', 'prod_' || n
          FROM generate_series(2, %2$d, %1$d) AS n
          """,
          """
          INSERT INTO product_tagging (tag_id, product_id)
          SELECT 'ptag_' || n %% %1$d, 'prod_' || n
          FROM generate_series(1, %2$d) AS n
          """,
          """
          INSERT INTO product_sales_channel (product_id, sales_channel_id)
          SELECT 'prod_' || n, 'sc_web'
          FROM generate_series(1, %2$d) AS n
          """,
          """
          INSERT INTO product_sales_channel (product_id, sales_channel_id)
          SELECT 'prod_' || n, 'sc_few'
          FROM generate_series(1, 12) AS n
          """,
          "VACUUM (ANALYZE) product",
          "VACUUM (ANALYZE) product_category",
          "VACUUM (ANALYZE) product_category_product",
          "VACUUM (ANALYZE) product_tagging",
          "VACUUM (ANALYZE) newest_member",
          "VACUUM (ANALYZE) product_sales_channel");

  /** Members without a link, and links without their member. */
  private static final String DIFFERENCES =
      """
      WITH links AS (
        SELECT link.group_id, product.created_at, product.id
        FROM (
          SELECT product_category_id AS group_id, product_id FROM product_category_product
          UNION ALL
          SELECT tag_id, product_id FROM product_tagging
          UNION ALL
          SELECT sales_channel_id, product_id FROM product_sales_channel
        ) AS link
        JOIN product ON product.id = link.product_id
      )
      SELECT
        (SELECT count(*) FROM (TABLE links EXCEPT TABLE newest_member) AS missing)
        + (SELECT count(*) FROM (TABLE newest_member EXCEPT TABLE links) AS further)
      """;

  private static final String GOODS =
      """
      SELECT count(*)
      FROM product
      JOIN product_sales_channel AS link ON link.product_id = product.id
      WHERE link.sales_channel_id = $1
        AND NOT product.is_giftcard
        AND product.status = 'published'
      """;

  private static TestCatalog catalog;

  @BeforeAll
  static void open() {
    catalog = new TestCatalog();
    SHOP.forEach(statement -> catalog.sql(statement.formatted(GROUPS, PRODUCTS)));
  }

  @AfterAll
  static void close() {
    catalog.close();
  }

  @Test
  void aPageOfACollectionReadsTheProductsThatItShows() {
    assertThat(productsRead(new JsonObject().put("collection_id", new JsonArray().add("pcol_7"))))
        .isLessThan(5 * PAGE);
  }

  @Test
  void aPageOfACategoryReadsTheProductsThatItShows() {
    assertThat(productsRead(new JsonObject().put("category_id", new JsonArray().add("pcat_7"))))
        .isLessThan(5 * PAGE);
  }

  /** Of each of its categories as many as the page has: each may have all of them. */
  @Test
  void aPageOfABranchReadsAPageOfEachCategory() {
    assertThat(
            productsRead(
                new JsonObject()
                    .put("category_id", new JsonArray().add("pcat_0"))
                    .put("include_category_children", true)))
        .isLessThan((GROUPS / 2 + 5) * PAGE)
        .isLessThan(OF_GROUP);
  }

  @Test
  void aPageOfATagReadsTheProductsThatItShows() {
    assertThat(productsRead(new JsonObject().put("tags", new JsonArray().add("ptag_7"))))
        .isLessThan(5 * PAGE);
  }

  /** A channel that sells few products among many others. */
  @Test
  void aPageOfASmallChannelReadsItsProducts() {
    assertThat(
            productsRead(
                new JsonObject(),
                conditions ->
                    ProductFilters.SALES_CHANNEL.apply(conditions, "sales_channel_id", "sc_few")))
        .isLessThan(5 * PAGE);
  }

  /** Later pages and the other direction, of categories that share a product. */
  @Test
  void pagesOfABranchAreThoseOfAllItsProducts() {
    JsonObject query =
        new JsonObject()
            .put("category_id", new JsonArray().add("pcat_0").add("pcat_7"))
            .put("include_category_children", true)
            .put("offset", 30);
    for (String order : List.of("created_at", "-created_at")) {
      Page page =
          await(
              new ResourceReader(catalog.pool)
                  .list(
                      LISTING,
                      query.put("order", order),
                      VIEW.defaults(),
                      conditions -> ProductFilters.category(conditions, query, true),
                      UNCOUNTED));
      String expected =
          """
          SELECT string_agg(id, ' ' ORDER BY place)
          FROM (
            SELECT product.id, row_number() OVER (ORDER BY created_at %1$s, id %1$s) AS place
            FROM product
            WHERE EXISTS (
              SELECT FROM product_category_product AS link
              WHERE link.product_id = product.id
                AND (right(link.product_category_id, 1) IN ('0', '2', '4', '6', '8')
                  OR link.product_category_id = 'pcat_7')
            )
          ) AS listed
          WHERE place BETWEEN 31 AND 30 + %2$d
          """
              .formatted(order.startsWith("-") ? "DESC" : "ASC", PAGE);
      assertThat(
              page.rows().stream().map(row -> row.getString("id")).collect(Collectors.joining(" ")))
          .isEqualTo(catalog.id(expected));
    }
  }

  @Test
  void membersAreThoseOfTheLinks() {
    SqlConnection db = await(catalog.pool.getConnection());
    await(db.begin());
    try {
      for (String change :
          List.of(
              "INSERT INTO product_tagging (tag_id, product_id) VALUES ('ptag_1', 'prod_7')",
              "DELETE FROM product_tagging WHERE tag_id = 'ptag_2'",
              "DELETE FROM product_category WHERE id = 'pcat_7'",
              "DELETE FROM product WHERE id = 'prod_8'",
              "UPDATE product SET created_at = created_at - interval '1 day' WHERE id < 'prod_2'",
              "TRUNCATE product_tagging")) {
        await(db.query(change).execute());
        assertThat(await(db.query(DIFFERENCES).execute()).iterator().next().getLong(0))
            .as(change)
            .isZero();
      }
    } finally {
      await(db.query("ROLLBACK").execute());
      await(db.close());
    }
  }

  /** A gift card on sale, and one that is not. */
  @Test
  void goodsOnSaleAreCountedWithoutGiftCards() {
    SqlConnection db = await(catalog.pool.getConnection());
    await(db.begin());
    try {
      await(db.query("UPDATE product SET is_giftcard = true WHERE id < 'prod_11'").execute());
      await(db.query("UPDATE product SET status = 'draft' WHERE id = 'prod_10'").execute());
      for (String channel : List.of("sc_web", "sc_few")) {
        Page page =
            await(
                new ResourceReader(db)
                    .list(
                        LISTING,
                        new JsonObject(),
                        VIEW.defaults(),
                        conditions ->
                            ProductFilters.onSaleInOne(conditions, conditions.bind(channel), true),
                        UNCOUNTED));
        assertThat(page.count())
            .isEqualTo(
                await(db.preparedQuery(GOODS).execute(Tuple.of(channel)))
                    .iterator()
                    .next()
                    .getLong(0));
      }
    } finally {
      await(db.query("ROLLBACK").execute());
      await(db.close());
    }
  }

  /** Products that a page of the products on sale reads, shown or not. */
  private static long productsRead(JsonObject query) {
    return productsRead(
        query,
        conditions -> {
          ProductFilters.onSaleInOne(conditions, conditions.bind("sc_web"), false);
          ProductFilters.category(conditions, query, true);
        });
  }

  private static long productsRead(JsonObject query, Consumer<WhereClause> always) {
    SqlConnection db = await(catalog.pool.getConnection());
    await(db.begin());
    try {
      long before = productsRead(db);
      Page page =
          await(new ResourceReader(db).list(LISTING, query, VIEW.defaults(), always, UNCOUNTED));
      assertThat(page.rows()).hasSize(PAGE);
      return productsRead(db) - before;
    } finally {
      await(db.query("ROLLBACK").execute());
      await(db.close());
    }
  }

  private static long productsRead(SqlConnection db) {
    return await(
        db.query(
                """
                SELECT seq_tup_read + idx_tup_fetch
                FROM pg_stat_xact_user_tables
                WHERE schemaname = 'catalog' AND relname = 'product'
                """)
            .execute()
            .map(rows -> rows.iterator().next().getLong(0)));
  }
}
