package dev.tradewind.customer.auth.login;

import dev.tradewind.kernel.operation.Request;
import dev.tradewind.kernel.ratelimit.AttemptCounterStore.Counter;
import dev.tradewind.kernel.ratelimit.AttemptRateLimiter;
import dev.tradewind.kernel.ratelimit.AttemptRateLimiter.Attempt;
import dev.tradewind.kernel.ratelimit.ClientNetwork;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.sqlclient.Pool;
import java.time.Clock;
import java.util.List;

/**
 * Rate limits of sign-in attempts, account-existence checks, password resets and other requests of
 * e-mails. No limit lets others lock the owner of an account out: guesses from elsewhere do not
 * limit a network from which the owner has signed in, forged reset tokens are not counted for the
 * account, and a reset request above the limit is answered without a further e-mail.
 */
public final class LoginRateLimiter {

  private final AttemptRateLimiter limiter;
  private final ThrottleSettings settings;

  public LoginRateLimiter(Vertx vertx, Pool pool, ThrottleSettings settings, Clock clock) {
    this.limiter = new AttemptRateLimiter("login", vertx, pool, settings.window(), clock);
    this.settings = settings;
  }

  /**
   * Login attempt.
   *
   * @throws dev.tradewind.kernel.operation.Problem {@code TooManyRequests} if the counter is cached
   *     as exhausted
   */
  Attempt login(String surface, String email, Request request) {
    String network = ClientNetwork.of(request);
    return limiter.attemptOf(
        signIn(surface, email, network),
        Counter.of(settings.perEmail(), "login", surface, "of", email, network),
        Counter.unlessKnown(settings.perAccount(), "login", surface, "account", email),
        Counter.of(settings.perAddress(), "login", surface, "address", network));
  }

  /** Words of a caller who has proven to be the owner of the account. */
  private static List<String> signIn(String surface, String email, String network) {
    return List.of("login", surface, email, network);
  }

  /**
   * Check whether an e-mail address has an account, limited against account enumeration: a
   * question, a registration, or a change of the own e-mail address.
   *
   * @throws dev.tradewind.kernel.operation.Problem {@code TooManyRequests} if the counter is cached
   *     as exhausted
   */
  public Attempt question(Request request) {
    return limiter.attempt(
        Counter.of(settings.perAddress(), "question", "address", ClientNetwork.of(request)));
  }

  /**
   * Request to be told by e-mail about a restocked variant, which anyone can make for any address.
   *
   * @throws dev.tradewind.kernel.operation.Problem {@code TooManyRequests} if the counter is cached
   *     as exhausted
   */
  public Attempt restockRequest(String email, Request request) {
    String network = ClientNetwork.of(request);
    return limiter.attempt(
        Counter.of(settings.perEmail(), "restock", "of", email),
        Counter.of(settings.perAddress(), "restock", "address", network));
  }

  /**
   * Request of a password reset.
   *
   * @throws dev.tradewind.kernel.operation.Problem {@code TooManyRequests} if the counter is cached
   *     as exhausted
   */
  public Attempt resetRequest(String surface, String email, Request request) {
    String network = ClientNetwork.of(request);
    return limiter.attempt(
        Counter.of(settings.perEmail(), "ask", surface, "of", email, network),
        Counter.of(settings.perAddress(), "ask", surface, "address", network));
  }

  /**
   * Whether the e-mail address gets another password reset e-mail. Above the limit its owner has
   * several with a valid token already.
   */
  public Future<Boolean> allowsResetEmail(String surface, String email) {
    return limiter.allows(Counter.of(settings.perEmail(), "ask", surface, "account", email));
  }

  /**
   * Password reset with a genuine token, which others do not have.
   *
   * @throws dev.tradewind.kernel.operation.Problem {@code TooManyRequests} if the counter is cached
   *     as exhausted
   */
  public Attempt reset(String surface, String accountId, String email, Request request) {
    return limiter.attemptOf(
        signIn(surface, email, ClientNetwork.of(request)),
        Counter.of(settings.perEmail(), "reset", surface, "account", accountId));
  }

  /**
   * Password reset with a forged or expired token.
   *
   * @throws dev.tradewind.kernel.operation.Problem {@code TooManyRequests} if the counter is cached
   *     as exhausted
   */
  public Attempt forgedReset(String surface, Request request) {
    return limiter.attempt(
        Counter.of(settings.perAddress(), "reset", surface, "address", ClientNetwork.of(request)));
  }
}
