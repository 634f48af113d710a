package dev.tradewind.customer.auth;

import static dev.tradewind.customer.auth.AuthHarness.cookie;
import static dev.tradewind.customer.auth.AuthHarness.credentials;
import static dev.tradewind.testing.Futures.await;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tradewind.customer.auth.session.SessionCookie;
import dev.tradewind.customer.auth.session.SessionSettings;
import dev.tradewind.customer.password.Confirmation;
import dev.tradewind.customer.password.PasswordPolicy;
import dev.tradewind.customer.password.PasswordRules;
import dev.tradewind.kernel.operation.Principal;
import dev.tradewind.kernel.operation.Reply;
import dev.tradewind.kernel.token.JwtService;
import dev.tradewind.kernel.token.Token;
import io.vertx.core.Future;
import io.vertx.core.json.JsonObject;
import java.time.Duration;
import java.util.List;
import java.util.function.BiFunction;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Logins that end: by logout, after idle time, and by their owner and staff. */
class LoginsIT {

  private static final JsonObject ADMIN = credentials("admin@example.com", "supersecret");
  private static final JsonObject ADA = credentials("ada@example.com", "secret-pw");
  private static final JsonObject BOB = credentials("bob@example.com", "secret-pw");
  private static final Principal USER =
      new Principal(Principal.Kind.USER, "usr_1", Principal.Credential.SESSION);
  private static final Principal CUSTOMER =
      new Principal(Principal.Kind.CUSTOMER, "cus_ada", Principal.Credential.SESSION);

  private final AuthHarness harness =
      new AuthHarness(
          AuthHarness.CONFIG.withSessions(
              SessionSettings.DEFAULT.endingAfterIdle(Duration.ofMinutes(30))));

  @BeforeEach
  void fill() {
    harness.insertUser("usr_1", "admin@example.com", "supersecret");
    harness.insertCustomer("cus_ada", "ada@example.com", "secret-pw");
    harness.insertCustomer("cus_bob", "bob@example.com", "secret-pw");
  }

  @AfterEach
  void close() {
    harness.close();
  }

  @Test
  void aLogoutEndsTheTokenOfTheRequest() {
    Token ended = issue("storeIssueToken", ADA, Token.Surface.STORE);
    Token other = issue("storeIssueToken", ADA, Token.Surface.STORE);
    assertThat(isValid(ended)).isTrue();

    await(
        harness.sendWith(
            CUSTOMER,
            "storeLogOut",
            new JsonObject(),
            null,
            new JsonObject().put("token-id", ended.tokenId())));

    assertThat(isValid(ended)).isFalse();
    assertThat(isValid(other)).isTrue();
  }

  @Test
  void aGenuineTokenThatWasNotIssuedHereIsRefused() {
    assertThat(isValid(new Token(Token.Surface.STORE, "cus_ada", 1, "made-up"))).isFalse();
    Token bobs = issue("storeIssueToken", BOB, Token.Surface.STORE);
    assertThat(isValid(new Token(Token.Surface.STORE, "cus_ada", 1, bobs.tokenId()))).isFalse();
  }

  @Test
  void anAccountHasAThousandTokensAtMost() {
    harness.run(
        """
        INSERT INTO issued_token (id, customer_id, credential_version, created_at, expires_at)
        SELECT 'old_' || n, 'cus_ada', 1, now() - interval '1 day', now() + interval '1 day'
        FROM generate_series(1, 1200) AS n
        """);

    Token newest = issue("storeIssueToken", ADA, Token.Surface.STORE);

    assertThat(harness.count("issued_token")).isEqualTo(1_000);
    assertThat(isValid(newest)).isTrue();
  }

  @Test
  void anAccountHasAThousandSessionsAtMost() {
    harness.run(
        """
        INSERT INTO session (
          id_hash, id, created_at, seen_at, opened_by,
          customer_id, customer_credential_version, customer_expires_at
        )
        SELECT 'old_' || n, 'sess_' || n, now() - interval '1 minute', now(), 'customer',
          'cus_ada', 1, now() + interval '1 day'
        FROM generate_series(1, 1200) AS n
        """);

    String newest = cookie(harness.call("storeLogIn", ADA));

    assertThat(harness.count("session")).isEqualTo(1_000);
    assertThat(harness.idsOf(newest)).containsExactly("cus_ada");
  }

