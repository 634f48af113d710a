package dev.tradewind.catalog.search;

import static dev.tradewind.catalog.search.SearchedShop.query;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tradewind.kernel.operation.Principal;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Prices of hits: those that the caller sees, with and without taxes. */
class SearchPricesIT {

  @RegisterExtension static final SearchedShop shop = new SearchedShop();

  @Test
  void aHitIsWhatTheListShows() {
    JsonObject hit =
        shop.search
            .search(new JsonObject().put("q", "beeswax candle").put("region_id", shop.europe))
            .getJsonArray("hits")
            .getJsonObject(0);
    JsonObject listed =
        shop.catalog.product("beeswax-candle", new JsonObject().put("region_id", shop.europe));

    listed.forEach(member ->
        assertThat(hit.getValue(member.getKey())).as(member.getKey()).isEqualTo(member.getValue()));
    long least =
        listed.getJsonArray("variants").stream()
            .mapToLong(variant -> ((JsonObject) variant).getLong("calculated_price"))
            .min()
            .orElseThrow();
    assertThat(hit.getLong("price")).isEqualTo(least);
    assertThat(hit.getBoolean("available")).isTrue();
  }

  @Test
  void pricesFilterSortAndAreCounted() {
    JsonObject found =
        shop.search.search(
            new JsonObject()
                .put("region_id", shop.europe)
                .put("filter", "price EXISTS AND price < 100000")
                .put("sort", new JsonArray().add("price:asc"))
                .put("facets", new JsonArray().add("price").add("type_value").add("options.Size")));

    List<Long> prices =
        found.getJsonArray("hits").stream()
            .map(hit -> ((JsonObject) hit).getLong("price"))
            .toList();
    assertThat(prices).isNotEmpty().isSorted();
    assertThat(found.getJsonObject("facetStats").getJsonObject("price").getLong("min"))
        .isEqualTo(prices.getFirst());
    assertThat(found.getJsonObject("facetDistribution").fieldNames())
        .containsExactly("price", "type_value", "options.Size");
  }

  /** Prices with and without tax, and rates of products, in one region. */
  @Test
  void pricesWithTaxAreThoseThatStorefrontsShow() {
    shop.catalog.sql(
        """
        INSERT INTO price_list (id, name, description, status, includes_tax)
        VALUES ('pl_gross', 'Gross', 'Gross', 'active', true)
        """);
    shop.catalog.sql(
        """
        INSERT INTO money_amount (id, currency_code, amount, price_list_id, variant_id)
        SELECT 'ma_gross' || row_number() OVER (), 'eur', 1500, 'pl_gross', variant.id
        FROM product_variant AS variant
        JOIN product ON product.id = variant.product_id
        WHERE product.handle = 'canvas-tote'
        """);
    shop.catalog.sql(
        "INSERT INTO tax_rate (id, name, rate, region_id) VALUES ('txr_low', 'Low', 7, $1)",
        shop.europe);
    shop.catalog.sql(
        "INSERT INTO product_tax_rate (product_id, rate_id)"
            + " SELECT id, 'txr_low' FROM product WHERE handle = 'beeswax-candle'");
    try {
      JsonObject body =
          new JsonObject()
              .put("region_id", shop.europe)
              .put("limit", 1_000)
              .put("filter", "price_incl_tax EXISTS")
              .put("sort", new JsonArray().add("price_incl_tax:desc"))
              .put("facets", new JsonArray().add("price_incl_tax").add("price"));
      JsonObject found = shop.search.search(body);

      List<Long> shown =
          found.getJsonArray("hits").stream()
              .map(hit -> least((JsonObject) hit, "calculated_price_incl_tax"))
              .toList();
      assertThat(shown).hasSizeGreaterThan(5).isSortedAccordingTo(Comparator.reverseOrder());
      assertThat(shown).contains(1_500L);
      JsonObject stats = found.getJsonObject("facetStats");
      assertThat(stats.getJsonObject("price_incl_tax"))
          .isEqualTo(new JsonObject().put("min", shown.getLast()).put("max", shown.getFirst()));
      assertThat(stats.getJsonObject("price").getLong("max")).isLessThan(shown.getFirst());
      for (Object hit : found.getJsonArray("hits")) {
        long price = least((JsonObject) hit, "calculated_price_incl_tax");
        JsonObject one = body.copy().put("filter", "variants.calculated_price_incl_tax = " + price);
        assertThat(shop.search.titles(one)).contains(((JsonObject) hit).getString("title"));
      }
      // A region that shows no taxes has the prices as they are.
      shop.catalog.sql("UPDATE region SET automatic_taxes = false WHERE id = $1", shop.europe);
      stats = shop.search.search(body).getJsonObject("facetStats");
      assertThat(stats.getJsonObject("price_incl_tax")).isEqualTo(stats.getJsonObject("price"));
    } finally {
      shop.catalog.sql("UPDATE region SET automatic_taxes = true WHERE id = $1", shop.europe);
      shop.catalog.sql("DELETE FROM price_list WHERE id = 'pl_gross'");
      shop.catalog.sql("DELETE FROM tax_rate WHERE id = 'txr_low'");
    }
  }

  private static long least(JsonObject product, String price) {
    return product.getJsonArray("variants").stream()
        .map(variant -> ((JsonObject) variant).getLong(price))
        .filter(Objects::nonNull)
        .mapToLong(Long::longValue)
        .min()
        .orElseThrow();
  }

  /** A price list of a group is seen by its customers alone, from its beginning to its end. */
  @Test
  void pricesAreThoseOfTheCallersGroups() {
    shop.catalog.withRemote("cart_1", new JsonObject(), "cus_search", "cgrp_search");
    String variant =
        shop.catalog.id(
            """
            SELECT variant.id
            FROM product_variant AS variant
            JOIN product ON product.id = variant.product_id
            WHERE product.handle = 'canvas-tote'
            ORDER BY variant.id
            LIMIT 1
            """);
    shop.catalog.sql(
        """
        INSERT INTO price_list (id, name, description, type, status)
        VALUES ('pl_search', 'Group', 'Group', 'sale', 'active')
        """);
    shop.catalog.sql(
        """
        INSERT INTO price_list_customer_group (price_list_id, customer_group_id)
        VALUES ('pl_search', 'cgrp_search')
        """);
    shop.catalog.sql(
        """
        INSERT INTO money_amount (id, currency_code, amount, price_list_id, variant_id)
        VALUES ('ma_search', 'eur', 123, 'pl_search', $1)
        """,
        variant);
    JsonObject query =
        new JsonObject()
            .put("q", "canvas tote")
            .put("region_id", shop.europe)
            .put("filter", "price = 123");
    Principal customer =
        new Principal(Principal.Kind.CUSTOMER, "cus_search", Principal.Credential.SESSION);

    JsonObject hit =
        SearchedCatalog.ask(shop.catalog.bus, query, customer, new JsonObject())
            .body()
            .toJsonObject()
            .getJsonArray("hits")
            .getJsonObject(0);

    assertThat(hit.getString("handle")).isEqualTo("canvas-tote");
    assertThat(
            hit.getJsonArray("variants").stream()
                .map(one -> ((JsonObject) one).getLong("calculated_price")))
        .contains(123L);
    assertThat(shop.search.titles(query)).isEmpty();
    shop.catalog.sql("UPDATE price_list SET ends_at = now() WHERE id = 'pl_search'");
    assertThat(
            SearchedCatalog.titlesOf(
                SearchedCatalog.ask(shop.catalog.bus, query, customer, new JsonObject())
                    .body()
                    .toJsonObject()))
        .isEmpty();
  }
}
