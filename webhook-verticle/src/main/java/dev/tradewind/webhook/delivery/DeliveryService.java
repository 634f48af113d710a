package dev.tradewind.webhook.delivery;

import dev.tradewind.kernel.database.Transactions;
import dev.tradewind.kernel.operation.Operations;
import dev.tradewind.kernel.operation.Problem;
import dev.tradewind.kernel.operation.Reply;
import dev.tradewind.kernel.operation.Request;
import dev.tradewind.webhook.subscription.SubscriptionService;
import io.vertx.core.Future;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import io.vertx.sqlclient.Pool;
import org.jspecify.annotations.Nullable;

/** Admin operations on deliveries: their log, and redelivery. */
final class DeliveryService {

  private static final int DEFAULT_LIMIT = 50;

  /** Events of one request of redelivery; the response tells where the next one begins. */
  static final int MAX_REDELIVERED = 1_000;

  private final DeliveryStore store;
  private final Pool pool;
  private final SubscriptionService subscriptions;
  private final Runnable delivering;

  /**
   * @param delivering starts deliveries that are due, without waiting for them
   */
  DeliveryService(
      Pool pool, SubscriptionService subscriptions, Runnable delivering, DeliveryStore store) {
    this.pool = pool;
    this.subscriptions = subscriptions;
    this.delivering = delivering;
    this.store = store;
  }

  void bind(Operations operations) {
    operations
        .on("adminListWebhookDeliveries", this::list)
        .on("adminRedeliverWebhookEvents", this::redeliver);
  }

  private Future<Reply> list(Request request) {
    String id = request.path("id");
    JsonObject query = request.query();
    int limit = query.getInteger("limit", DEFAULT_LIMIT);
    long before = sequence(query.getString("cursor"), Long.MAX_VALUE);
    return subscriptions
        .find(id)
        .compose(found -> store.list(pool, id, before, query.getString("status"), limit))
        .map(deliveries ->
            Reply.ok(
                new JsonObject()
                    .put("deliveries", new JsonArray(deliveries))
                    .put("limit", limit)
                    .put(
                        "next_cursor",
                        deliveries.size() < limit
                            ? null
                            : deliveries.getLast().getString("sequence"))));
  }

  private Future<Reply> redeliver(Request request) {
    String id = request.path("id");
    JsonObject body = request.body();
    String eventId = body.getString("event_id");
    boolean isRange = body.containsKey("after") && body.containsKey("until");
    if (eventId != null == isRange || body.containsKey("after") != body.containsKey("until")) {
      throw Problem.invalidData("Give either event_id, or after and until");
    }
    long after = sequence(body.getString("after"), 0);
    long until = sequence(body.getString("until"), 0);
    return subscriptions
        .find(id)
        .compose(found ->
            Transactions.retrying(
                () -> store.redeliver(pool, id, eventId, after, until, MAX_REDELIVERED)))
        .map(done -> {
          if (eventId != null && done.count() == 0) {
            throw Problem.notFound(
                "Event with id: " + eventId + " was not found among those of the webhook");
          }
          delivering.run();
          return Reply.ok(
              new JsonObject()
                  .put("redelivered", done.count())
                  .put(
                      "next_after",
                      done.last() == null || done.count() < MAX_REDELIVERED
                          ? null
                          : Long.toString(done.last())));
        });
  }

  private static long sequence(@Nullable String text, long absent) {
    return text == null ? absent : Long.parseLong(text);
  }
}
