package dev.tradewind.customer.auth;

import dev.tradewind.customer.auth.account.AccountStore;
import dev.tradewind.customer.auth.credential.Authentication;
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
import dev.tradewind.customer.secondfactor.SecondFactors;
import dev.tradewind.kernel.background.BackgroundTask;
import dev.tradewind.kernel.operation.OperationClient;
import dev.tradewind.kernel.operation.Operations;
import dev.tradewind.kernel.token.JwtService;
import io.vertx.core.Vertx;
import io.vertx.sqlclient.Pool;
import java.time.Clock;

/** Wiring of authentication. */
public final class AuthModule {

  private final Authentication authentication;
  private final AdminAccess admin;
  private final StoreAccess store;
  private final CreateAccount create;
  private final PasswordReset reset;
  private final ExpiredSessionCleaner cleaner;

  public AuthModule(
      Vertx vertx,
      Pool pool,
      OperationClient bus,
      CustomerConfig config,
      LoginRateLimiter throttle,
      Passwords passwords,
      ChangePassword change,
      JwtService tokens,
      Clock clock) {
    AccountStore accounts = new AccountStore();
    SessionStore sessionStore = new SessionStore();
    PasswordAuthenticator signIn =
        new PasswordAuthenticator(
            pool,
            accounts,
            passwords,
            new SecondFactors(pool, config.tokens().keys(), clock),
            throttle,
            clock);
    Sessions sessions = new Sessions(sessionStore, config.sessions(), clock);
    IssueToken issue = new IssueToken(pool, signIn, sessionStore, tokens, config.tokens(), clock);
    authentication = new Authentication(pool, config.sessions(), clock);
    admin = new AdminAccess(pool, signIn, sessions, issue);
    store = new StoreAccess(pool, accounts, signIn, sessions, issue, throttle, bus);
    create =
        new CreateAccount(pool, throttle, passwords, config.rules().customers(), sessions, clock);
    reset = new PasswordReset(vertx, pool, bus, change, tokens, throttle, clock);
    cleaner = new ExpiredSessionCleaner(pool, sessionStore, clock);
  }

  public void bind(Operations operations, Operations internal) {
    authentication.bind(internal);
    admin.bind(operations);
    store.bind(operations);
    create.bind(operations);
    reset.bind(operations);
  }

  public BackgroundTask cleanup() {
    return cleaner.task();
  }
}
