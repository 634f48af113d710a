package dev.tradewind.staffpages;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tradewind.gateway.Http;
import dev.tradewind.gateway.RunningGateway;
import dev.tradewind.gateway.config.DashboardConfig;
import dev.tradewind.gateway.config.GatewayConfig;
import dev.tradewind.spi.CurrencyDigits;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Serving of the dashboard's files; those of this test are in its resources. */
class DashboardIT {

  private static final String SCRIPT = "/app/main.0123abcd.js";
  private static final int SCRIPT_LENGTH = 5_200;

  private static RunningGateway gateway;
  private static Http http;

  @BeforeAll
  static void start() {
    gateway = new RunningGateway(GatewayConfig.of("127.0.0.1", 0), StaffRoutes::new);
    http = gateway.http;
  }

  @AfterAll
  static void stop() {
    gateway.close();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"/app", "/app/", "/app/index.html", "/app/a/orders/order_01", "/app/login"})
  void everyViewOfTheApplicationIsItsPage(String path) {
    Http.Answer page = http.get(path);

    assertThat(page.status()).isEqualTo(200);
    assertThat(page.body()).contains(SCRIPT, "data-backend=\"/\"");
    assertThat(page.header("content-type")).isEqualTo("text/html; charset=utf-8");
    assertThat(page.header("cache-control")).isEqualTo("no-cache");
    assertThat(page.header("x-frame-options")).isEqualTo("DENY");
    assertThat(page.header("content-security-policy"))
        .isEqualTo(
            "default-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data: blob:"
                + " https:; font-src 'self' data:; object-src 'none'; frame-ancestors 'none';"
                + " base-uri 'none'; form-action 'self'");
  }

  @Test
  void filesWithAHashInTheirNameAreImmutable() {
    Http.Answer script = http.get(SCRIPT);

    assertThat(script.status()).isEqualTo(200);
    assertThat(script.body()).hasSize(SCRIPT_LENGTH);
    assertThat(script.header("cache-control")).isEqualTo("public, max-age=31536000, immutable");
    assertThat(script.header("content-type")).isEqualTo("text/javascript; charset=utf-8");
    assertThat(script.header("x-content-type-options")).isEqualTo("nosniff");
    assertThat(http.get("/app/public/logo.svg").header("cache-control")).isEqualTo("no-cache");
  }

  @ParameterizedTest
  @CsvSource({
    "gzip, true",
    "'br, gzip', true",
    "'GZIP;q=0.5', true",
    "'gzip;q=0', false",
    "'gzip; q=0.000', false",
    "identity, false",
  })
  void compressionIsNegotiated(String accepted, boolean isCompressed) {
    Http.Answer script = send("GET", SCRIPT, "Accept-Encoding: " + accepted);

    assertThat(script.status()).isEqualTo(200);
    assertThat(script.header("content-encoding")).isEqualTo(isCompressed ? "gzip" : "");
    assertThat(script.header("vary")).isEqualTo("Accept-Encoding");
    assertThat(script.header("etag")).endsWith(isCompressed ? "-gzip\"" : "\"");
    assertThat(Integer.parseInt(script.header("content-length")))
        .matches(length -> isCompressed ? length < 500 : length == SCRIPT_LENGTH);
  }

  @Test
  void anUnchangedFileIsNotSentAgain() {
    String tag = http.get("/app").header("etag");
    assertThat(tag).isNotEmpty();

    Http.Answer same = send("GET", "/app", "If-None-Match: \"other\", W/" + tag);
    assertThat(same.status()).isEqualTo(304);
    assertThat(same.body()).isEmpty();
    assertThat(same.header("etag")).isEqualTo(tag);
    assertThat(send("GET", "/app", "If-None-Match: \"other\"").status()).isEqualTo(200);
    String compressed = send("GET", SCRIPT, "Accept-Encoding: gzip").header("etag");
    assertThat(send("GET", SCRIPT, "If-None-Match: " + compressed).status()).isEqualTo(304);
  }

  @ParameterizedTest
  @CsvSource({
    "bytes=0-10,      206, bytes 0-10/5200,      11",
    "bytes=5190-,     206, bytes 5190-5199/5200, 10",
    "bytes=5190-9999, 206, bytes 5190-5199/5200, 10",
    "bytes=-7,        206, bytes 5193-5199/5200, 7",
    "bytes=-9999,     206, bytes 0-5199/5200,    5200",
    "bytes=5200-,     416, bytes */5200,         0",
    "bytes=-0,        416, bytes */5200,         0",
    "'bytes=0-1,4-5', 200, '',                   5200",
    "bytes=7-3,       200, '',                   5200",
    "bytes=-,         200, '',                   5200",
    "lines=0-1,       200, '',                   5200",
  })
  void aRangeIsServed(String range, int status, String sent, int length) {
    Http.Answer part = send("GET", SCRIPT, "Accept-Encoding: gzip\r\nRange: " + range);

    assertThat(part.status()).isEqualTo(status);
    assertThat(part.header("content-range")).isEqualTo(sent);
    assertThat(part.header("accept-ranges")).isEqualTo("bytes");
    if (status != 200) {
      assertThat(part.header("content-encoding")).isEmpty();
      assertThat(part.body()).hasSize(length);
    }
  }

  @Test
  void aRangeOfAnotherVersionIsNotServed() {
    String tag = http.get(SCRIPT).header("etag");

    assertThat(send("GET", SCRIPT, "Range: bytes=0-1\r\nIf-Range: " + tag).status()).isEqualTo(206);
    assertThat(send("GET", SCRIPT, "Range: bytes=0-1\r\nIf-Range: \"other\"").status())
        .isEqualTo(200);
  }

  @ParameterizedTest
  @ValueSource(strings = {"/app", SCRIPT, "/app/a/orders"})
  void headHasTheHeadersOfGetAndNoBody(String path) {
    Http.Answer head = send("HEAD", path, "X-Nothing: 1");

    assertThat(head.status()).isEqualTo(200);
    assertThat(head.body()).isEmpty();
    assertThat(head.header("content-length")).isEqualTo(http.get(path).header("content-length"));
    assertThat(head.header("etag")).isEqualTo(http.get(path).header("etag"));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "/app/missing.js",
        "/app/files.json",
        "/app/main.0123abcd.js.gz",
        "/app/../logback-test.xml",
        "/app/%2e%2e/logback-test.xml",
        "/app/..%2flogback-test.xml",
        "/app/public/..%2f..%2flogback-test.xml",
        "/app/dashboard/index.html",
        "/application",
      })
  void nothingElseIsServed(String path) {
    assertThat(http.get(path).status()).isIn(400, 404);
    assertThat(http.get(path).body()).contains("\"type\"");
  }

  @Test
  void aFolderIsAViewOfTheApplicationAndNoListing() {
    assertThat(http.get("/app/public/").body()).isEqualTo(http.get("/app").body());
  }

  @Test
  void onlyReadsAreAnswered() {
    assertThat(http.post("/app", "{}").status()).isEqualTo(404);
  }

  @Test
  void thePageNamesAnotherBackEnd() {
    try (RunningGateway other =
        new RunningGateway(
            GatewayConfig.of("127.0.0.1", 0)
                .withDashboard(new DashboardConfig(true, "https://api.shop.example")),
            StaffRoutes::new)) {
      Http.Answer page = other.http.get("/app");

      assertThat(page.body()).contains("data-backend=\"https://api.shop.example\"");
      assertThat(page.header("etag")).isNotEqualTo(http.get("/app").header("etag"));
      assertThat(page.header("content-security-policy"))
          .contains("connect-src 'self' https://api.shop.example")
          .contains("img-src 'self' https://api.shop.example data:");
    }
  }

  @Test
  void thePageHasTheDigitsThatTheOperatorDeclares() {
    CurrencyDigits.declare(Map.of("huf", 0));
    try {
      assertThat(http.get("/app").body())
          .contains("data-backend=\"/\" data-currency-digits=\"{&quot;huf&quot;:0}\"");
    } finally {
      CurrencyDigits.declare(Map.of());
    }
  }

  @Test
  void theRootPointsAtThePagesThatAreServed() {
    assertThat(http.get("/").body()).contains("href=\"/app\"", "href=\"/setup\"");
    try (RunningGateway none =
        new RunningGateway(
            GatewayConfig.of("127.0.0.1", 0)
                .withDashboard(new DashboardConfig(false, null))
                .withStorefront(null),
            StaffRoutes::new)) {
      assertThat(none.http.get("/").status()).isEqualTo(404);
      assertThat(none.http.get("/app").status()).isEqualTo(404);
      assertThat(none.http.get(SCRIPT).status()).isEqualTo(404);
    }
  }

  private static Http.Answer send(String method, String path, String header) {
    return http.send(method + " " + path + " HTTP/1.1", header + "\r\n", "");
  }
}
