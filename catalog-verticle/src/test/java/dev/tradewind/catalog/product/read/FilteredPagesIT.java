package dev.tradewind.catalog.product.read;

import static dev.tradewind.testing.Futures.await;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tradewind.catalog.TestCatalog;
import dev.tradewind.catalog.schema.ProductResources;
import dev.tradewind.kernel.resource.View;
import dev.tradewind.kernel.resource.query.ListDefinition;
import dev.tradewind.kernel.resource.query.Page;
import dev.tradewind.kernel.resource.read.Counting;
import dev.tradewind.kernel.resource.read.ResourceReader;
import io.vertx.core.Future;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import io.vertx.sqlclient.SqlConnection;
import java.util.List;
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
          "INSERT INTO sales_channel (id, name) VALUES ('sc_web', 'Web')",
          """
          INSERT INTO product_collection (id, title, handle)
          SELECT 'pcol_' || n, 'Collection', 'collection-' || n
          FROM generate_series(0, %1$d - 1) AS n
          """,
          """
          INSERT INTO product_category (id, name, handle, rank, is_active)
          SELECT 'pcat_' || n, 'Category', 'category-' || n, n, true
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
          INSERT INTO product_sales_channel (product_id, sales_channel_id)
          SELECT 'prod_' || n, 'sc_web'
          FROM generate_series(1, %2$d) AS n
          """,
          "VACUUM (ANALYZE) product",
          "VACUUM (ANALYZE) product_category",
          "VACUUM (ANALYZE) product_category_product",
          "VACUUM (ANALYZE) product_sales_channel");

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
  void aPageOfACategoryReadsTheProductsOfTheCategory() {
    assertThat(productsRead(new JsonObject().put("category_id", new JsonArray().add("pcat_7"))))
        .isBetween((long) PAGE, 2L * OF_GROUP);
  }

  /** Products that the statements of the page read, shown or not. */
  private static long productsRead(JsonObject query) {
    SqlConnection db = await(catalog.pool.getConnection());
    await(db.begin());
    try {
      long before = productsRead(db);
      Page page =
          await(
              new ResourceReader(db)
                  .list(
                      LISTING,
                      query,
                      VIEW.defaults(),
                      conditions -> {
                        ProductFilters.onSaleInOne(conditions, conditions.bind("sc_web"), false);
                        ProductFilters.category(conditions, query, true);
                      },
                      UNCOUNTED));
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
