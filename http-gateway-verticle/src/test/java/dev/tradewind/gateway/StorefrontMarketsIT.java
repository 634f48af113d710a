package dev.tradewind.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tradewind.gateway.config.GatewayConfig;
import dev.tradewind.kernel.operation.Operations;
import dev.tradewind.kernel.operation.Reply;
import dev.tradewind.kernel.operation.Request;
import dev.tradewind.storefront.design.ShopDesign;
import io.vertx.core.Future;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Pages of a shop whose paths name language and country. */
class StorefrontMarketsIT {

  private static final JsonObject EUROPE = region("reg_eu", "Europe", "eur", "de", "fr");
  private static final JsonObject AMERICA = region("reg_us", "America", "usd", "us");
  private static final String CART = "cart_1";

  /** Changes of the cart in their order. */
  private static final List<String> CHANGES = new CopyOnWriteArrayList<>();

  private static volatile JsonObject regionOfCart = EUROPE;
  private static RunningGateway gateway;

  @BeforeAll
  static void start() {
    gateway =
        new RunningGateway(
            GatewayConfig.of("127.0.0.1", 0)
                .withStorefront(ShopDesign.DEFAULT.withCountryPaths(true)));
    gateway.serve(
        "catalog",
        new Operations()
            .on(
                "storeGetStorefront",
                request ->
                    Future.succeededFuture(
                        Reply.ok("storefront", new JsonObject().put("name", "Harbour"))
                            .withEntityTag()))
            .on("storeListRegions", StorefrontMarketsIT::regions)
            .on("storeListCollections", request -> list("collections"))
            .on("storeListProductCategories", request -> list("product_categories"))
            .on("storeListProducts", request -> list("products", product(request))));
    gateway.serve(
        "cart",
        new Operations()
            .on("storeGetCart", request -> cart())
            .on("storeUpdateCart", StorefrontMarketsIT::change)
            .on("storeAddLineItem", StorefrontMarketsIT::change));
  }

  @AfterAll
  static void stop() {
    gateway.close();
  }

  @BeforeEach
  void inEurope() {
    regionOfCart = EUROPE;
    CHANGES.clear();
  }

  private static JsonObject region(String id, String name, String currency, String... countries) {
    JsonArray codes = new JsonArray();
    List.of(countries).forEach(code -> codes.add(new JsonObject().put("iso_2", code)));
    return new JsonObject()
        .put("id", id)
        .put("name", name)
        .put("currency_code", currency)
        .put("automatic_taxes", true)
        .put("countries", codes);
  }

  private static Future<Reply> regions(Request request) {
    return request.query().encode().contains("is_default")
        ? list("regions", AMERICA)
        : list("regions", EUROPE, AMERICA);
  }

  private static JsonObject product(Request request) {
    JsonObject variant =
        new JsonObject()
            .put("id", "variant_1")
            .put("title", "One")
            .put("manage_inventory", false)
            .put("allow_backorder", false)
            .put("inventory_quantity", 0)
            .put("calculated_price", request.query().encode().contains("reg_us") ? 1200 : 1000)
            .put("options", new JsonArray());
    return new JsonObject()
        .put("id", "prod_1")
        .put("title", "Rope")
        .put("handle", "rope")
        .put("images", new JsonArray())
        .put("options", new JsonArray())
        .put("variants", new JsonArray().add(variant));
  }

  private static Future<Reply> cart() {
    JsonObject cart = new JsonObject().put("id", CART).put("type", "default");
    List.of("items", "shipping_methods", "payment_sessions", "discounts", "gift_cards")
        .forEach(name -> cart.put(name, new JsonArray()));
    List.of(
            "subtotal",
            "item_tax_total",
            "discount_total",
            "shipping_total",
            "shipping_tax_total",
            "gift_card_total",
            "gift_card_tax_total",
            "tax_total",
            "total")
        .forEach(name -> cart.put(name, 0));
    JsonObject line =
        new JsonObject()
            .put("id", "item_1")
            .put("title", "Rope")
            .put("quantity", 1)
            .put("is_return", false)
            .put("total", 1000)
            .put("original_total", 1000);
    cart.getJsonArray("items").add(line);
    return Future.succeededFuture(Reply.ok("cart", cart.put("region", regionOfCart)));
  }

