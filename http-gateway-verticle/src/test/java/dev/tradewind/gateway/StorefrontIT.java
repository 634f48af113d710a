package dev.tradewind.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tradewind.gateway.config.GatewayConfig;
import dev.tradewind.gateway.contract.ApiSurface;
import dev.tradewind.gateway.contract.Contract;
import dev.tradewind.gateway.contract.Operation;
import dev.tradewind.gateway.page.Pages;
import dev.tradewind.kernel.operation.Operations;
import dev.tradewind.kernel.operation.Problem;
import dev.tradewind.kernel.operation.Reply;
import dev.tradewind.kernel.operation.Request;
import dev.tradewind.spi.payment.PaymentForm;
import dev.tradewind.spi.payment.PaymentForms;
import dev.tradewind.storefront.design.ShopDesign;
import dev.tradewind.testing.Modules;
import io.vertx.core.Future;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import io.vertx.ext.web.Router;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Function;
import java.util.function.IntFunction;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Serving of the storefront: headers of its pages, its files, and a design of the shop's own. */
class StorefrontIT {

  private static final Path SOURCES =
      Modules.folder("storefront").resolve("src/main/resources/storefront/files");

  private static final Pattern FILES = Pattern.compile("/storefront/[0-9a-f]{16}/");
  private static final Pattern REFERENCE =
      Pattern.compile("(?:src|href)=\"(/storefront/[0-9a-f]+/[^\"]+)\"");
  private static final Pattern IMPORT = Pattern.compile("(?:from |import\\()\"\\./([^\"]+)\"");

  @TempDir private static Path folder;
  private static RunningGateway gateway;
  private static Http http;

  @BeforeAll
  static void start() {
    gateway = serving(GatewayConfig.of("127.0.0.1", 0), PaymentForms.NONE);
    http = gateway.http;
  }

  @AfterAll
  static void stop() {
    gateway.close();
  }

  /** Gateway of a shop with one region and no products. */
  private static RunningGateway serving(
      GatewayConfig config, PaymentForms forms, Pages.Factory... pages) {
    RunningGateway started = new RunningGateway(config, Map.of(), forms, pages);
    JsonObject region = region("reg_1", "Europe");
    started.serve(
        "catalog",
        new Operations()
            .on("storeGetStorefront", content(new JsonObject()))
            .on("storeListRegions", list("regions", region))
            .on("storeListCollections", list("collections"))
            .on("storeListProductCategories", list("product_categories"))
            .on("storeListProducts", list("products")));
    return started;
  }

  /** Content of the storefront with these properties. */
  private static Function<Request, Future<Reply>> content(JsonObject properties) {
    JsonObject content = new JsonObject().put("name", "Tradewind");
    return request ->
        Future.succeededFuture(
            Reply.ok("storefront", content.copy().mergeIn(properties)).withEntityTag());
  }

  private static JsonObject region(String id, String name) {
    return new JsonObject()
        .put("id", id)
        .put("name", name)
        .put("currency_code", "eur")
        .put("countries", new JsonArray());
  }

  private static Function<Request, Future<Reply>> list(String name, JsonObject... elements) {
    JsonObject body =
        new JsonObject().put(name, new JsonArray(List.of(elements))).put("count", elements.length);
    return request -> Future.succeededFuture(Reply.ok(body));
  }

  @Test
  void aPageHasTheHeadersOfPages() {
    Http.Answer page = http.get("/");

    assertThat(page.status()).isEqualTo(200);
    assertThat(page.header("content-type")).isEqualTo("text/html; charset=utf-8");
    assertThat(page.header("cache-control")).isEqualTo("private, no-cache");
    assertThat(page.header("x-frame-options")).isEqualTo("DENY");
    assertThat(page.header("referrer-policy")).isEqualTo("same-origin");
    assertThat(page.header("content-security-policy"))
        .isEqualTo(
            "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self';"
                + " img-src 'self' data: https:; font-src 'self'; frame-ancestors 'none';"
                + " base-uri 'none'; form-action 'self'");
    assertThat(send("GET", "/", "If-None-Match: " + page.header("etag")).status()).isEqualTo(304);
    assertThat(send("GET", "/", "Accept-Encoding: gzip").header("content-encoding"))
        .isEqualTo("gzip");
  }

