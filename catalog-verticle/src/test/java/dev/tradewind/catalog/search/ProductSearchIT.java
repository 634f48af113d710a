package dev.tradewind.catalog.search;

import static dev.tradewind.testing.Futures.await;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tradewind.catalog.TestCatalog;
import dev.tradewind.kernel.json.JsonArrays;
import dev.tradewind.kernel.operation.Principal;
import dev.tradewind.kernel.operation.Reply;
import dev.tradewind.testing.Eventually;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Relevance, filters, facets and the form of hits of the search. */
class ProductSearchIT {

  private static TestCatalog catalog;
  private static SearchedCatalog search;
  private static String europe;

  @BeforeAll
  static void open() {
    catalog = TestCatalog.withDemoShop();
    search = new SearchedCatalog(catalog);
    europe = catalog.id("SELECT id FROM region WHERE currency_code = 'eur'");
    search.add("Wide Sofa", described("Seats three people."));
    search.add("Corner Sofa", described("A wide seat for the corner."));
    search.add("Garden Chairs", described("Two folding seats."));
    search.add("Chair Cushion", described("Soft."));
    search.add("Kopfhörer Nordwind", described("Kabellose Hörer mit langer Laufzeit."));
    search.add("Stehlampe aus Eiche", described("Leuchte für das Wohnzimmer."));
    search.add("Chaussures de randonnée", described("Pour les chemins de montagne."));
    search.add("Tazas de café", described("Juego de cuatro tazas para espresso."));
    search.add("Ελληνικός Καφές", described("300 g"));
    search.add("東京タワー模型", described("模型"));
    search.add("Bookshelf", described("Five boards."));
    set(new JsonObject().put("languages", new JsonArray().add("en").add("de").add("fr").add("es")));
    Eventually.until(() -> search.titles("chaussure").contains("Chaussures de randonnée"));
  }

  private static JsonObject described(String description) {
    return new JsonObject().put("description", description);
  }

  static void set(JsonObject settings) {
    int version =
        catalog
            .ask("adminGetSearchSettings", new JsonObject(), new JsonObject())
            .body()
            .toJsonObject()
            .getJsonObject("search")
            .getInteger("version");
    Reply reply =
        catalog.write(
            "adminUpdateSearchSettings", new JsonObject(), settings.put("version", version));
    assertThat(reply.status()).as(reply.body().toString()).isEqualTo(200);
  }

  @AfterAll
  static void close() {
    catalog.close();
  }

  @ParameterizedTest
  @CsvSource({
    // words in any order, and the title before the description
    "wide sofa, Wide Sofa",
    "sofa wide, Wide Sofa",
    "corner sofa, Corner Sofa",
    // stems
    "sofas, Wide Sofa|Corner Sofa",
    "chairs, Garden Chairs|Chair Cushion",
    "chair, Chair Cushion|Garden Chairs",
    "Stehlampen, Stehlampe aus Eiche",
    "chaussure, Chaussures de randonnée",
    "taza de cafe, Tazas de café",
    // beginnings of the last word
    "sof, Wide Sofa|Corner Sofa",
    "chiar, Chair Cushion|Garden Chairs",
    "gard, Garden Chairs",
    // typos
    "cushoin, Chair Cushion",
    "stehlanpe, Stehlampe aus Eiche",
    "kopfhoerer, Kopfhörer Nordwind",
    // joined and split words
    "kopf hörer, Kopfhörer Nordwind",
    "book shelf, Bookshelf",
    "widesofa, Wide Sofa",
    // accents, decomposed ones too, and other scripts
    "randonnee, Chaussures de randonnée",
    "cafe\u0301, Tazas de café",
    "ελληνικοσ, Ελληνικός Καφές",
    "タワー, 東京タワー模型",
    // phrases and excluded words
    "'\"wide sofa\"', Wide Sofa",
    "sofa -corner, Wide Sofa",
    "'sofa -\"wide sofa\"', Corner Sofa",
  })
  void theBestProductsComeFirst(String query, String expected) {
    List<String> first = List.of(expected.split("\\|"));

    List<String> titles = search.titles(query);

    assertThat(titles.subList(0, Math.min(first.size(), titles.size())))
        .as("%s: %s", query, titles)
        .containsExactlyInAnyOrderElementsOf(first);
  }

