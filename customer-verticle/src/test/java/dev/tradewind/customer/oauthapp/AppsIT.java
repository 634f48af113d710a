package dev.tradewind.customer.oauthapp;

import static dev.tradewind.testing.Futures.await;
import static dev.tradewind.testing.Futures.failure;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tradewind.api.event.Topics;
import dev.tradewind.customer.auth.AuthHarness;
import dev.tradewind.kernel.operation.Reply;
import dev.tradewind.kernel.text.Timestamps;
import dev.tradewind.kernel.token.SigningKeys;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpServer;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import io.vertx.junit5.VertxExtension;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@ExtendWith(VertxExtension.class)
class AppsIT {

  private static final JsonObject NOTHING = new JsonObject();
  private static final AtomicInteger CALLS = new AtomicInteger();

  private static final SigningKeys KEYS = AuthHarness.CONFIG.tokens().keys();

  private static HttpServer server;
  private static AuthHarness harness;

  @BeforeAll
  static void open(Vertx vertx) {
    server = await(vertx.createHttpServer().requestHandler(AppsIT::answer).listen(0, "127.0.0.1"));
    harness =
        new AuthHarness(
            AuthHarness.CONFIG.withApps(
                AppSettings.of(List.of(app("demo"), app("second"))).callingPrivateAddresses(true)));
  }

  @AfterAll
  static void close() {
    harness.close();
  }

  @BeforeEach
  void forget() {
    CALLS.set(0);
    harness.run("DELETE FROM outbox");
    harness.run("DELETE FROM oauth WHERE application_name NOT IN ('demo', 'second')");
    harness.run("DELETE FROM oauth_state");
    insertState("usr_staff", "demo");
  }

  private static void insertState(String user, String application) {
    harness.run(
        """
        INSERT INTO oauth_state (app_id, user_id, state, expires_at)
        SELECT id, $1, $2 || '-state', $3
        FROM oauth
        WHERE application_name = $2
        """,
        user,
        application,
        Timestamps.utc(harness.clock.instant().plusSeconds(3_600)));
  }

  private static OAuthApp app(String name) {
    return new OAuthApp(
        name,
        name.equals("demo") ? "Demo" : "Second",
        "https://example.invalid/install",
        null,
        URI.create("http://127.0.0.1:" + server.actualPort() + "/token"),
        "client",
        "hush",
        null);
  }

  /** Fake of the application's own server. */
  private static void answer(HttpServerRequest request) {
    CALLS.incrementAndGet();
    request.setExpectMultipart(true);
    request
        .end()
        .onSuccess(end -> {
          String code = request.getFormAttribute("code");
          boolean isAsked =
              "authorization_code".equals(request.getFormAttribute("grant_type"))
                  && "client".equals(request.getFormAttribute("client_id"))
                  && "hush".equals(request.getFormAttribute("client_secret"));
          switch (code) {
            case "moved" ->
                request.response().setStatusCode(307).putHeader("location", "/token").end();
            case "broken" -> request.response().setStatusCode(500).end();
            case "text" -> request.response().end("no json");
            case "long" -> request.response().end("x".repeat(100_000));
            case "cut" -> request.connection().close();
            case "abc" ->
                request
                    .response()
                    .end(
                        new JsonObject()
                            .put("access_token", "token-for-" + code)
                            .put("state", "of their own")
                            .encode());
            default -> request.response().setStatusCode(isAsked ? 400 : 401).end("{}");
          }
        });
  }

  @Test
  void configuredApplicationsAreListedWithTheirOwnState() {
    JsonArray apps = apps();

    assertThat(apps).hasSize(2);
    JsonObject demo = apps.getJsonObject(0);
    assertThat(demo.fieldNames())
        .containsExactly(
            "id", "display_name", "application_name", "install_url", "uninstall_url", "data");
    assertThat(demo.getString("id")).startsWith("oauth_");
    assertThat(demo.getString("application_name")).isEqualTo("demo");
    assertThat(demo.encode()).doesNotContain("hush");
  }

