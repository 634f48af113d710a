package dev.tradewind.catalog;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Row counters of products, and of the products on sale in each channel. */
class RowCountersIT {

  private static final String WRONG =
      """
      SELECT coalesce(string_agg(name, ', '), 'none')
      FROM (
        SELECT 'product' AS name, count(*) AS rows FROM product WHERE deleted_at IS NULL
        UNION ALL
        SELECT 'product_sales_channel ' || sales_channel_id, count(*) FILTER (WHERE is_on_sale)
        FROM product_sales_channel
        GROUP BY sales_channel_id
      ) AS present
      FULL JOIN (SELECT counted, sum(rows) AS rows FROM row_counter GROUP BY counted) AS kept
        ON kept.counted = present.name
      WHERE coalesce(kept.rows, 0) <> coalesce(present.rows, 0)
      """;

  private static TestCatalog catalog;

  @BeforeAll
  static void open() {
    catalog = TestCatalog.withDemoShop();
    catalog.sql("INSERT INTO sales_channel (id, name) VALUES ('sc_app', 'App'), ('sc_old', 'Old')");
    for (String channel : new String[] {"sc_app", "sc_old"}) {
      catalog.sql("INSERT INTO product_sales_channel SELECT id, $1 FROM product", channel);
    }
  }

  @AfterAll
  static void close() {
    catalog.close();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "UPDATE product SET title = title || '.'",
        "UPDATE product SET status = 'draft' WHERE handle LIKE 'c%'",
        "UPDATE product SET status = 'published'",
        "UPDATE product SET deleted_at = now() WHERE handle LIKE 'c%'",
        "UPDATE product SET deleted_at = NULL",
        "DELETE FROM product_sales_channel WHERE sales_channel_id = 'sc_app' AND product_id < 'prod_5'",
        "UPDATE product_sales_channel SET sales_channel_id = 'sc_app' WHERE sales_channel_id = 'sc_old' AND"
            + " product_id < 'prod_5'",
        "DELETE FROM sales_channel WHERE id = 'sc_old'",
        "TRUNCATE product_sales_channel",
        "INSERT INTO product_sales_channel SELECT id, 'sc_app' FROM product",
      })
  void theyAreExactAfter(String change) {
    catalog.sql(change);

    assertThat(catalog.id(WRONG)).isEqualTo("none");
  }
}
