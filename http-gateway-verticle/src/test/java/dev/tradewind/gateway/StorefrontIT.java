package dev.tradewind.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tradewind.embedded.Home;
import dev.tradewind.gateway.config.DashboardConfig;
import dev.tradewind.gateway.config.GatewayConfig;
import dev.tradewind.gateway.config.ServerSecurity;
import dev.tradewind.spi.payment.PaymentForm;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Serving of the storefront: its page at the path of every view, and its files. */
class StorefrontIT {

  private static final Path SOURCES =
      Home.folder().resolve("storefront/src/main/resources/storefront");

  private static final Pattern FILES = Pattern.compile("/storefront/[0-9a-f]{16}/");
  private static final Pattern REFERENCE = Pattern.compile("(?:src|href)=\"(/storefront/[^\"]+)\"");
  private static final Pattern IMPORT = Pattern.compile("(?:from |import\\()\"\\./([^\"]+)\"");

  private static final Pattern SHOP = Pattern.compile("<meta name=\"shop\" content=\"([^\"<]+)\">");

  private static RunningGateway gateway;
  private static Http http;

  @BeforeAll
  static void start() {
    gateway = new RunningGateway(GatewayConfig.of("127.0.0.1", 0));
    http = gateway.http;
  }

  @AfterAll
  static void stop() {
    gateway.close();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "/",
        "/?q=shirt&page=2",
        "/products/linen-shirt",
        "/products/caf%C3%A9",
        "/cart",
        "/checkout",
        "/orders/order_01?placed",
        "/account"
      })
  void everyViewIsThePage(String path) {
    Http.Answer page = http.get(path);

    assertThat(page.status()).isEqualTo(200);
    assertThat(page.body()).isEqualTo(http.get("/").body()).contains("id=\"main\"");
    assertThat(page.header("content-type")).isEqualTo("text/html; charset=utf-8");
    assertThat(page.header("cache-control")).isEqualTo("no-cache");
    assertThat(page.header("x-frame-options")).isEqualTo("DENY");
    assertThat(page.header("content-security-policy"))
        .isEqualTo(
            "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self';"
                + " img-src 'self' data: https:; frame-ancestors 'none'; base-uri 'none';"
                + " form-action 'self'");
  }

  @Test
  void allFilesOfThePageAndTheirImportsAreImmutable() throws IOException {
    List<String> named =
        REFERENCE.matcher(http.get("/").body()).results().map(found -> found.group(1)).toList();
    assertThat(named).isNotEmpty();
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
    for (String name : sources().filter(name -> !name.equals("index.html")).toList()) {
      assertThat(http.get(files() + name).body()).isEqualTo(read(name));
    }
  }

  @Test
  void thePageRunsNoInlineScriptsAndStyles() {
    assertThat(http.get("/").body())
        .doesNotContain("<style", "style=", "onclick", "<script>")
        .doesNotContain("{files}", "{links}", "{shop}");
  }

  @Test
  void thePageKnowsTheDigitsOfCurrencies() {
    assertThat(shop(http)).contains("\"huf\":0", "\"kwd\":3", "\"payment_forms\":{}");
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
        new RunningGateway(GatewayConfig.of("127.0.0.1", 0), Map.of(), List.of(form))) {
      assertThat(other.http.get("/checkout").header("content-security-policy"))
          .isEqualTo(
              "default-src 'none'; script-src 'self' https://js.ducats.example; style-src 'self';"
                  + " connect-src 'self' https://api.ducats.example; frame-src"
                  + " https://bank.ducats.example https://js.ducats.example; img-src 'self' data:"
                  + " https:; frame-ancestors 'none'; base-uri 'none'; form-action 'self'");
      assertThat(shop(other.http))
          .contains("\"ducats\":{\"title\":\"Ducats & <Co>\",\"module\":\"/ducats/form.js\"}");
    }
  }

  /** Properties of the shop in the page. */
  private static String shop(Http gateway) {
    Matcher meta = SHOP.matcher(gateway.get("/").body());
    assertThat(meta.find()).isTrue();
    return meta.group(1).replace("&quot;", "\"").replace("&lt;", "<").replace("&amp;", "&");
  }

  @Test
  void compressionAndRevalidationAreThoseOfStaticFiles() {
    String script = files() + "checkout.js";
    Http.Answer compressed = send("GET", script, "Accept-Encoding: gzip");
    String tag = http.get("/").header("etag");

    assertThat(compressed.header("content-encoding")).isEqualTo("gzip");
    assertThat(Integer.parseInt(compressed.header("content-length")))
        .isLessThan(http.get(script).body().length() / 2);
    assertThat(send("GET", "/", "If-None-Match: " + tag).status()).isEqualTo(304);
    assertThat(send("HEAD", "/cart", "X-Nothing: 1").header("etag")).isEqualTo(tag);
    assertThat(send("HEAD", script, "X-Nothing: 1").body()).isEmpty();
  }

  @Test
  void aPageOfAnotherVersionGetsFilesThatNoCacheKeeps() {
    Http.Answer script = http.get("/storefront/0123456789abcdef/main.js");

    assertThat(script.status()).isEqualTo(200);
    assertThat(script.header("cache-control")).isEqualTo("no-cache");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "/storefront",
        "/storefront/",
        "/storefront/main.js",
        "/storefront/1/",
        "/storefront/1/index.html",
        "/storefront/1/missing.js",
        "/storefront/1/..%2f..%2flogback-test.xml",
        "/storefront/1/../../logback-test.xml",
        "/products",
        "/products/linen-shirt/reviews",
        "/orders",
        "/shop",
      })
  void nothingElseIsServed(String path) {
    assertThat(http.get(path).status()).isIn(400, 404);
    assertThat(http.get(path).body()).contains("\"type\"");
  }

  @Test
  void onlyReadsAreAnswered() {
    assertThat(http.post("/", "{}").status()).isEqualTo(404);
    assertThat(http.post("/cart", "{}").status()).isEqualTo(404);
  }

  @Test
  void thePageLinksToTheOtherPagesThatAreServed() {
    assertThat(http.get("/").body()).contains("href=\"/app\"", "href=\"/docs\"");
    try (RunningGateway other =
        new RunningGateway(
            GatewayConfig.of("127.0.0.1", 0)
                .withDashboard(new DashboardConfig(false, null))
                .withSecurity(ServerSecurity.DEVELOPMENT.publishingApiDocs(false)))) {
      assertThat(other.http.get("/").status()).isEqualTo(200);
      assertThat(other.http.get("/").body()).doesNotContain("/app", "/docs");
    }
  }

  @Test
  void withoutTheStorefrontTheRootPointsAtTheOtherPages() {
    try (RunningGateway other =
        new RunningGateway(GatewayConfig.of("127.0.0.1", 0).servingStorefront(false))) {
      assertThat(other.http.get("/").body())
          .contains("href=\"/app\"", "href=\"/docs\"")
          .doesNotContain("/storefront/");
      assertThat(other.http.get("/cart").status()).isEqualTo(404);
      assertThat(other.http.get(files() + "main.js").status()).isEqualTo(404);
    }
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

  private static String read(String name) throws IOException {
    return Files.readString(SOURCES.resolve(name));
  }

  private static Http.Answer send(String method, String path, String header) {
    return http.send(method + " " + path + " HTTP/1.1", header + "\r\n", "");
  }
}