  @Test
  void aNewApplicationIsRegisteredAndAnOldOneKeepsItsStates() {
    AppSettings more =
        AppSettings.of(
            List.of(
                app("third"),
                new OAuthApp(
                    "demo",
                    "Renamed",
                    null,
                    null,
                    URI.create("https://x.example"),
                    "c",
                    "s",
                    null)));

    await(
        new AppService(
                harness.vertx, harness.pool, new AppStore(), more, tokens(KEYS), harness.clock)
            .register());

    JsonArray listed = apps();
    assertThat(data(listed, "third").getString("state")).hasSizeGreaterThan(40);
    assertThat(data(listed, "demo").getString("state")).isEqualTo("demo-state");
    assertThat(apps().getJsonObject(0).getString("display_name")).isEqualTo("Renamed");
    await(
        new AppService(
                harness.vertx,
                harness.pool,
                new AppStore(),
                AppSettings.of(List.of(app("demo"))),
                tokens(KEYS),
                harness.clock)
            .register());
  }

  private static JsonObject data(JsonArray apps, String name) {
    return apps.stream()
        .map(JsonObject.class::cast)
        .filter(app -> app.getString("application_name").equals(name))
        .findFirst()
        .orElseThrow()
        .getJsonObject("data");
  }

  @Test
  void theTokensOfAnApplicationAreShownToTheirGrantOnly() {
    assertThat(generate("demo", "demo-state", "abc").body().toString()).contains("token-for-abc");

    assertThat(apps().encode()).doesNotContain("token-for-abc");
  }

  @Test
  void theTokensOfAnApplicationAreEncryptedInTheDatabase() {
    generate("demo", "demo-state", "abc");

    JsonObject stored = stored("demo");
    assertThat(stored.encode()).doesNotContain("token", "abc");
    assertThat(tokens(KEYS).decrypt(stored, id("demo")))
        .contains(new JsonObject().put("access_token", "token-for-abc"));
    assertThat(tokens(KEYS).decrypt(stored, id("second"))).isEmpty();
    assertThat(tokens(SigningKeys.random()).decrypt(stored, id("demo"))).isEmpty();
  }

  @Test
  void tokensInClearOfAnEarlierVersionAreEncryptedOnce() {
    harness.run(
        "UPDATE oauth SET data = '{\"access_token\": \"old-token\"}' WHERE application_name = $1",
        "demo");

    Future<Void> one = tokens(KEYS).encryptAll();
    Future<Void> other = tokens(KEYS).encryptAll();
    await(Future.all(one, other));

    JsonObject stored = stored("demo");
    assertThat(stored.encode()).doesNotContain("old-token");
    assertThat(tokens(KEYS).decrypt(stored, id("demo")))
        .contains(new JsonObject().put("access_token", "old-token"));
    await(tokens(KEYS).encryptAll());
    assertThat(stored("demo")).isEqualTo(stored);
  }

  @Test
  void tokensInClearBesideEncryptedOnesAreEncryptedWithThem() {
    generate("demo", "demo-state", "abc");
    harness.run(
        "UPDATE oauth SET data = data || '{\"refresh_token\": \"old-token\"}'"
            + " WHERE application_name = $1",
        "demo");

    await(tokens(KEYS).encryptAll());

    assertThat(stored("demo").encode()).doesNotContain("old-token");
    assertThat(tokens(KEYS).decrypt(stored("demo"), id("demo")))
        .contains(
            new JsonObject()
                .put("access_token", "token-for-abc")
                .put("refresh_token", "old-token"));
  }

  @Test
  void aNewKeyEncryptsTheTokensSoThatTheOldOneMayBeRemoved() {
    generate("demo", "demo-state", "abc");
    SigningKeys fresh = SigningKeys.random();
    List<SigningKeys.Key> both = new ArrayList<>(fresh.keys());
    both.addAll(KEYS.keys());

    await(tokens(new SigningKeys(both)).encryptAll());

    assertThat(tokens(fresh).decrypt(stored("demo"), id("demo"))).isPresent();
  }

  private static AppTokens tokens(SigningKeys keys) {
    return new AppTokens(harness.pool, new AppStore(), keys);
  }

  private static String id(String application) {
    return harness
        .one("SELECT id FROM oauth WHERE application_name = '" + application + "'")
        .getString(0);
  }

  private static JsonObject stored(String application) {
    return new JsonObject(
        harness
            .one("SELECT data::text FROM oauth WHERE application_name = '" + application + "'")
            .getString(0));
  }

  @Test
  void aStateIsUsedOnceAlsoByConcurrentGrants() {
    JsonObject grant =
        new JsonObject()
            .put("application_name", "demo")
            .put("state", "demo-state")
            .put("code", "abc");
    List<Future<Reply>> grants =
        IntStream.range(0, 5)
            .mapToObj(i -> harness.later("adminGenerateAppToken", NOTHING, NOTHING, grant))
            .toList();
    await(Future.all(grants));

    assertThat(grants).filteredOn(each -> each.result().status() == 200).hasSize(1);
    assertThat(generate("demo", "demo-state", "abc").status()).isEqualTo(400);
    assertThat(data(apps(), "demo").getString("state")).isNotEqualTo("demo-state");
  }