  @Test
  void anIdleSessionEnds() {
    String used = cookie(harness.call("storeLogIn", ADA));
    String idle = cookie(harness.call("storeLogIn", ADA));
    for (int i = 0; i < 3; i++) {
      harness.clock.advance(Duration.ofMinutes(20));
      assertThat(harness.idsOf(used)).containsExactly("cus_ada");
    }

    assertThat(harness.idsOf(idle)).isEmpty();
    harness.clock.advance(Duration.ofMinutes(31));
    assertThat(harness.idsOf(used)).isEmpty();
  }

  @Test
  void theUseOfASessionIsNotedOnceAMinute() {
    String session = cookie(harness.call("storeLogIn", ADA));
    harness.clock.advance(Duration.ofMinutes(2));
    harness.counter.drain();
    harness.idsOf(session);
    assertThat(harness.counter.drain()).hasSize(2);

    harness.idsOf(session);
    assertThat(harness.counter.drain()).hasSize(1);
  }

  @Test
  void anAccountSeesItsLoginsAndNoCredential() {
    String session = cookie(harness.call("storeLogIn", ADA));
    Token token = issue("storeIssueToken", ADA, Token.Surface.STORE);
    harness.call("storeLogIn", BOB);

    List<JsonObject> logins = logins(CUSTOMER, "storeListLogins", "", session);

    assertThat(logins)
        .extracting(login -> login.getString("kind"))
        .containsExactlyInAnyOrder("session", "token");
    assertThat(logins)
        .filteredOn(login -> login.getBoolean("is_current"))
        .extracting(login -> login.getString("kind"))
        .containsExactly("session");
    assertThat(logins)
        .allSatisfy(login -> assertThat(login.getString("remote_address")).isEqualTo("10.0.0.1"));
    assertThat(logins.toString()).doesNotContain(session, new SessionCookie(session).hash());
    assertThat(logins).extracting(login -> login.getString("id")).contains(token.tokenId());
  }

  @Test
  void theOwnerEndsOneLogin() {
    String stolen = cookie(harness.call("storeLogIn", ADA));
    String stolenId = logins(CUSTOMER, "storeListLogins", "", stolen).getFirst().getString("id");
    String own = cookie(harness.call("storeLogIn", ADA));

    end(CUSTOMER, "storeEndLogin", stolenId, own);

    assertThat(harness.idsOf(stolen)).isEmpty();
    assertThat(harness.idsOf(own)).containsExactly("cus_ada");
  }

  @Test
  void aLoginOfAnotherAccountCannotBeEnded() {
    String bob = cookie(harness.call("storeLogIn", BOB));
    Token bobs = issue("storeIssueToken", BOB, Token.Surface.STORE);
    String id = harness.one("SELECT id FROM session").getString(0);

    end(CUSTOMER, "storeEndLogin", id, "x");
    end(CUSTOMER, "storeEndLogin", bobs.tokenId(), "x");
    end(CUSTOMER, "storeEndOtherLogins", "", "x");
    end(USER, "adminEndLogin", id, "x");

    assertThat(harness.idsOf(bob)).containsExactly("cus_bob");
    assertThat(isValid(bobs)).isTrue();
  }

  @Test
  void theOwnerEndsAllOtherLogins() {
    String stolen = cookie(harness.call("adminLogIn", ADMIN));
    Token token = issue("adminIssueToken", ADMIN, Token.Surface.ADMIN);
    String own = cookie(harness.call("adminLogIn", ADMIN));

    end(USER, "adminEndOtherLogins", "", own);

    assertThat(harness.idsOf(stolen)).isEmpty();
    assertThat(isValid(token)).isFalse();
    assertThat(harness.idsOf(own)).containsExactly("usr_1");
  }