  @ParameterizedTest
  @CsvSource({
    // short words, the first letter, several words
    "soaf, sofa",
    "Wide SOAF!, Wide sofa!",
    "kushions, cushion",
    "'\"wide sofa\" kushion -corner', ",
    "yarden vhairs, garden chairs",
    "ehadrenu chairs, ",
    "moktage randonne, ",
    // as the product writes it
    "chaussures tandonnee, chaussures randonnée",
    "gadren charis, ",
    "laopfhorer, kopfhörer",
    // what is found, and what has digits or too few letters
    "sofas, ",
    "cushoin, ",
    "so, ",
    "xz, ",
    "s0fa, ",
  })
  void aWordThatNoProductHasIsCorrected(String query, String corrected) {
    JsonObject answer =
        search.search(new JsonObject().put("q", query).put("matchingStrategy", "all"));

    assertThat(answer.getString("correctedQuery")).isEqualTo(corrected);
    if (corrected != null) {
      assertThat(search.titles(corrected)).isNotEmpty();
    }
  }

  /** Neither a draft nor a product of another channel, nor one that the filter leaves out. */
  @Test
  void noWordOfAHiddenProductIsACorrection() {
    String id = search.add("Wheelbarrow Trolley");
    JsonObject query = new JsonObject().put("q", "vheelbarrow");
    assertThat(search.search(query).getString("correctedQuery")).isEqualTo("wheelbarrow");
    assertThat(
            search
                .search(query.copy().put("filter", "title = other"))
                .containsKey("correctedQuery"))
        .isFalse();
    assertThat(search.search(query.copy().put("limit", 0)).containsKey("correctedQuery")).isFalse();

    catalog.sql("UPDATE product SET status = 'draft' WHERE id = $1", id);
    assertThat(search.search(query).containsKey("correctedQuery")).isFalse();
    catalog.sql("UPDATE product SET status = 'published' WHERE id = $1", id);
    assertThat(search.search(query).getString("correctedQuery")).isEqualTo("wheelbarrow");
    catalog.sql("DELETE FROM product_sales_channel WHERE product_id = $1", id);
    assertThat(search.search(query).containsKey("correctedQuery")).isFalse();
  }

