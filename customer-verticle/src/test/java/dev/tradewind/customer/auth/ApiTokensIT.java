package dev.tradewind.customer.auth;

import static dev.tradewind.customer.auth.AuthHarness.cookie;
import static dev.tradewind.customer.auth.AuthHarness.credentials;
import static dev.tradewind.testing.Futures.await;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tradewind.customer.password.Confirmation;
import dev.tradewind.customer.password.PasswordPolicy;
import dev.tradewind.customer.password.PasswordRules;
import dev.tradewind.customer.user.ApiTokens;
import dev.tradewind.kernel.operation.Principal;
import dev.tradewind.kernel.operation.Reply;
import dev.tradewind.kernel.text.Sha256;
import io.vertx.core.Future;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** API tokens: hashed, shown once, limited in time and permissions, ended by a new password. */
class ApiTokensIT {

  private static final Principal USER =
      new Principal(Principal.Kind.USER, "usr_1", Principal.Credential.SESSION);

  private final AuthHarness harness =
      new AuthHarness(
          AuthHarness.CONFIG.withRules(
              new PasswordRules(PasswordPolicy.NONE, PasswordPolicy.NONE, Confirmation.PASSWORD)));

  @BeforeEach
  void fill() {
    harness.insertUser("usr_1", "admin@example.com", "supersecret");
  }

  @AfterEach
  void close() {
    harness.close();
  }

  private static JsonObject named(String name) {
    return new JsonObject().put("name", name).put("old_password", "supersecret");
  }

  private Reply create(Principal caller, JsonObject body) {
    return harness.callAs(caller, "adminCreateApiToken", body);
  }

  private JsonObject created(JsonObject body) {
    Reply reply = create(USER, body);
    assertThat(reply.status()).as(reply.body().toString()).isEqualTo(200);
    return reply.body().toJsonObject().getJsonObject("api_token");
  }

  private JsonObject caller(String token) {
    return harness.authenticate(
        new JsonObject().put("api_token_hashes", new JsonArray().add(Sha256.of(token))));
  }

  private List<JsonObject> listed() {
    return harness
        .callAs(USER, "adminListApiTokens")
        .body()
        .toJsonObject()
        .getJsonArray("api_tokens")
        .stream()
        .map(JsonObject.class::cast)
        .toList();
  }

  @Test
  void aTokenIsShownOnceAndStoredAsAHash() {
    String token = created(named("sync")).getString("token");

    assertThat(caller(token).getJsonObject("user").getString("how")).isEqualTo("API_TOKEN");
    assertThat(harness.one("SELECT api_token::text FROM api_token").getString(0))
        .doesNotContain(token)
        .contains(Sha256.of(token));
    assertThat(listed()).hasSize(1).allSatisfy(one -> assertThat(one.getString("token")).isNull());
    assertThat(caller(Sha256.of(token))).isEmpty();
  }

  @Test
  void creationsAndDeletionsAreInTheAuditLogWithoutTheTokens() {
    JsonObject token = created(named("sync"));
    JsonObject path = new JsonObject().put("id", token.getString("id"));
    for (int i = 0; i < 2; i++) {
      await(harness.sendAs(USER, "adminDeleteApiToken", path, new JsonObject(), "x"));
    }
    String made = await(new ApiTokens(harness.pool, harness.clock).of("admin@example.com", false));

    List<JsonObject> entries = harness.events("audit.recorded");

    assertThat(entries)
        .extracting(entry -> entry.getString("action") + " " + entry.getString("id"))
        .containsExactly(
            "api_token_creation " + token.getString("id"),
            "api_token_deletion " + token.getString("id"),
            "api_token_creation usr_1");
    assertThat(entries.getFirst().getJsonObject("after").getString("name")).isEqualTo("sync");
    assertThat(entries.toString()).doesNotContain(token.getString("token"), made);
  }

