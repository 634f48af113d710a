package dev.tradewind.customer.secondfactor;

import static dev.tradewind.customer.auth.AuthHarness.cookie;
import static dev.tradewind.customer.auth.AuthHarness.credentials;
import static dev.tradewind.testing.Futures.await;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tradewind.customer.auth.AuthHarness;
import dev.tradewind.kernel.operation.Principal;
import dev.tradewind.kernel.operation.Reply;
import dev.tradewind.kernel.text.Sha256;
import dev.tradewind.kernel.token.SigningKeys;
import io.vertx.core.Future;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.json.JsonObject;
import java.time.Duration;
import java.util.HexFormat;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Second factor of users: enrollment, login, replay, recovery, removal. */
class SecondFactorIT {

  private static final JsonObject LOGIN = credentials("admin@example.com", "supersecret");
  private static final JsonObject NOTHING = new JsonObject();
  private static final SecondFactorStore STORE = new SecondFactorStore();

  private final AuthHarness harness = new AuthHarness();

  @BeforeEach
  void fill() {
    harness.insertUser("usr_1", "admin@example.com", "supersecret");
    harness.insertUser("usr_2", "other@example.com", "supersecret");
  }

  @AfterEach
  void close() {
    harness.close();
  }

  @Test
  void aLoginNeedsTheSecondFactorOnceItIsConfirmed() {
    byte[] secret = enroll();
    assertThat(logIn(null).status()).as("not confirmed yet").isEqualTo(200);
    confirm(secret);
    nextStep();

    for (String operation : List.of("adminLogIn", "adminIssueToken")) {
      Reply without = harness.call(operation, LOGIN);
      assertThat(without.status()).isEqualTo(401);
      assertThat(without.body().toJsonObject().getString("code"))
          .isEqualTo("second_factor_required");
      assertThat(without.headers()).doesNotContainKey("set-cookie");
    }
    assertThat(logIn("000000").status()).isEqualTo(401);
    assertThat(logIn(password(secret)).status()).isEqualTo(200);
    assertThat(harness.call("adminLogIn", credentials("other@example.com", "supersecret")).status())
        .isEqualTo(200);
  }

  @Test
  void aWrongPasswordTellsNothingAboutTheSecondFactor() {
    confirm(enroll());

    Reply wrong = harness.call("adminLogIn", credentials("admin@example.com", "wrong"));

    assertThat(wrong.body().toJsonObject().containsKey("code")).isFalse();
  }

  @Test
  void aOneTimePasswordIsAcceptedOnce() {
    byte[] secret = enroll();
    String used = password(secret);
    confirm(secret);
    assertThat(logIn(used).status()).as("used for the confirmation").isEqualTo(401);
    nextStep();
    String next = password(secret);

    List<Future<Reply>> logins =
        IntStream.range(0, 8)
            .mapToObj(i -> harness.send("adminLogIn", LOGIN.copy().put("otp", next)))
            .toList();
    await(Future.all(logins));

    assertThat(logins).filteredOn(each -> each.result().status() == 200).hasSize(1);
    assertThat(logIn(next).status()).isIn(401, 429);
  }

  @Test
  void anEarlierStepIsNotAcceptedAfterALaterOne() {
    byte[] secret = enroll();
    confirm(secret);
    nextStep();
    nextStep();
    String earlier = Totp.password(secret, Totp.step(harness.clock.instant()) - 1);
    assertThat(logIn(password(secret)).status()).isEqualTo(200);

    assertThat(logIn(earlier).status()).isEqualTo(401);
  }

  @Test
  void aRecoveryCodeIsAcceptedOnceAndStoredAsAHash() {
    List<String> codes = confirm(enroll());
    assertThat(codes).hasSize(10).doesNotHaveDuplicates();
    String code = codes.getFirst();
    assertThat(harness.one("SELECT string_agg(code_hash, '') FROM recovery_code").getString(0))
        .doesNotContain(code)
        .contains(Sha256.of(code.replace("-", "")));

    List<Future<Reply>> logins =
        IntStream.range(0, 6)
            .mapToObj(i -> harness.send("adminLogIn", LOGIN.copy().put("otp", code)))
            .toList();
    await(Future.all(logins));

    assertThat(logins).filteredOn(each -> each.result().status() == 200).hasSize(1);
    assertThat(state().getInteger("recovery_codes_left")).isEqualTo(9);
  }

