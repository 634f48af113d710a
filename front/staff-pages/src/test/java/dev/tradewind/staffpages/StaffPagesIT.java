package dev.tradewind.staffpages;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tradewind.gateway.FakeCustomers;
import dev.tradewind.gateway.Http;
import dev.tradewind.gateway.RunningGateway;
import dev.tradewind.gateway.config.DashboardConfig;
import dev.tradewind.gateway.config.GatewayConfig;
import dev.tradewind.gateway.config.ServerSecurity;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Pages for staff: their serving, and the redirects of the dashboard's page to them where a second
 * factor is required.
 */
class StaffPagesIT {

  private static final Pattern IMPORT = Pattern.compile("(?:from |import\\()\"\\./([^\"]+)\"");
  private static final Pattern REFERENCE = Pattern.compile("(?:src|href)=\"(/staff/[^\"]+)\"");

  private static RunningGateway gateway;
  private static Http http;

  @BeforeAll
  static void start() {
    gateway =
        new RunningGateway(
            GatewayConfig.of("127.0.0.1", 0)
                .withSecurity(ServerSecurity.DEVELOPMENT.withRequiresSecondFactor(true)),
            StaffRoutes::new);
    new FakeCustomers().serve(gateway);
    http = gateway.http;
  }

  @AfterAll
  static void stop() {
    gateway.close();
  }

  @ParameterizedTest
  @CsvSource({
    "/app,                           /sign-in?to=%2Fapp",
    "/app/,                          /sign-in?to=%2Fapp",
    "/app/index.html,                /sign-in?to=%2Fapp%2Findex.html",
    "/app/a/orders?offset=0&q=a%26b, /sign-in?to=%2Fapp%2Fa%2Forders%3Foffset%3D0%26q%3Da%2526b",
    "/app//evil/,                    /sign-in?to=%2Fapp%2Fevil",
    "/app/../app/a,                  /sign-in?to=%2Fapp%2Fa",
    "/app/login,                     /sign-in",
    "/app/login/,                    /sign-in",
    "/app/invite?token=a.b.c,        /sign-in/invite?token=a.b.c",
    "/app/reset-password?token=a.b,  /sign-in/new-password?token=a.b",
  })
  void withoutASessionTheDashboardLeadsToTheSignIn(String path, String target) {
    for (String method : List.of("GET", "HEAD")) {
      Http.Answer answer = send(method, path, "X-Nothing: 1");

      assertThat(answer.status()).isEqualTo(302);
      assertThat(answer.header("location")).isEqualTo(target);
      assertThat(answer.header("cache-control")).isEqualTo("no-store");
      assertThat(answer.body()).isEmpty();
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"staff", "shopper", "forged"})
  void aSessionWithoutASecondFactorIsNotEnough(String session) {
    Http.Answer answer = send("GET", "/app/a/orders", "Cookie: connect.sid=" + session);

    assertThat(answer.status()).isEqualTo(302);
    assertThat(answer.header("location")).isEqualTo("/sign-in?to=%2Fapp%2Fa%2Forders");
  }

  @Test
  void aCachedPageIsNoWayAroundTheSignIn() {
    String tag = send("GET", "/app", "Cookie: connect.sid=enrolled").header("etag");

    assertThat(send("GET", "/app", "If-None-Match: " + tag).status()).isEqualTo(302);
  }

  @Test
  void anEnrolledUserGetsTheDashboardAndTheScriptThatReplacesItsLogin() {
    Http.Answer page = send("GET", "/app/a/orders", "Cookie: connect.sid=enrolled");

    assertThat(page.status()).isEqualTo(200);
    assertThat(page.body()).contains("/app/main.0123abcd.js");
    String guard =
        REFERENCE.matcher(page.body()).results().map(found -> found.group(1)).findFirst().get();
    assertThat(http.get(guard).body()).contains("location.replace(\"/sign-in\")");
    Http.Answer login = send("GET", "/app/login", "Cookie: connect.sid=enrolled");
    assertThat(login.header("location")).isEqualTo("/sign-in");
  }

