package dev.tradewind.customer.oauthapp;

import dev.tradewind.api.event.Topics;
import dev.tradewind.kernel.Timestamps;
import dev.tradewind.kernel.database.Transactions;
import dev.tradewind.kernel.operation.Operations;
import dev.tradewind.kernel.operation.Problem;
import dev.tradewind.kernel.operation.ProblemException;
import dev.tradewind.kernel.operation.Reply;
import dev.tradewind.kernel.operation.Request;
import dev.tradewind.kernel.outbox.Event;
import dev.tradewind.kernel.resource.Resource;
import dev.tradewind.kernel.resource.Selection;
import dev.tradewind.kernel.resource.query.WhereClause;
import dev.tradewind.kernel.resource.read.ResourceReader;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import io.vertx.sqlclient.Pool;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.time.Clock;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** OAuth applications of the store: list and authorization. */
public final class AppService {

  private static final Resource APP =
      Resource.table("oauth")
          .text("id", "display_name", "application_name", "install_url", "uninstall_url")
          .json("data")
          .build();

  private static final Selection WHOLE = Selection.of(APP);
  private static final String STATE = "state";

  private final ResourceReader reader;
  private final AppStore store = new AppStore();
  private final Pool pool;
  private final AppSettings settings;
  private final TokenExchange exchange;
  private final Clock clock;

  public AppService(Vertx vertx, Pool pool, AppSettings settings, Clock clock) {
    this.reader = new ResourceReader(pool);
    this.pool = pool;
    this.settings = settings;
    this.exchange = new TokenExchange(vertx, settings.mayCallPrivateAddresses());
    this.clock = clock;
  }

  public void bind(Operations operations) {
    operations.on("adminListApps", this::list).on("adminGenerateAppToken", this::generateToken);
  }

  /** Copies the configured applications to the database; their stored data is updated. */
  public Future<Void> register() {
    return settings.apps().isEmpty()
        ? Future.succeededFuture()
        : Transactions.retrying(() -> store.register(pool, settings.apps(), Timestamps.now(clock)));
  }

  private Future<Reply> list(Request request) {
    return reader
        .select(WHOLE, new WhereClause(), "t.created_at, t.id")
        .map(apps -> Reply.ok(new JsonObject().put("apps", new JsonArray(apps))));
  }

  private Future<Reply> generateToken(Request request) {
    String name = request.body().getString("application_name");
    String state = request.body().getString(STATE);
    return reader
        .select(WHOLE, new WhereClause().add("t.application_name = {}", name), "t.id")
        .map(found ->
            found.stream()
                .findFirst()
                .orElseThrow(() ->
                    new Problem.NotFound("Oauth application " + name + " not found").toException()))
        .compose(app ->
            exchange
                .exchange(handler(app, state), request.body().getString("code"))
                .compose(tokens -> keep(request, app, state, tokens)));
  }

  private OAuthApp handler(JsonObject app, String state) {
    String displayName = app.getString("display_name");
    OAuthApp handler =
        settings
            .app(app.getString("application_name"))
            .orElseThrow(() ->
                new Problem.InvalidData(
                        "An OAuth handler for "
                            + displayName
                            + " could not be found make sure the plugin is installed")
                    .toException());
    String expected =
        Optional.ofNullable(app.getJsonObject("data"))
            .map(data -> data.getString(STATE))
            .orElse("");
    if (expected.isEmpty() || !isSame(expected, state)) {
      throw otherState(app);
    }
    return handler;
  }

  private static boolean isSame(String one, String other) {
    return MessageDigest.isEqual(
        one.getBytes(StandardCharsets.UTF_8), other.getBytes(StandardCharsets.UTF_8));
  }

  private static ProblemException otherState(JsonObject app) {
    return new Problem.NotAllowed(app.getString("display_name") + " could not match state")
        .toException();
  }

  private Future<Reply> keep(Request request, JsonObject app, String state, JsonObject tokens) {
    String id = app.getString("id");
    String name = app.getString("application_name");
    Instant now = Timestamps.now(clock);
    Event generated =
        Event.of(
            request.context(),
            now,
            Topics.ACCESS,
            "oauth.token_generated." + name,
            id,
            0,
            new JsonObject().put("id", id).put("application_name", name));
    tokens.remove(STATE);
    return Transactions.retrying(() -> store.keep(pool, id, state, tokens, List.of(generated)))
        .compose(isKept -> isKept ? reader.find(WHOLE, id) : Future.failedFuture(otherState(app)))
        .map(updated -> Reply.ok("apps", updated.orElseThrow()));
  }
}
