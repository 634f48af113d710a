package dev.tradewind.customer.oauthapp;

import dev.tradewind.api.event.Topics;
import dev.tradewind.kernel.async.Futures;
import dev.tradewind.kernel.database.Transactions;
import dev.tradewind.kernel.operation.Operations;
import dev.tradewind.kernel.operation.Problem;
import dev.tradewind.kernel.operation.Reply;
import dev.tradewind.kernel.operation.Request;
import dev.tradewind.kernel.outbox.Event;
import dev.tradewind.kernel.resource.Resource;
import dev.tradewind.kernel.resource.Selection;
import dev.tradewind.kernel.resource.query.WhereClause;
import dev.tradewind.kernel.resource.read.ResourceReader;
import dev.tradewind.kernel.text.Timestamps;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import io.vertx.sqlclient.Pool;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/**
 * OAuth applications of the store: list and authorization. Each grant of a user has a state of its
 * own, which is used once. The tokens of an application are in the response to its authorization
 * and in no other; the database has them encrypted.
 */
public final class AppService {

  private static final Resource APP =
      Resource.table("oauth")
          .text("id", "display_name", "application_name", "install_url", "uninstall_url")
          .build();

  private static final Selection WHOLE = Selection.of(APP);
  private static final String STATE = "state";
  private static final Duration STATE_LIFE = Duration.ofHours(1);

  private final ResourceReader reader;
  private final AppStore store;
  private final Pool pool;
  private final AppSettings settings;
  private final AppTokens tokens;
  private final TokenExchange exchange;
  private final Clock clock;

  public AppService(
      Vertx vertx, Pool pool, AppStore store, AppSettings settings, AppTokens tokens, Clock clock) {
    this.reader = new ResourceReader(pool);
    this.pool = pool;
    this.store = store;
    this.settings = settings;
    this.tokens = tokens;
    this.exchange = new TokenExchange(vertx, settings.mayCallPrivateAddresses());
    this.clock = clock;
  }

  public void bind(Operations operations) {
    operations.on("adminListApps", this::list).on("adminGenerateAppToken", this::generateToken);
  }

  /** Copies the configured applications to the database; their stored data is updated. */
  public Future<Void> register() {
    return Futures.unlessEmpty(
        settings.apps(),
        () ->
            Transactions.retrying(
                () -> store.register(pool, settings.apps(), Timestamps.now(clock))));
  }

  private static String user(Request request) {
    return Objects.requireNonNull(request.principal().id());
  }

  private Future<Reply> list(Request request) {
    return store
        .states(pool, user(request), clock.instant(), clock.instant().plus(STATE_LIFE))
        .compose(states ->
            reader
                .select(WHOLE, new WhereClause(), "t.created_at, t.id")
                .map(apps -> documents(apps, states)))
        .map(apps -> Reply.ok(new JsonObject().put("apps", apps)));
  }

  private static JsonArray documents(List<JsonObject> apps, Map<String, String> states) {
    JsonArray documents = new JsonArray();
    for (JsonObject app : apps) {
      documents.add(app.put("data", new JsonObject().put(STATE, states.get(app.getString("id")))));
    }
    return documents;
  }

  private Future<Reply> generateToken(Request request) {
    String name = request.body().getString("application_name");
    String state = request.body().getString(STATE);
    return reader
        .select(WHOLE, new WhereClause().add("t.application_name = {}", name), "t.id")
        .map(found ->
            found.stream()
                .findFirst()
                .orElseThrow(() -> Problem.notFound("Oauth application " + name + " not found")))
        .compose(app ->
            store
                .state(pool, app.getString("id"), user(request), clock.instant())
                .map(expected -> handler(app, expected, state))
                .compose(handler -> exchange.exchange(handler, request.body().getString("code")))
                .compose(granted -> keep(request, app, state, granted)));
  }

  private OAuthApp handler(JsonObject app, Optional<String> expected, String state) {
    String displayName = app.getString("display_name");
    OAuthApp handler =
        settings
            .app(app.getString("application_name"))
            .orElseThrow(() ->
                Problem.invalidData(
                    "An OAuth handler for "
                        + displayName
                        + " could not be found make sure the plugin is installed"));
    if (expected.isEmpty() || !isSame(expected.get(), state)) {
      throw otherState(app);
    }
    return handler;
  }

  private static boolean isSame(String one, String other) {
    return MessageDigest.isEqual(
        one.getBytes(StandardCharsets.UTF_8), other.getBytes(StandardCharsets.UTF_8));
  }

  private static Problem otherState(JsonObject app) {
    return Problem.notAllowed(app.getString("display_name") + " could not match state");
  }

  private Future<Reply> keep(Request request, JsonObject app, String state, JsonObject granted) {
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
    granted.remove(STATE);
    JsonObject stored = tokens.encrypt(granted, id);
    return Transactions.retrying(
            () -> store.keep(pool, id, user(request), state, now, stored, List.of(generated)))
        .map(isKept -> {
          if (!isKept) {
            throw otherState(app);
          }
          JsonObject data = new JsonObject().put(STATE, state).mergeIn(granted);
          return Reply.ok("apps", app.copy().put("data", data));
        });
  }
}
