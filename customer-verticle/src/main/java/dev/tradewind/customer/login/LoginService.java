package dev.tradewind.customer.login;

import static dev.tradewind.kernel.token.Token.Surface.ADMIN;
import static dev.tradewind.kernel.token.Token.Surface.STORE;

import dev.tradewind.customer.auth.login.Reauthentication;
import dev.tradewind.customer.login.LoginStore.Present;
import dev.tradewind.customer.password.Confirmation;
import dev.tradewind.kernel.database.Transactions;
import dev.tradewind.kernel.operation.Operations;
import dev.tradewind.kernel.operation.Reply;
import dev.tradewind.kernel.operation.Request;
import dev.tradewind.kernel.text.Sha256;
import dev.tradewind.kernel.token.Token;
import io.vertx.core.Future;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import io.vertx.sqlclient.Pool;
import java.time.Clock;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Operations on logins. An account ends one of its own, or all but the present one; staff ends all
 * of an account. Ended logins are refused on all nodes from the next request on.
 */
public final class LoginService {

  private final LoginStore store;
  private final Pool pool;
  private final Reauthentication reauthentication;
  private final Confirmation needed;
  private final Clock clock;

  /**
   * @param needed confirmation that an account needs to end its logins
   */
  public LoginService(
      Pool pool,
      Reauthentication reauthentication,
      Confirmation needed,
      LoginStore store,
      Clock clock) {
    this.pool = pool;
    this.reauthentication = reauthentication;
    this.needed = needed;
    this.store = store;
    this.clock = clock;
  }

  public void bind(Operations operations) {
    operations
        .on("adminListLogins", request -> list(ADMIN, own(request), present(request)))
        .on("adminEndLogin", request -> endOne(request, ADMIN))
        .on("adminEndOtherLogins", request -> endOthers(request, ADMIN))
        .on("adminListLoginsOfUser", request -> list(ADMIN, id(request), Present.NONE))
        .on("adminEndLoginsOfUser", request -> endAll(request, ADMIN))
        .on("adminListLoginsOfCustomer", request -> list(STORE, id(request), Present.NONE))
        .on("adminEndLoginsOfCustomer", request -> endAll(request, STORE))
        .on("storeListLogins", request -> list(STORE, own(request), present(request)))
        .on("storeEndLogin", request -> endOne(request, STORE))
        .on("storeEndOtherLogins", request -> endOthers(request, STORE));
  }

  private static String own(Request request) {
    return Objects.requireNonNull(request.principal().id());
  }

  private static String id(Request request) {
    return request.path("id");
  }

  static Present present(Request request) {
    String session = request.header("session");
    return new Present(session == null ? null : Sha256.of(session), request.header("token-id"));
  }

  private Future<Reply> list(Token.Surface surface, String accountId, Present current) {
    return store
        .list(pool, surface, accountId, current, clock.instant())
        .map(logins -> Reply.ok(new JsonObject().put("logins", new JsonArray(logins))));
  }

  private Future<Reply> endOne(Request request, Token.Surface surface) {
    return confirmed(request, surface)
        .compose(confirmed -> end(surface, own(request), id(request), Present.NONE, id(request)));
  }

  private Future<Reply> endOthers(Request request, Token.Surface surface) {
    return confirmed(request, surface)
        .compose(confirmed -> end(surface, own(request), null, present(request), own(request)));
  }

  private Future<Void> confirmed(Request request, Token.Surface surface) {
    return reauthentication.confirm(
        request, surface, request.body().getString("old_password"), needed);
  }

  private Future<Reply> endAll(Request request, Token.Surface surface) {
    return end(surface, id(request), null, Present.NONE, id(request));
  }

  private Future<Reply> end(
      Token.Surface surface,
      String accountId,
      @Nullable String loginId,
      Present kept,
      String answered) {
    return Transactions.retrying(() -> store.end(pool, surface, accountId, loginId, kept))
        .map(
            Reply.ok(
                new JsonObject().put("id", answered).put("object", "login").put("deleted", true)));
  }
}
