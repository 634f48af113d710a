package dev.tradewind.customer.auth;

import static dev.tradewind.customer.auth.AuthHarness.cookie;
import static dev.tradewind.customer.auth.AuthHarness.credentials;
import static dev.tradewind.testing.Futures.await;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tradewind.customer.password.BreachedPasswords;
import dev.tradewind.customer.password.Confirmation;
import dev.tradewind.customer.password.PasswordPolicy;
import dev.tradewind.customer.password.PasswordRules;
import dev.tradewind.customer.password.Passwords;
import dev.tradewind.customer.user.UserRegistration;
import dev.tradewind.kernel.operation.Principal;
import dev.tradewind.kernel.operation.Problem;
import dev.tradewind.kernel.operation.Reply;
import io.vertx.core.Future;
import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Password policies, the confirmation of sensitive changes, and notifications of the owner. */
class PasswordRulesIT {

  private static final PasswordRules PRODUCTION =
      new PasswordRules(
          new PasswordPolicy(12, true), new PasswordPolicy(8, true), Confirmation.PASSWORD);
  private static final AuthHarness HARNESS =
      new AuthHarness(AuthHarness.CONFIG.withRules(PRODUCTION));
  private static final JsonObject NOTHING = new JsonObject();
  private static final Principal ADA =
      new Principal(Principal.Kind.CUSTOMER, "cus_ada", Principal.Credential.SESSION);

  @AfterAll
  static void close() {
    HARNESS.close();
  }

  @BeforeEach
  void fill() {
    HARNESS.run("DELETE FROM session");
    HARNESS.run("DELETE FROM customer");
    HARNESS.run("DELETE FROM \"user\"");
    HARNESS.run("DELETE FROM outbox");
    HARNESS.run("DELETE FROM attempt");
    HARNESS.clock.advance(Duration.ofMinutes(20));
    HARNESS.insertCustomer("cus_ada", "ada@example.com", "secret-pw");
  }

  @ParameterizedTest
  @CsvSource({
    "short, password must be longer than or equal to 8 characters",
    "password1, password is one of the most common passwords",
    "Password1, password is one of the most common passwords"
  })
  void aWeakPasswordOfACustomerIsRefusedOnEveryWay(String password, String message) {
    JsonObject account = credentials("new@example.com", password).put("first_name", "New");
    Reply registered = HARNESS.call("storeCreateCustomer", account);
    Reply byStaff =
        HARNESS.ask("adminCreateCustomer", NOTHING, NOTHING, account.copy().put("last_name", "N"));
    Reply changedByStaff =
        HARNESS.ask(
            "adminUpdateCustomer",
            new JsonObject().put("id", "cus_ada"),
            NOTHING,
            new JsonObject().put("password", password));
    Reply changed =
        change(
            new JsonObject().put("password", password).put("old_password", "secret-pw"),
            freshSession());

    assertThat(List.of(registered, byStaff, changedByStaff, changed))
        .allSatisfy(reply -> {
          assertThat(reply.status()).isEqualTo(400);
          assertThat(reply.body().toJsonObject().getString("message")).isEqualTo(message);
        });
    assertThat(HARNESS.count("customer")).isEqualTo(1);
  }

  @ParameterizedTest
  @CsvSource({
    "supersecret, password must be longer than or equal to 12 characters",
    "administrator, password is one of the most common passwords"
  })
  void staffNeedsLongerPasswords(String password, String message) {
    Reply created =
        HARNESS.ask(
            "adminCreateUser", NOTHING, NOTHING, credentials("staff@example.com", password));

    assertThat(created.status()).isEqualTo(400);
    assertThat(created.body().toJsonObject().getString("message")).isEqualTo(message);
    UserRegistration operator =
        new UserRegistration(
            new Passwords(HARNESS.vertx, AuthHarness.CONFIG.passwords()),
            PRODUCTION.staff(),
            HARNESS.clock);
    Future<String> byOperator =
        operator
            .create(HARNESS.pool, "staff@example.com", password)
            .otherwise(PasswordRulesIT::problem);
    assertThat(await(byOperator)).isEqualTo(message);
    assertThat(HARNESS.count("\"user\"")).isZero();
  }

