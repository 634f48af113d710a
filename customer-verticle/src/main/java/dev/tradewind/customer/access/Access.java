package dev.tradewind.customer.access;

import dev.tradewind.customer.CustomerConfig;
import dev.tradewind.customer.password.Passwords;
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
  private final SessionSweeper sweeper;

  public Access(Vertx vertx, Pool pool, OperationBus bus, CustomerConfig config, Clock clock) {
    AccountStore accounts = new AccountStore();
    SessionStore sessionStore = new SessionStore();
    Passwords passwords = new Passwords(vertx, config.passwords());
    Throttle throttle = Throttle.of(vertx, config.throttle(), clock);
    SignIn signIn = new SignIn(pool, accounts, passwords, throttle);
    Sessions sessions = new Sessions(sessionStore, config.sessions(), clock);
    IssueToken tokens =
        new IssueToken(signIn, new Tokens(vertx, config.tokens().keys(), clock), config.tokens());
    authentication = new Authentication(pool, clock);
    admin = new AdminAccess(pool, signIn, sessions, tokens);
    store = new StoreAccess(pool, accounts, signIn, sessions, tokens, throttle, bus);
    create = new CreateAccount(pool, passwords, sessions, clock);
    sweeper = new SessionSweeper(vertx, pool, sessionStore, clock);
  }

  public void bind(Operations operations, Operations internal) {
    authentication.bind(internal);
    admin.bind(operations);
    store.bind(operations);
    create.bind(operations);
  }

  public void start() {
    sweeper.start();
  }

  public void stop() {
    sweeper.stop();
  }
}