  @ParameterizedTest
  @ValueSource(strings = {"/cart", "/no-such-page", "/products/none", "/pages/none"})
  void whatIsNotPublicIsNotKept(String path) {
    Http.Answer page = send("GET", path, "Accept: text/html");

    assertThat(page.header("cache-control")).isEqualTo("no-store");
    assertThat(page.body()).contains("<meta name=\"robots\" content=\"noindex\">");
  }

  @Test
  void allFilesOfThePageAndTheirImportsAreImmutable() throws IOException {
    List<String> named =
        REFERENCE.matcher(http.get("/").body()).results().map(found -> found.group(1)).toList();
    assertThat(named).hasSize(4);
    for (String path : named) {
      assertIsImmutable(path);
    }
    for (String name : sources().filter(name -> name.endsWith(".js")).toList()) {
      assertIsImmutable(files() + name);
      for (String imported : imports(http.get(files() + name).body())) {
        assertIsImmutable(files() + imported);
      }
    }
  }

  @Test
  void everySourceIsServed() throws IOException {
    for (String name : sources().toList()) {
      Http.Answer served = http.get(files() + name);
      if (name.endsWith(".woff2")) {
        assertThat(served.header("content-type")).isEqualTo("font/woff2");
        assertThat(served.header("content-length"))
            .isEqualTo(Long.toString(Files.size(SOURCES.resolve(name))));
      } else {
        assertThat(served.body()).isEqualTo(Files.readString(SOURCES.resolve(name)));
      }
    }
  }

  @Test
  void thePageRunsNoInlineScriptsAndStyles() {
    assertThat(http.get("/").body()).doesNotContain("<style", "style=", "onclick", "<script>");
  }

  @Test
  void thePolicyAdmitsTheOriginsOfPaymentFormsOnly() {
    PaymentForm form =
        new PaymentForm(
            "ducats",
            "Ducats & <Co>",
            "/ducats/form.js",
            Set.of("https://js.ducats.example"),
            Set.of("https://api.ducats.example"),
            Set.of("https://bank.ducats.example", "https://js.ducats.example"));
    try (RunningGateway other =
        serving(GatewayConfig.of("127.0.0.1", 0), new PaymentForms(List.of(form), Set.of()))) {
      assertThat(other.http.get("/").header("content-security-policy"))
          .isEqualTo(
              "default-src 'none'; script-src 'self' https://js.ducats.example; style-src 'self';"
                  + " connect-src 'self' https://api.ducats.example; frame-src"
                  + " https://bank.ducats.example https://js.ducats.example; img-src 'self' data:"
                  + " https:; font-src 'self'; frame-ancestors 'none'; base-uri 'none'; form-action"
                  + " 'self'");
    }
  }

  @Test
  void textsOfRefusalsNameOperationsOfTheStoreApi() {
    Set<String> operations =
        Contract.load().operations(ApiSurface.STORE).stream()
            .map(Operation::id)
            .collect(Collectors.toSet());
    List<String> named =
        ShopDesign.DEFAULT.languages().get("de").texts().keySet().stream()
            .filter(key -> key.startsWith("refusal.store"))
            .map(key -> key.split("\\.")[1])
            .toList();

    assertThat(named).isNotEmpty().allMatch(operations::contains);
  }

