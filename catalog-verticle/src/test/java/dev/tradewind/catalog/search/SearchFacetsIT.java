package dev.tradewind.catalog.search;

import static dev.tradewind.catalog.search.SearchedShop.colored;
import static dev.tradewind.catalog.search.SearchedShop.query;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tradewind.kernel.operation.Principal;
import dev.tradewind.kernel.operation.Reply;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Filters and facets, and the products that neither of them shows. */
class SearchFacetsIT {

  @RegisterExtension static final SearchedShop shop = new SearchedShop();

  @Test
  void metadataThatShoppersSeeIsFilteredByAndCounted() {
    JsonObject metadata =
        new JsonObject()
            .put("mass", 2.5)
            .put("marks", new JsonArray().add("Eco").add("new"))
            .put("deep", new JsonObject().put("mass", 1))
            .put("_staff", new JsonObject().put("cost", 7));
    shop.search.add("Light lantern", new JsonObject().put("metadata", metadata));
    shop.search.add(
        "Heavy lantern", new JsonObject().put("metadata", new JsonObject().put("mass", 10)));

    assertThat(lanterns("metadata.mass > 2 AND metadata.mass < 10"))
        .containsExactly("Light lantern");
    assertThat(lanterns("metadata.mass 2.5 TO 10")).hasSize(2);
    assertThat(lanterns("metadata.mass = 2.50")).containsExactly("Light lantern");
    assertThat(lanterns("metadata.mass EXISTS AND metadata.mass != 10"))
        .containsExactly("Light lantern");
    assertThat(lanterns("metadata.marks IN [eco, old]")).containsExactly("Light lantern");
    assertThat(
            lanterns(
                "metadata._staff EXISTS OR metadata.cost EXISTS OR metadata.deep EXISTS"
                    + " OR metadata.cost = 7 OR metadata.mass = 1"))
        .isEmpty();
    assertThat(
            shop.search
                .search(
                    new JsonObject()
                        .put("q", "lantern")
                        .put("facets", new JsonArray().add("metadata.marks").add("metadata.cost")))
                .getJsonObject("facetDistribution"))
        .isEqualTo(
            new JsonObject()
                .put("metadata.marks", new JsonObject().put("Eco", 1).put("new", 1))
                .put("metadata.cost", new JsonObject()));

    shop.catalog.sql("UPDATE product SET metadata = '{\"mass\": 3}' WHERE title = 'Heavy lantern'");

    assertThat(lanterns("metadata.mass < 10")).hasSize(2);
  }

  /** Filters, counts and the search of values compare without case and accents alike. */
  @Test
  void valuesThatDifferByCaseAndAccentsAloneAreOne() {
    shop.search.add("Ibis coat", colored("Farbe", "creme", "Crème", "navy"));
    shop.search.add("Ibis scarf", colored("Farbe", "Crème"));
    shop.search.add("Ibis hat", colored("FÄRBE", "CREME", "Navy", "navy", "navy"));
    JsonObject ibis = new JsonObject().put("q", "ibis").put("matchingStrategy", "all");
    JsonObject counts = new JsonObject().put("Crème", 3).put("navy", 2);

    JsonArray facets = new JsonArray().add("options.*").add("variant_options_value");
    JsonObject found =
        shop.search.search(ibis.copy().put("facets", facets)).getJsonObject("facetDistribution");
    assertThat(found.fieldNames())
        .containsExactlyInAnyOrder("variant_options_value", "options.Farbe", "options.Number");
    assertThat(found.getJsonObject("options.Farbe")).isEqualTo(counts);
    assertThat(found.getJsonObject("variant_options_value")).containsAll(counts);
    assertThat(
            shop.search
                .search(ibis.copy().put("facets", new JsonArray().add("options.farbé")))
                .getJsonObject("facetDistribution"))
        .isEqualTo(new JsonObject().put("options.farbé", counts));
    for (String filter :
        List.of(
            "options.Färbe = cremé",
            "options.farbe IN [CREME, red]",
            "options.FARBE STARTS WITH crém",
            "variant_options_value CONTAINS Rème",
            "options.färbe EXISTS")) {
      assertThat(shop.search.titles(ibis.copy().put("filter", filter))).as(filter).hasSize(3);
    }
    JsonObject asked = new JsonObject().put("facetName", "options.färbe").put("facetQuery", "crém");
    assertThat(
            SearchedCatalog.ask(
                    shop.catalog.bus,
                    "storeSearchFacetValues",
                    asked,
                    Principal.ANONYMOUS,
                    new JsonObject())
                .body()
                .toJsonObject()
                .getJsonArray("facetHits"))
        .containsExactly(new JsonObject().put("value", "Crème").put("count", 3));
  }

