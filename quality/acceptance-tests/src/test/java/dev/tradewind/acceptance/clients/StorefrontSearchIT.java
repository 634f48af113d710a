package dev.tradewind.acceptance.clients;

import static dev.tradewind.testing.Futures.await;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tradewind.acceptance.Shop;
import dev.tradewind.acceptance.StaffClient;
import dev.tradewind.acceptance.clients.FormBrowser.Page;
import dev.tradewind.testing.Eventually;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import io.vertx.sqlclient.Tuple;
import java.util.List;
import org.jsoup.Jsoup;
import org.jsoup.nodes.Document;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Lists of the storefront with search, filters and orders, as a browser without scripts reads them.
 */
class StorefrontSearchIT {

  private static Shop shop;
  private static StaffClient staff;
  private FormBrowser browser;

  @BeforeAll
  static void open() {
    shop = Shop.separate();
    staff = new StaffClient(shop);
    Eventually.until(() -> shop.storefront().get("/store/search/health").status() == 200);
  }

  @AfterAll
  static void close() {
    shop.close();
  }

  @BeforeEach
  void newBrowser() {
    browser = new FormBrowser(shop.storefront().url());
    browser.submit("/region", "region", shop.storefront().euros(), "back", "/");
  }

  private Document page(String path) {
    Page page = browser.get(path);
    assertThat(page.status()).as(path).isEqualTo(200);
    return Jsoup.parse(page.html());
  }

  private static List<String> titles(Document page) {
    return page.select(".card strong").eachText();
  }

  /** Prices are those of the pages, with 20 % tax. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          /products?tag=linen                            | 2 products  | Keyword: linen
          /products?tag=linen&tag=rain                   | 3 products  | Keyword: linen, Keyword: rain
          /products?options.Colour=Navy&type=Clothing    | 1 product   | Type: Clothing, Colour: Navy
          /products?options.Handle=Olive%20wood          | 1 product   | Handle: Olive wood
          /products?options.handle=olive%20Wood          | 1 product   | handle: olive Wood
          /products?collection=Table+%26+Hearth&type=Home | 2 products | Collection: Table & Hearth, Type: Home
          /collections/wardrobe?type=Clothing            | 4 products  | Type: Clothing
          /products?min=94.80&max=94.8                   | 2 products  | Price: €94.80 to €94.80
          /products?min=94.81&max=95                     | No products | Price: €94.81 to €95.00
          /products?max=17                               | 1 product   | Price: up to €17.00
          /products?min=250&available=1                  | 1 product   | In stock, Price: from €250.00
          /products?q=linen&type=Clothing                | 1 product   | Type: Clothing
          """)
  void filtersNarrowAList(String path, String count, String chips) {
    Document list = page(path);

    assertThat(list.select(".list-head .muted").text()).isEqualTo(count);
    assertThat(String.join(", ", list.select(".chips bdi").eachText())).isEqualTo(chips);
    assertThat(list.select("meta[name=robots]").attr("content")).isEqualTo("noindex");
    // Each filter is removed by a link.
    for (String without : list.select(".chips a:has(bdi)").eachAttr("href")) {
      assertThat(page(without).select(".chips bdi")).hasSize(list.select(".chips bdi").size() - 1);
    }
  }

  @ParameterizedTest
  @CsvSource({
    "/products?sort=price, Beeswax Candle",
    "/products?sort=-price, Weekend Bag",
    "/products?sort=title, Beeswax Candle",
    "/collections/wardrobe?sort=price, Cotton Socks",
    "/products?q=linen&sort=price, Linen Tea Towel"
  })
  void aListHasOrders(String path, String first) {
    Document list = page(path);

    assertThat(titles(list)).first().isEqualTo(first);
    assertThat(list.select("#sort [selected]").attr("value"))
        .isEqualTo(path.substring(path.indexOf("sort=") + 5));
  }

  @Test
  void theFormHasTheValuesOfTheListWithTheirNumbers() {
    Document list = page("/collections/wardrobe?tag=wool");
    Document form = Jsoup.parse(list.select("#filters").outerHtml());

    assertThat(form.select("form").attr("action")).isEqualTo("/collections/wardrobe");
    // Those of a facet are counted without its own choice, those of others with it.
    assertThat(form.select("label:has([name=tag][value=cotton]) .muted").text()).isEqualTo("3");
    assertThat(form.select("label:has([name=tag][value=wool]) .muted").text()).isEqualTo("2");
    assertThat(form.select("[name=tag][checked]").eachAttr("value")).containsExactly("wool");
    assertThat(form.select("label:has([name=type][value=Clothing]) .muted").text()).isEqualTo("1");
    assertThat(form.select("[name=type][value=Bags]")).isEmpty();
    assertThat(form.select("[name=collection]")).isEmpty();
    assertThat(form.select("[name=min]").attr("placeholder")).isEqualTo("34.80");
    assertThat(form.select("[name=max]").attr("placeholder")).isEqualTo("142.80");
    assertThat(form.select("[name=max]").attr("step")).isEqualTo("0.01");
    assertThat(form.select("button")).hasSize(1);
  }

  /** Filters of the search compare without case and accents, and so do the checked fields. */
  @Test
  void chosenValuesAreThoseOfTheListWhateverTheirCaseAndAccents() {
    Document list = page("/products?options.C%C3%B6LOUR=n%C3%A3vy&type=clothing");

    assertThat(titles(list)).isEqualTo(titles(page("/products?options.Colour=Navy&type=Clothing")));
    assertThat(list.select("#filters [checked]").eachAttr("value"))
        .containsExactlyInAnyOrder("Navy", "Clothing");
    assertThat(list.select("[name^=options.Col]").eachAttr("name"))
        .hasSizeGreaterThan(1)
        .containsOnly("options.Colour");
    assertThat(list.select("label:has([name=options.Colour][value=Navy]) .muted").text())
        .isEqualTo("1");
  }

