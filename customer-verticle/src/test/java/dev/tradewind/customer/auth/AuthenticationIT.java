package dev.tradewind.customer.auth;

import static dev.tradewind.customer.auth.AuthHarness.cookie;
import static dev.tradewind.customer.auth.AuthHarness.credentials;
import static dev.tradewind.testing.Futures.await;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tradewind.customer.auth.session.SessionCookie;
import dev.tradewind.kernel.token.JwtService;
import dev.tradewind.kernel.token.Token;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class AuthenticationIT {

  private static final JsonObject ANONYMOUS = new JsonObject();

  private final AuthHarness harness = new AuthHarness();

  @BeforeEach
  void fill() {
    harness.insertUser("usr_1", "admin@example.com", "supersecret");
    harness.insertUser("usr_2", "staff@example.com", "supersecret");
    harness.insertCustomer("cus_ada", "ada@example.com", "secret-pw");
    harness.run(
        """
        INSERT INTO issued_token (id, user_id, customer_id, credential_version, created_at,
          expires_at)
        VALUES ('token_of_usr_1', 'usr_1', NULL, 1, now(), now() + interval '1 day'),
          ('token_of_usr_2', 'usr_2', NULL, 1, now(), now() + interval '1 day'),
          ('token_of_cus_ada', NULL, 'cus_ada', 1, now(), now() + interval '1 day')
        """);
  }

  @AfterEach
  void close() {
    harness.close();
  }

  @Test
  void aRequestWithoutCredentialsIsAnonymous() {
    assertThat(harness.authenticate(new JsonObject())).isEqualTo(ANONYMOUS);
    assertThat(harness.authenticate(new JsonObject().put("session", "0".repeat(64))))
        .isEqualTo(ANONYMOUS);
  }

  @Test
  void aSessionAuthenticates() {
    assertThat(harness.authenticate(session())).isEqualTo(known("user", "usr_1", "SESSION"));
  }

  @Test
  void aTokenIsValidWhileItsCredentialVersionIsCurrent() {
    JsonObject user = new JsonObject().put("user_token", token("usr_1", 1));
    JsonObject customer = new JsonObject().put("customer_token", token("cus_ada", 1));
    assertThat(harness.authenticate(user)).isEqualTo(known("user", "usr_1", "JWT"));
    assertThat(harness.authenticate(customer)).isEqualTo(known("customer", "cus_ada", "JWT"));

    harness.run("UPDATE \"user\" SET credential_version = 2 WHERE id = 'usr_1'");
    harness.run("UPDATE customer SET credential_version = 2 WHERE id = 'cus_ada'");
    assertThat(harness.authenticate(user)).isEqualTo(ANONYMOUS);
    assertThat(harness.authenticate(customer)).isEqualTo(ANONYMOUS);
  }

  @Test
  void aTokenOfADeletedAccountIsAnonymous() {
    harness.run("UPDATE \"user\" SET deleted_at = now()");
    harness.run("UPDATE customer SET has_account = false");

    assertThat(harness.authenticate(new JsonObject().put("user_token", token("usr_1", 1))))
        .isEqualTo(ANONYMOUS);
    assertThat(harness.authenticate(new JsonObject().put("customer_token", token("cus_ada", 1))))
        .isEqualTo(ANONYMOUS);
    assertThat(harness.authenticate(new JsonObject().put("user_token", token("usr_x", 1))))
        .isEqualTo(ANONYMOUS);
  }

  @Test
  void aTokenOfTheShopThatWasMovedInHoldsUntilAChangeOfThePasswordOrASecondFactor() {
    JsonObject user = new JsonObject().put("user_token", new JsonObject().put("id", "usr_1"));
    JsonObject other = new JsonObject().put("user_token", new JsonObject().put("id", "usr_2"));
    JsonObject customer =
        new JsonObject().put("customer_token", new JsonObject().put("id", "cus_ada"));
    assertThat(harness.authenticate(user)).isEqualTo(known("user", "usr_1", "JWT"));
    assertThat(harness.authenticate(other)).isEqualTo(known("user", "usr_2", "JWT"));
    assertThat(harness.authenticate(customer)).isEqualTo(known("customer", "cus_ada", "JWT"));

    harness.run("UPDATE \"user\" SET credential_version = 2 WHERE id = 'usr_1'");
    harness.run("UPDATE customer SET credential_version = 2 WHERE id = 'cus_ada'");
    harness.run(
        "INSERT INTO second_factor (user_id, secret, confirmed_at, created_at)"
            + " VALUES ('usr_2', 'secret'::bytea, now(), now())");
    assertThat(harness.authenticate(user)).isEqualTo(ANONYMOUS);
    assertThat(harness.authenticate(other)).isEqualTo(ANONYMOUS);
    assertThat(harness.authenticate(customer)).isEqualTo(ANONYMOUS);
  }

  @Test
  void anApiTokenIsValidExactlyWhileItIsStored() {
    assertThat(harness.authenticate(apiTokens("test_token"))).isEqualTo(ANONYMOUS);

    harness.run("UPDATE \"user\" SET api_token = 'test_token' WHERE id = 'usr_2'");
    assertThat(harness.authenticate(apiTokens("garbage", "test_token")))
        .isEqualTo(known("user", "usr_2", "API_TOKEN"));

    harness.run("UPDATE \"user\" SET api_token = 'another' WHERE id = 'usr_2'");
    assertThat(harness.authenticate(apiTokens("test_token"))).isEqualTo(ANONYMOUS);

    harness.run("UPDATE \"user\" SET deleted_at = now() WHERE id = 'usr_2'");
    assertThat(harness.authenticate(apiTokens("another"))).isEqualTo(ANONYMOUS);
  }

  @Test
  void anEmptyApiTokenIsAnonymous() {
    harness.run("UPDATE \"user\" SET api_token = '' WHERE id = 'usr_2'");

    assertThat(harness.authenticate(apiTokens(""))).isEqualTo(ANONYMOUS);
  }

  @Test
  void theSessionPrecedesTheTokenAndTheApiToken() {
    harness.run("UPDATE \"user\" SET api_token = 'test_token' WHERE id = 'usr_1'");
    JsonObject apiToken = apiTokens("test_token");
    JsonObject token = apiToken.copy().put("user_token", token("usr_2", 1));
    JsonObject session = token.copy().mergeIn(session());

    assertThat(harness.authenticate(apiToken)).isEqualTo(known("user", "usr_1", "API_TOKEN"));
    assertThat(harness.authenticate(token)).isEqualTo(known("user", "usr_2", "JWT"));
    assertThat(harness.authenticate(session)).isEqualTo(known("user", "usr_1", "SESSION"));
  }

  @Test
  void invalidCredentialsDoNotInvalidateValidOnes() {
    JsonObject shown = session().put("user_token", token("usr_x", 9)).mergeIn(apiTokens("x"));

    assertThat(harness.authenticate(shown)).isEqualTo(known("user", "usr_1", "SESSION"));
  }

  @Test
  void authenticationTakesOneStatementForAnyCredentials() {
    JsonObject shown =
        session()
            .put("user_token", token("usr_1", 1))
            .put("customer_token", token("cus_ada", 1))
            .mergeIn(apiTokens("test_token"));
    harness.counter.drain();

    JsonObject known = harness.authenticate(shown);

    assertThat(harness.counter.drain()).hasSize(1);
    assertThat(known.fieldNames()).containsExactlyInAnyOrder("user", "customer");
  }

  @Test
  void aTokenIsIssuedForEmailAndPassword() {
    String user = issued("adminIssueToken", "Admin@example.com", "supersecret");
    String customer = issued("storeIssueToken", "ADA@example.com", "secret-pw");

    JwtService tokens = new JwtService(harness.vertx, AuthHarness.KEYS, harness.clock);
    assertThat(await(tokens.verify(user, Token.Surface.ADMIN)))
        .hasValueSatisfying(token ->
            assertThat(token)
                .isEqualTo(new Token(Token.Surface.ADMIN, "usr_1", 1, token.tokenId())));
    assertThat(await(tokens.verify(customer, Token.Surface.STORE)))
        .hasValueSatisfying(token ->
            assertThat(token)
                .isEqualTo(new Token(Token.Surface.STORE, "cus_ada", 1, token.tokenId())));
    assertThat(life(user)).isEqualTo(24 * 3_600L);
    assertThat(life(customer)).isEqualTo(30 * 24 * 3_600L);
    assertThat(harness.count("session")).isZero();
  }

  private String issued(String operation, String email, String password) {
    return harness
        .call(operation, credentials(email, password))
        .body()
        .toJsonObject()
        .getString("access_token");
  }

  private static long life(String token) {
    byte[] payload = Base64.getUrlDecoder().decode(token.split("\\.", -1)[1]);
    JsonObject claims = new JsonObject(new String(payload, StandardCharsets.UTF_8));
    return claims.getLong("exp") - claims.getLong("iat");
  }

  private JsonObject session() {
    String cookie =
        cookie(harness.call("adminLogIn", credentials("admin@example.com", "supersecret")));
    return new JsonObject().put("session", new SessionCookie(cookie).hash());
  }

  private static JsonObject token(String id, int version) {
    return new JsonObject().put("id", id).put("version", version).put("token_id", "token_of_" + id);
  }

  private static JsonObject apiTokens(String... tokens) {
    List<String> hashes =
        Arrays.stream(tokens).map(token -> new SessionCookie(token).hash()).toList();
    return new JsonObject().put("api_token_hashes", new JsonArray(hashes));
  }

  private static JsonObject known(String who, String id, String how) {
    JsonObject found = new JsonObject().put("id", id).put("how", how);
    return new JsonObject().put(who, who.equals("user") ? found.put("role", "admin") : found);
  }
}
