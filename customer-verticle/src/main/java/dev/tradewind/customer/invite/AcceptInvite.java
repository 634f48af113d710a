package dev.tradewind.customer.invite;

import dev.tradewind.customer.password.PasswordPolicy;
import dev.tradewind.customer.password.Passwords;
import dev.tradewind.customer.user.UserStore;
import dev.tradewind.kernel.database.Transactions;
import dev.tradewind.kernel.operation.Problem;
import dev.tradewind.kernel.operation.Reply;
import dev.tradewind.kernel.operation.Request;
import dev.tradewind.kernel.resource.write.RowChange;
import dev.tradewind.kernel.text.Timestamps;
import dev.tradewind.kernel.token.JwtService;
import io.vertx.core.Future;
import io.vertx.core.json.JsonObject;
import io.vertx.sqlclient.Pool;
import io.vertx.sqlclient.SqlClient;
import java.time.Clock;
import java.util.Optional;

/** Creation of a user from an invite, which is deleted in the same transaction. */
public final class AcceptInvite {

  private final InviteStore store;
  private final Pool pool;
  private final UserStore users;
  private final Passwords passwords;
  private final PasswordPolicy policy;
  private final JwtService tokens;
  private final Clock clock;

  public AcceptInvite(
      Pool pool,
      InviteStore store,
      UserStore users,
      Passwords passwords,
      PasswordPolicy policy,
      JwtService tokens,
      Clock clock) {
    this.pool = pool;
    this.store = store;
    this.users = users;
    this.passwords = passwords;
    this.policy = policy;
    this.tokens = tokens;
    this.clock = clock;
  }

  Future<Reply> accept(Request request) {
    String token = request.body().getString("token");
    return tokens
        .verify(token, InviteService.PURPOSE)
        .map(claims -> claims.orElseThrow(() -> invalid("Token is not valid")))
        .compose(claims -> accept(request, token, claims))
        .map(Reply.text(200, "OK"));
  }

  private Future<JsonObject> accept(Request request, String token, JsonObject claims) {
    String id = claims.getString("invite_id");
    String email = claims.getString("user_email");
    JsonObject user = request.body().getJsonObject("user");
    policy.require(user.getString("password"));
    // Validates first, because hashing is expensive.
    return store
        .find(pool, id, email, token, Timestamps.now(clock))
        .map(AcceptInvite::requireValid)
        .compose(invite -> store.hasJoined(pool, email))
        .compose(hasJoined -> {
          if (hasJoined) {
            return Future.failedFuture(invalid("User already joined"));
          }
          return passwords.hash(user.getString("password"));
        })
        .compose(hash ->
            Transactions.inTransaction(
                pool,
                db ->
                    store
                        .take(db, id, email, token, Timestamps.now(clock))
                        .map(AcceptInvite::requireValid)
                        .compose(invite -> join(db, request, invite, user, hash))));
  }

  private Future<JsonObject> join(
      SqlClient db, Request request, InviteStore.Invite invite, JsonObject user, String hash) {
    JsonObject values =
        RowChange.pick(user, "first_name", "last_name")
            .put("email", invite.email())
            .put("role", invite.role());
    return users
        .insert(db, request.context(), values, hash)
        .recover(failure ->
            Future.failedFuture(
                Problem.is(failure, Problem.Kind.INVALID_DATA)
                    ? invalid("User already joined")
                    : failure));
  }

  private static InviteStore.Invite requireValid(Optional<InviteStore.Invite> found) {
    return found.orElseThrow(() -> invalid("Invalid invite"));
  }

  private static Problem invalid(String message) {
    return Problem.invalidData(message);
  }
}
