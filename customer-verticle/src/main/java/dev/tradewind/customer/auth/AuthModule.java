package dev.tradewind.customer.auth;

import dev.tradewind.customer.auth.account.AccountStore;
import dev.tradewind.customer.auth.account.CustomerHooks;
import dev.tradewind.customer.auth.login.AdminAccess;
import dev.tradewind.customer.auth.login.CreateAccount;
import dev.tradewind.customer.auth.login.IssueToken;
import dev.tradewind.customer.auth.login.LoginRateLimiter;
import dev.tradewind.customer.auth.login.PasswordAuthenticator;
import dev.tradewind.customer.auth.login.StoreAccess;
import dev.tradewind.customer.auth.reset.ChangePassword;
import dev.tradewind.customer.auth.reset.PasswordReset;
import dev.tradewind.customer.auth.session.ExpiredSessionCleaner;
import dev.tradewind.customer.auth.session.SessionStore;
import dev.tradewind.customer.auth.session.Sessions;
import dev.tradewind.customer.password.Passwords;
import dev.tradewind.customer.secondfactor.SecondFactorEncryption;
import dev.tradewind.customer.secondfactor.SecondFactorStore;
import dev.tradewind.customer.secondfactor.SecondFactors;
import dev.tradewind.kernel.background.BackgroundTask;
import dev.tradewind.kernel.operation.OperationClient;
import dev.tradewind.kernel.operation.Operations;
import dev.tradewind.kernel.token.JwtService;
import dev.tradewind.kernel.token.SigningKeys;
import io.vertx.core.Vertx;
import io.vertx.sqlclient.Pool;
import java.time.Clock;
import java.util.List;

/** Wiring of authentication. */
public final class AuthModule {

  private final SecondFactors secondFactors;
  private final AdminAccess admin;
  private final StoreAccess store;
  private final CreateAccount create;
  private final PasswordReset reset;
  private final List<BackgroundTask> tasks;

  public AuthModule(
      Vertx vertx,
      Pool pool,
      OperationClient bus,
      CustomerConfig config,
      LoginRateLimiter throttle,
      Passwords passwords,
      ChangePassword change,
      JwtService tokens,
      CustomerHooks hooks,
      Clock clock) {
    AccountStore accounts = new AccountStore();
    SessionStore sessionStore = new SessionStore();
    SecondFactorStore factorStore = new SecondFactorStore();
    SigningKeys keys = config.tokens().keys();
    secondFactors = new SecondFactors(pool, factorStore, keys, clock);
    PasswordAuthenticator signIn =
        new PasswordAuthenticator(pool, accounts, passwords, secondFactors, throttle, clock);
    Sessions sessions = new Sessions(sessionStore, config.sessions(), clock);
    IssueToken issue = new IssueToken(pool, signIn, sessionStore, tokens, config.tokens(), clock);
    admin = new AdminAccess(pool, signIn, sessions, issue);
    store = new StoreAccess(pool, accounts, signIn, sessions, issue, throttle, bus);
    create =
        new CreateAccount(
            pool,
            accounts,
            throttle,
            passwords,
            config.rules().customers(),
            sessions,
            hooks,
            clock);
    reset = new PasswordReset(vertx, pool, bus, change, tokens, throttle, clock);
    tasks =
        List.of(
            new ExpiredSessionCleaner(pool, sessionStore, clock).task(),
            new SecondFactorEncryption(pool, keys, factorStore).task());
  }

  public void bind(Operations operations) {
    admin.bind(operations);
    store.bind(operations);
    create.bind(operations);
    reset.bind(operations);
  }

  public SecondFactors secondFactors() {
    return secondFactors;
  }

  public List<BackgroundTask> tasks() {
    return tasks;
  }
}