  private static Future<Reply> change(Request request) {
    String region = request.body().getString("region_id");
    if (region != null) {
      regionOfCart = region.equals("reg_us") ? AMERICA : EUROPE;
    }
    CHANGES.add(region == null ? request.operation() : region);
    return cart();
  }

  private static Future<Reply> list(String name, JsonObject... elements) {
    return Future.succeededFuture(
        Reply.ok(
            new JsonObject()
                .put(name, new JsonArray(List.of(elements)))
                .put("count", elements.length)));
  }

  private static Http.Answer get(String path, String cookie) {
    return gateway.http.send("GET " + path + " HTTP/1.1", "Cookie: " + cookie + "\r\n", "");
  }

  private static Http.Answer post(String path, String cookie, String form) {
    return gateway.http.send(
        "POST " + path + " HTTP/1.1",
        "Content-Type: application/x-www-form-urlencoded\r\nOrigin: http://localhost\r\nCookie: "
            + cookie
            + "\r\n",
        form);
  }

  @ParameterizedTest
  @CsvSource({
    "/en-de, en, €10.00",
    "/en-us, en, $12.00",
    "/de-us/, de, '12,00 $'",
    "/en-fr/products, en, €10.00",
    "/en-us/products/rope, en, $12.00",
  })
  void thePathDecidesLanguageAndRegion(String path, String language, String price) {
    for (String cookie : List.of("tradewind-region=reg_us", "tradewind-region=reg_eu", "a=b")) {
      Http.Answer page = get(path, cookie);

      assertThat(page.status()).isEqualTo(200);
      assertThat(page.body())
          .contains("<html lang=\"" + language + "\"")
          .contains(price.replace(' ', '\u00a0'));
    }
  }

  @Test
  void searchEnginesFindThePageOfEachLanguageAndCountry() {
    String page = gateway.http.get("/de-fr/products/rope").body();

    assertThat(page)
        .contains("<link rel=\"canonical\" href=\"http://localhost/de-fr/products/rope\">")
        .contains("hreflang=\"en-DE\" href=\"http://localhost/en-de/products/rope\"")
        .contains("hreflang=\"de-FR\" href=\"http://localhost/de-fr/products/rope\"")
        .contains("hreflang=\"en-US\" href=\"http://localhost/en-us/products/rope\"")
        .contains("hreflang=\"x-default\" href=\"http://localhost/products/rope\"")
        .contains("og:locale\" content=\"de_FR\"", "\"http://localhost/de-fr/products\"")
        .contains("href=\"/de-fr/cart\"")
        .contains("<li><a href=\"/en-fr/products/rope\" hreflang=\"en\" lang=\"en\">English</a>");
    assertThat(gateway.http.get("/en-us").body())
        .contains("<link rel=\"canonical\" href=\"http://localhost/en-us\">")
        .contains("hreflang=\"x-default\" href=\"http://localhost/\"");
  }

  @Test
  void theSitemapHasAFileForEachLanguageAndCountry() {
    assertThat(gateway.http.get("/sitemap.xml").body())
        .contains("/sitemaps/en-de-0.xml</loc>", "/sitemaps/en-de-1.xml</loc>")
        .contains("/sitemaps/en-us-1.xml</loc>", "/sitemaps/de-fr-1.xml</loc>")
        .doesNotContain("/sitemaps/0.xml");
    assertThat(gateway.http.get("/sitemaps/de-us-0.xml").body())
        .contains("<loc>http://localhost/de-us</loc>", "<loc>http://localhost/de-us/products</loc>")
        .doesNotContain("/en-us", "/de-de");
    assertThat(gateway.http.get("/sitemaps/en-fr-1.xml").body())
        .contains("<loc>http://localhost/en-fr/products/rope</loc>");
    assertThat(gateway.http.get("/sitemaps/en-jp-0.xml").status()).isEqualTo(404);
  }

  @ParameterizedTest
  @CsvSource({
    "/products?q=rope, a=b, /en-us/products?q=rope",
    "/, tradewind-region=reg_eu, /en-de",
    "/de, tradewind-region=fr, /de-fr",
    "/products/rope?language=de, tradewind-region=fr, /de-fr/products/rope",
    "/en-fr/products/rope?language=de&variant=variant_1, a=b, "
        + "/de-fr/products/rope?variant=variant_1",
  })
  void aPathWithoutACountryLeadsToTheOneOfTheVisitor(String path, String cookie, String location) {
    Http.Answer answer = get(path, cookie);

    assertThat(answer.status()).isEqualTo(303);
    assertThat(answer.header("location")).isEqualTo(location);
    assertThat(answer.header("cache-control")).isEqualTo("no-store");
  }

