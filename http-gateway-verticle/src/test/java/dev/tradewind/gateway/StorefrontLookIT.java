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
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Pages with the content that staff edit: texts, menu, sections, pages, colors and tags. */
class StorefrontLookIT {

  private static final String POLICY =
      "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self'"
          + " data: https:; font-src 'self'; frame-ancestors 'none'; base-uri 'none'; form-action"
          + " 'self'";

  private static final AtomicReference<JsonObject> CONTENT = new AtomicReference<>();

  /**
   * Calls since they were last cleared, and how many lists of products were asked for at a time.
   */
  private static final List<String> CALLS = new CopyOnWriteArrayList<>();

  private static final AtomicInteger RUNNING = new AtomicInteger();
  private static final AtomicInteger MOST = new AtomicInteger();

  private static final AtomicBoolean REGION = new AtomicBoolean(true);

  private static RunningGateway gateway;

  @BeforeAll
  static void start() {
    gateway = serving(GatewayConfig.of("127.0.0.1", 0));
  }

  @AfterAll
  static void stop() {
    gateway.close();
  }

  private static RunningGateway serving(GatewayConfig config) {
    RunningGateway started = new RunningGateway(config);
    started.serve(
        "catalog",
        new Operations()
            .on(
                "storeGetStorefront",
                request ->
                    Future.succeededFuture(Reply.ok("storefront", CONTENT.get()).withEntityTag()))
            .on(
                "storeListRegions",
                request -> REGION.get() ? list("regions", region()) : list("regions"))
            .on("storeListCollections", StorefrontLookIT::collections)
            .on("storeListProductCategories", request -> list("product_categories"))
            .on("storeListProducts", request -> products(started)));
    return started;
  }

  /** Those of the named handles, else one; there is none of the handle {@code gone}. */
  private static Future<Reply> collections(Request request) {
    CALLS.add("storeListCollections");
    Matcher handles =
        Pattern.compile("\\b(c\\d+|summer|gone)\\b").matcher(request.query().encode());
    List<JsonObject> found =
        handles
            .results()
            .map(handle -> handle.group(1))
            .filter(handle -> !handle.equals("gone"))
            .map(handle ->
                new JsonObject()
                    .put("id", "pcol_" + handle)
                    .put("title", handle.equals("summer") ? "Summer" : "C" + handle.substring(1))
                    .put("handle", handle))
            .toList();
    boolean isNamed = request.query().encode().contains("handle");
    return list(
        "collections",
        isNamed ? found.toArray(JsonObject[]::new) : new JsonObject[] {collection()});
  }

  /** No products, after a moment in which other calls may come. */
  private static Future<Reply> products(RunningGateway shop) {
    CALLS.add("storeListProducts");
    MOST.accumulateAndGet(RUNNING.incrementAndGet(), Math::max);
    return shop.vertx
        .timer(5, TimeUnit.MILLISECONDS)
        .compose(waited -> {
          RUNNING.decrementAndGet();
          return list("products");
        });
  }

  private static JsonObject region() {
    return json("{'id': 'reg_1', 'name': 'Europe', 'currency_code': 'eur', 'countries': []}");
  }

  private static JsonObject collection() {
    return json("{'id': 'pcol_1', 'title': 'Summer', 'handle': 'summer'}");
  }

  private static Future<Reply> list(String name, JsonObject... elements) {
    return Future.succeededFuture(
        Reply.ok(
            new JsonObject()
                .put(name, new JsonArray(List.of(elements)))
                .put("count", elements.length)));
  }

  private static JsonObject json(String text) {
    return new JsonObject(text.replace('\'', '"'));
  }

  private static void show(String content) {
    CONTENT.set(new JsonObject().put("name", "Harbour & Sons").mergeIn(json(content)));
  }

  private static String body(String path) {
    return gateway.http.get(path).body();
  }

