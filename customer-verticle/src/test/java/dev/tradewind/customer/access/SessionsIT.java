package dev.tradewind.customer.access;

import static dev.tradewind.customer.access.Door.cookie;
import static dev.tradewind.customer.access.Door.credentials;
import static dev.tradewind.testing.Futures.await;
import static org.assertj.core.api.Assertions.assertThat;

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

  private final Door door = new Door();

  @BeforeEach
  void fill() {
    door.insertUser("usr_1", "admin@example.com", "supersecret");
    door.insertCustomer("cus_ada", "ada@example.com", "secret-pw");
    door.insertCustomer("cus_bob", "bob@example.com", "secret-pw");
  }

  @AfterEach
  void close() {
    door.close();
  }

  @Test
  void aUserLogsInAndIsShownWithoutThePassword() {
    Reply reply = door.call("adminLogIn", ADMIN);

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
    assertThat(door.whoHas(cookie(reply))).containsExactly("usr_1");
  }

  @Test
  void aCustomerLogsInAndIsShownWithOrdersAndAddresses() {
    Reply reply = door.call("storeLogIn", ADA);

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
            "shipping_addresses");
    assertThat(customer.getJsonArray("orders").getJsonObject(0).getString("customer_id"))
        .isEqualTo("cus_ada");
    assertThat(customer.getJsonArray("shipping_addresses")).isEmpty();
    assertThat(door.whoHas(cookie(reply))).containsExactly("cus_ada");
  }

  @Test
  void theCookieIsKeptFromScriptsAndEndsTenHoursAfterTheLogin() {
    String header = door.call("adminLogIn", ADMIN).headers().get("set-cookie");

    Matcher cookie =
        Pattern.compile("connect\\.sid=[\\w-]{43}; Path=/; Expires=([^;]+ GMT); HttpOnly")
            .matcher(header);
    assertThat(header).matches(cookie.pattern());
    assertThat(cookie.matches()).isTrue();
    Instant expires =
        ZonedDateTime.parse(
                cookie.group(1), DateTimeFormatter.RFC_1123_DATE_TIME.withLocale(Locale.ENGLISH))
            .toInstant();
    assertThat(ChronoUnit.SECONDS.between(door.clock.instant(), expires))
        .isBetween(35_900L, 36_000L);
  }

  @Test
  void inProductionTheCookieTravelsEncrypted() {
    try (Door production =
        new Door(Door.CONFIG.withSessions(SessionSettings.STANDARD.secure(true)))) {
      production.insertUser("usr_1", "admin@example.com", "supersecret");

      assertThat(production.call("adminLogIn", ADMIN).headers().get("set-cookie"))
          .endsWith("; HttpOnly; Secure; SameSite=None");
    }
  }

  @Test
  void onlyTheHashOfASessionIsStored() {
    String cookie = cookie(door.call("adminLogIn", ADMIN));

    String stored = door.one("SELECT session::text FROM session").getString(0);
    assertThat(stored).doesNotContain(cookie).contains(new SessionCookie(cookie).hash());
    assertThat(door.whoHas(stored)).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({
    "adminLogIn, admin@example.com, wrong",
    "adminLogIn, nobody@example.com, supersecret",
    "adminLogIn, ada@example.com, secret-pw",
    "adminLogIn, left@example.com, supersecret",
    "adminLogIn, without@example.com, supersecret",
    "adminIssueToken, admin@example.com, wrong",
    "adminIssueToken, nobody@example.com, supersecret",
    "storeLogIn, ada@example.com, wrong",
    "storeLogIn, nobody@example.com, secret-pw",
    "storeLogIn, guest@example.com, secret-pw",
    "storeLogIn, admin@example.com, supersecret",
    "storeIssueToken, ada@example.com, wrong",
    "storeIssueToken, guest@example.com, secret-pw"
  })
  void whateverIsWrongTheAnswerIsTheSame(String operation, String email, String password) {
    door.insertUser("usr_left", "left@example.com", "supersecret");
    door.run("UPDATE \"user\" SET deleted_at = now() WHERE id = 'usr_left'");
    door.insertUser("usr_without", "without@example.com", "supersecret");
    door.run("UPDATE \"user\" SET password_hash = NULL WHERE id = 'usr_without'");
    door.insertCustomer("cus_guest", "guest@example.com", "secret-pw");
    door.run("UPDATE customer SET has_account = false WHERE id = 'cus_guest'");

    Reply reply = door.call(operation, credentials(email, password));

    assertThat(reply.status()).isEqualTo(401);
    assertThat(reply.body().toString())
        .isEqualTo("{\"type\":\"unauthorized\",\"message\":\"Unauthorized\"}");
    assertThat(reply.headers()).isEmpty();
    assertThat(door.count("session")).isZero();
  }

  @Test
  void everyLoginHasAnIdOfItsOwnAndEndsTheOneBefore() {
    String first = cookie(door.call("storeLogIn", ADA));
    String second = cookie(door.call("storeLogIn", BOB, first));

    assertThat(second).isNotEqualTo(first);
    assertThat(door.whoHas(first)).isEmpty();
    assertThat(door.whoHas(second)).containsExactly("cus_bob");
    assertThat(door.count("session")).isEqualTo(1);
  }

  @Test
  void anIdThatAnotherChoseIsNeverTaken() {
    String cookie = cookie(door.call("storeLogIn", ADA, "chosen-by-somebody-else"));

    assertThat(cookie).isNotEqualTo("chosen-by-somebody-else");
    assertThat(door.whoHas("chosen-by-somebody-else")).isEmpty();
  }

  @Test
  void aLoginKeepsWhoIsInOnTheOtherSurface() {
    String admin = cookie(door.call("adminLogIn", ADMIN));
    String both = cookie(door.call("storeLogIn", ADA, admin));

    assertThat(door.whoHas(both)).containsExactlyInAnyOrder("usr_1", "cus_ada");
    assertThat(door.whoHas(admin)).isEmpty();
  }

  @Test
  void aLoginOnOneSurfaceMakesNobodyStayLongerOnTheOther() {
    String admin = cookie(door.call("adminLogIn", ADMIN));
    door.clock.advance(Duration.ofHours(9));
    String both = cookie(door.call("storeLogIn", ADA, admin));
    door.clock.advance(Duration.ofHours(2));

    assertThat(door.whoHas(both)).containsExactly("cus_ada");
  }

  @Test
  void aSessionEndsAndNothingRenewsIt() {
    String cookie = cookie(door.call("storeLogIn", ADA));
    door.clock.advance(Duration.ofHours(9));
    assertThat(door.whoHas(cookie)).containsExactly("cus_ada");

    door.clock.advance(Duration.ofMinutes(61));
    assertThat(door.whoHas(cookie)).isEmpty();
  }

  @Test
  void whatIsOverIsSweptAway() {
    String over = cookie(door.call("storeLogIn", ADA));
    door.clock.advance(Duration.ofHours(9));
    String alive = cookie(door.call("storeLogIn", ADA));
    door.clock.advance(Duration.ofHours(2));
    AccessSweeper sweeper = new AccessSweeper(door.pool, new SessionStore(), door.clock);

    await(sweeper.sweep());

    assertThat(door.count("session")).isEqualTo(1);
    assertThat(door.whoHas(alive)).containsExactly("cus_ada");
    assertThat(door.whoHas(over)).isEmpty();
  }

  @Test
  void logoutOnOneSurfaceKeepsTheOther() {
    String both = cookie(door.call("storeLogIn", ADA, cookie(door.call("adminLogIn", ADMIN))));

    Reply reply = door.call("storeLogOut", null, both);

    assertThat(reply.status()).isEqualTo(200);
    assertThat(reply.body().toString()).isEqualTo("OK");
    assertThat(reply.contentType()).isEqualTo("text/plain; charset=utf-8");
    assertThat(door.whoHas(both)).containsExactly("usr_1");

    door.call("adminLogOut", null, both);
    assertThat(door.whoHas(both)).isEmpty();
    assertThat(door.count("session")).isZero();
  }

  @ParameterizedTest
  @CsvSource({"adminLogOut", "storeLogOut"})
  void logoutWithoutASessionIsFine(String operation) {
    door.counter.drain();
    assertThat(door.call(operation, null).body().toString()).isEqualTo("OK");
    assertThat(door.counter.drain()).isEmpty();
    assertThat(door.call(operation, null, "unknown").body().toString()).isEqualTo("OK");
  }

  @Test
  void twoLogoutsAtOnceBothTakeEffect() {
    for (int i = 0; i < 20; i++) {
      String both = cookie(door.call("storeLogIn", ADA, cookie(door.call("adminLogIn", ADMIN))));

      await(Future.all(door.send("storeLogOut", null, both), door.send("adminLogOut", null, both)));

      assertThat(door.whoHas(both)).isEmpty();
    }
    assertThat(door.count("session")).isZero();
  }

  @Test
  void twoLoginsAtOnceMakeTwoSessions() {
    List<Future<Reply>> logins =
        List.of(door.send("storeLogIn", ADA, null), door.send("storeLogIn", ADA, null));
    await(Future.all(logins));

    String first = cookie(logins.get(0).result());
    String second = cookie(logins.get(1).result());
    assertThat(first).isNotEqualTo(second);
    assertThat(door.whoHas(first)).containsExactly("cus_ada");
    assertThat(door.whoHas(second)).containsExactly("cus_ada");
  }

  @Test
  void twoLoginsAtOnceWithOneCookieBothKeepWhoIsInOnTheOtherSurface() {
    for (int i = 0; i < 10; i++) {
      String admin = cookie(door.call("adminLogIn", ADMIN));

      List<Future<Reply>> logins =
          List.of(door.send("storeLogIn", ADA, admin), door.send("storeLogIn", BOB, admin));
      await(Future.all(logins));

      assertThat(door.whoHas(cookie(logins.get(0).result()))).contains("usr_1", "cus_ada");
      assertThat(door.whoHas(cookie(logins.get(1).result()))).contains("usr_1", "cus_bob");
    }
  }

  @Test
  void whoeverHadTheCookieBeforeALoginDoesNotBecomeWhoLoggedIn() {
    String planted = cookie(door.call("storeLogIn", BOB));
    door.call("adminLogIn", ADMIN, planted);

    String late = cookie(door.call("storeLogIn", ADA, planted));

    assertThat(door.whoHas(late)).containsExactly("cus_ada");
  }

  @Test
  void whoHasLoggedOutIsNotBroughtBackByALateLogin() {
    String admin = cookie(door.call("adminLogIn", ADMIN));
    String both = cookie(door.call("storeLogIn", ADA, admin));
    door.call("adminLogOut", null, both);

    String late = cookie(door.call("storeLogIn", BOB, admin));

    assertThat(door.whoHas(late)).containsExactly("cus_bob");
  }

  @Test
  void logoutOnOneNodeEndsTheSessionOnAll() {
    try (Door other = door.anotherNode()) {
      String cookie = cookie(door.call("storeLogIn", ADA));
      assertThat(other.whoHas(cookie)).containsExactly("cus_ada");

      door.call("storeLogOut", null, cookie);

      assertThat(other.whoHas(cookie)).isEmpty();
    }
  }

  @Test
  void aPasswordChangeEndsTheSessionsOfItsOwnerAlone() {
    String ada = cookie(door.call("storeLogIn", ADA));
    String both = cookie(door.call("storeLogIn", ADA, cookie(door.call("adminLogIn", ADMIN))));
    String bob = cookie(door.call("storeLogIn", BOB));

    door.run(
        "UPDATE customer SET credential_version = credential_version + 1 WHERE id = 'cus_ada'");

    assertThat(door.whoHas(ada)).isEmpty();
    assertThat(door.whoHas(both)).containsExactly("usr_1");
    assertThat(door.whoHas(bob)).containsExactly("cus_bob");
  }

  @Test
  void whoIsDeletedIsOut() {
    String admin = cookie(door.call("adminLogIn", ADMIN));
    String ada = cookie(door.call("storeLogIn", ADA));

    door.run("UPDATE \"user\" SET deleted_at = now() WHERE id = 'usr_1'");
    door.run("UPDATE customer SET deleted_at = now() WHERE id = 'cus_ada'");

    assertThat(door.whoHas(admin)).isEmpty();
    assertThat(door.whoHas(ada)).isEmpty();
  }

  @Test
  void withoutItsOrdersNobodyIsHalfLoggedIn() {
    try (Door alone = new Door()) {
      alone.insertCustomer("cus_ada", "ada@example.com", "secret-pw");
      alone.orderVerticleLeaves();

      assertThat(alone.call("storeLogIn", ADA).status()).isEqualTo(503);
      assertThat(alone.count("session")).isZero();
    }
  }
}
