package dev.tradewind.customer.access;

import dev.tradewind.customer.CustomerConfig;
import dev.tradewind.customer.password.Passwords;
import dev.tradewind.kernel.background.BackgroundTask;
import dev.tradewind.kernel.operation.OperationBus;
import dev.tradewind.kernel.operation.Operations;
import dev.tradewind.kernel.token.Tokens;
import io.vertx.core.Vertx;
import io.vertx.sqlclient.Pool;
import java.time.Clock;

/** Puts together all that lets people in. */
public final class Access {

  private final Authentication authentication;
  private final AdminAccess admin;
  private final StoreAccess store;
  private final CreateAccount create;
  private final PasswordReset reset;
  private final AccessSweeper sweeper;

  public Access(
      Vertx vertx,
      Pool pool,
      OperationBus bus,
      CustomerConfig config,
      Passwords passwords,
      Tokens tokens,
      Clock clock) {
    AccountStore accounts = new AccountStore();
    SessionStore sessionStore = new SessionStore();
    Throttle throttle = new Throttle(vertx, pool, config.throttle(), clock);
    SignIn signIn = new SignIn(pool, accounts, passwords, throttle);
    Sessions sessions = new Sessions(sessionStore, config.sessions(), clock);
    IssueToken issue = new IssueToken(signIn, tokens, config.tokens());
    authentication = new Authentication(pool, clock);
    admin = new AdminAccess(pool, signIn, sessions, issue);
    store = new StoreAccess(pool, accounts, signIn, sessions, issue, throttle, bus);
    create = new CreateAccount(pool, passwords, sessions, clock);
    reset =
        new PasswordReset(
            vertx, pool, new ChangePassword(passwords, clock), tokens, throttle, clock);
    sweeper = new AccessSweeper(pool, sessionStore, clock);
  }

  public void bind(Operations operations, Operations internal) {
    authentication.bind(internal);
    admin.bind(operations);
    store.bind(operations);
    create.bind(operations);
    reset.bind(operations);
  }

  public BackgroundTask cleanup() {
    return sweeper.task();
  }
}