  @Test
  void aHitIsWhatTheListShows() {
    JsonObject hit =
        search
            .search(new JsonObject().put("q", "beeswax candle").put("region_id", europe))
            .getJsonArray("hits")
            .getJsonObject(0);
    JsonObject listed =
        catalog.product("beeswax-candle", new JsonObject().put("region_id", europe));

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
  void withoutWordsTheOrderIsThatOfTheList() {
    JsonArray listed =
        catalog
            .list("storeListProducts", new JsonObject().put("limit", 20))
            .getJsonArray("products");

    JsonObject found = search.search(new JsonObject().put("limit", 20));

    assertThat(SearchedCatalog.values(found, "id"))
        .isEqualTo(listed.stream().map(product -> ((JsonObject) product).getString("id")).toList());
    assertThat(found.getInteger("estimatedTotalHits"))
        .isEqualTo(
            catalog
                .list("storeListProducts", new JsonObject().put("limit", 1))
                .getInteger("count"));
  }

  @Test
  void pricesFilterSortAndAreCounted() {
    JsonObject found =
        search.search(
            new JsonObject()
                .put("region_id", europe)
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
    catalog.sql(
        """
        INSERT INTO price_list (id, name, description, status, includes_tax)
        VALUES ('pl_gross', 'Gross', 'Gross', 'active', true)
        """);
    catalog.sql(
        """
        INSERT INTO money_amount (id, currency_code, amount, price_list_id, variant_id)
        SELECT 'ma_gross' || row_number() OVER (), 'eur', 1500, 'pl_gross', variant.id
        FROM product_variant AS variant
        JOIN product ON product.id = variant.product_id
        WHERE product.handle = 'canvas-tote'
        """);
    catalog.sql(
        "INSERT INTO tax_rate (id, name, rate, region_id) VALUES ('txr_low', 'Low', 7, $1)",
        europe);
    catalog.sql(
        "INSERT INTO product_tax_rate (product_id, rate_id)"
            + " SELECT id, 'txr_low' FROM product WHERE handle = 'beeswax-candle'");
    try {
      JsonObject body =
          new JsonObject()
              .put("region_id", europe)
              .put("limit", 1_000)
              .put("filter", "price_incl_tax EXISTS")
              .put("sort", new JsonArray().add("price_incl_tax:desc"))
              .put("facets", new JsonArray().add("price_incl_tax").add("price"));
      JsonObject found = search.search(body);

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
        assertThat(search.titles(one)).contains(((JsonObject) hit).getString("title"));
      }
      // A region that shows no taxes has the prices as they are.
      catalog.sql("UPDATE region SET automatic_taxes = false WHERE id = $1", europe);
      stats = search.search(body).getJsonObject("facetStats");
      assertThat(stats.getJsonObject("price_incl_tax")).isEqualTo(stats.getJsonObject("price"));
    } finally {
      catalog.sql("UPDATE region SET automatic_taxes = true WHERE id = $1", europe);
      catalog.sql("DELETE FROM price_list WHERE id = 'pl_gross'");
      catalog.sql("DELETE FROM tax_rate WHERE id = 'txr_low'");
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

  @Test
  void metadataThatShoppersSeeIsFilteredByAndCounted() {
    JsonObject metadata =
        new JsonObject()
            .put("mass", 2.5)
            .put("marks", new JsonArray().add("Eco").add("new"))
            .put("deep", new JsonObject().put("mass", 1))
            .put("_staff", new JsonObject().put("cost", 7));
    search.add("Light lantern", new JsonObject().put("metadata", metadata));
    search.add("Heavy lantern", new JsonObject().put("metadata", new JsonObject().put("mass", 10)));

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
            search
                .search(
                    new JsonObject()
                        .put("q", "lantern")
                        .put("facets", new JsonArray().add("metadata.marks").add("metadata.cost")))
                .getJsonObject("facetDistribution"))
        .isEqualTo(
            new JsonObject()
                .put("metadata.marks", new JsonObject().put("Eco", 1).put("new", 1))
                .put("metadata.cost", new JsonObject()));

    catalog.sql("UPDATE product SET metadata = '{\"mass\": 3}' WHERE title = 'Heavy lantern'");

    assertThat(lanterns("metadata.mass < 10")).hasSize(2);
  }

  /** Filters, counts and the search of values compare without case and accents alike. */
  @Test
  void valuesThatDifferByCaseAndAccentsAloneAreOne() {
    search.add("Ibis coat", colored("Farbe", "creme", "Crème", "navy"));
    search.add("Ibis scarf", colored("Farbe", "Crème"));
    search.add("Ibis hat", colored("FÄRBE", "CREME", "Navy", "navy", "navy"));
    JsonObject ibis = new JsonObject().put("q", "ibis").put("matchingStrategy", "all");
    JsonObject counts = new JsonObject().put("Crème", 3).put("navy", 2);

    JsonArray facets = new JsonArray().add("options.*").add("variant_options_value");
    JsonObject found =
        search.search(ibis.copy().put("facets", facets)).getJsonObject("facetDistribution");
    assertThat(found.fieldNames())
        .containsExactlyInAnyOrder("variant_options_value", "options.Farbe", "options.Number");
    assertThat(found.getJsonObject("options.Farbe")).isEqualTo(counts);
    assertThat(found.getJsonObject("variant_options_value")).containsAll(counts);
    assertThat(
            search
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
      assertThat(search.titles(ibis.copy().put("filter", filter))).as(filter).hasSize(3);
    }
    JsonObject asked = new JsonObject().put("facetName", "options.färbe").put("facetQuery", "crém");
    assertThat(
            SearchedCatalog.ask(
                    catalog.bus,
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
            catalog.bus,
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

  /** Product with a variant for each value of its option, and with an option of numbers. */
  private static JsonObject colored(String option, String... values) {
    JsonArray variants = new JsonArray();
    for (String value : values) {
      JsonObject number = new JsonObject().put("value", "No. " + variants.size());
      JsonArray options = new JsonArray().add(new JsonObject().put("value", value)).add(number);
      variants.add(new JsonObject().put("title", value).put("options", options));
    }
    JsonArray options =
        new JsonArray()
            .add(new JsonObject().put("title", option))
            .add(new JsonObject().put("title", "Number"));
    return new JsonObject().put("options", options).put("variants", variants);
  }

  private static List<String> lanterns(String filter) {
    return search.titles(new JsonObject().put("q", "lantern").put("filter", filter));
  }

  /** A price list of a group is seen by its customers alone, from its beginning to its end. */
  @Test
  void pricesAreThoseOfTheCallersGroups() {
    catalog.withRemote("cart_1", new JsonObject(), "cus_search", "cgrp_search");
    String variant =
        catalog.id(
            """
            SELECT variant.id
            FROM product_variant AS variant
            JOIN product ON product.id = variant.product_id
            WHERE product.handle = 'canvas-tote'
            ORDER BY variant.id
            LIMIT 1
            """);
    catalog.sql(
        """
        INSERT INTO price_list (id, name, description, type, status)
        VALUES ('pl_search', 'Group', 'Group', 'sale', 'active')
        """);
    catalog.sql(
        """
        INSERT INTO price_list_customer_group (price_list_id, customer_group_id)
        VALUES ('pl_search', 'cgrp_search')
        """);
    catalog.sql(
        """
        INSERT INTO money_amount (id, currency_code, amount, price_list_id, variant_id)
        VALUES ('ma_search', 'eur', 123, 'pl_search', $1)
        """,
        variant);
    JsonObject query =
        new JsonObject()
            .put("q", "canvas tote")
            .put("region_id", europe)
            .put("filter", "price = 123");
    Principal customer =
        new Principal(Principal.Kind.CUSTOMER, "cus_search", Principal.Credential.SESSION);

    JsonObject hit =
        SearchedCatalog.ask(catalog.bus, query, customer, new JsonObject())
            .body()
            .toJsonObject()
            .getJsonArray("hits")
            .getJsonObject(0);

    assertThat(hit.getString("handle")).isEqualTo("canvas-tote");
    assertThat(
            hit.getJsonArray("variants").stream()
                .map(one -> ((JsonObject) one).getLong("calculated_price")))
        .contains(123L);
    assertThat(search.titles(query)).isEmpty();
    catalog.sql("UPDATE price_list SET ends_at = now() WHERE id = 'pl_search'");
    assertThat(
            SearchedCatalog.titlesOf(
                SearchedCatalog.ask(catalog.bus, query, customer, new JsonObject())
                    .body()
                    .toJsonObject()))
        .isEmpty();
  }

  @Test
  void anotherChannelsProductsAreNotFound() {
    catalog.sql("INSERT INTO sales_channel (id, name) VALUES ('sc_search', 'Search')");
    catalog.sql("INSERT INTO publishable_api_key (id, title) VALUES ('pk_search', 'Search')");
    catalog.sql("INSERT INTO publishable_api_key_sales_channel VALUES ('pk_search', 'sc_search')");
    String own =
        catalog
            .written(
                "adminCreateProduct",
                new JsonObject(),
                new JsonObject().put("title", "Channel Teapot").put("status", "published"))
            .getString("id");
    catalog.sql("DELETE FROM product_sales_channel WHERE product_id = $1", own);
    catalog.sql(
        "INSERT INTO product_sales_channel (product_id, sales_channel_id) VALUES ($1, 'sc_search')",
        own);
    JsonObject query = new JsonObject().put("q", "channel teapot");

    JsonObject withKey =
        SearchedCatalog.ask(
                catalog.bus,
                query,
                Principal.ANONYMOUS,
                new JsonObject().put("x-publishable-api-key", "pk_search"))
            .body()
            .toJsonObject();

    assertThat(SearchedCatalog.titlesOf(withKey)).containsExactly("Channel Teapot");
    assertThat(search.titles(query)).doesNotContain("Channel Teapot");
  }

  @Test
  void hiddenCategoriesAreNeitherCountedNorFound() {
    String sofa = catalog.id("SELECT id FROM product WHERE title = 'Wide Sofa'");
    catalog.sql(
        """
        INSERT INTO product_category (id, name, handle, is_active, is_internal, rank, parent_category_id)
        VALUES ('pcat_top', 'Living Room', 'living', true, false, 50, NULL),
          ('pcat_sub', 'Seats', 'seats', true, false, 0, 'pcat_top'),
          ('pcat_hidden', 'Clearance', 'clearance', true, true, 51, NULL)
        """);
    catalog.sql(
        """
        INSERT INTO product_category_product (product_category_id, product_id)
        VALUES ('pcat_sub', $1), ('pcat_hidden', $1)
        """,
        sofa);

    JsonObject facets =
        search
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
    assertThat(search.titles(new JsonObject().put("filter", "categories = Clearance"))).isEmpty();
    catalog.sql("UPDATE product_category SET name = 'Lounge' WHERE id = 'pcat_top'");
    assertThat(search.titles(new JsonObject().put("filter", "categories = Lounge")))
        .containsExactly("Wide Sofa");
  }

  @Test
  void attributesWithinObjectsAndListsAreSelected() {
    JsonObject product =
        JsonArrays.objects(search.search(new JsonObject()).getJsonArray("hits")).stream()
            .filter(hit -> !hit.getJsonArray("variants").isEmpty())
            .findFirst()
            .orElseThrow();
    JsonArray variants = new JsonArray();
    JsonArrays.objects(product.getJsonArray("variants"))
        .forEach(variant ->
            variants.add(
                new JsonObject()
                    .put("id", variant.getString("id"))
                    .put("calculated_price", variant.getValue("calculated_price"))));

    JsonObject hit =
        search
            .search(
                new JsonObject()
                    .put("filter", "id = " + product.getString("id"))
                    .put(
                        "attributesToRetrieve",
                        JsonArray.of(
                            "title",
                            "variants.id",
                            "variants.calculated_price",
                            "type.value",
                            "tags.nothing",
                            "variants.id.nothing")))
            .getJsonArray("hits")
            .getJsonObject(0);

    JsonObject expected =
        new JsonObject().put("title", product.getString("title")).put("variants", variants);
    if (product.getJsonObject("type") != null) {
      expected.put("type", new JsonObject().put("value", product.getString("type_value")));
    }
    hit.remove("tags");
    assertThat(hit).isEqualTo(expected);
  }

  @Test
  void wordsAreMarkedAndTextsCropped() {
    JsonObject hit =
        search
            .search(
                new JsonObject()
                    .put("q", "cornr")
                    .put("attributesToRetrieve", new JsonArray().add("title").add("description"))
                    .put("attributesToHighlight", new JsonArray().add("*"))
                    .put("attributesToCrop", new JsonArray().add("description:2"))
                    .put("showMatchesPosition", true))
            .getJsonArray("hits")
            .getJsonObject(0);

    assertThat(hit.getJsonObject("_formatted"))
        .isEqualTo(
            new JsonObject()
                .put("title", "<em>Corner</em> Sofa")
                .put("description", "…the <em>corner</em>."));
    assertThat(hit.getJsonObject("_matchesPosition").getJsonArray("title"))
        .isEqualTo(new JsonArray().add(new JsonObject().put("start", 0).put("length", 6)));
  }

  @Test
  void staffSetSynonymsStopWordsAndResults() {
    String lamp = catalog.id("SELECT id FROM product WHERE title = 'Stehlampe aus Eiche'");
    String sofa = catalog.id("SELECT id FROM product WHERE title = 'Corner Sofa'");
    set(
        new JsonObject()
            .put(
                "synonyms",
                new JsonArray()
                    .add(
                        new JsonObject()
                            .put("word", "settee")
                            .put("synonyms", new JsonArray().add("sofa"))))
            .put("stop_words", new JsonArray().add("nice"))
            .put(
                "results",
                new JsonArray()
                    .add(
                        new JsonObject()
                            .put("query", "Lounge!")
                            .put("pinned", new JsonArray().add(lamp))
                            .put("hidden", new JsonArray().add(sofa)))));

    assertThat(search.titles("nice settee")).contains("Wide Sofa", "Corner Sofa");
    assertThat(search.titles("lounge")).first().isEqualTo("Stehlampe aus Eiche");
    assertThat(search.titles("lounge")).doesNotContain("Corner Sofa");
  }

  /** The next answer follows them, also where the one before is kept. */
  @Test
  void staffChooseFacetsAndTheirOrder() {
    search.add("Crane coat", colored("Farbe", "red", "blue"));
    JsonObject all =
        new JsonObject()
            .put("q", "crane")
            .put("matchingStrategy", "all")
            .put("facets", new JsonArray().add("*").add("variant_options_value"));
    assertThat(facets(all))
        .containsExactly(
            "available",
            "price",
            "categories",
            "collection_title",
            "type_value",
            "tags_value",
            "material",
            "options.Farbe",
            "options.Number",
            "variant_options_value");

    JsonArray chosen =
        new JsonArray().add("options.number").add("options.*").add("metadata.mass").add("tags");
    set(new JsonObject().put("facets", chosen));

    assertThat(facets(all))
        .containsExactly(
            "options.number",
            "options.Farbe",
            "metadata.mass",
            "tags_value",
            "variant_options_value");
    set(new JsonObject().put("facets", new JsonArray()));
    assertThat(facets(all)).containsExactly("variant_options_value");
    set(new JsonObject().putNull("facets"));
    assertThat(facets(all)).startsWith("available", "price");
  }

  private static List<String> facets(JsonObject body) {
    return List.copyOf(search.search(body).getJsonObject("facetDistribution").fieldNames());
  }

  /** Suggestions while typing are no queries of shoppers. */
  @Test
  void theReportLeavesOutSearchesWithoutAnalytics() {
    for (String client : List.of("192.0.2.1", "192.0.2.2", "192.0.2.3")) {
      sendFrom(client, new JsonObject().put("q", "Samov").put("analytics", false));
      sendFrom(client, new JsonObject().put("q", "Samovar"));
    }

    Eventually.until(() -> reported().contains("samovar"));

    assertThat(reported()).doesNotContain("samov");
  }

  private static void sendFrom(String client, JsonObject body) {
    Reply reply =
        await(
            SearchedCatalog.send(
                catalog.bus,
                "storeSearchProduct",
                body,
                Principal.ANONYMOUS,
                new JsonObject(),
                client));
    assertThat(reply.status()).isEqualTo(200);
  }

  private static List<String> reported() {
    return catalog
        .ask("adminGetSearchQueries", new JsonObject(), new JsonObject())
        .body()
        .toJsonObject()
        .getJsonArray("frequent")
        .stream()
        .map(one -> ((JsonObject) one).getString("query"))
        .toList();
  }

  /** Other members than Meilisearch's have no effect on Medusa's path. */
  @Test
  void medusasPathRefusesWhatTheSearchDoesNotHave() {
    JsonObject own = new JsonObject().put("q", "sofa").put("typesense", true);

    assertThat(ofMedusa(own).status()).isEqualTo(200);
    assertThat(ofMedusa(own.copy().put("distinct", false)).status()).isEqualTo(200);
    assertThat(ofMedusa(own.copy().put("distinct", "type_value")).body().toString())
        .contains("invalid_data", "`distinct`");
  }

  private static Reply ofMedusa(JsonObject body) {
    return SearchedCatalog.ask(
        catalog.bus, "storeSearchProduct", body, Principal.ANONYMOUS, new JsonObject());
  }

  @ParameterizedTest
  @CsvSource({
    "filter, 'price >', invalid_search_filter",
    "filter, 'shoe = red', invalid_search_filter",
    "q, 7, invalid_search_q",
    "sort, up, invalid_search_sort",
    "limit, -1, invalid_search_limit",
    "facets, '[\"title\"]', invalid_search_facets",
    "vector, '[1]', invalid_search_vector",
    "distinct, '\"collection_id\"', invalid_search_distinct",
    "analytics, 1, bad_request",
    "fields, 1, bad_request"
  })
  void aRefusalHasMeilisearchsForm(String name, String value, String code) {
    Object given =
        value.matches("-?\\d+")
            ? Integer.valueOf(value)
            : value.startsWith("[") ? new JsonArray(value) : value;

    Reply reply = search.ask(new JsonObject().put(name, given));

    assertThat(reply.status()).isEqualTo(400);
    assertThat(reply.body().toJsonObject().getString("code")).isEqualTo(code);
    assertThat(reply.body().toJsonObject().fieldNames())
        .containsExactlyInAnyOrder("message", "code", "type", "link");
  }

  @Test
  void severalSearchesAreAnsweredInTheirOrder() {
    JsonObject queries =
        new JsonObject()
            .put(
                "queries",
                new JsonArray()
                    .add(new JsonObject().put("indexUid", "products").put("q", "bookshelf"))
                    .add(
                        new JsonObject()
                            .put("indexUid", "products")
                            .put("q", "cushion")
                            .put("page", 1)
                            .put("hitsPerPage", 1)));

    JsonArray results =
        SearchedCatalog.ask(
                catalog.bus, "storeSearchIndexes", queries, Principal.ANONYMOUS, new JsonObject())
            .body()
            .toJsonObject()
            .getJsonArray("results");

    assertThat(SearchedCatalog.titlesOf(results.getJsonObject(0))).first().isEqualTo("Bookshelf");
    assertThat(SearchedCatalog.titlesOf(results.getJsonObject(1))).containsExactly("Chair Cushion");
    assertThat(results.getJsonObject(1).getString("indexUid")).isEqualTo("products");
    assertThat(results.getJsonObject(1).getInteger("totalHits")).isPositive();
  }

  private static JsonObject query(String text) {
    return new JsonObject().put("indexUid", "products").put("q", text);
  }

  private static JsonObject weighted(String text, Object weight) {
    return query(text).put("federationOptions", new JsonObject().put("weight", weight));
  }

  private static Reply federated(JsonObject federation, JsonObject... queries) {
    JsonObject body =
        new JsonObject()
            .put("federation", federation)
            .put("queries", new JsonArray(List.of(queries)));
    return SearchedCatalog.ask(
        catalog.bus, "storeSearchIndexes", body, Principal.ANONYMOUS, new JsonObject());
  }

  private static JsonObject oneList(JsonObject federation, JsonObject... queries) {
    Reply reply = federated(federation, queries);
    assertThat(reply.status()).as(reply.body().toString()).isEqualTo(200);
    return reply.body().toJsonObject();
  }

  @Test
  void aFederationMergesHitsByTheirWeightedScores() {
    JsonObject sofa = weighted("corner sofa", 0.5).put("matchingStrategy", "all");
    JsonObject shelf = query("bookshelf").put("showRankingScore", true);
    JsonObject limit = new JsonObject().put("limit", 2);

    JsonObject found = oneList(limit, sofa, shelf);

    assertThat(SearchedCatalog.titlesOf(found)).containsExactly("Bookshelf", "Corner Sofa");
    assertThat(found.fieldNames())
        .containsExactlyInAnyOrder(
            "hits", "processingTimeMs", "limit", "offset", "estimatedTotalHits");
    JsonObject first = found.getJsonArray("hits").getJsonObject(0);
    assertThat(first.getJsonObject("_federation"))
        .isEqualTo(
            new JsonObject()
                .put("indexUid", "products")
                .put("queriesPosition", 1)
                .put("weightedRankingScore", first.getDouble("_rankingScore")));
    JsonObject second = found.getJsonArray("hits").getJsonObject(1);
    assertThat(second.containsKey("_rankingScore")).isFalse();
    assertThat(second.getJsonObject("_federation").getDouble("weightedRankingScore"))
        .isBetween(0.25, 0.5);
    assertThat(
            SearchedCatalog.titlesOf(
                oneList(limit, weighted("bookshelf", 0.1), query("corner sofa"))))
        .first()
        .isEqualTo("Corner Sofa");
    assertThat(SearchedCatalog.titlesOf(oneList(limit.copy().put("offset", 1), sofa, shelf)))
        .first()
        .isEqualTo("Corner Sofa");
  }

  /** Its total, its facets and its pages have each product once. */
  @Test
  void aProductOfSeveralQueriesIsOneHitOfAFederation() {
    JsonObject all = query("sofa").put("matchingStrategy", "all");
    JsonObject some =
        all.copy()
            .put("filter", "title = 'Corner Sofa'")
            .put("attributesToRetrieve", new JsonArray().add("title"))
            .put("attributesToHighlight", new JsonArray().add("title"))
            .put("federationOptions", new JsonObject().put("weight", 2));
    JsonObject federation =
        new JsonObject()
            .put(
                "facetsByIndex",
                new JsonObject().put("products", new JsonArray().add("is_giftcard").add("price")));

    JsonObject found = oneList(federation, all, some);

    assertThat(SearchedCatalog.titlesOf(found)).containsExactly("Corner Sofa", "Wide Sofa");
    assertThat(found.getInteger("estimatedTotalHits")).isEqualTo(2);
    JsonObject corner = found.getJsonArray("hits").getJsonObject(0);
    assertThat(corner.fieldNames()).containsExactlyInAnyOrder("title", "_formatted", "_federation");
    assertThat(corner.getJsonObject("_formatted").getString("title"))
        .isEqualTo("Corner <em>Sofa</em>");
    assertThat(corner.getJsonObject("_federation").getInteger("queriesPosition")).isEqualTo(1);
    assertThat(
            found
                .getJsonObject("facetsByIndex")
                .getJsonObject("products")
                .getJsonObject("distribution")
                .getJsonObject("is_giftcard"))
        .isEqualTo(new JsonObject().put("false", 2));
    JsonObject merged =
        oneList(
            federation.copy().put("mergeFacets", new JsonObject().put("maxValuesPerFacet", 0)),
            all,
            some);
    assertThat(merged.getJsonObject("facetDistribution").getJsonObject("is_giftcard")).isEmpty();
    assertThat(merged.containsKey("facetsByIndex")).isFalse();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '"',
      textBlock =
          """
          7                                          | {}                                | 400 | invalid_multi_search_federation
          {'distinct': 'type_value'}                 | {}                                | 400 | bad_request
          {'limit': -1}                              | {}                                | 400 | invalid_search_limit
          {'facetsByIndex': []}                      | {}                                | 400 | invalid_multi_search_facets_by_index
          {'facetsByIndex': {'products': ['title']}} | {}                                | 400 | invalid_multi_search_facets
          {'facetsByIndex': {'articles': []}}        | {}                                | 404 | index_not_found
          {'mergeFacets': 1}                         | {}                                | 400 | invalid_multi_search_merge_facets
          {'mergeFacets': {'maxValuesPerFacet': 'a'}} | {}                               | 400 | invalid_multi_search_max_values_per_facet
          {}                                         | {'limit': 5}                      | 400 | invalid_multi_search_query_pagination
          {}                                         | {'page': 1}                       | 400 | invalid_multi_search_query_pagination
          {}                                         | {'facets': ['price']}             | 400 | invalid_multi_search_query_facets
          {}                                         | {'sort': ['price:asc']}           | 400 | invalid_multi_search_query_ranking_rules
          {}                                         | {'federationOptions': []}         | 400 | invalid_multi_search_federation_options
          {}                                         | {'federationOptions': {'weight': -1}} | 400 | invalid_multi_search_weight
          {}                                         | {'federationOptions': {'remote': 'a'}} | 400 | bad_request
          null                                       | {'federationOptions': {}}         | 400 | invalid_multi_search_federation_options
          """)
  void aContradictionInAFederationIsRefusedByName(
      String federation, String query, int status, String code) {
    JsonObject body =
        new JsonObject(
            "{'federation': %s, 'queries': [%s]}".formatted(federation, query).replace('\'', '"'));
    body.getJsonArray("queries").getJsonObject(0).put("indexUid", "products");

    Reply reply =
        SearchedCatalog.ask(
            catalog.bus, "storeSearchIndexes", body, Principal.ANONYMOUS, new JsonObject());

    assertThat(reply.status()).as(reply.body().toString()).isEqualTo(status);
    assertThat(reply.body().toJsonObject().getString("code")).isEqualTo(code);
  }

  @Test
  void valuesOfAFacetAreSearched() {
    JsonObject found =
        SearchedCatalog.ask(
                catalog.bus,
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

  @ParameterizedTest
  @CsvSource({
    "q, 500, a",
    "q, 40000, a",
    "q, 250, 'a '",
    "q, 250, '\"a'",
    "q, 100, 'aaaaa'",
    "filter, 4000, (",
    "filter, 40000, a",
    "filter, 1000, 'price=1 OR price=2 OR '"
  })
  void hostileSearchesEndInBoundedTime(String name, int times, String text) {
    long begun = System.nanoTime();

    Reply reply = search.ask(new JsonObject().put(name, text.repeat(times)));

    assertThat(reply.status()).isIn(200, 400);
    assertThat(Duration.ofNanos(System.nanoTime() - begun)).isLessThan(Duration.ofSeconds(5));
  }

  @Test
  void manyValuesConditionsFacetsAndSynonymsAreAnsweredOrRefused() {
    String values = "a,".repeat(290);
    assertThat(search.ask(filtered("type_value IN [" + values + "]")).status()).isEqualTo(200);
    assertThat(search.ask(filtered("type_value IN [" + values.repeat(2) + "]")).status())
        .isEqualTo(400);
    JsonArray some = new JsonArray();
    for (int i = 0; i < 290; i++) {
      some.add("price=" + i);
    }
    assertThat(search.ask(new JsonObject().put("filter", new JsonArray().add(some))).status())
        .isEqualTo(200);
    JsonArray facets = new JsonArray();
    for (int i = 0; i < 51; i++) {
      facets.add("options." + i);
    }
    assertThat(search.ask(new JsonObject().put("facets", facets)).status()).isEqualTo(400);
    assertThat(search.ask(new JsonObject().put("limit", 100_000)).status()).isEqualTo(200);
    assertThat(search.ask(new JsonObject().put("offset", 2_000_000_000)).status()).isEqualTo(200);
    assertThat(search.ask(filtered("title CONTAINS \"*\\\\?[a-z]\"")).status()).isEqualTo(200);
  }

  private static JsonObject filtered(String filter) {
    return new JsonObject().put("filter", filter);
  }

  /** Other languages take effect with another index; searches go on meanwhile. */
  @Test
  void searchesGoOnWhileLanguagesChange() {
    for (String language : List.of("fi", "nl", "ja", "zh", "da", "no", "pt", "sv", "it")) {
      set(new JsonObject().put("languages", new JsonArray().add("en").add(language)));
      for (int i = 0; i < 5; i++) {
        Reply reply =
            await(
                SearchedCatalog.send(
                    catalog.bus,
                    "storeSearchIndex",
                    new JsonObject().put("q", "wide sofa"),
                    Principal.ANONYMOUS,
                    new JsonObject()));
        assertThat(reply.status()).isEqualTo(200);
        assertThat(SearchedCatalog.titlesOf(reply.body().toJsonObject()))
            .first()
            .isEqualTo("Wide Sofa");
      }
    }
    set(new JsonObject().put("languages", new JsonArray().add("en").add("de").add("fr").add("es")));
    Eventually.until(() -> search.titles("chaussure").contains("Chaussures de randonnée"));
  }
}