  @ParameterizedTest
  @ValueSource(strings = {"storeEndLogin", "storeEndOtherLogins"})
  void aStolenSessionDoesNotEndTheLoginsOfTheOwner(String operation) {
    PasswordRules strict =
        new PasswordRules(PasswordPolicy.NONE, PasswordPolicy.NONE, Confirmation.PASSWORD);
    try (AuthHarness production = new AuthHarness(AuthHarness.CONFIG.withRules(strict))) {
      production.insertCustomer("cus_ada", "ada@example.com", "secret-pw");
      String owner = cookie(production.call("storeLogIn", ADA));
      String id = production.one("SELECT id FROM session").getString(0);
      String stolen = cookie(production.call("storeLogIn", ADA));
      production.clock.advance(Duration.ofMinutes(11));
      BiFunction<String, JsonObject, Integer> end =
          (session, body) ->
              await(
                      production.sendWith(
                          CUSTOMER,
                          operation,
                          new JsonObject().put("id", id),
                          body,
                          new JsonObject().put("session", session)))
                  .status();

      assertThat(end.apply(stolen, new JsonObject())).isEqualTo(400);
      assertThat(end.apply(stolen, new JsonObject().put("old_password", "guess"))).isEqualTo(400);
      assertThat(production.idsOf(owner)).containsExactly("cus_ada");

      assertThat(end.apply(stolen, new JsonObject().put("old_password", "secret-pw")))
          .isEqualTo(200);
      assertThat(production.idsOf(owner)).isEmpty();
      String fresh = cookie(production.call("storeLogIn", ADA));
      assertThat(end.apply(fresh, new JsonObject())).isEqualTo(200);
    }
  }

  @Test
  void staffEndsAllLoginsOfAnAccountAndKeepsTheOtherSurface() {
    String both =
        cookie(harness.call("storeLogIn", ADA, cookie(harness.call("adminLogIn", ADMIN))));
    Token token = issue("storeIssueToken", ADA, Token.Surface.STORE);
    assertThat(logins(USER, "adminListLoginsOfCustomer", "cus_ada", "x")).hasSize(2);

    end(USER, "adminEndLoginsOfCustomer", "cus_ada", "x");

    assertThat(harness.idsOf(both)).containsExactly("usr_1");
    assertThat(isValid(token)).isFalse();
    assertThat(logins(USER, "adminListLoginsOfCustomer", "cus_ada", "x")).isEmpty();
    assertThat(logins(USER, "adminListLoginsOfUser", "usr_1", "x")).hasSize(1);
    end(USER, "adminEndLoginsOfUser", "usr_1", "x");
    assertThat(harness.idsOf(both)).isEmpty();
  }

  @Test
  void concurrentLoginsAndEndsLeaveNoEndedLoginInEffect() {
    for (int i = 0; i < 10; i++) {
      String session = cookie(harness.call("storeLogIn", ADA));
      await(
          Future.all(
              IntStream.range(0, 4)
                  .mapToObj(
                      each -> harness.sendAs(USER, "adminEndLoginsOfCustomer", "cus_ada", "x"))
                  .toList()));
      assertThat(harness.idsOf(session)).isEmpty();
    }
  }

  private Token issue(String operation, JsonObject login, Token.Surface surface) {
    String compact = harness.call(operation, login).body().toJsonObject().getString("access_token");
    return await(
            new JwtService(harness.vertx, AuthHarness.KEYS, harness.clock).verify(compact, surface))
        .orElseThrow();
  }

  private boolean isValid(Token token) {
    String kind = token.surface() == Token.Surface.ADMIN ? "user_token" : "customer_token";
    return !harness
        .authenticate(
            new JsonObject()
                .put(
                    kind,
                    new JsonObject()
                        .put("id", token.id())
                        .put("version", token.version())
                        .put("token_id", token.tokenId())))
        .isEmpty();
  }

  private List<JsonObject> logins(Principal caller, String operation, String id, String session) {
    Reply reply = await(harness.sendAs(caller, operation, id, session));
    return reply.body().toJsonObject().getJsonArray("logins").stream()
        .map(JsonObject.class::cast)
        .toList();
  }

  private void end(Principal caller, String operation, String id, String session) {
    assertThat(await(harness.sendAs(caller, operation, id, session)).status()).isEqualTo(200);
  }
}
