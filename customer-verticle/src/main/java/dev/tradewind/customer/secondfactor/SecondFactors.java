package dev.tradewind.customer.secondfactor;

import dev.tradewind.api.customer.EmailAddress;
import dev.tradewind.customer.audit.LoginAudit;
import dev.tradewind.customer.secondfactor.SecondFactorStore.SecondFactor;
import dev.tradewind.kernel.operation.CallContext;
import dev.tradewind.kernel.operation.Problem;
import dev.tradewind.kernel.operation.Request;
import dev.tradewind.kernel.text.Sha256;
import dev.tradewind.kernel.text.Timestamps;
import dev.tradewind.kernel.token.SigningKeys;
import io.vertx.core.Future;
import io.vertx.sqlclient.Pool;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Second factor of users. A login needs a one-time password or a recovery code once the factor is
 * confirmed; each is accepted once, on all nodes together.
 */
public final class SecondFactors {

  /** Code of the refusal of a right password without a second factor. */
  public static final String REQUIRED = "second_factor_required";

  private static final Pattern ONE_TIME_PASSWORD = Pattern.compile("\\d{6}");
  private static final SecureRandom RANDOM = new SecureRandom();
  private static final Duration TIMEOUT = Duration.ofSeconds(60);
  private static final int RECOVERY_CODES = 10;
  private static final int MAX_ISSUER_LENGTH = 40;

  /** 120 bits, for which a hash without a salt suffices. */
  private static final int RECOVERY_CODE_BYTES = 15;

  /**
   * State of a user's second factor.
   *
   * @param confirmedAt absent while none is in force
   */
  public record State(@Nullable Instant confirmedAt, int recoveryCodes) {}

  private final SecondFactorStore store;
  private final Pool pool;
  private final SecondFactorSecrets secrets;
  private final Clock clock;

  /**
   * @param keys keys under whose derivations the secrets are encrypted
   */
  public SecondFactors(Pool pool, SecondFactorStore store, SigningKeys keys, Clock clock) {
    this.store = store;
    this.pool = pool;
    this.secrets = new SecondFactorSecrets(keys);
    this.clock = clock;
  }

  /**
   * Checks the second factor of a user whose password is right. Fails with {@code Unauthorized} if
   * it is absent, wrong or used, and records the latter two; succeeds without a factor in force.
   *
   * @param code one-time password or recovery code
   */
  public Future<Void> verify(Request request, String userId, @Nullable String code) {
    return store
        .find(pool, userId)
        .compose(found -> {
          if (found.filter(factor -> factor.confirmedAt() != null).isEmpty()) {
            return Future.succeededFuture();
          }
          return verify(request, userId, found.get(), code);
        });
  }

  private Future<Void> verify(
      Request request, String userId, SecondFactor factor, @Nullable String code) {
    if (code == null) {
      return Future.failedFuture(
          Problem.unauthorized("A second factor is required as otp", REQUIRED));
    }
    return use(userId, factor, code)
        .compose(isUsed -> {
          if (isUsed) {
            return Future.succeededFuture();
          }
          return LoginAudit.recordSecondFactorFailure(pool, request, clock, userId)
              .compose(recorded -> Future.failedFuture(Problem.unauthorized()));
        });
  }

  private Future<Boolean> use(String userId, SecondFactor factor, String code) {
    if (!ONE_TIME_PASSWORD.matcher(code).matches()) {
      return store.useRecoveryCode(pool, userId, hash(code));
    }
    return secrets
        .decrypt(factor.stored(), userId)
        .map(secret -> useStep(userId, secret, code))
        .orElseGet(() -> Future.succeededFuture(false));
  }

  private Future<Boolean> useStep(String userId, SecondFactorSecrets.Secret secret, String code) {
    OptionalLong step = Totp.matchingStep(secret.bytes(), code, clock.instant());
    if (step.isEmpty()) {
      return Future.succeededFuture(false);
    }
    return store.useStep(
        pool,
        userId,
        step.getAsLong(),
        secret.isCurrent() ? null : secrets.encrypt(secret.bytes(), userId));
  }

