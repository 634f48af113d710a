package dev.tradewind.customer.auth;

import static dev.tradewind.customer.auth.AuthHarness.cookie;
import static dev.tradewind.customer.auth.AuthHarness.credentials;
import static dev.tradewind.testing.Futures.await;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tradewind.api.event.Topics;
import dev.tradewind.customer.auth.credential.CredentialStore;
import dev.tradewind.customer.auth.login.ThrottleSettings;
import dev.tradewind.customer.auth.reset.ChangePassword;
import dev.tradewind.customer.password.PasswordRules;
import dev.tradewind.customer.password.Passwords;
import dev.tradewind.kernel.operation.CallContext;
import dev.tradewind.kernel.operation.Reply;
import dev.tradewind.kernel.operation.Request;
import dev.tradewind.kernel.token.JwtService;
import dev.tradewind.kernel.token.Token;
import io.vertx.core.Future;
import io.vertx.core.json.JsonObject;
import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class PasswordResetIT {

  private static final AuthHarness HARNESS = new AuthHarness();

  /** Differences between the two API surfaces. */
  enum Side {
    ADMIN("adminPasswordTokenUser", "adminResetPasswordUser", "adminLogIn", "user", Topics.ACCESS),
    STORE(
        "storePasswordTokenCustomer",
        "storePasswordResetCustomer",
        "storeLogIn",
        "customer",
        Topics.CUSTOMER);

    private final String ask;
    private final String reset;
    private final String logIn;
    private final String who;
    private final String topic;

    Side(String ask, String reset, String logIn, String who, String topic) {
      this.ask = ask;
      this.reset = reset;
      this.logIn = logIn;
      this.who = who;
      this.topic = topic;
    }
  }

  @AfterAll
  static void close() {
    HARNESS.close();
  }

  @BeforeEach
  void fill() {
    HARNESS.run("DELETE FROM session");
    HARNESS.run("DELETE FROM \"user\"");
    HARNESS.run("DELETE FROM customer");
    HARNESS.run("DELETE FROM outbox");
    HARNESS.run("DELETE FROM attempt");
    HARNESS.clock.advance(Duration.ofSeconds(2));
    HARNESS.insertUser("usr_ada", "ada@example.com", "old");
    HARNESS.insertCustomer("cus_ada", "ada@example.com", "old");
  }

  @ParameterizedTest
  @EnumSource
  void aForgottenPasswordIsReplaced(Side side) {
    String session = cookie(HARNESS.call(side.logIn, credentials("ada@example.com", "old")));
    Reply asked = ask(side, "ADA@example.com");
    assertThat(asked.status()).isEqualTo(204);
    assertThat(asked.body().length()).isZero();

    Reply reply = reset(side, "ada@example.com", token(), "new");

    assertThat(reply.status()).as(reply.body().toString()).isEqualTo(200);
    JsonObject shown = reply.body().toJsonObject().getJsonObject(side.who);
    assertThat(shown.getString("email")).isEqualTo("ada@example.com");
    assertThat(shown.fieldNames()).doesNotContain("password_hash");
    assertThat(HARNESS.idsOf(session)).isEmpty();
    assertThat(HARNESS.call(side.logIn, credentials("ada@example.com", "old")).status())
        .isEqualTo(401);
    assertThat(HARNESS.call(side.logIn, credentials("ada@example.com", "new")).status())
        .isEqualTo(200);
    assertThat(HARNESS.events(side.who + ".updated")).hasSize(1);
  }

  @ParameterizedTest
  @EnumSource
  void theTokenIsOnlyInTheNotification(Side side) {
    ask(side, "ada@example.com");

    JsonObject told = HARNESS.events(side.who + ".password_reset").getFirst();
    assertThat(told.getString("topic")).isEqualTo(side.topic);
    assertThat(told.getString("email")).isEqualTo("ada@example.com");
    assertThat(told.encode()).doesNotContain(token());
    JsonObject letter = HARNESS.events("notification.requested").getFirst();
    assertThat(letter.getString("topic")).isEqualTo(Topics.NOTIFICATION);
    assertThat(letter.getString("event_name")).isEqualTo(side.who + ".password_reset");
    assertThat(letter.getString("to")).isEqualTo("ada@example.com");
  }

  @ParameterizedTest
  @EnumSource
  void aTokenCanBeUsedOnce(Side side) {
    ask(side, "ada@example.com");
    String token = token();
    List<Future<Reply>> resets =
        IntStream.range(0, 5)
            .mapToObj(
                i -> HARNESS.send(side.reset, body("ada@example.com", token, "new" + i), null))
            .toList();
    await(Future.all(resets));

    assertThat(resets).filteredOn(each -> each.result().status() == 200).hasSize(1);
    assertThat(resets).filteredOn(each -> each.result().status() == 401).hasSize(4);
    assertThat(reset(side, "ada@example.com", token, "other").status()).isEqualTo(401);
  }

  @ParameterizedTest
  @EnumSource
  void aTokenIsValidForAQuarterOfAnHour(Side side) {
    ask(side, "ada@example.com");
    String token = token();
    HARNESS.clock.advance(Duration.ofMinutes(16));

    assertThat(reset(side, "ada@example.com", token, "new").status()).isEqualTo(401);
  }

  @ParameterizedTest
  @EnumSource
  void theReplyDoesNotRevealWhetherAnEmailIsKnown(Side side) {
    ask(side, "ada@example.com");
    HARNESS.counter.drain();
    long begun = System.nanoTime();

    assertThat(ask(side, "absent@example.com").status()).isEqualTo(204);

    assertThat(Duration.ofNanos(System.nanoTime() - begun)).isGreaterThan(Duration.ofMillis(99));
    List<String> unknown = HARNESS.counter.drain();
    ask(side, "ada@example.com");
    assertThat(HARNESS.counter.drain()).hasSameSizeAs(unknown);
    assertThat(HARNESS.events("notification.requested")).hasSize(2);
  }

  @Test
  void aGuestHasNoPasswordToReset() {
    HARNESS.run("UPDATE customer SET has_account = false");

    assertThat(ask(Side.STORE, "ada@example.com").status()).isEqualTo(204);
    assertThat(HARNESS.count("outbox")).isZero();
  }

  @Test
  void invalidRequestsHaveTheMessagesOfTheReference() {
    ask(Side.ADMIN, "ada@example.com");
    String ofUser = token();
    HARNESS.run("DELETE FROM outbox");
    ask(Side.STORE, "ada@example.com");
    String ofCustomer = token();

    Reply unknown = reset(Side.ADMIN, "absent@example.com", ofUser, "new");
    assertThat(unknown.status()).isEqualTo(400);
    assertThat(unknown.body().toJsonObject().getString("message")).isEqualTo("invalid token");
    assertThat(reset(Side.ADMIN, null, "garbage", "new").status()).isEqualTo(400);
    assertThat(reset(Side.ADMIN, "ada@example.com", ofCustomer, "new").status()).isEqualTo(401);
    for (Reply refused :
        List.of(
            reset(Side.STORE, "absent@example.com", ofCustomer, "new"),
            reset(Side.STORE, "ada@example.com", "garbage", "new"),
            reset(Side.STORE, "ada@example.com", ofUser, "new"))) {
      assertThat(refused.status()).isEqualTo(401);
      assertThat(refused.body().toJsonObject().getString("message"))
          .isEqualTo("Invalid or expired password reset token");
    }
    assertThat(reset(Side.ADMIN, null, ofUser, "new").status()).isEqualTo(200);
  }

  @Test
  void aResetTokenDoesNotAuthenticate() {
    ask(Side.ADMIN, "ada@example.com");
    JwtService tokens = new JwtService(HARNESS.vertx, AuthHarness.KEYS, HARNESS.clock);

    assertThat(await(tokens.verify(token(), Token.Surface.ADMIN))).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"ada@example.com", "absent@example.com"})
  void resetNotificationsAreLimited(String email) {
    JsonObject body = new JsonObject().put("email", email);
    await(
        Future.all(
            IntStream.range(0, ThrottleSettings.DEFAULT.perEmail())
                .mapToObj(i -> HARNESS.send(Side.STORE.ask, body, null))
                .toList()));

    Reply refused = ask(Side.STORE, email);

    assertThat(refused.status()).isEqualTo(429);
    assertThat(Integer.parseInt(refused.headers().get("retry-after"))).isBetween(800, 900);
  }

  @ParameterizedTest
  @EnumSource
  void forgedTokensDoNotStopTheOwner(Side side) {
    ask(side, "ada@example.com");
    String token = token();
    for (int i = 0; i < 2 * ThrottleSettings.DEFAULT.perEmail(); i++) {
      assertThat(reset(side, "ada@example.com", "x.y.z", "new").status()).isEqualTo(401);
    }

    assertThat(reset(side, "ada@example.com", token, "new").status()).isEqualTo(200);
  }

  @Test
  void aPasswordChangeKeepsTheSessionOfItsRequest() {
    String here = cookie(HARNESS.call("storeLogIn", credentials("ada@example.com", "old")));
    String elsewhere = cookie(HARNESS.call("storeLogIn", credentials("ada@example.com", "old")));
    ChangePassword change =
        new ChangePassword(
            new Passwords(HARNESS.vertx, AuthHarness.CONFIG.passwords()),
            PasswordRules.NONE,
            new CredentialStore(),
            HARNESS.clock);
    Request request =
        new Request(
            "storeMeCustomer",
            CallContext.system(HARNESS.clock, Duration.ofMinutes(1)),
            new JsonObject().put("headers", new JsonObject().put("session", here)));

    String hash = await(change.hash(request, Token.Surface.STORE, Token.Surface.STORE, "new"));
    assertThat(
            await(
                change.store(
                    HARNESS.pool, request, Token.Surface.STORE, "cus_ada", hash, List.of())))
        .isTrue();

    assertThat(HARNESS.idsOf(here)).containsExactly("cus_ada");
    assertThat(HARNESS.idsOf(elsewhere)).isEmpty();
    assertThat(
            await(
                change.store(HARNESS.pool, request, Token.Surface.STORE, "cus_x", hash, List.of())))
        .isFalse();
  }

  @Test
  void aPasswordChangeDoesNotReviveAnExpiredSession() {
    String over = cookie(HARNESS.call("storeLogIn", credentials("ada@example.com", "old")));
    HARNESS.run("UPDATE customer SET credential_version = credential_version + 1");
    ChangePassword change =
        new ChangePassword(
            new Passwords(HARNESS.vertx, AuthHarness.CONFIG.passwords()),
            PasswordRules.NONE,
            new CredentialStore(),
            HARNESS.clock);
    Request request =
        new Request(
            "storeMeCustomer",
            CallContext.system(HARNESS.clock, Duration.ofMinutes(1)),
            new JsonObject().put("headers", new JsonObject().put("session", over)));

    await(change.store(HARNESS.pool, request, Token.Surface.STORE, "cus_ada", "hash", List.of()));

    assertThat(HARNESS.idsOf(over)).isEmpty();
  }

  private static Reply ask(Side side, String email) {
    return HARNESS.call(side.ask, new JsonObject().put("email", email));
  }

  private static Reply reset(Side side, String email, String token, String password) {
    return HARNESS.call(side.reset, body(email, token, password));
  }

  private static JsonObject body(String email, String token, String password) {
    JsonObject body = new JsonObject().put("token", token).put("password", password);
    return email == null ? body : body.put("email", email);
  }

  /** Token of the last notification. */
  private static String token() {
    return HARNESS
        .events("notification.requested")
        .getLast()
        .getJsonObject("data")
        .getString("token");
  }
}