  @Test
  void guessesAreLimitedAndARightPasswordWithoutAFactorIsNoGuess() {
    byte[] secret = enroll();
    confirm(secret);
    nextStep();
    for (int i = 0; i < 15; i++) {
      assertThat(logIn(null).status()).isEqualTo(401);
    }
    for (int i = 0; i < 10; i++) {
      assertThat(logIn("99999" + i).status()).isEqualTo(401);
    }

    assertThat(logIn(password(secret)).status()).isEqualTo(429);
  }

  @Test
  void guessesAtAnEnrollmentAreLimited() {
    byte[] secret = enroll();
    for (int i = 0; i < 10; i++) {
      assertThat(call("adminConfirmSecondFactor", otp("99999" + i), "x").status()).isEqualTo(400);
    }

    assertThat(call("adminConfirmSecondFactor", otp(password(secret)), "x").status())
        .isEqualTo(429);
  }

  @Test
  void aConfirmationEndsTheLoginsWithoutASecondFactor() {
    String stolen = cookie(harness.call("adminLogIn", LOGIN));
    harness.call("adminIssueToken", LOGIN);
    String own = cookie(harness.call("adminLogIn", LOGIN));
    byte[] secret = enroll();

    call("adminConfirmSecondFactor", new JsonObject().put("otp", password(secret)), own);

    assertThat(harness.idsOf(stolen)).isEmpty();
    assertThat(harness.count("issued_token")).isZero();
    assertThat(harness.idsOf(own)).containsExactly("usr_1");
    assertThat(
            harness
                .authenticate(new JsonObject().put("session", Sha256.of(own)))
                .getJsonObject("user")
                .getBoolean("has_second_factor"))
        .isTrue();
  }

  @Test
  void aConfirmationNeedsTheEnrolledSecretAndHappensOnce() {
    assertThat(call("adminConfirmSecondFactor", otp("123456"), "x").status()).isEqualTo(400);
    byte[] old = enroll();
    byte[] secret = enroll();
    assertThat(call("adminConfirmSecondFactor", otp(password(old)), "x").status()).isEqualTo(400);
    List<Future<Reply>> both =
        IntStream.range(0, 4)
            .mapToObj(i ->
                harness.sendAs(
                    user("usr_1"), "adminConfirmSecondFactor", NOTHING, otp(password(secret)), "x"))
            .toList();
    await(Future.all(both));

    assertThat(both).filteredOn(each -> each.result().status() == 200).hasSize(1);
    assertThat(harness.count("recovery_code")).isEqualTo(10);
    assertThat(call("adminEnrollSecondFactor", NOTHING, "x").status())
        .as("a stolen session cannot replace the factor")
        .isEqualTo(400);
  }

  @Test
  void theFactorIsRemovedWithAOneTimePassword() {
    byte[] secret = enroll();
    confirm(secret);
    nextStep();

    assertThat(call("adminRemoveSecondFactor", otp("000000"), "x").status()).isEqualTo(400);
    assertThat(state().getString("confirmed_at")).isNotNull();
    assertThat(call("adminRemoveSecondFactor", otp(password(secret)), "x").status()).isEqualTo(200);
    assertThat(logIn(null).status()).isEqualTo(200);
  }