  /** The next page of each list follows them. A filter in use is shown in any case. */
  @Test
  void staffChooseTheFiltersOfListsAndTheirOrder() {
    String product = shop.storefront().product("rain-jacket").getString("id");
    staff.post(
        "/admin/products/" + product,
        "{'material': 'Waxed cotton', 'metadata': {'care_label': 'Wipe clean'}}");
    assertThat(page("/products").select("#filters legend").eachText())
        .startsWith("Price EUR", "Collection", "Type", "Keyword", "Material", "Size")
        .doesNotContain("Care label");

    setFacets("['metadata.care_label', 'tags', 'options.colour', 'price', 'category_id']");

    try {
      assertThat(page("/products").select("#filters legend").eachText())
          .containsExactly("Care label", "Keyword", "colour", "Price EUR");
      Document used = page("/products?metadata.CARE_label=wipe%20clean&type=Outerwear");
      assertThat(titles(used)).containsExactly("Rain Jacket");
      assertThat(used.select(".chips bdi").eachText())
          .containsExactly("Type: Outerwear", "CARE label: wipe clean");
      assertThat(used.select("#filters [checked]").eachAttr("name"))
          .containsExactly("metadata.care_label", "type");
      assertThat(titles(page("/products?material=waxed%20cotton&available=1")))
          .containsExactly("Rain Jacket");
      setFacets("[]");
      assertThat(page("/products").select("#filters fieldset")).isEmpty();
    } finally {
      setFacets("null");
    }
    assertThat(page("/products").select("#filters legend").first().text()).isEqualTo("Price EUR");
  }

  private static void setFacets(String facets) {
    int version =
        staff.get("/admin/tradewind/search").getJsonObject("search").getInteger("version");
    staff.post("/admin/tradewind/search", "{'version': %s, 'facets': %s}", version, facets);
  }