  @ParameterizedTest
  @ValueSource(strings = {"options.*", "options.", "metadata.", "*", "title", "x"})
  void valuesAreSearchedOfOneFacetAlone(String name) {
    Reply reply =
        SearchedCatalog.ask(
            shop.catalog.bus,
            "storeSearchFacetValues",
            new JsonObject().put("facetName", name),
            Principal.ANONYMOUS,
            new JsonObject());

    assertThat(reply.status()).isEqualTo(400);
    assertThat(reply.body().toJsonObject().getString("code"))
        .isEqualTo("invalid_facet_search_facet_name");
    assertThat(reply.body().toJsonObject().getString("message"))
        .startsWith("Attribute `" + name + "` ");
  }

  private static List<String> lanterns(String filter) {
    return shop.search.titles(new JsonObject().put("q", "lantern").put("filter", filter));
  }

  @Test
  void anotherChannelsProductsAreNotFound() {
    shop.catalog.sql("INSERT INTO sales_channel (id, name) VALUES ('sc_search', 'Search')");
    shop.catalog.sql("INSERT INTO publishable_api_key (id, title) VALUES ('pk_search', 'Search')");
    shop.catalog.sql(
        "INSERT INTO publishable_api_key_sales_channel VALUES ('pk_search', 'sc_search')");
    String own =
        shop.catalog
            .written(
                "adminCreateProduct",
                new JsonObject(),
                new JsonObject().put("title", "Channel Teapot").put("status", "published"))
            .getString("id");
    shop.catalog.sql("DELETE FROM product_sales_channel WHERE product_id = $1", own);
    shop.catalog.sql(
        "INSERT INTO product_sales_channel (product_id, sales_channel_id) VALUES ($1, 'sc_search')",
        own);
    JsonObject query = new JsonObject().put("q", "channel teapot");

    JsonObject withKey =
        SearchedCatalog.ask(
                shop.catalog.bus,
                query,
                Principal.ANONYMOUS,
                new JsonObject().put("x-publishable-api-key", "pk_search"))
            .body()
            .toJsonObject();

    assertThat(SearchedCatalog.titlesOf(withKey)).containsExactly("Channel Teapot");
    assertThat(shop.search.titles(query)).doesNotContain("Channel Teapot");
  }

  @Test
  void hiddenCategoriesAreNeitherCountedNorFound() {
    String sofa = shop.catalog.id("SELECT id FROM product WHERE title = 'Wide Sofa'");
    shop.catalog.sql(
        """
        INSERT INTO product_category (id, name, handle, is_active, is_internal, rank, parent_category_id)
        VALUES ('pcat_top', 'Living Room', 'living', true, false, 50, NULL),
          ('pcat_sub', 'Seats', 'seats', true, false, 0, 'pcat_top'),
          ('pcat_hidden', 'Clearance', 'clearance', true, true, 51, NULL)
        """);
    shop.catalog.sql(
        """
        INSERT INTO product_category_product (product_category_id, product_id)
        VALUES ('pcat_sub', $1), ('pcat_hidden', $1)
        """,
        sofa);

    JsonObject facets =
        shop.search
            .search(
                new JsonObject()
                    .put("q", "wide sofa")
                    .put("matchingStrategy", "all")
                    .put("filter", "categories = 'living room'")
                    .put("facets", new JsonArray().add("categories").add("categories.lvl1")))
            .getJsonObject("facetDistribution");

    assertThat(facets)
        .isEqualTo(
            new JsonObject()
                .put("categories", new JsonObject().put("Living Room", 1).put("Seats", 1))
                .put("categories.lvl1", new JsonObject().put("Living Room > Seats", 1)));
    assertThat(shop.search.titles(new JsonObject().put("filter", "categories = Clearance")))
        .isEmpty();
    shop.catalog.sql("UPDATE product_category SET name = 'Lounge' WHERE id = 'pcat_top'");
    assertThat(shop.search.titles(new JsonObject().put("filter", "categories = Lounge")))
        .containsExactly("Wide Sofa");
  }

  @Test
  void valuesOfAFacetAreSearched() {
    JsonObject found =
        SearchedCatalog.ask(
                shop.catalog.bus,
                "storeSearchFacetValues",
                new JsonObject()
                    .put("facetName", "variant_options_value")
                    .put("facetQuery", "lar")
                    .put("limit", 21),
                Principal.ANONYMOUS,
                new JsonObject())
            .body()
            .toJsonObject();

    assertThat(
            found.getJsonArray("facetHits").stream()
                .map(hit -> ((JsonObject) hit).getString("value")))
        .allMatch(value -> value.toLowerCase(Locale.ROOT).contains("lar"));
  }
}