  @Test
  void aTokenOfTheRecordIsStoredAsAHashAndNotShown() {
    harness.run("UPDATE \"user\" SET api_token = 'test_token' WHERE id = 'usr_1'");
    harness.run(
        """
        INSERT INTO "user" (id, email, api_token, created_at, updated_at)
        VALUES ('usr_2', 'b@example.com', 'another_token', now(), now())
        """);

    assertThat(harness.one("SELECT string_agg(\"user\"::text, '') FROM \"user\"").getString(0))
        .doesNotContain("test_token", "another_token");
    assertThat(caller("test_token").getJsonObject("user").getString("id")).isEqualTo("usr_1");
    assertThat(caller("another_token").getJsonObject("user").getString("id")).isEqualTo("usr_2");

    harness.run("UPDATE \"user\" SET api_token = NULL WHERE id = 'usr_1'");
    assertThat(caller("test_token")).isEmpty();
  }

  @Test
  void aPasswordResetEndsAllTokens() {
    harness.run("UPDATE \"user\" SET api_token = 'test_token' WHERE id = 'usr_1'");
    String token = created(named("sync")).getString("token");
    harness.call("adminPasswordTokenUser", new JsonObject().put("email", "admin@example.com"));
    String reset =
        harness
            .events("notification.requested")
            .getFirst()
            .getJsonObject("data")
            .getString("token");

    harness.call(
        "adminResetPasswordUser", new JsonObject().put("token", reset).put("password", "new one"));

    assertThat(caller("test_token")).isEmpty();
    assertThat(caller(token)).isEmpty();
    assertThat(listed()).isEmpty();
  }

  @Test
  void aTokenEnds() {
    String token = created(named("sync").put("expires_in_days", 7)).getString("token");
    harness.clock.advance(Duration.ofDays(6));
    assertThat(caller(token)).isNotEmpty();

    harness.clock.advance(Duration.ofDays(2));
    assertThat(caller(token)).isEmpty();
    assertThat(listed()).isEmpty();
  }

  @Test
  void aTokenHasThePermissionsThatItNames() {
    JsonArray permissions = new JsonArray().add("orders:read");
    String token = created(named("sync").put("permissions", permissions)).getString("token");

    assertThat(caller(token).getJsonObject("user").getJsonArray("permissions"))
        .isEqualTo(permissions);
  }

  @Test
  void aStolenSessionOrTokenMakesNoToken() {
    String session =
        cookie(harness.call("adminLogIn", credentials("admin@example.com", "supersecret")));
    harness.clock.advance(Duration.ofMinutes(11));

    Reply refused =
        harness.callAs(USER, "adminCreateApiToken", new JsonObject().put("name", "x"), session);
    assertThat(refused.status()).isEqualTo(400);
    assertThat(create(USER, named("x").put("old_password", "guess")).status()).isEqualTo(400);
    Principal program = new Principal(Principal.Kind.USER, "usr_1", Principal.Credential.API_TOKEN);
    assertThat(create(program, named("x")).status()).isEqualTo(400);
    assertThat(harness.count("api_token")).isZero();
  }

  @Test
  void concurrentRequestsDoNotExceedTheLimit() {
    harness.run(
        """
        INSERT INTO api_token
          (id, user_id, name, token_hash, credential_version, created_at, expires_at)
        SELECT 'old_' || n, 'usr_1', 'old', n, 1, now(), now() + interval '1 day'
        FROM generate_series(1, 48) AS n
        """);
    String session =
        cookie(harness.call("adminLogIn", credentials("admin@example.com", "supersecret")));

    List<Future<Reply>> made =
        IntStream.range(0, 6)
            .mapToObj(i ->
                harness.sendWith(
                    USER,
                    "adminCreateApiToken",
                    new JsonObject(),
                    new JsonObject().put("name", "x"),
                    new JsonObject().put("session", session).put("remote-address", "10.0.0.1")))
            .toList();
    await(Future.all(made));

    assertThat(made).filteredOn(each -> each.result().status() == 200).hasSize(2);
    assertThat(harness.count("api_token")).isEqualTo(50);
  }

  @Test
  void aTokenOfAnotherUserCannotBeDeleted() {
    String id = created(named("sync")).getString("id");
    Principal other = new Principal(Principal.Kind.USER, "usr_2", Principal.Credential.SESSION);

    await(harness.sendAs(other, "adminDeleteApiToken", id, "x"));
    assertThat(listed()).hasSize(1);
    await(harness.sendAs(USER, "adminDeleteApiToken", id, "x"));
    assertThat(listed()).isEmpty();
  }
}