  @Test
  void theStateOfAnotherUserIsRefused() {
    harness.run("DELETE FROM oauth_state");
    insertState("usr_other", "demo");

    assertThat(generate("demo", "demo-state", "abc").status()).isEqualTo(400);
    assertThat(data(apps(), "demo").getString("state")).isNotEqualTo("demo-state");
  }

  @Test
  void aStateExpires() {
    harness.clock.advance(Duration.ofMinutes(61));

    assertThat(generate("demo", "demo-state", "abc").status()).isEqualTo(400);
    String fresh = data(apps(), "demo").getString("state");
    assertThat(fresh).isNotEqualTo("demo-state");
    assertThat(data(apps(), "demo").getString("state")).isEqualTo(fresh);
    assertThat(generate("demo", fresh, "abc").status()).isEqualTo(200);
  }

  @Test
  void aCodeIsExchangedAndItsEventHasNoToken() {
    Reply reply = generate("demo", "demo-state", "abc");

    assertThat(reply.status()).as(reply.body().toString()).isEqualTo(200);
    assertThat(reply.body().toJsonObject().getJsonObject("apps").getJsonObject("data"))
        .isEqualTo(
            new JsonObject().put("state", "demo-state").put("access_token", "token-for-abc"));
    List<JsonObject> told = harness.events("oauth.token_generated.demo");
    assertThat(told).hasSize(1);
    assertThat(told.getFirst().getString("topic")).isEqualTo(Topics.ACCESS);
    assertThat(told.getFirst().encode()).doesNotContain("token-for-abc");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "nothing | x           | abc   | 404 | Oauth application nothing not found",
        "demo    | other       | abc   | 400 | Demo could not match state",
        "demo    | demo-state  | wrong | 400 | Demo did not accept the code",
        "demo    | demo-state  | moved | 400 | Demo did not accept the code",
        "demo    | demo-state  | text  | 400 | Demo did not accept the code",
        "demo    | demo-state  | long  | 503 | Demo is not available. Please retry.",
        "demo    | demo-state  | cut   | 503 | Demo is not available. Please retry.",
        "demo    | demo-state  | broken | 503 | Demo is not available. Please retry."
      })
  void invalidRequestsAreRefused(
      String name, String state, String code, int status, String message) {
    Reply reply = generate(name, state, code);

    assertThat(reply.status()).isEqualTo(status);
    assertThat(reply.body().toJsonObject().getString("message")).isEqualTo(message);
    assertThat(CALLS.get()).isLessThanOrEqualTo(1);
    assertThat(harness.count("outbox")).isZero();
  }

  @Test
  void anUnconfiguredApplicationCannotBeGranted() {
    harness.run(
        """
        INSERT INTO oauth (id, display_name, application_name, data, created_at)
        VALUES ('oauth_old', 'Old', 'old', '{}', now())
        """);
    insertState("usr_staff", "old");

    Reply reply = generate("old", "old-state", "abc");

    assertThat(reply.status()).isEqualTo(400);
    assertThat(reply.body().toJsonObject())
        .isEqualTo(
            new JsonObject()
                .put("type", "invalid_data")
                .put(
                    "message",
                    "An OAuth handler for Old could not be found make sure the plugin is"
                        + " installed"));
  }

  @ParameterizedTest
  @CsvSource({
    "https://127.0.0.1:1/",
    "https://localhost/",
    "https://[::1]/",
    "http://example.com/"
  })
  void privateAddressesAreNotCalled(String endpoint, Vertx vertx) {
    OAuthApp inside =
        new OAuthApp("inside", "Inside", null, null, URI.create(endpoint), "c", "s", null);

    assertThat(failure(new TokenExchange(vertx, false).exchange(inside, "abc")))
        .hasMessageContaining("Inside cannot be called at its token endpoint");
  }

  private static JsonArray apps() {
    return harness
        .ask("adminListApps", NOTHING, NOTHING, null)
        .body()
        .toJsonObject()
        .getJsonArray("apps");
  }

  private static Reply generate(String name, String state, String code) {
    return harness.ask(
        "adminGenerateAppToken",
        NOTHING,
        NOTHING,
        new JsonObject().put("application_name", name).put("state", state).put("code", code));
  }
}
