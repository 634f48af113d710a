package dev.tradewind.customer.auth.login;

import static dev.tradewind.kernel.token.Token.Surface.STORE;

import dev.tradewind.api.customer.EmailAddress;
import dev.tradewind.customer.auth.account.AccountStore;
import dev.tradewind.customer.auth.session.Sessions;
import dev.tradewind.customer.schema.CustomerResources;
import dev.tradewind.kernel.operation.CallContext;
import dev.tradewind.kernel.operation.OperationClient;
import dev.tradewind.kernel.operation.Operations;
import dev.tradewind.kernel.operation.Reply;
import dev.tradewind.kernel.operation.Request;
import dev.tradewind.kernel.resource.FetchContext;
import dev.tradewind.kernel.resource.Selection;
import dev.tradewind.kernel.resource.read.ResourceReader;
import io.vertx.core.Future;
import io.vertx.core.json.JsonObject;
import io.vertx.sqlclient.Pool;
import java.util.Objects;

/** Login, logout and session of customers with an account. */
public final class StoreAccess {

  /** A login is not refused for the orders of the customer. */
  private static final Selection CUSTOMER =
      Selection.of(CustomerResources.CUSTOMER)
          .with("orders.items", "billing_address.country", "shipping_addresses.country")
          .afterWrite();

  private final Pool pool;
  private final AccountStore accounts;
  private final PasswordAuthenticator signIn;
  private final Sessions sessions;
  private final IssueToken tokens;
  private final LoginRateLimiter throttle;
  private final OperationClient bus;

  public StoreAccess(
      Pool pool,
      AccountStore accounts,
      PasswordAuthenticator signIn,
      Sessions sessions,
      IssueToken tokens,
      LoginRateLimiter throttle,
      OperationClient bus) {
    this.pool = pool;
    this.accounts = accounts;
    this.signIn = signIn;
    this.sessions = sessions;
    this.tokens = tokens;
    this.throttle = throttle;
    this.bus = bus;
  }

  public void bind(Operations operations) {
    operations
        .on("storeLogIn", this::logIn)
        .on("storeLogOut", this::logOut)
        .on("storeGetCurrentCustomer", this::current)
        .on("storeCheckEmailExists", this::emailExists)
        .on("storeIssueToken", request -> tokens.issue(request, STORE));
  }

  private Future<Reply> logIn(Request request) {
    return signIn
        .account(request, STORE)
        .compose(account ->
            // The step that may fail comes first: a failed login must not create a session.
            find(request.context(), account.id())
                .compose(customer ->
                    sessions
                        .start(pool, request, account)
                        .map(started -> started.on(Reply.ok("customer", customer)))));
  }

  private Future<Reply> logOut(Request request) {
    return sessions.leave(pool, request, STORE).map(Reply.text(200, "OK"));
  }

  private Future<Reply> current(Request request) {
    return find(request.context(), Objects.requireNonNull(request.principal().id()))
        .map(customer -> Reply.ok("customer", customer));
  }

  /** A login does not wait for the verticles of the orders and countries that its answer shows. */
  private Future<JsonObject> find(CallContext context, String id) {
    return new ResourceReader(
            FetchContext.own(pool).withRemote(bus, context).leavingOutUnavailable())
        .find(CUSTOMER, id)
        .map(found -> found.orElseThrow(() -> CustomerResources.notFound(id)));
  }

  private Future<Reply> emailExists(Request request) {
    String email = EmailAddress.normalized(request.path("email"));
    return throttle
        .question(request)
        .count()
        .compose(counted -> accounts.hasCustomerAccount(pool, email))
        .map(exists -> Reply.ok(new JsonObject().put("exists", exists)));
  }
}