  /** A form is sent by a button alone: a choice with the keyboard must not lead to another page. */
  @Test
  void anOrderIsChosenWithAButton() {
    Document list = page("/products");

    assertThat(list.select(".sort button").attr("form")).isEqualTo("filters");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          /products?min=&max=&sort=newest&q=         | /products
          /products?min=20&max=10,50                 | /products?min=10.5&max=20
          /products?min=-1&max=1e9                   | /products
          /products?sort=random&available=yes        | /products
          /products?type=+Bags+&type=Bags&type=      | /products?type=Bags
          /de/products?options.=x&min=1%27%20OR      | /de/products
          /collections/table?max=5.00                | /collections/table?max=5
          /products?utm_source=n&gclid=1&min=&page=2 | /products?utm_source=n&gclid=1
          """)
  void aListHasOneUrl(String path, String url) {
    Page page = browser.get(path);

    assertThat(page.response().uri()).hasToString(shop.storefront().url() + url);
    assertThat(page.status()).isEqualTo(200);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "/products?type=%22%5D%20OR%20price%20%3E%200%20OR%20type%20IN%20%5B%22",
        "/products?tag=%5C&tag=%27&tag=%3Cscript%3E",
        "/products?options.%22%20OR%20available=%22",
        "/products?q=%22%3E%3Cscript%3Ealert(1)%3C/script%3E&type=%3Cb%3E",
        "/products?q=%EE%80%80%EE%80%81%3Cbeyond%3E",
        "/categories/none%22%20OR?type=x"
      })
  void valuesOfAUrlAreData(String path) {
    Page page = browser.get(path);

    assertThat(page.status()).isIn(200, 404);
    assertThat(Jsoup.parse(page.html()).select(".card")).isEmpty();
    assertThat(page.html()).doesNotContain("<script>", "<b>", "<beyond>");
  }

  @Test
  void aUrlWithManyValuesIsCut() {
    StringBuilder options = new StringBuilder();
    for (int i = 0; i < 50; i++) {
      options.append("&tag=").append(i).append("&options.").append(i).append("=v");
    }
    String words = "w%20".repeat(2_000);

    Page page = browser.get("/products?q=" + words.substring(0, 1_500) + options);

    assertThat(page.status()).isEqualTo(200);
    assertThat(Jsoup.parse(page.html()).select(".chips bdi")).hasSize(16);
    assertThat(page.response().uri().toString()).hasSizeLessThan(1_500);
  }

  @Test
  void wordsOfASearchAreMarked() {
    JsonObject product =
        staff
            .post(
                "/admin/products",
                "{'title': 'Zeppelin <b>& mooring</b>', 'status': 'published', 'options': [],"
                    + " 'sales_channels': []}")
            .getJsonObject("product");
    sell(product.getString("id"));

    Page list = browser.get("/products?q=mooring+zeppelins");

    assertThat(list.html())
        .contains("<mark>Zeppelin</mark> &lt;b&gt;&amp; <mark>mooring</mark>&lt;/b&gt;");
    // The next page shows a change.
    staff.post("/admin/products/" + product.getString("id"), "{'title': 'Airship'}");
    assertThat(titles(page("/products"))).first().isEqualTo("Airship");
    assertThat(titles(page("/products?q=airship"))).containsExactly("Airship");
    staff.delete("/admin/products/" + product.getString("id"));
    assertThat(titles(page("/products"))).doesNotContain("Airship");
  }

  private static void sell(String product) {
    await(
        shop.catalog()
            .preparedQuery(
                """
                INSERT INTO product_sales_channel (product_id, sales_channel_id)
                SELECT $1, default_sales_channel_id FROM store
                ON CONFLICT DO NOTHING
                """)
            .execute(Tuple.of(product)));
  }

  @Test
  void anEmptyListNamesListsThatAreNot() {
    Document words = page("/products?q=linen+submarine");
    Document filters = page("/products?q=linen&type=Shoes&max=1000");

    assertThat(words.select(".nothing").text())
        .contains("Nothing was found for “linen submarine”.", "Without “submarine” 2 products")
        .contains("Wardrobe", "See all products");
    assertThat(words.select(".nothing .help a").attr("href")).isEqualTo("/products?q=linen");
    assertThat(filters.select(".nothing").text())
        .contains("Nothing matches all filters.", "Without “Shoes” 2 products")
        .contains("Without filters 2 products")
        .doesNotContain("Without “Price”");
    assertThat(page("/de/products?q=linen&type=Shoes").select(".nothing").text())
        .contains("Ohne „Shoes“ 2 Produkte");
  }

  @Test
  void aMisspelledWordLinksToTheListOfTheCorrectOne() {
    Document list = page("/products?q=silk+dcarf&max=1000");
    Document german = page("/de/products?q=vandle");

    assertThat(titles(list)).isEmpty();
    assertThat(list.select("main > p:has(a)").text()).isEqualTo("Did you mean: silk scarf");
    assertThat(titles(page(list.select("main > p > a").attr("href")))).contains("Silk Scarf");
    assertThat(german.select("main > p:has(a)").text()).isEqualTo("Meinten Sie: candle");
    assertThat(german.select("main > p > a").attr("href")).isEqualTo("/de/products?q=candle");
    assertThat(page("/products?q=linen").select("main > p > a")).isEmpty();
  }

  @Test
  void aCustomerSeesAndFiltersByThePricesOfItsGroup() {
    String email = "searcher@example.com";
    browser.submit(
        "/account",
        "action",
        "register",
        "first_name",
        "Grace",
        "last_name",
        "Hopper",
        "new_email",
        email,
        "new_password",
        "nanoseconds of wire");
    String customer =
        staff
            .get("/admin/customers?q=" + email)
            .getJsonArray("customers")
            .getJsonObject(0)
            .getString("id");
    String group =
        staff
            .post("/admin/customer-groups", "{'name': 'Searchers'}")
            .getJsonObject("customer_group")
            .getString("id");
    staff.post(
        "/admin/customer-groups/" + group + "/customers/batch",
        "{'customer_ids': [{'id': '%s'}]}",
        customer);
    String variant =
        shop.storefront()
            .product("weekend-bag")
            .getJsonArray("variants")
            .getJsonObject(0)
            .getString("id");
    String list =
        staff
            .post(
                "/admin/price-lists",
                "{'name': 'N', 'description': 'D', 'type': 'sale', 'status': 'active',"
                    + " 'customer_groups': [{'id': '%s'}], 'prices': [{'amount': 500,"
                    + " 'currency_code': 'eur', 'variant_id': '%s'}]}",
                group,
                variant)
            .getJsonObject("price_list")
            .getString("id");

    Document own = page("/products?max=6");
    newBrowser();
    Document others = page("/products?max=6");

    assertThat(titles(own)).containsExactly("Weekend Bag");
    assertThat(own.select(".card .price").text()).startsWith("from €6.00 instead of €298.80");
    assertThat(titles(others)).isEmpty();
    staff.delete("/admin/price-lists/" + list);
  }

  @Test
  void aListHasTheProductsOfTheSalesChannel() {
    String key = shop.newPublishableKey();

    String none = list(key, "/products?sort=title");
    await(
        shop.catalog()
            .preparedQuery(
                """
                INSERT INTO product_sales_channel (product_id, sales_channel_id)
                SELECT id, $1 FROM product WHERE handle = 'silk-scarf'
                """)
            .execute(Tuple.of(key.replace("pk_", "sc_"))));
    String one = list(key, "/products?sort=title");

    assertThat(titles(Jsoup.parse(none))).isEmpty();
    assertThat(titles(Jsoup.parse(one))).containsExactly("Silk Scarf");
    assertThat(list(key, "/suggestions?q=linen")).contains("\"suggestions\":[]");
  }

  private static String list(String key, String path) {
    return shop.storefront()
        .send("GET", path, null, "accept", "text/html", "x-publishable-api-key", key)
        .text();
  }

  @Test
  void suggestionsAreForTheScriptOfTheField() {
    JsonObject found = new JsonObject(browser.get("/suggestions?q=lin").html());
    JsonObject german = new JsonObject(browser.get("/de/suggestions?q=linen+shirt").html());

    JsonArray suggestions = found.getJsonArray("suggestions");
    assertThat(found.getString("status")).isEqualTo(suggestions.size() + " suggestions");
    assertThat(suggestions.getJsonObject(0).getJsonArray("title").getJsonObject(0))
        .isEqualTo(new JsonObject().put("text", "Lin").put("marked", true));
    assertThat(german.getString("status")).isEqualTo("1 Vorschlag");
    assertThat(german.getJsonArray("suggestions").getJsonObject(0).getString("path"))
        .isEqualTo("/de/products/linen-shirt");
    assertThat(german.getJsonArray("suggestions").getJsonObject(0).getString("price"))
        .contains("94,80");
    assertThat(new JsonObject(browser.get("/suggestions").html()).getJsonArray("suggestions"))
        .isEmpty();
    assertThat(browser.get("/suggestions?q=lin").response().headers().firstValue("cache-control"))
        .contains("no-store");
  }

  @Test
  void theMenuHasTheCategories() {
    assertThat(page("/categories").select("main").text())
        .contains("There is nothing here at the moment.", "Wardrobe", "See all products");
    assertThat(browser.get("/categories?page=2").status()).isEqualTo(404);
    assertThat(page("/").select("[popovertarget]")).isEmpty();
    String sail = category("Sail", null);
    category("Storm <Sail>", sail);
    String product = shop.storefront().product("rain-jacket").getString("id");
    staff.post(
        "/admin/product-categories/" + sail + "/products/batch",
        "{'product_ids': [{'id': '%s'}]}",
        product);

    Document list = page("/categories/storm-sail");
    Document all = page("/categories");

    assertThat(list.select(".sections button").attr("popovertarget")).isEqualTo("category-menu");
    assertThat(list.select("#category-menu[popover] > ul > li > a").eachText())
        .containsExactly("Sail");
    assertThat(list.select("#category-menu [aria-current=page]").eachText())
        .containsExactly("Storm <Sail>");
    assertThat(list.select("#category-menu p a").attr("href")).isEqualTo("/categories");
    assertThat(all.select("main .tree a").eachAttr("href"))
        .containsExactly("/categories/sail", "/categories/storm-sail");
    assertThat(all.select("link[rel=canonical]").attr("href")).endsWith("/categories");
    assertThat(page("/products").select(".chips a").eachText())
        .containsExactly("Sail", "All categories");
    assertThat(titles(page("/products?category=Sail"))).containsExactly("Rain Jacket");
    assertThat(titles(page("/categories/sail"))).containsExactly("Rain Jacket");
    assertThat(browser.get("/sitemaps/0.xml").html()).contains("/categories<");
  }

  private static String category(String name, String parent) {
    return staff
        .post(
            "/admin/product-categories",
            "{'name': '%s', 'is_active': true, 'is_internal': false%s}",
            name,
            parent == null ? "" : ", 'parent_category_id': '" + parent + "'")
        .getJsonObject("product_category")
        .getString("id");
  }
}