  public Future<State> state(String userId) {
    return store
        .find(pool, userId)
        .map(found ->
            found
                .map(factor -> new State(factor.confirmedAt(), factor.recoveryCodes()))
                .orElse(new State(null, 0)));
  }

  /** New secret of a user in Base32, not in force yet; empty if the user has a factor in force. */
  public Future<Optional<String>> enroll(String userId) {
    byte[] secret = SecondFactorSecrets.random();
    return store
        .enroll(pool, userId, secrets.encrypt(secret, userId), Timestamps.now(clock))
        .map(isEnrolled -> isEnrolled ? Optional.of(Totp.base32(secret)) : Optional.empty());
  }

  /**
   * URI of a secret that authenticator apps read from a QR code.
   *
   * @param shop its name, which the apps show beside the codes; a long one is cut
   */
  public static String uri(String shop, String secret, String email) {
    String issuer =
        encoded(
            shop.codePointCount(0, shop.length()) > MAX_ISSUER_LENGTH
                ? shop.substring(0, shop.offsetByCodePoints(0, MAX_ISSUER_LENGTH)).strip()
                : shop);
    return "otpauth://totp/%s:%s?secret=%s&issuer=%s"
        .formatted(issuer, encoded(email), secret, issuer);
  }

  private static String encoded(String text) {
    return URLEncoder.encode(text, StandardCharsets.UTF_8).replace("+", "%20");
  }

  /** QR code of such a URI, an SVG image. */
  public static String qrCode(String uri) {
    return QrCode.svg(uri);
  }

  /**
   * Puts the enrolled secret in force and returns the recovery codes, which are shown only now.
   * Fails with {@code InvalidData} if the one-time password is wrong or nothing is enrolled.
   */
  public Future<List<String>> confirm(CallContext context, String userId, String code) {
    Instant now = Timestamps.now(clock);
    List<String> codes =
        Stream.generate(SecondFactors::recoveryCode).limit(RECOVERY_CODES).toList();
    return store
        .find(pool, userId)
        .compose(found -> {
          OptionalLong step =
              found
                  .filter(factor -> factor.confirmedAt() == null)
                  .flatMap(factor -> secrets.decrypt(factor.stored(), userId))
                  .map(secret -> Totp.matchingStep(secret.bytes(), code, now))
                  .orElse(OptionalLong.empty());
          if (step.isEmpty()) {
            return Future.succeededFuture(false);
          }
          return store.confirm(
              pool,
              userId,
              found.get().stored(),
              step.getAsLong(),
              codes.stream().map(SecondFactors::hash).toList(),
              now,
              LoginAudit.secondFactorChange(context, clock, userId, true));
        })
        .map(isConfirmed -> {
          if (!isConfirmed) {
            throw wrong();
          }
          return codes;
        });
  }

  private static Problem wrong() {
    return Problem.invalidData("otp is not the present one-time password");
  }

  /** Removes the factor; false if the user has none. */
  public Future<Boolean> remove(CallContext context, String userId) {
    return remove(pool, store, context, userId, clock);
  }

  /** Removes the factor of the user with that e-mail address; false if there is none. */
  public static Future<Boolean> removeOf(Pool pool, String email, Clock clock) {
    SecondFactorStore store = new SecondFactorStore();
    return store
        .findUser(pool, EmailAddress.normalized(email))
        .compose(found ->
            found
                .map(id -> remove(pool, store, CallContext.system(clock, TIMEOUT), id, clock))
                .orElseGet(() -> Future.succeededFuture(false)));
  }

  private static Future<Boolean> remove(
      Pool pool, SecondFactorStore store, CallContext context, String userId, Clock clock) {
    return store.remove(pool, userId, LoginAudit.secondFactorChange(context, clock, userId, false));
  }

  private static String recoveryCode() {
    return Totp.base32(random(RECOVERY_CODE_BYTES)).replaceAll("(.{4})(?!$)", "$1-");
  }

  /** Hash of a random code, which needs no slow function. */
  private static String hash(String code) {
    return Sha256.of(code.strip().replace("-", "").toUpperCase(Locale.ROOT));
  }

  private static byte[] random(int length) {
    byte[] bytes = new byte[length];
    RANDOM.nextBytes(bytes);
    return bytes;
  }
}
