package dev.tradewind.customer.auth.login;

import dev.tradewind.customer.auth.credential.CredentialStore;
import dev.tradewind.customer.auth.session.Sessions;
import dev.tradewind.customer.password.Confirmation;
import dev.tradewind.customer.password.PasswordCheck;
import dev.tradewind.customer.password.Passwords;
import dev.tradewind.customer.secondfactor.SecondFactors;
import dev.tradewind.kernel.operation.Principal;
import dev.tradewind.kernel.operation.Problem;
import dev.tradewind.kernel.operation.Request;
import dev.tradewind.kernel.ratelimit.AttemptRateLimiter;
import dev.tradewind.kernel.ratelimit.ClientNetwork;
import dev.tradewind.kernel.token.Token;
import io.vertx.core.Future;
import io.vertx.sqlclient.Pool;
import java.time.Clock;
import java.time.Duration;
import java.util.Objects;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Reauthentication before a sensitive change: by the present password, or by a login of the last
 * minutes. A stolen session alone cannot take an account over.
 */
public final class Reauthentication {

  /** Code of the refusal that asks for the present password. */
  private static final String REQUIRED = "old_password_required";

  private static final Duration FRESH = Duration.ofMinutes(10);

  private final CredentialStore credentials;
  private final Pool pool;
  private final Passwords staff;
  private final Passwords customers;
  private final LoginRateLimiter limiter;
  private final Clock clock;

  public Reauthentication(
      Pool pool,
      Passwords passwords,
      LoginRateLimiter limiter,
      CredentialStore credentials,
      Clock clock) {
    this.pool = pool;
    this.staff = passwords.of(Passwords.Group.STAFF);
    this.customers = passwords.of(Passwords.Group.CUSTOMERS);
    this.limiter = limiter;
    this.credentials = credentials;
    this.clock = clock;
  }

  /**
   * Confirms a change of the caller's own account. A given password is always checked; wrong ones
   * count as failed logins.
   *
   * @param oldPassword present password, if given
   * @param needed confirmation that the change needs
   */
  public Future<Void> confirm(
      Request request, Token.Surface surface, @Nullable String oldPassword, Confirmation needed) {
    requireLogin(request);
    String id = Objects.requireNonNull(request.principal().id());
    if (oldPassword != null) {
      return check(request, surface, id, oldPassword);
    }
    return switch (needed) {
      case NONE -> Future.succeededFuture();
      case PASSWORD_OR_FRESH_LOGIN -> requireFreshLogin(request, surface, id);
      case PASSWORD -> refused("This change needs the present password as old_password");
    };
  }

  /**
   * Confirms a change by the second factor of the current user; wrong ones count as failed logins.
   */
  public Future<Void> confirmSecondFactor(Request request, SecondFactors factors, String code) {
    String id = Objects.requireNonNull(request.principal().id());
    return counted(
        request, () -> factors.verify(request, id, code).recover(Reauthentication::asWrongInput));
  }

  /** Checks a code of the current user, a member of staff; wrong ones count as failed logins. */
  public <T> Future<T> counted(Request request, Supplier<Future<T>> check) {
    requireLogin(request);
    String id = Objects.requireNonNull(request.principal().id());
    return credentials
        .findPassword(pool, Token.Surface.ADMIN, id)
        .map(found -> found.orElseThrow(() -> Problem.unauthorized()))
        .compose(current -> {
          AttemptRateLimiter.Attempt attempt =
              limiter.login(Token.Surface.ADMIN.name(), current.email(), request);
          return attempt.settle(attempt.count().compose(counted -> check.get()));
        });
  }

  /** An API token is given to a program: it never changes the credentials of its user. */
  private static void requireLogin(Request request) {
    if (request.principal().credential() == Principal.Credential.API_TOKEN) {
      throw Problem.notAllowed("This change needs a login; an API token cannot make it");
    }
  }

  /** The caller stays authenticated. */
  private static Future<Void> asWrongInput(Throwable failure) {
    return Future.failedFuture(
        Problem.is(failure, Problem.Kind.UNAUTHORIZED)
            ? Problem.invalidData("otp is wrong or was used before")
            : failure);
  }

  private Future<Void> requireFreshLogin(Request request, Token.Surface surface, String id) {
    String session = Sessions.hash(request);
    Future<Boolean> isFresh =
        session == null
            ? Future.succeededFuture(false)
            : credentials.isFreshLogin(pool, surface, id, session, clock.instant().minus(FRESH));
    return isFresh.compose(fresh -> {
      if (fresh) {
        return Future.succeededFuture();
      }
      return refused("This change needs the present password as old_password, or a fresh login");
    });
  }

  private static Future<Void> refused(String message) {
    return Future.failedFuture(Problem.notAllowed(message, REQUIRED));
  }

  private Future<Void> check(
      Request request, Token.Surface surface, String id, String oldPassword) {
    return credentials
        .findPassword(pool, surface, id)
        .map(found -> found.orElseThrow(() -> Problem.unauthorized()))
        .compose(current -> {
          AttemptRateLimiter.Attempt attempt =
              limiter.login(surface.name(), current.email(), request);
          return passwords(surface)
              .withSlot(
                  ClientNetwork.of(request),
                  slot ->
                      attempt.settle(
                          attempt
                              .count()
                              .compose(counted -> slot.check(oldPassword, current.hash()))
                              .compose(Reauthentication::requireMatch)));
        });
  }

  private Passwords passwords(Token.Surface surface) {
    return switch (surface) {
      case ADMIN -> staff;
      case STORE -> customers;
    };
  }

  private static Future<Void> requireMatch(PasswordCheck check) {
    if (check instanceof PasswordCheck.Mismatch) {
      return Future.failedFuture(Problem.invalidData("old_password is not the present password"));
    }
    return Future.succeededFuture();
  }
}
