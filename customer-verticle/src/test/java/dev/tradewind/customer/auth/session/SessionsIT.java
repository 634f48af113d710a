package dev.tradewind.customer.auth.session;

import static dev.tradewind.customer.auth.AuthHarness.cookie;
import static dev.tradewind.customer.auth.AuthHarness.credentials;
import static dev.tradewind.testing.Futures.await;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tradewind.api.customer.SessionCookieName;
import dev.tradewind.customer.auth.AuthHarness;
import dev.tradewind.kernel.operation.Reply;
import io.vertx.core.Future;
import io.vertx.core.json.JsonObject;
import java.time.Duration;
import java.time.Instant;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SessionsIT {

  private static final JsonObject ADMIN = credentials("Admin@Example.com", "supersecret");
  private static final JsonObject ADA = credentials(" ADA@example.com", "secret-pw");
  private static final JsonObject BOB = credentials("bob@example.com", "secret-pw");

  private final AuthHarness harness = new AuthHarness();

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
  void aUserLogsInAndIsShownWithoutThePassword() {
    Reply reply = harness.call("adminLogIn", ADMIN);

    assertThat(reply.status()).isEqualTo(200);
    JsonObject user = reply.body().toJsonObject().getJsonObject("user");
    assertThat(user.fieldNames())
        .containsExactly(
            "id",
            "created_at",
            "updated_at",
            "deleted_at",
            "role",
            "email",
            "first_name",
            "last_name",
            "api_token",
            "metadata");
    assertThat(user.getString("id")).isEqualTo("usr_1");
    assertThat(harness.idsOf(cookie(reply))).containsExactly("usr_1");
  }

  @Test
  void aCustomerLogsInAndIsShownWithOrdersAndAddresses() {
    Reply reply = harness.call("storeLogIn", ADA);

    assertThat(reply.status()).isEqualTo(200);
    JsonObject customer = reply.body().toJsonObject().getJsonObject("customer");
    assertThat(customer.fieldNames())
        .containsExactly(
            "id",
            "created_at",
            "updated_at",
            "deleted_at",
            "email",
            "first_name",
            "last_name",
            "billing_address_id",
            "phone",
            "has_account",
            "metadata",
            "orders",
            "billing_address",
            "shipping_addresses");
    assertThat(customer.getJsonArray("orders").getJsonObject(0).getString("customer_id"))
        .isEqualTo("cus_ada");
    assertThat(customer.getJsonArray("shipping_addresses")).isEmpty();
    assertThat(harness.idsOf(cookie(reply))).containsExactly("cus_ada");
  }

  @Test
  void theCookieIsHttpOnlyAndExpiresTenHoursAfterTheLogin() {
    String header = harness.call("adminLogIn", ADMIN).headers().get("set-cookie");

    Matcher cookie =
        Pattern.compile("connect\\.sid=[\\w-]{43}; Path=/; Expires=([^;]+ GMT); HttpOnly")
            .matcher(header);
    assertThat(header).matches(cookie.pattern());
    assertThat(cookie.matches()).isTrue();
    Instant expires =
        ZonedDateTime.parse(
                cookie.group(1), DateTimeFormatter.RFC_1123_DATE_TIME.withLocale(Locale.ENGLISH))
            .toInstant();
    assertThat(ChronoUnit.SECONDS.between(harness.clock.instant(), expires))
        .isBetween(35_900L, 36_000L);
  }

  @Test
  void inProductionTheCookieIsSecure() {
    try (AuthHarness production =
        new AuthHarness(AuthHarness.CONFIG.withSessions(SessionSettings.DEFAULT.secure(true)))) {
      production.insertUser("usr_1", "admin@example.com", "supersecret");

      assertThat(production.call("adminLogIn", ADMIN).headers().get("set-cookie"))
          .endsWith("; HttpOnly; Secure; SameSite=None");
    }
  }

  /** Browsers take such a cookie only with Secure and Path=/, and without Domain. */
  @Test
  void thePrefixedCookieHasTheAttributesOfItsPrefix() {
    SessionSettings prefixed =
        SessionSettings.DEFAULT.secure(true).withCookieName(SessionCookieName.HOST_PREFIXED);
    try (AuthHarness production = new AuthHarness(AuthHarness.CONFIG.withSessions(prefixed))) {
      production.insertUser("usr_1", "admin@example.com", "supersecret");

      assertThat(production.call("adminLogIn", ADMIN).headers().get("set-cookie"))
          .matches(
              "__Host-connect\\.sid=[\\w-]{43}; Path=/; Expires=[^;]+; HttpOnly; Secure;"
                  + " SameSite=None");
    }
    assertThatThrownBy(() -> prefixed.secure(false)).isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void onlyTheHashOfASessionIsStored() {
    String cookie = cookie(harness.call("adminLogIn", ADMIN));

    String stored = harness.one("SELECT session::text FROM session").getString(0);
    assertThat(stored).doesNotContain(cookie).contains(new SessionCookie(cookie).hash());
    assertThat(harness.idsOf(stored)).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({
    "adminLogIn, admin@example.com, wrong",
    "adminLogIn, absent@example.com, supersecret",
    "adminLogIn, ada@example.com, secret-pw",
    "adminLogIn, left@example.com, supersecret",
    "adminLogIn, without@example.com, supersecret",
    "adminIssueToken, admin@example.com, wrong",
    "adminIssueToken, absent@example.com, supersecret",
    "storeLogIn, ada@example.com, wrong",
    "storeLogIn, absent@example.com, secret-pw",
    "storeLogIn, guest@example.com, secret-pw",
    "storeLogIn, admin@example.com, supersecret",
    "storeIssueToken, ada@example.com, wrong",
    "storeIssueToken, guest@example.com, secret-pw"
  })
  void anyFailedLoginHasTheSameReply(String operation, String email, String password) {
    harness.insertUser("usr_left", "left@example.com", "supersecret");
    harness.run("UPDATE \"user\" SET deleted_at = now() WHERE id = 'usr_left'");
    harness.insertUser("usr_without", "without@example.com", "supersecret");
    harness.run("UPDATE \"user\" SET password_hash = NULL WHERE id = 'usr_without'");
    harness.insertCustomer("cus_guest", "guest@example.com", "secret-pw");
    harness.run("UPDATE customer SET has_account = false WHERE id = 'cus_guest'");

    Reply reply = harness.call(operation, credentials(email, password));

    assertThat(reply.status()).isEqualTo(401);
    assertThat(reply.body().toString())
        .isEqualTo("{\"type\":\"unauthorized\",\"message\":\"Unauthorized\"}");
    assertThat(reply.headers()).isEmpty();
    assertThat(harness.count("session")).isZero();
  }

  @Test
  void everyLoginHasANewSessionIdAndEndsTheOldSession() {
    String first = cookie(harness.call("storeLogIn", ADA));
    String second = cookie(harness.call("storeLogIn", BOB, first));

    assertThat(second).isNotEqualTo(first);
    assertThat(harness.idsOf(first)).isEmpty();
    assertThat(harness.idsOf(second)).containsExactly("cus_bob");
    assertThat(harness.count("session")).isEqualTo(1);
  }

  @Test
  void aSessionIdChosenByTheClientIsNeverUsed() {
    String cookie = cookie(harness.call("storeLogIn", ADA, "chosen-by-the-client"));

    assertThat(cookie).isNotEqualTo("chosen-by-the-client");
    assertThat(harness.idsOf("chosen-by-the-client")).isEmpty();
  }

  @Test
  void aLoginKeepsTheLoginOnTheOtherSurface() {
    String admin = cookie(harness.call("adminLogIn", ADMIN));
    String both = cookie(harness.call("storeLogIn", ADA, admin));

    assertThat(harness.idsOf(both)).containsExactlyInAnyOrder("usr_1", "cus_ada");
    assertThat(harness.idsOf(admin)).isEmpty();
  }

  @Test
  void aLoginOnOneSurfaceDoesNotExtendTheOther() {
    String admin = cookie(harness.call("adminLogIn", ADMIN));
    harness.clock.advance(Duration.ofHours(9));
    String both = cookie(harness.call("storeLogIn", ADA, admin));
    harness.clock.advance(Duration.ofHours(2));

    assertThat(harness.idsOf(both)).containsExactly("cus_ada");
  }

  @Test
  void aSessionExpiresAndIsNotRenewed() {
    String cookie = cookie(harness.call("storeLogIn", ADA));
    harness.clock.advance(Duration.ofHours(9));
    assertThat(harness.idsOf(cookie)).containsExactly("cus_ada");

    harness.clock.advance(Duration.ofMinutes(61));
    assertThat(harness.idsOf(cookie)).isEmpty();
  }

  @Test
  void expiredSessionsAreDeleted() {
    String over = cookie(harness.call("storeLogIn", ADA));
    harness.clock.advance(Duration.ofHours(9));
    String alive = cookie(harness.call("storeLogIn", ADA));
    harness.clock.advance(Duration.ofHours(2));
    ExpiredSessionCleaner cleaner =
        new ExpiredSessionCleaner(harness.pool, new SessionStore(), harness.clock);

    await(cleaner.deleteExpired());

    assertThat(harness.count("session")).isEqualTo(1);
    assertThat(harness.idsOf(alive)).containsExactly("cus_ada");
    assertThat(harness.idsOf(over)).isEmpty();
  }

  @Test
  void aLogoutOnOneSurfaceKeepsTheOther() {
    String both =
        cookie(harness.call("storeLogIn", ADA, cookie(harness.call("adminLogIn", ADMIN))));

    Reply reply = harness.call("storeLogOut", null, both);

    assertThat(reply.status()).isEqualTo(200);
    assertThat(reply.body().toString()).isEqualTo("OK");
    assertThat(reply.contentType()).isEqualTo("text/plain; charset=utf-8");
    assertThat(harness.idsOf(both)).containsExactly("usr_1");

    harness.call("adminLogOut", null, both);
    assertThat(harness.idsOf(both)).isEmpty();
    assertThat(harness.count("session")).isZero();
  }

  @ParameterizedTest
  @CsvSource({"adminLogOut", "storeLogOut"})
  void aLogoutWithoutASessionSucceeds(String operation) {
    harness.counter.drain();
    assertThat(harness.call(operation, null).body().toString()).isEqualTo("OK");
    assertThat(harness.counter.drain()).isEmpty();
    assertThat(harness.call(operation, null, "unknown").body().toString()).isEqualTo("OK");
  }

  @Test
  void concurrentLogoutsBothTakeEffect() {
    for (int i = 0; i < 20; i++) {
      String both =
          cookie(harness.call("storeLogIn", ADA, cookie(harness.call("adminLogIn", ADMIN))));

      await(
          Future.all(
              harness.send("storeLogOut", null, both), harness.send("adminLogOut", null, both)));

      assertThat(harness.idsOf(both)).isEmpty();
    }
    assertThat(harness.count("session")).isZero();
  }

  @Test
  void concurrentLoginsCreateTwoSessions() {
    List<Future<Reply>> logins =
        List.of(harness.send("storeLogIn", ADA, null), harness.send("storeLogIn", ADA, null));
    await(Future.all(logins));

    String first = cookie(logins.get(0).result());
    String second = cookie(logins.get(1).result());
    assertThat(first).isNotEqualTo(second);
    assertThat(harness.idsOf(first)).containsExactly("cus_ada");
    assertThat(harness.idsOf(second)).containsExactly("cus_ada");
  }

  @Test
  void concurrentLoginsWithOneCookieKeepTheLoginOnTheOtherSurface() {
    for (int i = 0; i < 10; i++) {
      String admin = cookie(harness.call("adminLogIn", ADMIN));

      List<Future<Reply>> logins =
          List.of(harness.send("storeLogIn", ADA, admin), harness.send("storeLogIn", BOB, admin));
      await(Future.all(logins));

      assertThat(harness.idsOf(cookie(logins.get(0).result()))).contains("usr_1", "cus_ada");
      assertThat(harness.idsOf(cookie(logins.get(1).result()))).contains("usr_1", "cus_bob");
    }
  }

  @Test
  void aCookieFromBeforeALoginDoesNotGainItsIdentity() {
    String planted = cookie(harness.call("storeLogIn", BOB));
    harness.call("adminLogIn", ADMIN, planted);

    String late = cookie(harness.call("storeLogIn", ADA, planted));

    assertThat(harness.idsOf(late)).containsExactly("cus_ada");
  }

  @Test
  void aLateLoginDoesNotUndoALogout() {
    String admin = cookie(harness.call("adminLogIn", ADMIN));
    String both = cookie(harness.call("storeLogIn", ADA, admin));
    harness.call("adminLogOut", null, both);

    String late = cookie(harness.call("storeLogIn", BOB, admin));

    assertThat(harness.idsOf(late)).containsExactly("cus_bob");
  }

  @Test
  void logoutOnOneNodeEndsTheSessionOnAll() {
    try (AuthHarness other = harness.anotherNode()) {
      String cookie = cookie(harness.call("storeLogIn", ADA));
      assertThat(other.idsOf(cookie)).containsExactly("cus_ada");

      harness.call("storeLogOut", null, cookie);

      assertThat(other.idsOf(cookie)).isEmpty();
    }
  }

  @Test
  void aPasswordChangeEndsOnlyTheSessionsOfItsOwner() {
    String ada = cookie(harness.call("storeLogIn", ADA));
    String both =
        cookie(harness.call("storeLogIn", ADA, cookie(harness.call("adminLogIn", ADMIN))));
    String bob = cookie(harness.call("storeLogIn", BOB));

    harness.run(
        "UPDATE customer SET credential_version = credential_version + 1 WHERE id = 'cus_ada'");

    assertThat(harness.idsOf(ada)).isEmpty();
    assertThat(harness.idsOf(both)).containsExactly("usr_1");
    assertThat(harness.idsOf(bob)).containsExactly("cus_bob");
  }

  @Test
  void aDeletedAccountIsLoggedOut() {
    String admin = cookie(harness.call("adminLogIn", ADMIN));
    String ada = cookie(harness.call("storeLogIn", ADA));

    harness.run("UPDATE \"user\" SET deleted_at = now() WHERE id = 'usr_1'");
    harness.run("UPDATE customer SET deleted_at = now() WHERE id = 'cus_ada'");

    assertThat(harness.idsOf(admin)).isEmpty();
    assertThat(harness.idsOf(ada)).isEmpty();
  }

  @Test
  void aLoginDoesNotWaitForTheOrderVerticle() {
    try (AuthHarness alone = new AuthHarness()) {
      alone.insertCustomer("cus_ada", "ada@example.com", "secret-pw");
      alone.undeployOrderVerticle();

      assertThat(alone.call("storeLogIn", ADA).status()).isEqualTo(200);
      assertThat(alone.count("session")).isOne();
    }
  }
}
