package dev.tradewind.customer.auth.login;

import dev.tradewind.api.customer.EmailAddress;
import dev.tradewind.customer.audit.LoginAudit;
import dev.tradewind.customer.auth.account.Account;
import dev.tradewind.customer.auth.account.AccountStore;
import dev.tradewind.customer.password.PasswordCheck;
import dev.tradewind.customer.password.Passwords;
import dev.tradewind.customer.secondfactor.SecondFactors;
import dev.tradewind.kernel.operation.Problem;
import dev.tradewind.kernel.operation.Request;
import dev.tradewind.kernel.ratelimit.AttemptRateLimiter;
import dev.tradewind.kernel.ratelimit.ClientNetwork;
import dev.tradewind.kernel.token.Token;
import io.vertx.core.Future;
import io.vertx.sqlclient.Pool;
import java.time.Clock;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Authentication by e-mail address and password, of users also by their second factor. An unknown
 * e-mail address and a wrong password have the same reply after the same time.
 */
public final class PasswordAuthenticator {

  private static final Logger LOG = LoggerFactory.getLogger(PasswordAuthenticator.class);

  private final Pool pool;
  private final AccountStore store;
  private final Map<Token.Surface, Passwords> passwords;
  private final SecondFactors secondFactors;
  private final LoginRateLimiter throttle;
  private final Clock clock;

  public PasswordAuthenticator(
      Pool pool,
      AccountStore store,
      Passwords passwords,
      SecondFactors secondFactors,
      LoginRateLimiter throttle,
      Clock clock) {
    this.pool = pool;
    this.secondFactors = secondFactors;
    this.store = store;
    this.passwords =
        Map.of(
            Token.Surface.ADMIN,
            passwords.of(Passwords.Group.STAFF),
            Token.Surface.STORE,
            passwords.of(Passwords.Group.CUSTOMERS));
    this.throttle = throttle;
    this.clock = clock;
  }

  /**
   * Account of the credentials in the request's body; otherwise fails with {@code Unauthorized}.
   */
  Future<Account> account(Request request, Token.Surface surface) {
    String email = EmailAddress.normalized(request.body().getString("email"));
    String password = request.body().getString("password");
    AttemptRateLimiter.Attempt attempt = throttle.login(surface.name(), email, request);
    return Objects.requireNonNull(passwords.get(surface))
        .withSlot(
            ClientNetwork.of(request),
            slot ->
                attempt.settle(
                    attempt
                        .count()
                        .compose(counted -> store.find(pool, surface, email))
                        .compose(found -> check(slot, request, surface, found, password))
                        .compose(account -> verifySecondFactor(request, account))));
  }

  private Future<Account> verifySecondFactor(Request request, Account account) {
    return switch (account.surface()) {
      case ADMIN ->
          secondFactors.verify(request, account.id(), request.body().getString("otp")).map(account);
      case STORE -> Future.succeededFuture(account);
    };
  }

  private Future<Account> check(
      Passwords.HashSlot slot,
      Request request,
      Token.Surface surface,
      Optional<AccountStore.Stored> found,
      String password) {
    String hash = found.map(AccountStore.Stored::passwordHash).orElse(null);
    return slot.check(password, hash)
        .compose(check ->
            switch (check) {
              case PasswordCheck.Mismatch wrong ->
                  LoginAudit.recordFailure(
                          pool,
                          request,
                          clock,
                          surface,
                          found.map(stored -> stored.account().id()).orElse(null))
                      .compose(recorded -> Future.failedFuture(Problem.unauthorized()));
              case PasswordCheck.Match right ->
                  Future.succeededFuture(found.orElseThrow().account());
              case PasswordCheck.NeedsRehash outdated ->
                  upgrade(found.orElseThrow().account(), hash, outdated.hash());
            });
  }

  /**
   * Rehashes the password with the current parameters. A failure is harmless: the next login
   * repeats it.
   */
  private Future<Account> upgrade(Account account, @Nullable String old, String hash) {
    return store
        .replaceHash(pool, account, old, hash)
        .onFailure(failure ->
            LOG.warn(
                "Failed to rehash the password of account {}: {}",
                account.id(),
                failure.toString()))
        .otherwiseEmpty()
        .map(account);
  }
}
