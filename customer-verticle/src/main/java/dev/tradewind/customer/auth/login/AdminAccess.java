package dev.tradewind.customer.auth.login;

import static dev.tradewind.kernel.token.Token.Surface.ADMIN;

import dev.tradewind.customer.auth.session.Sessions;
import dev.tradewind.customer.schema.UserResources;
import dev.tradewind.kernel.operation.Operations;
import dev.tradewind.kernel.operation.Problem;
import dev.tradewind.kernel.operation.Reply;
import dev.tradewind.kernel.operation.Request;
import dev.tradewind.kernel.resource.Selection;
import dev.tradewind.kernel.resource.read.ResourceReader;
import io.vertx.core.Future;
import io.vertx.core.json.JsonObject;
import io.vertx.sqlclient.Pool;
import java.util.Objects;
import java.util.Optional;

/** Login, logout and session of users. */
public final class AdminAccess {

  private static final Selection USER = Selection.of(UserResources.USER);

  private final Pool pool;
  private final ResourceReader reader;
  private final PasswordAuthenticator signIn;
  private final Sessions sessions;
  private final IssueToken tokens;

  public AdminAccess(
      Pool pool, PasswordAuthenticator signIn, Sessions sessions, IssueToken tokens) {
    this.pool = pool;
    this.reader = new ResourceReader(pool);
    this.signIn = signIn;
    this.sessions = sessions;
    this.tokens = tokens;
  }

  public void bind(Operations operations) {
    operations
        .on("adminLogIn", this::logIn)
        .on("adminLogOut", this::logOut)
        .on("adminGetCurrentUser", this::current)
        .on("adminIssueToken", request -> tokens.issue(request, ADMIN));
  }

  private Future<Reply> logIn(Request request) {
    return signIn
        .account(request, ADMIN)
        .compose(account ->
            find(account.id())
                .compose(user ->
                    sessions
                        .start(pool, request, account)
                        .map(started ->
                            started.on(
                                Reply.ok(
                                    "user", user.orElseThrow(() -> Problem.unauthorized()))))));
  }

  private Future<Reply> logOut(Request request) {
    return sessions.leave(pool, request, ADMIN).map(Reply.text(200, "OK"));
  }

  /** Current user; 401 if it was deleted after the authentication of this request. */
  private Future<Reply> current(Request request) {
    return find(Objects.requireNonNull(request.principal().id()))
        .map(user -> user.orElseThrow(() -> Problem.invalidData("Bad Request")))
        .map(user -> Reply.ok("user", user));
  }

  private Future<Optional<JsonObject>> find(String id) {
    return reader.find(USER, id);
  }
}