  @Test
  void aPageOfAnotherVersionGetsFilesThatNoCacheKeeps() {
    Http.Answer script = http.get("/storefront/0123456789abcdef/shop.js");

    assertThat(script.status()).isEqualTo(200);
    assertThat(script.header("cache-control")).isEqualTo("no-cache");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "/storefront",
        "/storefront/shop.js",
        "/storefront/1/",
        "/storefront/1/missing.js",
        "/storefront/own/missing.css",
        "/storefront/1/..%2f..%2flogback-test.xml",
        "/products/linen-shirt/reviews",
        "/shop",
      })
  void nothingElseIsServed(String path) {
    assertThat(http.get(path).status()).isIn(400, 404);
    assertThat(http.get(path).body()).contains("\"type\"");
  }

  @Test
  void aBrowserSeesAPageWhereThereIsNone() {
    Http.Answer english = send("GET", "/shop", "Accept: text/html,*/*");
    Http.Answer german = send("GET", "/de/shop", "Accept: text/html,*/*");

    assertThat(english.status()).isEqualTo(404);
    assertThat(english.body()).contains("<h1>This page does not exist</h1>");
    assertThat(german.status()).isEqualTo(404);
    assertThat(german.body()).contains("lang=\"de\"", "<h1>Diese Seite gibt es nicht</h1>");
  }

  @ParameterizedTest
  @ValueSource(strings = {"http://evil.example", "null", "http://localhost.evil.example"})
  void aFormOfAnotherSiteChangesNothing(String origin) {
    Http.Answer answer = form("/region", "Origin: " + origin, "region=reg_1&back=%2Fcart");

    assertThat(answer.status()).isEqualTo(403);
    assertThat(answer.header("set-cookie")).isEmpty();
  }

  @Test
  void theRegionIsKeptInACookieThatScriptsDoNotRead() {
    Http.Answer answer = form("/region", "Origin: http://localhost", "region=reg_1&back=%2Fcart");

    assertThat(answer.status()).isEqualTo(303);
    assertThat(answer.header("location")).isEqualTo("/cart");
    assertThat(answer.header("set-cookie"))
        .startsWith("tradewind-region=reg_1;")
        .contains("HTTPOnly", "SameSite=Lax");
  }

  @ParameterizedTest
  @ValueSource(strings = {"%2F%2Fevil.example", "https:%2F%2Fevil.example", "%2F%5Cevil.example"})
  void aRedirectionStaysInTheShop(String back) {
    Http.Answer answer = form("/region", "Origin: http://localhost", "region=reg_1&back=" + back);

    assertThat(answer.header("location")).isEqualTo("/");
  }

  @Test
  void thePageLinksToTheOtherPagesThatAreServed() {
    assertThat(http.get("/").body()).doesNotContain("href=\"/linked\"");
    try (RunningGateway other =
        serving(
            GatewayConfig.of("127.0.0.1", 0), PaymentForms.NONE, gateway -> new LinkedPages())) {
      assertThat(other.http.get("/").body()).contains("<li><a href=\"/linked\">Others</a></li>");
      assertThat(other.http.get("/linked").status()).isEqualTo(204);
    }
    try (RunningGateway production =
        serving(
            GatewayConfig.of("127.0.0.1", 0).withLinksStaffPages(false),
            PaymentForms.NONE,
            gateway -> new LinkedPages())) {
      assertThat(production.http.get("/").body()).contains("<footer").doesNotContain("/linked");
    }
  }

  @Test
  void withoutTheCatalogThePageSaysSo() {
    try (RunningGateway other = new RunningGateway(GatewayConfig.of("127.0.0.1", 0))) {
      Http.Answer page = other.http.get("/");

      assertThat(page.status()).isEqualTo(503);
      assertThat(page.header("retry-after")).isEqualTo("1");
      assertThat(page.body()).contains("<h1>The shop is not available at the moment</h1>");
    }
  }

  @Test
  void withoutTheStorefrontTheRootPointsAtTheOtherPages() {
    try (RunningGateway other =
        new RunningGateway(
            GatewayConfig.of("127.0.0.1", 0).withStorefront(null), gateway -> new LinkedPages())) {
      assertThat(other.http.get("/").body())
          .contains("<li><a href=\"/linked\">Others</a></li>")
          .doesNotContain("/storefront/");
      assertThat(other.http.get("/cart").status()).isEqualTo(404);
      assertThat(other.http.get(files() + "shop.js").status()).isEqualTo(404);
    }
  }

  @Test
  void withoutPagesThereIsNoneAtTheRoot() {
    try (RunningGateway bare =
        new RunningGateway(GatewayConfig.of("127.0.0.1", 0).withStorefront(null))) {
      assertThat(bare.http.get("/").status()).isEqualTo(404);
    }
  }

  /** Pages of another module. */
  private static final class LinkedPages implements Pages {

    @Override
    public void mount(Router router) {
      router.get("/linked").handler(context -> context.response().setStatusCode(204).end());
    }

    @Override
    public List<String> links() {
      return List.of("<li><a href=\"/linked\">Others</a></li>");
    }
  }

  /** A list while the search is filled, and afterwards. */
  @Test
  void aListIsThatOfTheProductsWhileTheSearchIsNotAvailable() {
    AtomicReference<Future<Reply>> search =
        new AtomicReference<>(Future.failedFuture(Problem.unavailable("The index is filled.")));
    try (RunningGateway shop = new RunningGateway(GatewayConfig.of("127.0.0.1", 0))) {
      shop.serve(
          "catalog",
          new Operations()
              .on("storeGetStorefront", content(new JsonObject()))
              .on("storeListRegions", list("regions", region("reg_1", "Europe")))
              .on("storeListCollections", list("collections"))
              .on("storeListProductCategories", list("product_categories"))
              .on("storeListProducts", list("products"))
              .on("storeSearchProduct", request -> search.get())
              .on("storeSearchIndexes", request -> search.get()));

      Http.Answer list = shop.http.get("/products");
      Http.Answer filtered = shop.http.get("/products?type=Bags");
      assertThat(list.status()).isEqualTo(200);
      assertThat(list.header("cache-control")).isEqualTo("no-store");
      assertThat(list.body()).contains("No products").doesNotContain("noindex", "not available");
      assertThat(filtered.body()).contains("noindex", "Filters are not available at the moment.");
      assertThat(shop.http.get("/suggestions?q=x").status()).isEqualTo(503);

      search.set(
          Future.succeededFuture(
              Reply.ok(
                  new JsonObject()
                      .put("hits", new JsonArray())
                      .put("estimatedTotalHits", 7)
                      .put("facetDistribution", new JsonObject())
                      .put("facetStats", new JsonObject()))));
      Http.Answer found = shop.http.get("/products");
      assertThat(found.header("cache-control")).isEqualTo("private, no-cache");
      assertThat(found.body()).contains("7 products");
      assertThat(shop.http.get("/products").header("etag")).isEqualTo(found.header("etag"));
    }
  }

  /** Nodes of the version before know no price with taxes. */
  @ParameterizedTest
  @ValueSource(strings = {"price_incl_tax", "price"})
  void listsHavePricesBesideNodesOfTheVersionBefore(String known) {
    try (RunningGateway shop = new RunningGateway(GatewayConfig.of("127.0.0.1", 0))) {
      shop.serve(
          "catalog",
          new Operations()
              .on("storeGetStorefront", content(new JsonObject()))
              .on("storeListRegions", list("regions", region("reg_1", "Europe")))
              .on("storeListCollections", list("collections"))
              .on("storeListProductCategories", list("product_categories"))
              .on("storeListProducts", list("products"))
              .on("storeSearchProduct", request -> answer(known, request.body()).map(Reply::ok))
              .on(
                  "storeSearchIndexes",
                  request ->
                      Future.all(
                              request.body().getJsonArray("queries").stream()
                                  .map(query -> answer(known, (JsonObject) query))
                                  .toList())
                          .map(all ->
                              Reply.ok(
                                  new JsonObject().put("results", new JsonArray(all.list()))))));

      for (String list : List.of("/products", "/products?min=12&sort=price")) {
        Http.Answer page = shop.http.get(list);
        assertThat(page.status()).as(list).isEqualTo(200);
        assertThat(page.body()).as(list).contains("7 products", "placeholder=\"59.00\"");
      }
      assertThat(shop.http.get("/suggestions?q=x").status()).isEqualTo(200);
    }
  }

  /**
   * Answer of a search, which is refused if it names a price that is not known.
   *
   * @param price attribute of the price
   */
  private static Future<JsonObject> answer(String price, JsonObject search) {
    String counted = "variants.calculated_" + price;
    JsonObject stats = new JsonObject();
    for (String member : List.of("filter", "sort", "facets")) {
      for (Object one : search.getJsonArray(member, new JsonArray())) {
        String name = one.toString().split("[ :]")[0];
        if (name.equals(counted)) {
          stats.put(counted, new JsonObject().put("min", 1_000).put("max", 5_900));
        } else if (name.contains("price") && !name.equals(price)) {
          return Future.failedFuture(Problem.invalidData("Attribute `" + name + "` is unknown."));
        }
      }
    }
    return Future.succeededFuture(
        new JsonObject()
            .put("hits", new JsonArray())
            .put("estimatedTotalHits", 7)
            .put("facetDistribution", new JsonObject().put(price, new JsonObject()))
            .put("facetStats", stats));
  }

  /** A page in memory costs one call of each operation, one that has changed costs a second. */
  @Test
  void aRenderedPageIsSentAgainWhileTheRepliesToItsCallsAreTheSame() {
    AtomicInteger calls = new AtomicInteger();
    AtomicReference<String> title = new AtomicReference<>("Wardrobe");
    JsonObject euro = region("reg_1", "Europe");
    JsonObject other = region("reg_2", "Elsewhere");
    try (RunningGateway shop = new RunningGateway(GatewayConfig.of("127.0.0.1", 0))) {
      shop.serve(
          "catalog",
          new Operations()
              .on("storeGetStorefront", content(new JsonObject()))
              .on("storeListRegions", list("regions", euro, other))
              .on("storeListProductCategories", list("product_categories"))
              .on(
                  "storeListCollections",
                  request ->
                      list(
                              "collections",
                              new JsonObject()
                                  .put("id", "pcol_1")
                                  .put("title", title.get())
                                  .put("handle", "wardrobe"))
                          .apply(request)
                          .map(Reply::withEntityTag))
              .on(
                  "storeListProducts",
                  request -> {
                    calls.incrementAndGet();
                    return list("products").apply(request);
                  }));
      String first = shop.http.get("/").body();
      assertThat(first).contains("Wardrobe").doesNotContain("Attic");
      assertThat(shop.http.get("/").body()).isEqualTo(first);
      assertThat(calls).hasValue(2);

      title.set("Attic");
      assertThat(shop.http.get("/").body()).contains("Attic").doesNotContain("Wardrobe");
      assertThat(calls).hasValue(4);

      assertThat(shop.http.get("/de").body()).contains("lang=\"de\"");
      assertThat(calls).hasValue(5);
      assertThat(chosen(shop, "reg_2")).contains("\"reg_2\" selected");
      assertThat(chosen(shop, "reg_1")).contains("\"reg_1\" selected");
      assertThat(chosen(shop, "reg_2")).contains("\"reg_2\" selected");
      assertThat(calls).hasValue(8);
    }
  }

  /** Nodes of the version before know no key of a page, but its offset. */
  @ParameterizedTest
  @CsvSource({"0, of this version", "1, of the version before", "2, of both in turns"})
  void listsAreReadToTheirEnd(int olderOf, String nodes) {
    try (RunningGateway shop = new RunningGateway(GatewayConfig.of("127.0.0.1", 0))) {
      shop.serve(
          "catalog",
          new Operations()
              .on("storeGetStorefront", content(new JsonObject()))
              .on(
                  "storeListRegions",
                  pages(olderOf, "regions", 1_001, n -> region("reg_" + n, "Region " + n)))
              .on(
                  "storeListCollections",
                  pages(olderOf, "collections", 3_000, StorefrontIT::collection))
              .on("storeListProductCategories", pages(olderOf, "product_categories", 0, n -> null))
              .on("storeListProducts", list("products")));

      assertThat(shop.http.get("/").body()).contains("value=\"reg_0\"", "value=\"reg_1000\"");
      assertThat(chosen(shop, "reg_1000")).contains("\"reg_1000\" selected");
      assertThat(shop.http.get("/sitemaps/0.xml").body())
          .as("nodes %s", nodes)
          .containsOnlyOnce("<loc>http://localhost/collections/shelf-0<")
          .containsOnlyOnce("<loc>http://localhost/collections/shelf-2999<");
    }
  }

  private static JsonObject collection(int number) {
    return new JsonObject()
        .put("id", "pcol_" + number)
        .put("title", "Shelf " + number)
        .put("handle", "shelf-" + number);
  }

  /**
   * A list that shows the page of the request, behind the row that this names.
   *
   * @param olderOf every how many calls one reaches a node that knows offsets alone; 0: none
   */
  private static Function<Request, Future<Reply>> pages(
      int olderOf, String name, int rows, IntFunction<JsonObject> row) {
    AtomicInteger calls = new AtomicInteger();
    return request -> {
      boolean isOlder = olderOf > 0 && calls.incrementAndGet() % olderOf == 0;
      String after = request.query().getString("after", "_-1");
      int first =
          request.query().getInteger("offset", 0)
              + (isOlder ? 0 : Integer.parseInt(after.substring(after.indexOf('_') + 1)) + 1);
      int end = Math.min(rows, first + request.query().getInteger("limit", 100));
      return list(name, IntStream.range(first, end).mapToObj(row).toArray(JsonObject[]::new))
          .apply(request);
    };
  }

  private static String chosen(RunningGateway shop, String region) {
    return shop.http
        .send("GET / HTTP/1.1", "Cookie: tradewind-region=" + region + "\r\n", "")
        .body();
  }

  @Test
  void aFolderGivesTheShopItsNameTextsPagesAndFiles() throws IOException {
    write("shop.json", "{\"name\": \"Harbour & Sons\", \"gone\": [\"/products/old-shirt\"]}");
    write("messages/en.properties", "home.headline=Come in");
    write("pages/terms.en.html", "<h1>Terms</h1><p>All of <b>them</b>.</p>");
    write("files/theme.css", ":root { --accent: #123456 }");
    write("files/logo.svg", "<svg xmlns='http://www.w3.org/2000/svg'/>");
    try (RunningGateway other =
        serving(
            GatewayConfig.of("127.0.0.1", 0).withStorefront(ShopDesign.load(folder)),
            PaymentForms.NONE)) {
      assertThat(other.http.get("/").body())
          .contains("<title>Harbour &amp; Sons</title>", "<h1>Come in</h1>")
          .contains("href=\"/pages/terms\">Terms</a>", "/storefront/own/theme.css")
          .contains("src=\"/storefront/own/logo.svg\"");
      assertThat(other.http.get("/pages/terms").body()).contains("<p>All of <b>them</b>.</p>");
      assertThat(other.http.get("/de/pages/terms").status()).isEqualTo(200);
      assertThat(other.http.get("/storefront/own/theme.css").body()).contains("#123456");
      assertThat(other.http.get("/products/old-shirt").status()).isEqualTo(410);
      assertThat(other.http.get("/products/other-shirt").status()).isEqualTo(404);
    }
  }

  private static void write(String name, String text) throws IOException {
    Path file = folder.resolve(name);
    Files.createDirectories(file.getParent());
    Files.writeString(file, text);
  }

  private static void assertIsImmutable(String path) {
    Http.Answer file = http.get(path);
    assertThat(file.status()).as(path).isEqualTo(200);
    assertThat(file.header("cache-control"))
        .as(path)
        .isEqualTo("public, max-age=31536000, immutable");
    assertThat(file.header("x-content-type-options")).isEqualTo("nosniff");
  }

  private static List<String> imports(String script) {
    return IMPORT.matcher(script).results().map(found -> found.group(1)).toList();
  }

  /** Path of the files of this version. */
  private static String files() {
    return FILES.matcher(http.get("/").body()).results().findFirst().orElseThrow().group();
  }

  private static Stream<String> sources() throws IOException {
    try (Stream<Path> files = Files.list(SOURCES)) {
      return files.map(file -> file.getFileName().toString()).toList().stream();
    }
  }

  private static Http.Answer send(String method, String path, String header) {
    return http.send(method + " " + path + " HTTP/1.1", header + "\r\n", "");
  }

  private static Http.Answer form(String path, String header, String body) {
    return http.send(
        "POST " + path + " HTTP/1.1",
        "Content-Type: application/x-www-form-urlencoded\r\n" + header + "\r\n",
        body);
  }
}