  @Test
  void aFreshShopShowsItsNameAndNoClaimOfOthers() {
    show("{}");

    assertThat(body("/"))
        .contains("<title>Harbour &amp; Sons</title>")
        .contains("<h1>Welcome to Harbour &amp; Sons</h1>")
        .contains("og:site_name\" content=\"Harbour &amp; Sons\"")
        .doesNotContain("Tradewind", "workshops");
    assertThat(body("/de")).contains("<h1>Willkommen bei Harbour &amp; Sons</h1>");
  }

  @Test
  void aShopWithoutARegionShowsItsFrontPageWithoutProducts() {
    show("{}");
    REGION.set(false);
    try {
      Http.Answer page = gateway.http.get("/");

      assertThat(page.status()).isEqualTo(200);
      assertThat(page.body())
          .contains("<h1>Welcome to Harbour &amp; Sons</h1>", "/collections/summer")
          .doesNotContain("New in the shop");
      assertThat(gateway.http.get("/products").status()).isEqualTo(503);
    } finally {
      REGION.set(true);
    }
  }

  @Test
  void theNextPageShowsAChangeInItsLanguage() {
    show("{}");
    assertThat(body("/")).contains("Welcome to");

    show(
        "{'texts': [{'language': 'en', 'headline': 'For the sea', 'claim': 'Sailcloth.',"
            + " 'contact': 'Quay 4\\nHamburg', 'hours': 'Daily'}, {'language': 'de',"
            + " 'headline': 'Für die See'}]}");

    assertThat(body("/"))
        .contains("<h1>For the sea</h1>", "<p>Sailcloth.</p>", "Quay 4<br>Hamburg")
        .contains("<meta name=\"description\" content=\"Sailcloth.\">", "Opening hours");
    assertThat(body("/de")).contains("<h1>Für die See</h1>").doesNotContain("Sailcloth");
    assertThat(body("/cart")).contains("Quay 4<br>Hamburg");
  }

  @Test
  void theMenuHasItsOrderAndItsLanguage() {
    show(
        "{'menu': [{'path': '/pages/about', 'titles': [{'language': 'en', 'title': 'About'},"
            + " {'language': 'de', 'title': 'Über uns'}]}, {'path': 'https://blog.example/',"
            + " 'titles': [{'language': 'en', 'title': 'Blog'}]}]}");

    assertThat(body("/de"))
        .containsSubsequence(
            "<nav class=\"sections\"",
            "<a href=\"/de/pages/about\">Über uns</a>",
            "<a href=\"https://blog.example/\" lang=\"en\">Blog</a>",
            "</nav>")
        .doesNotContain(">Alle Produkte</a>");
    show("{}");
    assertThat(body("/")).contains("href=\"/products\"", "href=\"/collections/summer\"");
  }

  @Test
  void aTextInAnotherLanguageThanThePageSaysSo() {
    show(
        "{'texts': [{'language': 'en', 'headline': 'For the sea', 'claim': 'Sailcloth', 'contact':"
            + " 'Quay 4', 'hours': 'Daily'}], 'menu': [{'path': '/pages/about', 'titles':"
            + " [{'language': 'en', 'title': 'About'}]}], 'sections': [{'kind': 'hero'}, {'kind':"
            + " 'text', 'texts': [{'language': 'en', 'title': 'Loft', 'text': 'Sewn.'}]}, {'kind':"
            + " 'products', 'texts': [{'language': 'en', 'title': 'Fresh'}]}, {'kind':"
            + " 'collection', 'handle': 'summer'}], 'pages': [{'name': 'about', 'texts':"
            + " [{'language': 'en', 'title': 'About', 'text': 'Us.'}]}]}");

    assertThat(body("/de"))
        .contains("<h1 lang=\"en\">For the sea</h1>", "<p lang=\"en\">Sailcloth</p>")
        .contains("<a href=\"/de/pages/about\" lang=\"en\">About</a>")
        .contains("<section class=\"text\" lang=\"en\" aria-labelledby=\"section-1\">")
        .contains("<h2 id=\"section-2\" lang=\"en\">Fresh</h2>", "<h2 id=\"section-3\"><a")
        .contains("<div class=\"imprint\" lang=\"en\">")
        .contains("<strong lang=\"de\">Öffnungszeiten</strong>");
    assertThat(body("/de/pages/about")).contains("<article class=\"text\" lang=\"en\">");
    assertThat(body("/")).contains("<h1>For the sea</h1>", "<a href=\"/pages/about\">About</a>");
  }

