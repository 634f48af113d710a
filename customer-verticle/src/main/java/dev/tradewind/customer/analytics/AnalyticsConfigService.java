package dev.tradewind.customer.analytics;

import dev.tradewind.kernel.operation.Operations;
import dev.tradewind.kernel.operation.Problem;
import dev.tradewind.kernel.operation.Reply;
import dev.tradewind.kernel.operation.Request;
import dev.tradewind.kernel.text.Ids;
import dev.tradewind.kernel.text.Timestamps;
import io.vertx.core.Future;
import io.vertx.core.json.JsonObject;
import io.vertx.sqlclient.Pool;
import java.time.Clock;
import java.util.Objects;

/** Analytics configuration of the current user, by which the dashboard sends usage data or not. */
public final class AnalyticsConfigService {

  private static final String NAME = "analytics_config";

  private final AnalyticsConfigStore store = new AnalyticsConfigStore();
  private final Ids ids = Ids.of("acfg");
  private final Pool pool;
  private final Clock clock;

  public AnalyticsConfigService(Pool pool, Clock clock) {
    this.pool = pool;
    this.clock = clock;
  }

  public void bind(Operations operations) {
    operations
        .on("adminListAnalyticsConfigs", this::get)
        .on("adminCreateAnalyticsConfig", this::save)
        .on("adminUpdateAnalyticsConfig", this::save)
        .on("adminDeleteAnalyticsConfigs", this::delete);
  }

  private Future<Reply> get(Request request) {
    String userId = Objects.requireNonNull(request.principal().id());
    return store
        .find(pool, userId)
        .map(found ->
            Reply.ok(
                NAME,
                found.orElseThrow(() ->
                    Problem.notFound("No analytics config found for user with id: " + userId))));
  }

  /** Creates the configuration or changes the present one, which is the only one of the user. */
  private Future<Reply> save(Request request) {
    JsonObject body = request.body();
    return store
        .save(
            pool,
            ids.next(),
            Objects.requireNonNull(request.principal().id()),
            body.getBoolean("opt_out"),
            body.getBoolean("anonymize"),
            Timestamps.now(clock))
        .map(saved -> Reply.ok(NAME, saved));
  }

  private Future<Reply> delete(Request request) {
    String userId = Objects.requireNonNull(request.principal().id());
    return store
        .delete(pool, userId, Timestamps.now(clock))
        .map(done ->
            Reply.ok(
                new JsonObject().put("user_id", userId).put("object", NAME).put("deleted", true)));
  }
}
