package dev.tradewind.customer.apitoken;

import dev.tradewind.api.audit.AuditAction;
import dev.tradewind.customer.auth.login.Reauthentication;
import dev.tradewind.customer.password.Confirmation;
import dev.tradewind.kernel.database.Transactions;
import dev.tradewind.kernel.operation.Operations;
import dev.tradewind.kernel.operation.Principal;
import dev.tradewind.kernel.operation.Problem;
import dev.tradewind.kernel.operation.Reply;
import dev.tradewind.kernel.operation.Request;
import dev.tradewind.kernel.outbox.Event;
import dev.tradewind.kernel.outbox.Outbox;
import dev.tradewind.kernel.resource.write.RowChange;
import dev.tradewind.kernel.text.Ids;
import dev.tradewind.kernel.text.Sha256;
import dev.tradewind.kernel.text.Timestamps;
import dev.tradewind.kernel.token.Token;
import io.vertx.core.Future;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import io.vertx.sqlclient.Pool;
import io.vertx.sqlclient.SqlClient;
import java.security.SecureRandom;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Base64;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * API tokens of the current user, each with a name, an end and, if wanted, only some permissions.
 * The token is in the response to its creation and nowhere else. A change of the password ends all.
 */
public final class ApiTokenService {

  private static final int MAX_TOKENS = 50;
  private static final int DEFAULT_DAYS = 90;
  private static final int BYTES = 32;
  private static final SecureRandom RANDOM = new SecureRandom();

  private final ApiTokenStore store = new ApiTokenStore();
  private final Ids ids = Ids.of("apitok");
  private final Pool pool;
  private final Reauthentication reauthentication;
  private final Confirmation needed;
  private final Clock clock;

  /**
   * @param needed confirmation that a new token needs
   */
  public ApiTokenService(
      Pool pool, Reauthentication reauthentication, Confirmation needed, Clock clock) {
    this.pool = pool;
    this.reauthentication = reauthentication;
    this.needed = needed;
    this.clock = clock;
  }

  public void bind(Operations operations) {
    operations
        .on("adminListApiTokens", this::list)
        .on("adminCreateApiToken", this::create)
        .on("adminDeleteApiToken", this::delete);
  }

  private static String owner(Request request) {
    return Objects.requireNonNull(request.principal().id());
  }

  private Future<Reply> list(Request request) {
    return store
        .list(pool, owner(request), clock.instant())
        .map(tokens -> Reply.ok(new JsonObject().put("api_tokens", new JsonArray(tokens))));
  }

  private Future<Reply> create(Request request) {
    if (request.principal().credential() == Principal.Credential.API_TOKEN) {
      // Otherwise a token could outlive its end.
      throw Problem.notAllowed("An API token cannot create another one");
    }
    return reauthentication
        .confirm(request, Token.Surface.ADMIN, request.body().getString("old_password"), needed)
        .compose(confirmed -> Transactions.inTransaction(pool, db -> create(db, request)));
  }

  private Future<Reply> create(SqlClient db, Request request) {
    JsonObject body = request.body();
    String token = random();
    Instant now = Timestamps.now(clock);
    Instant expires = now.plus(Duration.ofDays(body.getInteger("expires_in_days", DEFAULT_DAYS)));
    return store
        .lock(db, owner(request))
        .compose(locked -> store.deleteEnded(db, owner(request), now))
        .compose(deleted -> store.count(db, owner(request)))
        .compose(current -> {
          if (current >= MAX_TOKENS) {
            return Future.failedFuture(
                Problem.notAllowed("A user has at most " + MAX_TOKENS + " API tokens"));
          }
          return store.insert(
              db,
              ids.next(),
              owner(request),
              body.getString("name"),
              Sha256.of(token),
              permissions(body.getJsonArray("permissions")),
              now,
              expires);
        })
        .map(created -> created.orElseThrow(() -> Problem.unauthorized()))
        .compose(created ->
            Outbox.append(
                    db,
                    AuditAction.API_TOKEN_CREATION
                        .on(created.getString("id"))
                        .with(RowChange.pick(created, "name", "permissions", "expires_at"))
                        .event(request.context(), now))
                .map(Reply.ok("api_token", created.put("token", token))));
  }

  private static @Nullable List<String> permissions(@Nullable JsonArray values) {
    return values == null ? null : values.stream().map(String.class::cast).distinct().toList();
  }

  private Future<Reply> delete(Request request) {
    String id = request.path("id");
    Event entry =
        AuditAction.API_TOKEN_DELETION.on(id).event(request.context(), Timestamps.now(clock));
    return Transactions.retrying(() -> store.delete(pool, id, owner(request), entry))
        .map(
            Reply.ok(
                new JsonObject().put("id", id).put("object", "api_token").put("deleted", true)));
  }

  private static String random() {
    byte[] token = new byte[BYTES];
    RANDOM.nextBytes(token);
    return Base64.getUrlEncoder().withoutPadding().encodeToString(token);
  }
}