  /** A program is given a token for its work, not the account. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "adminEnrollSecondFactor",
        "adminConfirmSecondFactor",
        "adminRemoveSecondFactor",
        "adminEndLogin",
        "adminEndOtherLogins"
      })
  void anApiTokenChangesNoCredentialOfItsUser(String operation) {
    confirm(enroll());
    Principal program = new Principal(Principal.Kind.USER, "usr_1", Principal.Credential.API_TOKEN);
    int codes = (int) harness.count("recovery_code");
    JsonObject id = new JsonObject().put("id", "session_1");

    Reply refused =
        await(
            harness.sendAs(
                program,
                operation,
                id,
                new JsonObject().put("otp", "123456").put("old_password", "x"),
                "x"));

    assertThat(refused.status()).isEqualTo(400);
    assertThat(refused.body().toJsonObject().getString("message"))
        .isEqualTo("This change needs a login; an API token cannot make it");
    assertThat(harness.count("recovery_code")).isEqualTo(codes);
  }

  @Test
  void anAdminRemovesTheFactorOfAnotherUserOnly() {
    byte[] secret = enroll();
    confirm(secret);
    nextStep();
    String session = cookie(harness.call("adminLogIn", LOGIN.copy().put("otp", password(secret))));
    JsonObject id = new JsonObject().put("id", "usr_1");

    Reply own =
        await(harness.sendAs(user("usr_1"), "adminRemoveSecondFactorOfUser", id, NOTHING, session));
    assertThat(own.status()).isEqualTo(400);
    Principal program = new Principal(Principal.Kind.USER, "usr_2", Principal.Credential.API_TOKEN);
    Reply byToken =
        await(harness.sendAs(program, "adminRemoveSecondFactorOfUser", id, NOTHING, "x"));
    assertThat(byToken.status()).isEqualTo(400);
    assertThat(harness.count("recovery_code")).isPositive();
    Reply others =
        await(harness.sendAs(user("usr_2"), "adminRemoveSecondFactorOfUser", id, NOTHING, "x"));

    assertThat(others.status()).isEqualTo(200);
    assertThat(harness.idsOf(session)).isEmpty();
    assertThat(logIn(null).status()).isEqualTo(200);
    assertThat(harness.count("recovery_code")).isZero();
  }

  @Test
  void anOperatorRemovesAFactor() {
    confirm(enroll());

    assertThat(removedByOperator("Admin@example.com")).isTrue();
    assertThat(removedByOperator("admin@example.com")).isFalse();
    assertThat(removedByOperator("unknown@example.com")).isFalse();
  }

  private boolean removedByOperator(String email) {
    return await(SecondFactors.removeOf(harness.pool, email, harness.clock));
  }

  @Test
  void theSecretIsEncryptedInTheDatabase() {
    byte[] secret = enroll();

    assertThat(HexFormat.of().formatHex(stored())).doesNotContain(HexFormat.of().formatHex(secret));
    harness.run("UPDATE second_factor SET user_id = 'usr_2'");
    Reply copied =
        await(
            harness.sendAs(
                user("usr_2"), "adminConfirmSecondFactor", NOTHING, otp(password(secret)), "x"));
    assertThat(copied.status()).as("in the row of another user").isEqualTo(400);
  }

  @Test
  void aSecretInClearOfAnEarlierVersionIsAcceptedAndEncrypted() {
    byte[] secret = enroll();
    confirm(secret);
    harness.run("UPDATE second_factor SET secret = $1", Buffer.buffer(secret));

    nextStep();
    assertThat(logIn(password(secret)).status()).isEqualTo(200);

    assertThat(stored()).hasSizeGreaterThan(secret.length);
    nextStep();
    assertThat(logIn(password(secret)).status()).isEqualTo(200);
  }

  @Test
  void secretsOfUsersWhoDoNotLogInAreEncryptedUnderTheFirstKey() {
    byte[] secret = enroll();
    confirm(secret);
    harness.run("UPDATE second_factor SET secret = $1", Buffer.buffer(secret));
    SigningKeys old = AuthHarness.CONFIG.tokens().keys();
    await(new SecondFactorEncryption(harness.pool, old, STORE).encrypt());
    byte[] under = stored();
    SigningKeys.Key added = SigningKeys.random().keys().getFirst();
    SigningKeys rotated = new SigningKeys(List.of(added, old.keys().getFirst()));

    await(new SecondFactorEncryption(harness.pool, rotated, STORE).encrypt());

    byte[] renewed = stored();
    assertThat(renewed).isNotEqualTo(under);
    SecondFactorSecrets last = new SecondFactorSecrets(new SigningKeys(List.of(added)));
    assertThat(last.decrypt(renewed, "usr_1"))
        .hasValueSatisfying(found -> assertThat(found.bytes()).isEqualTo(secret));
    assertThat(last.decrypt(under, "usr_1")).isEmpty();
    await(new SecondFactorEncryption(harness.pool, rotated, STORE).encrypt());
    assertThat(stored()).as("encrypted once").isEqualTo(renewed);
  }

  @Test
  void withoutItsKeyASecretAcceptsNothingButTheRecoveryCodesWork() {
    byte[] secret = enroll();
    List<String> codes = confirm(secret);
    byte[] foreign = new SecondFactorSecrets(SigningKeys.random()).encrypt(secret, "usr_1");
    harness.run("UPDATE second_factor SET secret = $1", Buffer.buffer(foreign));
    nextStep();

    assertThat(logIn(password(secret)).status()).isEqualTo(401);
    assertThat(logIn(codes.getFirst()).status()).isEqualTo(200);
  }

  @Test
  void wrongSecondFactorsAndTheirChangesAreInTheAuditLog() {
    byte[] secret = enroll();
    confirm(secret);
    nextStep();
    String right = password(secret);
    logIn(null);
    logIn("000000");
    assertThat(logIn(right).status()).isEqualTo(200);
    logIn(right);
    call("adminRemoveSecondFactor", otp("000000"), "x");
    nextStep();
    call("adminRemoveSecondFactor", otp(password(secret)), "x");

    List<JsonObject> entries =
        harness.events("audit.recorded").stream()
            .filter(entry -> entry.getString("action").startsWith("second_factor"))
            .toList();

    assertThat(entries)
        .extracting(entry -> entry.getString("action"))
        .containsExactly(
            "second_factor_change",
            "second_factor_failure",
            "second_factor_failure",
            "second_factor_failure",
            "second_factor_change");
    assertThat(entries)
        .allSatisfy(entry -> {
          assertThat(entry.getString("id")).isEqualTo("usr_1");
          assertThat(entry.encode()).doesNotContain("000000", right, Totp.base32(secret));
        });
    assertThat(entries.getFirst().getJsonObject("after").getBoolean("in_force")).isTrue();
    assertThat(entries.getLast().getJsonObject("after").getBoolean("in_force")).isFalse();
  }

  private byte[] stored() {
    return await(STORE.find(harness.pool, "usr_1")).orElseThrow().stored();
  }

  private byte[] enroll() {
    Reply reply = call("adminEnrollSecondFactor", NOTHING, "x");
    assertThat(reply.status()).as(reply.body().toString()).isEqualTo(200);
    JsonObject factor = reply.body().toJsonObject().getJsonObject("second_factor");
    byte[] secret =
        new SecondFactorSecrets(AuthHarness.CONFIG.tokens().keys())
            .decrypt(stored(), "usr_1")
            .orElseThrow()
            .bytes();
    assertThat(factor.getString("secret")).isEqualTo(Totp.base32(secret));
    assertThat(factor.getString("uri"))
        .startsWith("otpauth://totp/Tradewind:admin%40example.com?secret=" + Totp.base32(secret));
    return secret;
  }

  private List<String> confirm(byte[] secret) {
    Reply reply = call("adminConfirmSecondFactor", otp(password(secret)), "x");
    assertThat(reply.status()).as(reply.body().toString()).isEqualTo(200);
    return reply.body().toJsonObject().getJsonArray("recovery_codes").stream()
        .map(String.class::cast)
        .toList();
  }

  private JsonObject state() {
    return call("adminGetSecondFactor", NOTHING, "x")
        .body()
        .toJsonObject()
        .getJsonObject("second_factor");
  }

  private Reply logIn(String otp) {
    return harness.call("adminLogIn", otp == null ? LOGIN : LOGIN.copy().put("otp", otp));
  }

  private static JsonObject otp(String code) {
    return new JsonObject().put("otp", code);
  }

  private String password(byte[] secret) {
    return Totp.password(secret, Totp.step(harness.clock.instant()));
  }

  private void nextStep() {
    harness.clock.advance(Duration.ofSeconds(30));
  }

  private Reply call(String operation, JsonObject body, String session) {
    return await(harness.sendAs(user("usr_1"), operation, NOTHING, body, session));
  }

  private static Principal user(String id) {
    return new Principal(Principal.Kind.USER, id, Principal.Credential.SESSION);
  }
}
