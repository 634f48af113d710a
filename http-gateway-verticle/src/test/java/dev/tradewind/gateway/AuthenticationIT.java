package dev.tradewind.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tradewind.api.batch.FileClient;
import dev.tradewind.api.customer.SessionCookieName;
import dev.tradewind.gateway.auth.AllowedOrigins;
import dev.tradewind.gateway.config.GatewayConfig;
import dev.tradewind.gateway.config.ServerSecurity;
import dev.tradewind.kernel.operation.Operations;
import dev.tradewind.kernel.token.JwtService;
import dev.tradewind.kernel.token.SigningKeys;
import dev.tradewind.kernel.token.Token;
import dev.tradewind.kernel.verticle.SharedOperations;
import io.vertx.core.json.JsonObject;
import io.vertx.ext.auth.PubSecKeyOptions;
import io.vertx.ext.auth.jwt.JWTAuth;
import io.vertx.ext.auth.jwt.JWTAuthOptions;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class AuthenticationIT {

  private static final String USER = "USER:usr_1:";
  private static final String CUSTOMER = "CUSTOMER:cus_1:";
  private static final String V1_SECRET = "secret of the v1 shop";
  private static final Duration HOUR = Duration.ofHours(1);

  private static RunningGateway gateway;
  private static Http http;
  private static FakeCustomers customers;
  private static Map<String, String> words;

  @BeforeAll
  static void start() {
    gateway =
        new RunningGateway(
            GatewayConfig.of("127.0.0.1", 0)
                .withStoreOrigins(AllowedOrigins.parse("http://store.test"))
                .withAdminOrigins(AllowedOrigins.parse("http://admin.test")));
    http = gateway.http;
    customers = new FakeCustomers();
    customers.serve(gateway);
    gateway.serve(
        "cart",
        new Operations()
            .on("storeGetCart", customers::remember)
            .on("storeCompleteCart", customers::remember));
    JwtService tokens = new JwtService(gateway.vertx, gateway.tokenKeys, Clock.systemUTC());
    JwtService foreign = new JwtService(gateway.vertx, SigningKeys.random(), Clock.systemUTC());
    words =
        Map.of(
            "USER_TOKEN", tokens.issue(new Token(Token.Surface.ADMIN, "usr_1", 1, "token_1"), HOUR),
            "OLD_USER_TOKEN",
                tokens.issue(new Token(Token.Surface.ADMIN, "usr_1", 0, "token_1"), HOUR),
            "LATE_USER_TOKEN",
                tokens.issue(new Token(Token.Surface.ADMIN, "usr_1", 1, "token_1"), HOUR.negated()),
            "FOREIGN_USER_TOKEN",
                foreign.issue(new Token(Token.Surface.ADMIN, "usr_1", 1, "token_1"), HOUR),
            "CUSTOMER_TOKEN",
                tokens.issue(new Token(Token.Surface.STORE, "cus_1", 1, "token_1"), HOUR),
            "OLD_CUSTOMER_TOKEN",
                tokens.issue(new Token(Token.Surface.STORE, "cus_1", 0, "token_1"), HOUR));
  }

  @AfterAll
  static void stop() {
    gateway.close();
  }

  @BeforeEach
  void forget() {
    customers.questions.clear();
    customers.requests.clear();
  }

  /** Headers as the tables below write them: separated by semicolons, tokens by their names. */
  private static Http.Answer send(String method, String path, String headers, String body) {
    StringBuilder lines = new StringBuilder();
    if (headers != null) {
      for (String header : headers.split(";;", -1)) {
        String line = header.strip();
        for (Map.Entry<String, String> word : words.entrySet()) {
          line = line.replaceAll("\\b" + word.getKey() + "\\b", word.getValue());
        }
        lines.append(line).append("\r\n");
      }
    }
    if (!body.isEmpty()) {
      lines.append("Content-Type: application/json\r\n");
    }
    return http.send(method + " " + path + " HTTP/1.1", lines.toString(), body);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "Cookie: connect.sid=staff                                          | SESSION",
        "Cookie: other=1; connect.sid=both                                  | SESSION",
        "Authorization: Bearer USER_TOKEN                                   | JWT",
        "authorization: bearer   USER_TOKEN                                 | JWT",
        "Authorization: Bearer opensesame                                   | API_TOKEN",
        "x-medusa-access-token: opensesame                                  | API_TOKEN",
        "Cookie: connect.sid=staff;;Authorization: Bearer garbage           | SESSION",
        "Cookie: connect.sid=staff;;Authorization: Bearer USER_TOKEN        | SESSION",
        "Cookie: connect.sid=old;;Authorization: Bearer USER_TOKEN          | JWT",
        "Cookie: connect.sid=shopper;;x-medusa-access-token: opensesame     | API_TOKEN",
        "Authorization: Bearer garbage;;x-medusa-access-token: opensesame   | API_TOKEN",
        "Authorization: Bearer OLD_USER_TOKEN;;x-medusa-access-token: opensesame | API_TOKEN",
      })
  void aUserIsKnownByAnyOfTheCredentials(String headers, String how) {
    Http.Answer answer = send("GET", "/admin/auth", headers, "");

    assertThat(answer.status()).isEqualTo(200);
    assertThat(answer.json().getString("by")).isEqualTo(USER + how);
    assertThat(customers.questions).hasSize(1);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      nullValues = "nothing",
      value = {
        "nothing                                      | 0",
        "Cookie: connect.sid=                         | 0",
        "Cookie: connect.sid=shopper                  | 1",
        "Cookie: connect.sid=old                      | 1",
        "Cookie: sid=staff                            | 0",
        "Authorization: Basic opensesame              | 0",
        "Authorization: Bearer                        | 0",
        "Authorization: opensesame                    | 0",
        "Authorization: Bearer garbage                | 1",
        "Authorization: Bearer a.b.c                  | 1",
        "Authorization: Bearer CUSTOMER_TOKEN         | 1",
        "Authorization: Bearer OLD_USER_TOKEN         | 1",
        "Authorization: Bearer LATE_USER_TOKEN        | 1",
        "Authorization: Bearer FOREIGN_USER_TOKEN     | 1",
        "x-medusa-access-token: USER_TOKEN            | 1",
      })
  void otherCallersAreRejectedOnTheAdminSurface(String headers, int questions) {
    Http.Answer answer = send("GET", "/admin/auth", headers, "");

    assertThat(answer.status()).isEqualTo(401);
    assertThat(answer.json())
        .isEqualTo(new JsonObject().put("type", "unauthorized").put("message", "Unauthorized"));
    assertThat(customers.requests).isEmpty();
    assertThat(customers.questions).hasSize(questions);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "Cookie: connect.sid=shopper                               | SESSION",
        "Cookie: connect.sid=both                                  | SESSION",
        "Authorization: Bearer CUSTOMER_TOKEN                      | JWT",
        "Cookie: connect.sid=staff;;Authorization: Bearer CUSTOMER_TOKEN | JWT",
      })
  void aCustomerIsKnownWhereOneIsNeededAndWhereNot(String headers, String how) {
    assertThat(send("GET", "/store/auth", headers, "").json().getString("by"))
        .isEqualTo(CUSTOMER + how);
    assertThat(send("GET", "/store/carts/c", headers, "").json().getString("by"))
        .isEqualTo(CUSTOMER + how);
    assertThat(customers.questions).hasSize(2);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "Cookie: connect.sid=staff",
        "Cookie: connect.sid=old",
        "Authorization: Bearer USER_TOKEN",
        "Authorization: Bearer OLD_CUSTOMER_TOKEN",
        "Authorization: Bearer opensesame",
        "x-medusa-access-token: opensesame",
      })
  void anInvalidCredentialIsIgnoredWhereNoneIsNeeded(String headers) {
    assertThat(send("GET", "/store/auth", headers, "").status()).isEqualTo(401);
    assertThat(send("GET", "/store/carts/c", headers, "").json().getString("by"))
        .isEqualTo("NOBODY");
  }

  @Test
  void publicOperationsAreNotAuthenticated() {
    assertThat(send("GET", "/store/carts/c", null, "").status()).isEqualTo(200);
    String login = "{\"email\":\"a@b.co\",\"password\":\"secret\"}";
    Http.Answer answer = send("POST", "/store/auth", "Cookie: connect.sid=shopper", login);

    assertThat(answer.status()).isEqualTo(200);
    assertThat(answer.json().getString("by")).isEqualTo("NOBODY");
    assertThat(customers.questions).isEmpty();
  }

  @Test
  void onlySessionOperationsReceiveTheSession() {
    send("DELETE", "/admin/auth", "Cookie: connect.sid=staff", "");
    assertThat(customers.requests.getLast().header("session")).isEqualTo("staff");

    send("GET", "/admin/auth", "Cookie: connect.sid=staff", "");
    assertThat(customers.requests.getLast().header("session")).isNull();
  }

  @Test
  void authenticationPrecedesValidation() {
    Http.Answer unknown = send("GET", "/admin/auth?nonsense=1", null, "");

    assertThat(unknown.status()).isEqualTo(401);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      nullValues = "nothing",
      value = {
        "nothing                            | 401",
        "Cookie: connect.sid=shopper        | 401",
        "Authorization: Bearer USER_TOKEN   | 404",
        "Cookie: connect.sid=staff          | 404",
      })
  void unknownAdminPathsAreReportedToUsersOnly(String headers, int status) {
    for (String path :
        new String[] {"/admin", "/admin/", "/admin/nowhere", "/admin/nowhere/at/all"}) {
      assertThat(send("GET", path, headers, "").status()).as(path).isEqualTo(status);
    }
    assertThat(send("PUT", "/admin/auth", headers, "").status()).isEqualTo(status);
    assertThat(send("GET", "/store/nowhere", headers, "").status()).isEqualTo(404);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      nullValues = "nothing",
      value = {
        "POST   | /store/carts/c/complete | shopper | http://store.test     | nothing        | 200",
        "POST   | /store/carts/c/complete | shopper | nothing               | nothing        | 200",
        "POST   | /store/carts/c/complete | shopper | http://evil.test      | nothing        | 403",
        "POST   | /store/carts/c/complete | shopper | http://admin.test     | nothing        | 403",
        "POST   | /store/carts/c/complete | shopper | null                  | nothing        | 403",
        "POST   | /store/carts/c/complete | shopper | http://localhost      | nothing        | 200",
        "POST   | /store/carts/c/complete | shopper | https://localhost     | nothing        | 200",
        "POST   | /store/carts/c/complete | shopper | http://localhost:1    | nothing        | 403",
        "POST   | /store/carts/c/complete | shopper | ::not an origin::     | nothing        | 403",
        "POST   | /store/carts/c/complete | old     | http://evil.test      | nothing        | 200",
        "POST   | /store/carts/c/complete | nothing | http://evil.test      | CUSTOMER_TOKEN | 200",
        "POST   | /store/carts/c/complete | nothing | http://evil.test      | nothing        | 200",
        "GET    | /store/carts/c          | shopper | http://evil.test      | nothing        | 200",
        "DELETE | /store/auth             | shopper | http://evil.test      | nothing        | 403",
        "DELETE | /store/auth             | old     | http://evil.test      | nothing        | 403",
        "DELETE | /admin/auth             | staff   | http://admin.test     | nothing        | 200",
        "DELETE | /admin/auth             | staff   | http://store.test     | nothing        | 403",
        "DELETE | /admin/auth             | old     | http://evil.test      | USER_TOKEN     | 403",
      })
  void aForeignPageCannotUseTheCookieOfItsVisitor(
      String method, String path, String session, String origin, String token, int status) {
    StringBuilder headers = new StringBuilder("x-nothing: 1");
    if (session != null) {
      headers.append(";;Cookie: connect.sid=").append(session);
    }
    if (origin != null) {
      headers.append(";;Origin: ").append(origin);
    }
    if (token != null) {
      headers.append(";;Authorization: Bearer ").append(token);
    }

    Http.Answer answer = send(method, path, headers.toString(), "");

    assertThat(answer.status()).isEqualTo(status);
    if (status == 403) {
      assertThat(answer.json().getString("type")).isEqualTo("not_allowed");
      assertThat(customers.requests).isEmpty();
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      nullValues = "nothing",
      value = {
        "shopper | Origin: http://store.test;;Sec-Fetch-Site: cross-site    | false",
        "shopper | Origin: http://evil.test;;Sec-Fetch-Site: cross-site     | true",
        "shopper | Origin: null                                             | true",
        "shopper | Sec-Fetch-Site: same-origin;;Sec-Fetch-Dest: empty       | false",
        "shopper | Sec-Fetch-Site: cross-site;;Sec-Fetch-Dest: image        | true",
        "shopper | Sec-Fetch-Site: same-site;;Sec-Fetch-Dest: empty         | true",
        "shopper | Sec-Fetch-Site: same-origin;;Sec-Fetch-Dest: image       | true",
        "shopper | Sec-Fetch-Site: none;;Sec-Fetch-Dest: document           | true",
        "shopper | x-nothing: 1                                             | false",
        "nothing | Sec-Fetch-Site: cross-site;;Authorization: Bearer CUSTOMER_TOKEN | false",
        "nothing | Origin: http://evil.test                                 | false",
      })
  void aReadByTheCookieOfAVisitorOfAnotherSiteIsMarked(
      String session, String headers, boolean isMarked) {
    String cookie = session == null ? "" : "Cookie: connect.sid=" + session + ";;";

    assertThat(send("GET", "/store/carts/c", cookie + headers, "").status()).isEqualTo(200);

    assertThat(customers.requests.getFirst().isCrossSite()).isEqualTo(isMarked);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      nullValues = "nothing",
      value = {
        // Behind a proxy that replaces the host.
        "https://shop.example      | 0 | nothing                                        | https://shop.example      | 200",
        "https://shop.example:8443 | 0 | nothing                                        | https://shop.example:8443 | 200",
        "https://shop.example      | 0 | nothing                                        | https://shop.example:443  | 200",
        "https://shop.example      | 0 | nothing                                        | http://shop.example       | 403",
        "https://shop.example      | 0 | nothing                                        | https://shop.example:8443 | 403",
        "https://shop.example      | 0 | nothing                                        | https://evil.example      | 403",
        "nothing                   | 1 | X-Forwarded-Host: shop.example                 | http://shop.example       | 200",
        "nothing                   | 1 | X-Forwarded-Host: evil.example                 | http://shop.example       | 403",
        "nothing                   | 0 | X-Forwarded-Host: shop.example                 | http://shop.example       | 403",
        "nothing                   | 1 | X-Forwarded-Host: evil.example, shop.example   | http://evil.example       | 403",
        "nothing                   | 1 | X-Forwarded-Host: s.example;;X-Forwarded-Proto: https | https://s.example  | 200",
        "nothing                   | 1 | X-Forwarded-Host: s.example;;X-Forwarded-Proto: https | http://s.example   | 403",
      })
  void thePublicOriginIsOursBehindAProxy(
      String publicUrl, int proxies, String forwarded, String origin, int status) {
    GatewayConfig config = GatewayConfig.of("127.0.0.1", 0).withTrustedProxies(proxies);
    try (RunningGateway proxied =
        new RunningGateway(
            publicUrl == null
                ? config
                : config.withSecurity(ServerSecurity.DEVELOPMENT.withPublicUrl(publicUrl)))) {
      FakeCustomers staff = new FakeCustomers();
      staff.serve(proxied);
      String headers = "Cookie: connect.sid=staff\r\nOrigin: " + origin + "\r\n";
      if (forwarded != null) {
        headers += forwarded.replace(";;", "\r\n") + "\r\n";
      }

      Http.Answer answer = proxied.http.send("DELETE /admin/auth HTTP/1.1", headers, "");

      assertThat(answer.status()).as(answer.body()).isEqualTo(status);
      if (status == 403) {
        assertThat(answer.json().getString("message"))
            .contains(origin, "TRADEWIND_PUBLIC_URL", "TRADEWIND_ADMIN_CORS");
      }
    }
  }

  /** Http sends another host. */
  @Test
  void linksHaveThePublicUrlWhateverTheHostOfTheRequest() {
    try (RunningGateway proxied =
        new RunningGateway(
            GatewayConfig.of("127.0.0.1", 0)
                .withSecurity(ServerSecurity.DEVELOPMENT.withPublicUrl("https://shop.example")))) {
      FakeCustomers staff = new FakeCustomers();
      staff.serve(proxied);
      proxied.serve(
          FileClient.ADDRESS, new Operations().on("adminDownloadUrlUpload", staff::remember));

      Http.Answer answer =
          proxied.http.send(
              "POST /admin/uploads/download-url HTTP/1.1",
              String.join(
                  "\r\n",
                  "x-medusa-access-token: opensesame",
                  "X-Forwarded-Host: evil.example",
                  "Content-Type: application/json",
                  ""),
              "{\"file_key\": \"key\"}");

      assertThat(answer.status()).as(answer.body()).isEqualTo(200);
      assertThat(staff.requests.getFirst().header("base-url")).isEqualTo("https://shop.example");
    }
  }

  /** Another host of the domain can set the plain name, but not the prefixed one. */
  @Test
  void withThePrefixTheCookieOfThePlainNameIsNoCredential() {
    try (RunningGateway production =
        new RunningGateway(
            GatewayConfig.of("127.0.0.1", 0)
                .withSecurity(
                    ServerSecurity.DEVELOPMENT.withSessionCookie(
                        SessionCookieName.HOST_PREFIXED)))) {
      FakeCustomers staff = new FakeCustomers();
      staff.serve(production);
      String request = "GET /admin/auth HTTP/1.1";

      assertThat(production.http.send(request, "Cookie: connect.sid=staff\r\n", "").status())
          .isEqualTo(401);
      String both = "Cookie: connect.sid=other; __Host-connect.sid=staff\r\n";
      assertThat(production.http.send(request, both, "").status()).isEqualTo(200);
    }
  }

  @Test
  void tokensOfTheV1ShopAreKnownByItsSecret() {
    try (RunningGateway moved =
        new RunningGateway(
            GatewayConfig.of("127.0.0.1", 0)
                .withSecurity(ServerSecurity.DEVELOPMENT.withV1TokenSecret(V1_SECRET)))) {
      FakeCustomers staff = new FakeCustomers();
      staff.serve(moved);
      JsonObject admin = new JsonObject().put("user_id", "usr_1").put("domain", "admin");
      long soon = Instant.now().getEpochSecond() + 600;

      assertThat(statusWith(moved, v1Token(V1_SECRET, admin.copy().put("exp", soon))))
          .isEqualTo(200);
      assertThat(staff.questions)
          .containsExactly(new JsonObject().put("user_token", new JsonObject().put("id", "usr_1")));
      staff.questions.clear();
      assertThat(
              List.of(
                  v1Token("another secret of v1", admin.copy().put("exp", soon)),
                  v1Token(V1_SECRET, admin.copy().put("exp", soon - 1_200)),
                  v1Token(V1_SECRET, admin),
                  v1Token(V1_SECRET, admin.copy().put("exp", soon).put("iss", "tradewind")),
                  v1Token(V1_SECRET, admin.copy().put("exp", soon).put("domain", "store")),
                  v1Token(
                      V1_SECRET,
                      new JsonObject()
                          .put("customer_id", "c")
                          .put("domain", "admin")
                          .put("exp", soon)),
                  unsigned(admin.copy().put("exp", soon))))
          .allSatisfy(token -> assertThat(statusWith(moved, token)).isEqualTo(401));
      assertThat(staff.questions).noneMatch(question -> question.containsKey("user_token"));
      assertThat(
              send(
                      "GET",
                      "/admin/auth",
                      "Authorization: Bearer " + v1Token(V1_SECRET, admin.copy().put("exp", soon)),
                      "")
                  .status())
          .as("without the secret")
          .isEqualTo(401);
    }
  }

  private static int statusWith(RunningGateway at, String token) {
    return at.http
        .send("GET /admin/auth HTTP/1.1", "Authorization: Bearer " + token + "\r\n", "")
        .status();
  }

  private static String v1Token(String secret, JsonObject claims) {
    return JWTAuth.create(
            gateway.vertx,
            new JWTAuthOptions()
                .addPubSecKey(new PubSecKeyOptions().setAlgorithm("HS256").setBuffer(secret)))
        .generateToken(claims);
  }

  private static String unsigned(JsonObject claims) {
    Base64.Encoder encoder = Base64.getUrlEncoder().withoutPadding();
    return encoder.encodeToString("{\"alg\":\"none\"}".getBytes(StandardCharsets.UTF_8))
        + "."
        + encoder.encodeToString(claims.encode().getBytes(StandardCharsets.UTF_8))
        + ".";
  }

  @Test
  void withoutTheCustomerVerticleTheOwnerOfTheOperationVerifiesTheCredentials() {
    try (RunningGateway without = new RunningGateway(GatewayConfig.of("127.0.0.1", 0))) {
      FakeCustomers staff = new FakeCustomers();
      staff.serveAuthentication(without, SharedOperations.address("order"));
      without.serve("order", new Operations().on("adminGetOrder", staff::remember));
      without.serve("catalog", new Operations().on("adminGetProduct", staff::remember));
      String order = "GET /admin/orders/o HTTP/1.1";

      assertThat(without.http.send(order, "Cookie: connect.sid=staff\r\n", "").body())
          .contains(FakeCustomers.USER);
      assertThat(without.http.send(order, "Cookie: connect.sid=ended\r\n", "").status())
          .isEqualTo(401);
      assertThat(
              without
                  .http
                  .send("GET /admin/products/p HTTP/1.1", "Cookie: connect.sid=staff\r\n", "")
                  .status())
          .isEqualTo(503);
      assertThat(staff.questions).hasSize(2);
    }
  }

  @Test
  void withoutAVerticleThatVerifiesThemNoCredentialIsAccepted() {
    try (RunningGateway alone = new RunningGateway(GatewayConfig.of("127.0.0.1", 0))) {
      alone.serve("cart", new Operations().on("storeGetCart", customers::remember));
      String request = "GET /store/carts/c HTTP/1.1";

      assertThat(alone.http.send(request, "Cookie: connect.sid=x\r\n", "").status()).isEqualTo(503);
      assertThat(alone.http.send(request, "", "").status()).isEqualTo(200);
      assertThat(alone.http.get("/admin/nowhere").status()).isEqualTo(401);
    }
  }
}
