package dev.tradewind.acceptance.growth;

import static dev.tradewind.testing.Futures.await;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tradewind.acceptance.Shop;
import dev.tradewind.testing.Eventually;
import org.junit.jupiter.api.Test;

/** Lists of the storefront that are longer than a page of the store API. */
class StorefrontListsIT {

  @Test
  void pagesAndSitemapsHaveAllRegionsCollectionsAndCategories() {
    Shop shop = Shop.separate();
    await(
        shop.catalog()
            .query(
                """
                INSERT INTO region (id, name, currency_code, tax_rate)
                SELECT 'reg_many_' || n, 'Region ' || n, 'eur', 0
                FROM generate_series(1, 202) AS n
                """)
            .execute());
    await(
        shop.catalog()
            .query(
                """
                INSERT INTO product_collection (id, title, handle)
                SELECT 'pcol_many_' || n, 'Collection ' || n, 'many-' || n
                FROM generate_series(1, 2001) AS n
                """)
            .execute());
    await(
        shop.catalog()
            .query(
                """
                INSERT INTO product_category (id, name, handle, is_active, is_internal, rank, mpath)
                SELECT 'pcat_many_' || n, 'Category ' || n, 'many-' || n, true, false, 1000 + n,
                  'pcat_many_' || n || '.'
                FROM generate_series(1, 1101) AS n
                """)
            .execute());

    String home = shop.storefront().get("/").text();
    String products = shop.storefront().get("/products").text();
    String categories = shop.storefront().get("/categories?page=12").text();
    String sitemap = shop.storefront().get("/sitemaps/0.xml").text();

    assertThat(home).contains("value=\"reg_many_1\"", "value=\"reg_many_202\"");
    assertThat(products)
        .contains("/categories/many-12\"", "\"/categories\"")
        .doesNotContain("/categories/many-13\"");
    assertThat(categories).contains("/categories/many-1101\"", "Page 12 of 12");
    assertThat(shop.storefront().get("/categories?page=13").status()).isEqualTo(404);
    assertThat(sitemap).contains("/collections/many-2001<", "/categories/many-1101<");
    shop.close();
  }

  /** The product list has the pages beyond the hits of a search; filtered lists end with these. */
  @Test
  void allProductsHaveTheirPages() {
    Shop shop = Shop.separate();
    Eventually.until(() -> shop.storefront().get("/store/search/health").status() == 200);
    await(
        shop.catalog()
            .query(
                """
                WITH many AS (
                  INSERT INTO product (id, title, handle, status)
                  SELECT 'prod_many_' || n, 'Many ' || n, 'many-' || n, 'published'
                  FROM generate_series(1, 1100) AS n
                  RETURNING id
                )
                INSERT INTO product_sales_channel (product_id, sales_channel_id)
                SELECT many.id, default_sales_channel_id FROM many, store
                """)
            .execute());

    String last = shop.storefront().get("/products?page=47").text();

    assertThat(last)
        .contains("1,124 products", "Page 47 of 47", "class=\"card\"", "id=\"filters\"");
    assertThat(shop.storefront().get("/products?sort=title&page=42").text())
        .contains("1,124 products", "Page 42 of 42", "class=\"card\"");
    assertThat(shop.storefront().get("/products?sort=title&page=43").status()).isEqualTo(404);
    assertThat(shop.storefront().get("/products?sort=title&page=99999").status()).isEqualTo(404);
    shop.close();
  }
}