  @Test
  void filesOfTheDashboardStayPublic() {
    assertThat(http.get("/app/main.0123abcd.js").status()).isEqualTo(200);
    assertThat(http.get("/app/missing.js").status()).isEqualTo(404);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "/sign-in",
        "/sign-in?to=//evil.example",
        "/sign-in/second-factor",
        "/sign-in/forgotten-password",
        "/sign-in/new-password?token=a.b",
        "/sign-in/invite?token=a.b.c",
        "/setup"
      })
  void everyViewIsThePage(String path) {
    Http.Answer page = http.get(path);

    assertThat(page.status()).isEqualTo(200);
    assertThat(page.body()).isEqualTo(http.get("/sign-in").body()).doesNotContain("evil");
    assertThat(page.header("content-type")).isEqualTo("text/html; charset=utf-8");
    assertThat(page.header("cache-control")).isEqualTo("no-cache");
    assertThat(page.header("x-frame-options")).isEqualTo("DENY");
    assertThat(page.header("referrer-policy")).isEqualTo("no-referrer");
    assertThat(page.header("content-security-policy"))
        .isEqualTo(
            "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self';"
                + " img-src 'self' data: https:; font-src 'self'; frame-ancestors 'none';"
                + " base-uri 'none'; form-action 'self'");
    Http.Answer head = send("HEAD", path, "X-Nothing: 1");
    assertThat(head.status()).isEqualTo(200);
    assertThat(head.body()).isEmpty();
    assertThat(http.post(path, "{}").status()).isEqualTo(404);
  }

  @Test
  void thePageHasNoInlineScriptsAndImmutableFiles() {
    String page = http.get("/sign-in").body();

    assertThat(page).doesNotContain("<style", "onclick").containsOnlyOnce("<script");
    List<String> files =
        REFERENCE.matcher(page).results().map(found -> found.group(1)).distinct().toList();
    assertThat(files).hasSizeGreaterThan(4);
    for (String file : files) {
      assertThat(http.get(file).status()).as(file).isEqualTo(200);
      assertThat(http.get(file).header("cache-control"))
          .isEqualTo("public, max-age=31536000, immutable");
    }
  }

  @Test
  void everyImportedScriptIsServed() {
    String main =
        REFERENCE
            .matcher(http.get("/setup").body())
            .results()
            .map(found -> found.group(1))
            .filter(file -> file.endsWith("/main.js"))
            .findFirst()
            .orElseThrow();
    Set<String> found = new LinkedHashSet<>(Set.of("main.js"));
    Deque<String> next = new ArrayDeque<>(found);
    while (!next.isEmpty()) {
      String name = next.remove();
      Http.Answer script = http.get(main.replace("main.js", name));
      assertThat(script.status()).as(name).isEqualTo(200);
      IMPORT
          .matcher(script.body())
          .results()
          .map(imported -> imported.group(1))
          .filter(found::add)
          .forEach(next::add);
    }

    assertThat(found)
        .contains("setup.js", "setup-look.js", "setup-pages.js", "preview.js", "shop.js");
    assertThat(http.get("/setup").body())
        .contains("<meta name=\"shop\" content=\"{&quot;currency_digits&quot;:{");
  }

  @Test
  void withoutARequiredSecondFactorTheDashboardHasItsOwnLogin() {
    try (RunningGateway development =
        new RunningGateway(GatewayConfig.of("127.0.0.1", 0), StaffRoutes::new)) {
      assertThat(development.http.get("/app/login").status()).isEqualTo(200);
      assertThat(development.http.get("/app").body()).doesNotContain("/staff/");
      assertThat(development.http.get("/sign-in").status()).isEqualTo(200);
    }
  }

  @Test
  void aDashboardOfAnotherApiHasNoPagesBesideIt() {
    try (RunningGateway other =
        new RunningGateway(
            GatewayConfig.of("127.0.0.1", 0)
                .withSecurity(ServerSecurity.DEVELOPMENT.withRequiresSecondFactor(true))
                .withDashboard(new DashboardConfig(true, "https://api.shop.example")),
            StaffRoutes::new)) {
      assertThat(other.http.get("/app/login").status()).isEqualTo(200);
      assertThat(other.http.get("/sign-in").status()).isEqualTo(404);
      assertThat(other.http.get("/setup").status()).isEqualTo(404);
    }
  }

  private static Http.Answer send(String method, String path, String header) {
    return http.send(method + " " + path + " HTTP/1.1", header + "\r\n", "");
  }
}
