package dev.tradewind.gateway.forward;

import static dev.tradewind.testing.Futures.await;
import static dev.tradewind.testing.Futures.failure;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tradewind.gateway.Http;
import dev.tradewind.gateway.RunningGateway;
import dev.tradewind.gateway.auth.AllowedOrigins;
import dev.tradewind.gateway.auth.Caller;
import dev.tradewind.gateway.config.GatewayConfig;
import dev.tradewind.gateway.config.ServerSecurity;
import dev.tradewind.testing.Eventually;
import io.vertx.core.Future;
import io.vertx.core.MultiMap;
import io.vertx.core.Vertx;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import io.vertx.ext.auth.PubSecKeyOptions;
import io.vertx.ext.auth.authentication.TokenCredentials;
import io.vertx.ext.auth.jwt.JWTAuth;
import io.vertx.ext.auth.jwt.JWTAuthOptions;
import java.math.BigInteger;
import java.net.URI;
import java.nio.file.Path;
import java.security.AlgorithmParameters;
import java.security.KeyFactory;
import java.security.spec.ECGenParameterSpec;
import java.security.spec.ECParameterSpec;
import java.security.spec.ECPoint;
import java.security.spec.ECPublicKeySpec;
import java.time.Clock;
import java.time.Duration;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Callers of forwarded routes: who is let through, and what the service learns about them. */
class ForwardedCallersIT {

  private static final String OLD_KEY = CallerKeys.random();
  private static final CallerKeys KEYS = CallerKeys.parse(CallerKeys.random() + OLD_KEY);
  private static final String SECRET = "secret-of-a-file";

  @TempDir private static Path folder;
  private static UpstreamService upstream;
  private static RunningGateway gateway;
  private static Class<?> verifier;

  @BeforeAll
  static void start() throws Exception {
    verifier = ExamplesOfPage.verifier(folder);
    upstream =
        new UpstreamService(
            Map.of(
                "cookies",
                request -> {
                  request
                      .response()
                      .headers()
                      .add("set-cookie", "theme=dark")
                      .add("set-cookie", "connect.sid=stolen");
                  request.response().end();
                }));
    gateway =
        Gateways.with(
            GatewayConfig.of("127.0.0.1", 0)
                .withEnforcesRoles(false)
                .withAdminOrigins(AllowedOrigins.parse("https://desk.example"))
                .withSecurity(ServerSecurity.DEVELOPMENT.withCostlyRequestsPerMinute(1_000)),
            KEYS,
            Gateways.file(
                Map.of(
                    "wishlist",
                    Gateways.service(upstream.url()),
                    "legacy",
                    Gateways.service(upstream.url()).put("v1_secret_file", "a-file")),
                Gateways.route("wishlist", "anyone", "/store/wishlists/{id}", "GET", "POST"),
                Gateways.route("wishlist", "customer", "/store/me/wishlist", "GET", "POST"),
                Gateways.route("wishlist", "staff", "/admin/wishlists", "GET")
                    .put("permission", "customers:read"),
                Gateways.route("wishlist", "anyone", "/store/{any}/notes", "GET"),
                Gateways.route("wishlist", "anyone", "/trusted/*", "GET")
                    .put("credentials", "forward"),
                Gateways.route("legacy", "anyone", "/store/legacy", "GET"),
                Gateways.route("legacy", "staff", "/admin/legacy", "GET")
                    .put("permission", "customers:read")));
  }

  @AfterAll
  static void stop() {
    gateway.close();
    upstream.close();
  }

  private static Http.Answer get(String path, String header) {
    return gateway.http.send("GET " + path + " HTTP/1.1", header + "\r\n", "");
  }

  private static MultiMap forwarded(String path, String header) {
    assertThat(get(path, header).status()).isEqualTo(200);
    return upstream.last().headers();
  }