  @Test
  void sectionsOfTheFrontPageHaveTheirOrder() {
    show(
        "{'sections': [{'kind': 'text', 'texts': [{'language': 'en', 'title': 'Our loft', 'text':"
            + " 'Sewn **by hand**.'}]}, {'kind': 'collection', 'handle': 'summer'}, {'kind':"
            + " 'collection', 'handle': 'gone'}, {'kind': 'products', 'texts': [{'language': 'en',"
            + " 'title': 'Fresh'}]}]}");

    assertThat(body("/"))
        .containsSubsequence(
            "<h1 class=\"unseen\">Welcome to",
            "<h2 id=\"section-0\">Our loft</h2>",
            "<p>Sewn <strong>by hand</strong>.</p>",
            "<h2 id=\"section-1\"><a href=\"/collections/summer\">Summer</a></h2>",
            "<h2 id=\"section-3\">Fresh</h2>")
        .doesNotContain("section-2", "class=\"hero\"");
  }

  @Test
  void equalSectionsAreShownEachAtItsPlace() {
    String text =
        "{'kind': 'text', 'texts': [{'language': 'en', 'title': 'Free returns', 'text': 'X'}]}";
    show("{'sections': [" + text + ", {'kind': 'products'}, " + text + "]}");

    assertThat(body("/"))
        .containsSubsequence(
            "<h2 id=\"section-0\">Free returns</h2>",
            "<h2 id=\"section-1\">New in the shop</h2>",
            "<h2 id=\"section-2\">Free returns</h2>");
  }

  @Test
  void pagesAreMarkdownOfTheirLanguageAndLinkedFromTheFooter() {
    show(
        "{'pages': [{'name': 'imprint', 'texts': [{'language': 'de', 'title': 'Impressum', 'text':"
            + " '# Kontakt\\n\\n- Kai 4\\n\\n### Fax'}]}]}");

    assertThat(body("/pages/imprint"))
        .contains("<h1>Impressum</h1>", "<h2>Kontakt</h2>", "<li>Kai 4</li>", "<h3>Fax</h3>")
        .contains("<a href=\"/pages/imprint\" lang=\"de\">Impressum</a>");
    assertThat(body("/sitemaps/0.xml")).contains("/pages/imprint</loc>");
    assertThat(gateway.http.get("/pages/terms").status()).isEqualTo(404);
  }

  @Test
  void textsOfStaffRunNoScripts() {
    String attack = "<script>alert(1)</script><img src=x onerror=alert(1)>";
    show(
        """
        {'logo_url': '/a.png',
         'texts': [{'language': 'en', 'headline': 'X', 'claim': 'X', 'contact': 'X', 'hours': 'X'}],
         'menu': [{'path': '/a', 'titles': [{'language': 'en', 'title': 'X'}]}],
         'sections': [
           {'kind': 'hero'},
           {'kind': 'text', 'texts': [
             {'language': 'en', 'title': 'X', 'text': '[x](javascript:alert(1))\\n\\nX'}]}],
         'pages': [{'name': 'a', 'texts': [
           {'language': 'en', 'title': 'X', 'text': '![x](javascript:alert(1))\\n\\nX'}]}]}
        """
            .replace("X", attack));

    for (String path : List.of("/", "/pages/a", "/de")) {
      assertThat(body(path))
          .contains("&lt;script&gt;")
          .doesNotContain("<script>", "<img src=x", "javascript:");
    }
  }