  @ParameterizedTest
  @CsvSource({
    "'fr-FR,fr;q=0.9,en-US;q=0.8', /en-fr",
    "'ja-JP,en-US;q=0.8',          /en-de",
    "'de',                         /en-de",
    "';;-,-FR',                    /en-de",
  })
  void theBrowsersLanguagesNameACountryOfTheRegion(String accepted, String location) {
    Http.Answer answer =
        gateway.http.send(
            "GET / HTTP/1.1",
            "Accept-Language: " + accepted + "\r\nCookie: tradewind-region=reg_eu\r\n",
            "");

    assertThat(answer.header("location")).isEqualTo(location);
  }

  @ParameterizedTest
  @ValueSource(strings = {"/en-jp", "/en-jp/products/rope", "/en-d/products", "/fr-de/products"})
  void aCountryOrLanguageThatTheShopDoesNotHaveIsNotFound(String path) {
    Http.Answer page = gateway.http.send("GET " + path + " HTTP/1.1", "Accept: text/html\r\n", "");

    assertThat(page.status()).isEqualTo(404);
    assertThat(page.body()).contains("href=\"/cart\"").doesNotContain("/en-jp/");
  }

  @ParameterizedTest
  @CsvSource({
    "%2Fproducts%3Fq%3Drope, /en-us/products?q=rope",
    "%2Fcheckout%3Fstep%3Dshipping, /en-us/checkout?step=shipping",
    "%2F, /en-us",
    "%2F%2Fevil.example, /en-us",
  })
  void aChoiceOfTheCountryKeepsPageQueryAndStep(String back, String location) {
    Http.Answer answer = post("/en-de/region", "tradewind-cart=" + CART, "region=us&back=" + back);

    assertThat(answer.status()).isEqualTo(303);
    assertThat(answer.header("location")).isEqualTo(location);
    assertThat(answer.header("set-cookie")).startsWith("tradewind-region=us;");
    assertThat(CHANGES).containsExactly("reg_us");
    assertThat(post("/en-de/region", "a=b", "region=jp&back=%2F").status()).isEqualTo(400);
  }

  @Test
  void theChoiceNamesCountriesWithTheirCurrencies() {
    assertThat(gateway.http.get("/de-fr").body())
        .containsSubsequence(
            "<option value=\"de\">Deutschland, EUR</option>",
            "<option value=\"fr\" selected>Frankreich, EUR</option>",
            "<option value=\"us\">Vereinigte Staaten, USD</option>");
  }

  @Test
  void theCartIsShownInACountryOfItsRegion() {
    String cart = "tradewind-cart=" + CART;

    assertThat(get("/en-us/cart?part=drawer", cart).header("location"))
        .isEqualTo("/en-de/cart?part=drawer");
    assertThat(get("/en-us/checkout", cart + "; tradewind-region=fr").header("location"))
        .isEqualTo("/en-fr/checkout");
    assertThat(get("/en-de/checkout", cart).body())
        .contains("€10.00", "<option value=\"de\" selected>Germany</option>");
    assertThat(get("/en-fr/checkout", cart).body())
        .contains("<option value=\"fr\" selected>France</option>")
        .contains("name=\"back\" value=\"/checkout?step=address\"");
    assertThat(get("/en-us/products/rope", cart).body()).contains("$12.00");
  }

  @Test
  void whatIsAddedHasThePriceThatItsPageShowed() {
    Http.Answer added =
        post("/en-us/cart", "tradewind-cart=" + CART, "action=add&handle=rope&quantity=1");

    assertThat(added.header("location")).isEqualTo("/en-us/cart");
    assertThat(CHANGES).containsExactly("reg_us", "storeAddLineItem");
  }

  @Test
  void aPageInMemoryIsThatOfItsCountry() {
    for (int i = 0; i < 2; i++) {
      assertThat(gateway.http.get("/en-de/products").body()).contains("€10.00");
      assertThat(gateway.http.get("/en-us/products").body()).contains("$12.00");
    }
    String tag = gateway.http.get("/en-de/products").header("etag");
    assertThat(
            gateway
                .http
                .send("GET /en-de/products HTTP/1.1", "If-None-Match: " + tag + "\r\n", "")
                .status())
        .isEqualTo(304);
  }
}