  private static String problem(Throwable refused) {
    return ((Problem) refused).message();
  }

  /** The hash of {@code a breached phrase}. */
  @Test
  void aBreachedPasswordIsRefusedOnEveryWay(@TempDir Path folder) throws IOException {
    Path list =
        Files.writeString(folder.resolve("list"), "E93EDAB2530D9EAE2B52E019ED76094D0E20DC18:7\r\n");
    try (AuthHarness strict =
        new AuthHarness(
            AuthHarness.CONFIG.withPasswords(
                AuthHarness.CONFIG.passwords().refusing(BreachedPasswords.in(list))))) {
      strict.insertCustomer("cus_ada", "ada@example.com", "secret-pw");
      JsonObject breached = new JsonObject().put("password", "a breached phrase");
      JsonObject account =
          credentials("new@example.com", "a breached phrase").put("first_name", "New");

      assertThat(
              List.of(
                  strict.call("storeCreateCustomer", account),
                  strict.callAs(ADA, "storeMeCustomer", breached, "none"),
                  strict.ask(
                      "adminCreateCustomer",
                      NOTHING,
                      NOTHING,
                      account.copy().put("last_name", "N")),
                  strict.ask(
                      "adminUpdateCustomer",
                      new JsonObject().put("id", "cus_ada"),
                      NOTHING,
                      breached),
                  strict.ask(
                      "adminCreateUser",
                      NOTHING,
                      NOTHING,
                      credentials("u@example.com", "a breached phrase"))))
          .allSatisfy(reply -> {
            assertThat(reply.status()).isEqualTo(400);
            assertThat(reply.body().toJsonObject().getString("message"))
                .isEqualTo("password was part of a data breach");
          });
      assertThat(
              strict
                  .call("storeCreateCustomer", account.copy().put("password", "a rare phrase"))
                  .status())
          .isEqualTo(200);
    }
  }

  @Test
  void aWeakPasswordDoesNotUseAResetTokenUp() {
    HARNESS.call("storePasswordTokenCustomer", new JsonObject().put("email", "ada@example.com"));
    String token =
        HARNESS
            .events("notification.requested")
            .getFirst()
            .getJsonObject("data")
            .getString("token");
    JsonObject reset = new JsonObject().put("email", "ada@example.com").put("token", token);

    Reply weak =
        HARNESS.call("storePasswordResetCustomer", reset.copy().put("password", "password1"));
    Reply strong =
        HARNESS.call("storePasswordResetCustomer", reset.copy().put("password", "a rare phrase"));

    assertThat(weak.status()).isEqualTo(400);
    assertThat(strong.status()).isEqualTo(200);
    assertThat(notifications())
        .containsExactly("customer.password_reset", "customer.password_changed");
  }

  @Test
  void aStolenSessionAloneChangesNeitherPasswordNorEmail() {
    String stolen = freshSession();
    HARNESS.clock.advance(Duration.ofMinutes(11));

    for (JsonObject change :
        List.of(
            new JsonObject().put("password", "a rare phrase"),
            new JsonObject().put("email", "thief@example.com"))) {
      Reply refused = change(change, stolen);
      assertThat(refused.status()).isEqualTo(400);
      assertThat(refused.body().toJsonObject().getString("code"))
          .isEqualTo("old_password_required");
      Reply guessed = change(change.copy().put("old_password", "a guess"), stolen);
      assertThat(guessed.status()).isEqualTo(400);
      assertThat(guessed.body().toJsonObject().getString("message"))
          .isEqualTo("old_password is not the present password");
    }
    assertThat(notifications()).isEmpty();
    assertThat(change(new JsonObject().put("phone", "123"), stolen).status()).isEqualTo(200);
    assertThat(change(new JsonObject().put("email", "ada@example.com"), stolen).status())
        .isEqualTo(200);
  }