  private static Future<JsonObject> verify(String service, String token) throws Exception {
    JsonObject keys = gateway.http.get("/.well-known/jwks.json").json();
    Object own =
        verifier
            .getConstructor(Vertx.class, JsonObject.class, String.class, String.class)
            .newInstance(gateway.vertx, keys, Gateways.ISSUER, service);
    @SuppressWarnings("unchecked")
    Future<JsonObject> claims =
        (Future<JsonObject>) verifier.getMethod("verify", String.class).invoke(own, token);
    return claims;
  }

  private static JsonObject claims(String path, String header) throws Exception {
    return await(verify("wishlist", forwarded(path, header).get("x-tradewind-caller")));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          /store/wishlists/1 | X-Other: 1                          | anonymous | anonymous
          /store/wishlists/1 | Cookie: connect.sid=shopper         | customer  | cus_1
          /store/wishlists/1 | Cookie: connect.sid=unknown         | anonymous | anonymous
          /store/wishlists/1 | Authorization: Bearer opensesame    | anonymous | anonymous
          /store/me/wishlist | Cookie: connect.sid=shopper         | customer  | cus_1
          /admin/wishlists   | Cookie: connect.sid=staff           | user      | usr_1
          /admin/wishlists   | x-medusa-access-token: opensesame   | api_token | usr_1
          """)
  void theTokenSaysWhoCalls(String path, String header, String kind, String id) throws Exception {
    JsonObject claims = claims(path, header);

    assertThat(claims.getString("kind")).isEqualTo(kind);
    assertThat(claims.getString("sub")).isEqualTo(id);
    assertThat(claims.getString("iss")).isEqualTo(Gateways.ISSUER);
    assertThat(claims.getString("aud")).isEqualTo("wishlist");
    assertThat(claims.getLong("exp") - claims.getLong("iat")).isEqualTo(60);
    assertThat(claims.getString("jti")).isNotBlank();
    assertThat(claims.getString("customer_id")).isEqualTo(kind.equals("customer") ? id : null);
    assertThat(claims.getString("user_id")).isEqualTo(id.startsWith("usr") ? id : null);
    assertThat(claims.getJsonArray("permissions"))
        .isEqualTo(id.startsWith("usr") ? new JsonArray().add("*") : null);
  }

  @ParameterizedTest
  @CsvSource({"pk_1,2", "pk_unknown,0"})
  void theTokenHasTheChannelsOfThePublishableKey(String key, int channels) throws Exception {
    JsonObject claims = claims("/store/wishlists/1", "x-publishable-api-key: " + key);

    assertThat(claims.getJsonArray("sales_channel_ids")).hasSize(channels);
  }

  @ParameterizedTest
  @CsvSource({
    "/store/me/wishlist, X-Other: 1, 401",
    "/store/me/wishlist, Cookie: connect.sid=staff, 401",
    "/admin/wishlists, X-Other: 1, 401",
    "/admin/wishlists, Cookie: connect.sid=shopper, 401"
  })
  void otherCallersAreRefused(String path, String header, int status) {
    int before = upstream.received.size();

    Http.Answer answer = get(path, header);

    assertThat(answer.status()).isEqualTo(status);
    assertThat(upstream.received).hasSize(before);
  }

  @Test
  void aFormOfAnotherSiteWritesForNoCustomer() {
    int before = upstream.received.size();

    for (String path : new String[] {"/store/wishlists/1", "/store/me/wishlist"}) {
      assertThat(
              gateway
                  .http
                  .send(
                      "POST " + path + " HTTP/1.1",
                      "Cookie: connect.sid=shopper\r\nOrigin: https://evil.example\r\n",
                      "a=1")
                  .status())
          .isEqualTo(403);
    }
    assertThat(upstream.received).hasSize(before);
  }

  @ParameterizedTest
  @CsvSource({
    "Cookie, connect.sid=shopper; theme=dark, false",
    "Authorization, Bearer some.signed.token, false",
    "Authorization, bearer opensesame, false",
    "Authorization, Basic dXNlcjpwYXNz, true",
    "x-medusa-access-token, opensesame, false"
  })
  void credentialsOfTheShopStayHere(String name, String value, boolean passes) {
    assertThat(forwarded("/store/wishlists/1", name + ": " + value).get(name))
        .isEqualTo(passes ? value : null);
    assertThat(forwarded("/trusted", name + ": " + value).get(name)).isEqualTo(value);
  }

  /** A parameter that anyone may choose does not stand for the customer's own paths. */
  @ParameterizedTest
  @CsvSource({"/store/shelf/notes, 200", "/store/me/notes, 401", "/store/%6de/notes, 401"})
  void aParameterLeadsPastNoLogin(String path, int status) {
    assertThat(gateway.http.send("GET " + path + " HTTP/1.1", "", "").status()).isEqualTo(status);
  }

  @Test
  void aClientDoesNotSayWhoItIs() throws Exception {
    MultiMap headers = forwarded("/store/wishlists/1", "X-Tradewind-Caller: forged");

    assertThat(headers.getAll("x-tradewind-caller")).hasSize(1);
    assertThat(await(verify("wishlist", headers.get("x-tradewind-caller"))).getString("kind"))
        .isEqualTo("anonymous");
  }

  @Test
  void aTokenIsForOneServiceAlone() throws Exception {
    String token = forwarded("/store/wishlists/1", "X-Other: 1").get("x-tradewind-caller");

    assertThat(failure(verify("legacy", token))).isNotNull();
  }

  @ParameterizedTest
  @CsvSource({"30,true", "120,false"})
  void aTokenIsNoLongerTakenAfterAMinute(int age, boolean isTaken) throws Exception {
    Clock then = Clock.offset(Clock.systemUTC(), Duration.ofSeconds(-age));
    ForwardedService wishlist =
        new ForwardedService(
            "wishlist",
            URI.create(upstream.url()),
            Duration.ofSeconds(1),
            Duration.ofSeconds(1),
            1,
            null);
    String token =
        new CallerTokens(gateway.vertx, KEYS, Gateways.ISSUER, List.of(), then)
            .issue(wishlist, Caller.ANONYMOUS, List.of(), List.of());

    assertThat(await(verify("wishlist", token).map(true).otherwise(false))).isEqualTo(isTaken);
  }

  @Test
  void aTokenThatIsNotSignedOrIsSignedWithThePublicKeyIsRefused() throws Exception {
    String token = forwarded("/store/wishlists/1", "X-Other: 1").get("x-tradewind-caller");
    String[] parts = token.split("\\.", -1);
    String payload = new String(Base64.getUrlDecoder().decode(parts[1]), UTF_8);
    JsonObject key =
        gateway.http.get("/.well-known/jwks.json").json().getJsonArray("keys").getJsonObject(0);

    assertThat(failure(verify("wishlist", encoded("{\"alg\":\"none\"}") + "." + parts[1] + ".")))
        .isNotNull();
    for (String secret : new String[] {key.encode(), publicPem(key)}) {
      String hmac =
          JWTAuth.create(
                  gateway.vertx,
                  new JWTAuthOptions()
                      .addPubSecKey(
                          new PubSecKeyOptions()
                              .setAlgorithm("HS256")
                              .setId(key.getString("kid"))
                              .setBuffer(secret)))
              .generateToken(new JsonObject(payload));
      assertThat(failure(verify("wishlist", hmac))).isNotNull();
    }
    String changed = encoded(payload.replace("anonymous", "customer"));
    assertThat(failure(verify("wishlist", parts[0] + "." + changed + "." + parts[2]))).isNotNull();
  }

  private static String encoded(String text) {
    return Base64.getUrlEncoder().withoutPadding().encodeToString(text.getBytes(UTF_8));
  }

  private static String publicPem(JsonObject key) throws Exception {
    AlgorithmParameters curve = AlgorithmParameters.getInstance("EC");
    curve.init(new ECGenParameterSpec("secp256r1"));
    byte[] encoded =
        KeyFactory.getInstance("EC")
            .generatePublic(
                new ECPublicKeySpec(
                    new ECPoint(number(key, "x"), number(key, "y")),
                    curve.getParameterSpec(ECParameterSpec.class)))
            .getEncoded();
    return "-----BEGIN PUBLIC KEY-----\n"
        + Base64.getMimeEncoder().encodeToString(encoded)
        + "\n-----END PUBLIC KEY-----\n";
  }

  private static BigInteger number(JsonObject key, String name) {
    return new BigInteger(1, Base64.getUrlDecoder().decode(key.getString(name)));
  }

  @Test
  void theFormerKeyIsPublishedAndNothingOfAPrivateOne() {
    JsonArray keys = gateway.http.get("/.well-known/jwks.json").json().getJsonArray("keys");

    assertThat(keys).hasSize(2);
    assertThat(keys.getJsonObject(1).getString("kid"))
        .isEqualTo(CallerKeys.parse(OLD_KEY).signing().id());
    assertThat(keys)
        .allSatisfy(key ->
            assertThat(((JsonObject) key).fieldNames())
                .containsExactlyInAnyOrder("kty", "crv", "x", "y", "kid", "alg", "use"));
  }

  @ParameterizedTest
  @CsvSource({
    "/store/legacy, Cookie: connect.sid=shopper, customer_id, cus_1, store",
    "/admin/legacy, Cookie: connect.sid=staff, user_id, usr_1, admin",
    "/admin/legacy, x-medusa-access-token: opensesame, user_id, usr_1, admin"
  })
  void aServiceWithASecretGetsATokenOfMedusa(
      String path, String header, String claim, String id, String domain) {
    String bearer = forwarded(path, header).get("authorization");
    JWTAuth v1 =
        JWTAuth.create(
            gateway.vertx,
            new JWTAuthOptions()
                .addPubSecKey(new PubSecKeyOptions().setAlgorithm("HS256").setBuffer(SECRET)));

    JsonObject claims =
        await(v1.authenticate(new TokenCredentials(bearer.substring("Bearer ".length()))))
            .attributes()
            .getJsonObject("accessToken");

    assertThat(claims.getString(claim)).isEqualTo(id);
    assertThat(claims.getString("domain")).isEqualTo(domain);
    assertThat(claims.fieldNames()).containsExactlyInAnyOrder(claim, "domain", "iat", "exp");
  }

  @Test
  void rolesAndRateLimitsAreThoseOfTheApi() {
    JsonObject file =
        Gateways.file(
            Map.of("wishlist", Gateways.service(upstream.url())),
            Gateways.route("wishlist", "anyone", "/store/wishlists/{id}", "GET", "POST"),
            Gateways.route("wishlist", "staff", "/admin/wishlists", "GET")
                .put("permission", "customers:read"));
    GatewayConfig strict =
        GatewayConfig.of("127.0.0.1", 0)
            .withEnforcesRoles(true)
            .withSecurity(ServerSecurity.DEVELOPMENT.withCostlyRequestsPerMinute(1));
    try (RunningGateway limited =
        Gateways.with(strict, CallerKeys.parse(CallerKeys.random()), file)) {
      assertThat(
              limited
                  .http
                  .send(
                      "GET /admin/wishlists HTTP/1.1", "x-medusa-access-token: opensesame\r\n", "")
                  .status())
          .isEqualTo(403);
      for (int i = 0; i < 3; i++) {
        assertThat(limited.http.get("/store/wishlists/1").status()).isEqualTo(200);
      }
      Eventually.until(() -> limited.http.post("/store/wishlists/1", "{}").status() == 429);
    }
  }

  @Test
  void aServiceThatGetsCookiesMaySetThoseOfItsOwn() {
    assertThat(get("/trusted/cookies", "X-Other: 1").header("set-cookie")).isEqualTo("theme=dark");
  }

  @Test
  void anAnonymousCallerHasNoTokenOfMedusa() {
    assertThat(forwarded("/store/legacy", "Authorization: Bearer forged").get("authorization"))
        .isNull();
  }
}
