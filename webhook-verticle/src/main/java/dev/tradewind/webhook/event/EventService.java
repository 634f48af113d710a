package dev.tradewind.webhook.event;

import dev.tradewind.api.webhook.WebhookOperation;
import dev.tradewind.kernel.background.BackgroundTask;
import dev.tradewind.kernel.background.Batches;
import dev.tradewind.kernel.database.Transactions;
import dev.tradewind.kernel.operation.Operations;
import dev.tradewind.kernel.operation.Reply;
import dev.tradewind.kernel.operation.Request;
import io.vertx.core.Future;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import io.vertx.sqlclient.Pool;
import java.time.Clock;
import java.time.Duration;
import java.util.List;

/** Intake of announced events, and the pull source that lists them. */
public final class EventService {

  private static final int DEFAULT_LIMIT = 100;
  private static final Duration PRUNE_INTERVAL = Duration.ofMinutes(1);
  private static final int PRUNE_BATCH = 1_000;

  private final EventStore store = new EventStore();
  private final Pool pool;
  private final CloudEvents form;
  private final Duration retention;
  private final Clock clock;
  private final Runnable delivering;

  /**
   * @param delivering starts deliveries of recorded events, without waiting for them
   */
  public EventService(
      Pool pool, CloudEvents form, Duration retention, Clock clock, Runnable delivering) {
    this.pool = pool;
    this.form = form;
    this.retention = retention;
    this.clock = clock;
    this.delivering = delivering;
  }

  public void bind(Operations operations, Operations internal) {
    operations.on("adminListEvents", this::list);
    internal.on(WebhookOperation.RECORD_EVENTS, this::record);
  }

  /** Background task that deletes events beyond their retention. */
  public BackgroundTask pruning() {
    return BackgroundTask.spread(PRUNE_INTERVAL, "prune-webhook-events", this::prune);
  }

  Future<Integer> prune() {
    return Batches.repeat(
        PRUNE_BATCH, () -> store.prune(pool, clock.instant().minus(retention), PRUNE_BATCH));
  }

  private Future<Reply> record(Request request) {
    JsonArray events = request.input().getJsonArray("events");
    return Transactions.retrying(() -> store.record(pool, events))
        .map(recorded -> {
          delivering.run();
          return Reply.noContent();
        });
  }

  private Future<Reply> list(Request request) {
    JsonObject query = request.query();
    long after = Long.parseLong(query.getString("after", "0"));
    int limit = query.getInteger("limit", DEFAULT_LIMIT);
    List<String> patterns =
        EventTypePatterns.require(List.of(query.getString("type", "*").split(",", -1)));
    // The oldest first: events that are deleted in between must not look as if there were none.
    return store
        .oldest(pool)
        .compose(oldest ->
            store
                .after(pool, after, patterns, limit)
                .map(events ->
                    Reply.ok(
                        new JsonObject()
                            .put(
                                "events", new JsonArray(events.stream().map(form::render).toList()))
                            .put("limit", limit)
                            .put("oldest_sequence", Long.toString(oldest))
                            .put(
                                "next_after",
                                Long.toString(
                                    events.isEmpty() ? after : events.getLast().sequence())))));
  }
}
