package dev.tradewind.customer.access;

import dev.tradewind.customer.password.PasswordCheck;
import dev.tradewind.customer.password.Passwords;
import dev.tradewind.kernel.operation.Problem;
import dev.tradewind.kernel.operation.Request;
import dev.tradewind.kernel.token.Token;
import dev.tradewind.model.customer.EmailAddress;
import io.vertx.core.Future;
import io.vertx.sqlclient.Pool;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Finds out whether e-mail and password belong together. An unknown e-mail and a wrong password are
 * answered alike and after the same time.
 */
final class SignIn {

  private static final Logger LOG = LoggerFactory.getLogger(SignIn.class);

  private final Pool pool;
  private final AccountStore store;
  private final Passwords passwords;
  private final Throttle throttle;

  SignIn(Pool pool, AccountStore store, Passwords passwords, Throttle throttle) {
    this.pool = pool;
    this.store = store;
    this.passwords = passwords;
    this.throttle = throttle;
  }

  /** The account that the request's body has the credentials of; else {@code Unauthorized}. */
  Future<Account> account(Request request, Token.Surface surface) {
    String email = EmailAddress.normalized(request.body().getString("email"));
    String password = request.body().getString("password");
    Throttle.Attempt attempt = throttle.login(surface.name(), email, request);
    return passwords.inTurn(place ->
        attempt.settle(
            attempt
                .count()
                .compose(counted -> store.find(pool, surface, email))
                .compose(found -> check(place, found, password))));
  }

  private Future<Account> check(
      Passwords.Place place, Optional<AccountStore.Stored> found, String password) {
    String hash = found.map(AccountStore.Stored::passwordHash).orElse(null);
    return place
        .check(password, hash)
        .compose(check ->
            switch (check) {
              case PasswordCheck.Wrong wrong ->
                  Future.failedFuture(new Problem.Unauthorized().toException());
              case PasswordCheck.Right right ->
                  Future.succeededFuture(found.orElseThrow().account());
              case PasswordCheck.Outdated outdated ->
                  upgrade(found.orElseThrow().account(), hash, outdated.hash());
            });
  }

  /** An old hash does no harm until the next login. */
  private Future<Account> upgrade(Account account, @Nullable String old, String hash) {
    return store
        .replaceHash(pool, account, old, hash)
        .onFailure(failure ->
            LOG.warn("The hash of {} was not replaced: {}", account.id(), failure.toString()))
        .otherwiseEmpty()
        .map(account);
  }
}