  @Test
  void colorsAreAStyleSheetOfTheirOwn() {
    show(
        "{'palette': {'accent': '#7a1f3d', 'on_accent': '#ffffff', 'accent_dark': '#c393a3',"
            + " 'on_accent_dark': '#11181e'}}");
    String path = "/storefront/palette/7a1f3d-ffffff-c393a3-11181e.css";

    assertThat(body("/")).contains("<link rel=\"stylesheet\" href=\"" + path + "\">");
    Http.Answer style = gateway.http.get(path);
    assertThat(style.header("cache-control")).isEqualTo("public, max-age=31536000, immutable");
    assertThat(style.body())
        .contains(":root{--accent:#7a1f3d;--on-accent:#ffffff}")
        .contains("dark){:root{--accent:#c393a3;--on-accent:#11181e}}");
    assertThat(gateway.http.get("/storefront/palette/red;}-1-2-3.css").status()).isEqualTo(404);
  }

  private static final String TAGS =
      "{'tag_hosts': [{'directive': 'script-src', 'origins': ['https://tags.example']},"
          + " {'directive': 'frame-src', 'origins': ['https://frames.example']}], 'tag_fragments':"
          + " [{'language': 'en', 'head': '<script>start()</script><script async"
          + " src=https://tags.example/a.js></script>', 'body': '<b id=tag></b>'}]}";

  @Test
  void tagsAreInPagesAfterTheVisitorHasAgreed() {
    show(TAGS);

    Http.Answer before = gateway.http.get("/");
    assertThat(before.body())
        .contains("id=\"consent-title\"", "href=\"/consent\">Cookie settings</a>")
        .doesNotContain("tags.example", "id=tag");
    assertThat(before.header("content-security-policy")).isEqualTo(POLICY);

    Http.Answer accepted = choose("accept", "%2Fcart");
    assertThat(accepted.header("location")).isEqualTo("/cart");
    assertThat(accepted.header("set-cookie"))
        .startsWith("tradewind-consent=given_")
        .contains("HTTPOnly", "SameSite=Lax");
    Http.Answer page = as(given(), "/de");
    assertThat(page.body())
        .contains("<script>start()</script>", "https://tags.example/a.js", "<b id=tag></b>")
        .doesNotContain("id=\"consent-title\"");
    assertThat(page.header("content-security-policy"))
        .contains("script-src 'self' https://tags.example 'sha256-")
        .contains("; frame-src https://frames.example")
        .contains("default-src 'none'", "style-src 'self';");
    assertThat(as(given(), "/consent").body()).contains("You have agreed.");

    Http.Answer declined = as("refused", "/");
    assertThat(declined.body()).doesNotContain("tags.example", "id=\"consent-title\"");
    assertThat(declined.header("content-security-policy")).isEqualTo(POLICY);
    assertThat(choose("decline", "%2F").header("set-cookie"))
        .startsWith("tradewind-consent=refused;");
  }

