package dev.tradewind.customer.auth.login;

import dev.tradewind.api.customer.EmailAddress;
import dev.tradewind.api.event.Topics;
import dev.tradewind.customer.auth.account.Account;
import dev.tradewind.customer.auth.account.AccountExists;
import dev.tradewind.customer.auth.account.AccountStore;
import dev.tradewind.customer.auth.account.CustomerHooks;
import dev.tradewind.customer.auth.session.Sessions;
import dev.tradewind.customer.password.PasswordPolicy;
import dev.tradewind.customer.password.Passwords;
import dev.tradewind.kernel.database.PgErrors;
import dev.tradewind.kernel.database.Transactions;
import dev.tradewind.kernel.operation.Operations;
import dev.tradewind.kernel.operation.Reply;
import dev.tradewind.kernel.operation.Request;
import dev.tradewind.kernel.outbox.Event;
import dev.tradewind.kernel.ratelimit.ClientNetwork;
import dev.tradewind.kernel.text.Ids;
import dev.tradewind.kernel.text.Timestamps;
import dev.tradewind.kernel.token.Token;
import io.vertx.core.Future;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import io.vertx.sqlclient.Pool;
import io.vertx.sqlclient.SqlClient;
import java.time.Clock;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/**
 * Creation of a customer account, followed by a login. A guest with the same e-mail address stays a
 * separate customer.
 */
public final class CreateAccount {

  private static final Ids IDS = Ids.of("cus");

  private final Pool pool;
  private final LoginRateLimiter throttle;
  private final Passwords passwords;
  private final PasswordPolicy policy;
  private final Sessions sessions;
  private final Clock clock;
  private final AccountStore accounts;
  private final CustomerHooks hooks;

  public CreateAccount(
      Pool pool,
      AccountStore accounts,
      LoginRateLimiter throttle,
      Passwords passwords,
      PasswordPolicy policy,
      Sessions sessions,
      CustomerHooks hooks,
      Clock clock) {
    this.hooks = hooks;
    this.pool = pool;
    this.accounts = accounts;
    this.throttle = throttle;
    this.passwords = passwords.of(Passwords.Group.REGISTRATION);
    this.policy = policy;
    this.sessions = sessions;
    this.clock = clock;
  }

  public void bind(Operations operations) {
    operations.on("storeCreateCustomer", this::create);
  }

  private Future<Reply> create(Request request) {
    JsonObject body = request.body();
    policy.require(body.getString("password"));
    Instant now = Timestamps.now(clock);
    JsonObject customer = customer(IDS.next(), request, now);
    Account account = new Account(Token.Surface.STORE, customer.getString("id"), 1);
    // The limit and the known e-mail address come first: only a new account costs a hash.
    return throttle
        .question(request)
        .count()
        .compose(counted -> accounts.hasCustomerAccount(pool, customer.getString("email")))
        .compose(exists -> {
          if (exists) {
            return Future.failedFuture(AccountExists.problem());
          }
          return hooks.permitted(request.context(), customer);
        })
        .compose(permitted ->
            passwords
                .hash(ClientNetwork.of(request), body.getString("password"))
                .compose(hash ->
                    Transactions.inTransaction(
                        pool,
                        db ->
                            insert(db, request, permitted, hash, now)
                                .compose(stored ->
                                    sessions
                                        .start(db, request, account)
                                        .map(started ->
                                            started.on(Reply.ok("customer", stored)))))));
  }

  /** The shopper's language is that of the page; e-mails to the customer are written in it. */
  private static JsonObject customer(String id, Request request, Instant now) {
    JsonObject body = request.body();
    String language = request.header(Request.PAGE_LANGUAGE);
    return new JsonObject()
        .put("id", id)
        .put("created_at", Timestamps.format(now))
        .put("updated_at", Timestamps.format(now))
        .putNull("deleted_at")
        .put("email", EmailAddress.normalized(body.getString("email")))
        .put("first_name", body.getString("first_name"))
        .put("last_name", body.getString("last_name"))
        .putNull("billing_address_id")
        .put("phone", body.getString("phone"))
        .put("has_account", true)
        .put("metadata", language == null ? null : new JsonObject().put("language", language))
        .putNull("billing_address")
        .put("shipping_addresses", new JsonArray());
  }

  private Future<JsonObject> insert(
      SqlClient db, Request request, CustomerHooks.Permitted permitted, String hash, Instant now) {
    String id = permitted.customer().getString("id");
    List<Event> events = new ArrayList<>(permitted.decisions());
    events.add(
        Event.of(
            request.context(),
            now,
            Topics.CUSTOMER,
            "customer.created",
            id,
            1,
            new JsonObject().put("id", id)));
    return accounts
        .insertCustomer(db, permitted.customer(), hash, now, events)
        .recover(failure -> {
          if (PgErrors.violatedUnique(failure).filter("customer_email"::equals).isPresent()) {
            return Future.failedFuture(AccountExists.problem());
          }
          return Future.failedFuture(failure);
        });
  }
}