  @Test
  void guessesOfTheOldPasswordAreLimited() {
    String stolen = freshSession();
    JsonObject guess = new JsonObject().put("email", "b@example.com").put("old_password", "guess");
    for (int i = 0; i < 10; i++) {
      assertThat(change(guess, stolen).status()).isEqualTo(400);
    }

    assertThat(change(guess, stolen).status()).isEqualTo(429);
    assertThat(change(guess.copy().put("old_password", "secret-pw"), stolen).status())
        .isEqualTo(429);
  }

  @Test
  void theSessionOfAnotherCustomerConfirmsNothing() {
    HARNESS.insertCustomer("cus_bob", "bob@example.com", "secret-pw");
    String bob = cookie(HARNESS.call("storeLogIn", credentials("bob@example.com", "secret-pw")));

    assertThat(change(new JsonObject().put("password", "a rare phrase"), bob).status())
        .isEqualTo(400);
  }

  @Test
  void theOwnerConfirmsWithThePasswordAndIsNotifiedAtTheOldAddress() {
    String old = freshSession();
    HARNESS.clock.advance(Duration.ofMinutes(11));
    JsonObject both =
        new JsonObject()
            .put("email", "Ada@New.example")
            .put("password", "a rare phrase")
            .put("old_password", "secret-pw");

    assertThat(change(both, old).status()).isEqualTo(200);

    assertThat(notifications())
        .containsExactly("customer.password_changed", "customer.email_changed");
    assertThat(HARNESS.events("notification.requested"))
        .allSatisfy(sent -> {
          assertThat(sent.getString("to")).isEqualTo("ada@example.com");
          assertThat(sent.encode()).doesNotContain("new.example", "phrase");
        });
    assertThat(HARNESS.call("storeLogIn", credentials("ada@new.example", "a rare phrase")).status())
        .isEqualTo(200);
  }

  @Test
  void aFreshLoginConfirmsANewEmailButNoNewPassword() {
    Reply refused = change(new JsonObject().put("password", "a rare phrase"), freshSession());
    assertThat(refused.status()).isEqualTo(400);
    assertThat(refused.body().toJsonObject().getString("code")).isEqualTo("old_password_required");

    assertThat(change(new JsonObject().put("email", "ada@new.example"), freshSession()).status())
        .isEqualTo(200);
  }

  @Test
  void aFreshLoginConfirmsANewPasswordIfTheOperatorAllowsIt() {
    PasswordRules lenient =
        new PasswordRules(
            PasswordPolicy.NONE, PasswordPolicy.NONE, Confirmation.PASSWORD_OR_FRESH_LOGIN);
    try (AuthHarness other = new AuthHarness(AuthHarness.CONFIG.withRules(lenient))) {
      other.insertCustomer("cus_ada", "ada@example.com", "secret-pw");
      String session =
          cookie(other.call("storeLogIn", credentials("ada@example.com", "secret-pw")));
      JsonObject change = new JsonObject().put("password", "a rare phrase");

      assertThat(other.callAs(ADA, "storeMeCustomer", change, session).status()).isEqualTo(200);
    }
  }

  @Test
  void aPasswordThatStaffSetsIsReportedToItsOwner() {
    HARNESS.ask(
        "adminUpdateCustomer",
        new JsonObject().put("id", "cus_ada"),
        NOTHING,
        new JsonObject().put("password", "a rare phrase"));

    assertThat(notifications()).containsExactly("customer.password_changed");
  }

  private static String freshSession() {
    return cookie(HARNESS.call("storeLogIn", credentials("ada@example.com", "secret-pw")));
  }

  private static Reply change(JsonObject body, String session) {
    return HARNESS.callAs(ADA, "storeMeCustomer", body, session);
  }

  private static List<String> notifications() {
    return HARNESS.events("notification.requested").stream()
        .map(sent -> sent.getString("event_name"))
        .toList();
  }
}