  @Test
  void theHashIsThatOfTheScript() {
    show(TAGS);

    Matcher hash =
        Pattern.compile("'(sha256-[^']+)'")
            .matcher(as(given(), "/").header("content-security-policy"));

    assertThat(hash.find()).isTrue();
    // printf 'start()' | openssl dgst -sha256 -binary | base64
    assertThat(hash.group(1)).isEqualTo("sha256-DIm7WJS6ZKDYe5qFLPy+h4JFI9Bol5QmYC57mt3Fb00=");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "/account",
        "/checkout",
        "/account/reset-password",
        "/orders/order_1",
        "/orders/order_1/why"
      })
  void noTagIsBesidePasswordsPaymentsAndOrders(String path) {
    show(TAGS);

    Http.Answer page = as(given(), path);

    assertThat(page.body()).doesNotContain("tags.example");
    assertThat(page.header("content-security-policy")).doesNotContain("tags.example");
  }

  @Test
  void aConsentIsAskedForAgainWhenTagsAreAdded() {
    show(TAGS);
    String earlier = given();
    assertThat(as(earlier, "/").body()).contains("tags.example");

    show(TAGS.replace("<b id=tag></b>", "<b id=tag></b><b id=more></b>"));

    Http.Answer page = as(earlier, "/");
    assertThat(page.body())
        .contains("id=\"consent-title\"")
        .doesNotContain("tags.example", "id=more");
    assertThat(page.header("content-security-policy")).isEqualTo(POLICY);
    assertThat(as("given", "/").body()).contains("id=\"consent-title\"");
    assertThat(as(given(), "/").body()).contains("id=more").doesNotContain("consent-title");
    assertThat(as("refused", "/").body()).doesNotContain("id=more", "consent-title");
  }

  @Test
  void collectionsOfSectionsAreFoundByOneCallAndTheirProductsAFewAtATime() {
    String all =
        IntStream.range(0, 20)
            .mapToObj(i -> "{'kind': 'collection', 'handle': 'c" + i % 15 + "'}")
            .collect(Collectors.joining(", "));
    show("{'sections': [" + all + "]}");
    CALLS.clear();

    String page = body("/?sections");

    assertThat(page)
        .contains("<h2 id=\"section-0\"><a href=\"/collections/c0\">C0</a></h2>")
        .contains("<h2 id=\"section-19\"><a href=\"/collections/c4\">C4</a></h2>");
    assertThat(CALLS).filteredOn("storeListCollections"::equals).hasSize(2);
    assertThat(CALLS).filteredOn("storeListProducts"::equals).hasSize(15);
    assertThat(MOST.get()).isLessThanOrEqualTo(4);
  }

  @Test
  void aShopWithoutTagsAsksForNoConsent() {
    show("{}");

    assertThat(body("/")).doesNotContain("consent");
    assertThat(gateway.http.get("/consent").status()).isEqualTo(404);
    assertThat(as(given(), "/").header("content-security-policy")).isEqualTo(POLICY);
    assertThat(choose("accept", "%2F%2Fevil.example").header("location")).isEqualTo("/");
    assertThat(choose("else", "%2F").status()).isEqualTo(400);
  }

  private static Http.Answer as(String consent, String path) {
    return gateway.http.send(
        "GET " + path + " HTTP/1.1", "Cookie: tradewind-consent=" + consent + "\r\n", "");
  }

  /** Value of the cookie of a visitor who agrees to the tags as they are. */
  private static String given() {
    Matcher cookie =
        Pattern.compile("tradewind-consent=(\\w+);")
            .matcher(choose("accept", "%2F").header("set-cookie"));
    assertThat(cookie.find()).isTrue();
    return cookie.group(1);
  }

  private static Http.Answer choose(String choice, String back) {
    return gateway.http.send(
        "POST /consent HTTP/1.1",
        "Content-Type: application/x-www-form-urlencoded\r\nOrigin: http://localhost\r\n",
        "choice=" + choice + "&back=" + back);
  }

  @Test
  void aFolderComesBeforeTheContent(@TempDir Path folder) throws IOException {
    Files.createDirectories(folder.resolve("messages"));
    Files.createDirectories(folder.resolve("pages"));
    Files.createDirectories(folder.resolve("files"));
    Files.writeString(folder.resolve("shop.json"), "{\"name\": \"Of the folder\"}");
    Files.writeString(folder.resolve("messages/en.properties"), "home.headline=Come in");
    Files.writeString(folder.resolve("pages/terms.en.html"), "<h1>Terms</h1><p>Ours.</p>");
    Files.writeString(folder.resolve("files/logo.svg"), "<svg/>");
    show(
        "{'logo_url': '/b.png', 'texts': [{'language': 'en', 'headline': 'No', 'claim': 'Yes'}],"
            + " 'pages': [{'name': 'terms', 'texts': [{'language': 'en', 'title': 'T', 'text':"
            + " 'x'}]}, {'name': 'imprint', 'texts': [{'language': 'en', 'title': 'Imprint',"
            + " 'text': 'x'}]}]}");
    try (RunningGateway other =
        serving(GatewayConfig.of("127.0.0.1", 0).withStorefront(ShopDesign.load(folder)))) {
      assertThat(other.http.get("/").body())
          .contains("<title>Of the folder</title>", "<h1>Come in</h1>", "<p>Yes</p>")
          .contains("src=\"/storefront/own/logo.svg\"", "/pages/imprint\">Imprint");
      assertThat(other.http.get("/pages/terms").body()).contains("<p>Ours.</p>");
    }
  }
}
