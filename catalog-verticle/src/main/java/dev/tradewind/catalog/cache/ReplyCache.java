package dev.tradewind.catalog.cache;

import com.github.benmanes.caffeine.cache.AsyncCache;
import com.github.benmanes.caffeine.cache.Caffeine;
import dev.tradewind.kernel.operation.Reply;
import dev.tradewind.kernel.operation.Request;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.binder.cache.CaffeineStatsCounter;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.json.JsonObject;
import io.vertx.sqlclient.SqlClient;
import java.util.Map;
import java.util.function.Supplier;

/**
 * Node-local cache of responses, exactly fresh: a response is found by its request and the change
 * stamp of its kind, which each reader compares first. The stamp is read before the data, so a
 * change in between makes the cached response newer than its stamp, never older.
 */
public final class ReplyCache {

  private static final String NAME = "catalog-replies";
  private static final long MOST_BYTES = 16 * 1024 * 1024;
  private static final int ENTRY_OVERHEAD = 500;

  private record Key(String request, String stamp) {}

  private final Vertx vertx;
  private final ChangeStamps stamps;
  private final AsyncCache<Key, Reply> replies;

  public ReplyCache(Vertx vertx, SqlClient db, MeterRegistry meters) {
    this.vertx = vertx;
    this.stamps = new ChangeStamps(new ChangeStampStore(db)::find);
    CaffeineStatsCounter stats = new CaffeineStatsCounter(meters, NAME, Tags.empty());
    this.replies =
        Caffeine.newBuilder()
            .maximumWeight(MOST_BYTES)
            .<Key, Reply>weigher(ReplyCache::weight)
            .recordStats(() -> stats)
            .buildAsync();
    stats.registerSizeMetric(replies.synchronous());
  }

  private static int weight(Key key, Reply reply) {
    return reply.body().length() + 2 * key.request().length() + ENTRY_OVERHEAD;
  }

  /**
   * The cached response to the same request, or that of the operation. Without stamps the operation
   * answers.
   *
   * @param kind whose tables have all data of the response
   */
  public Future<Reply> get(Request request, ChangeKind kind, Supplier<Future<Reply>> operation) {
    if (!isOfOneKind(request.query())) {
      return operation.get();
    }
    return stamps
        .current()
        .transform(found ->
            found.succeeded()
                ? find(key(request, kind, found.result()), operation)
                : operation.get());
  }

  /** Named relations and filters by discounts lead to data of other kinds. */
  private static boolean isOfOneKind(JsonObject query) {
    return !query.containsKey("expand")
        && !query.containsKey("fields")
        && !query.containsKey("discount_condition_id")
        && !query.getString("order", "").contains(".");
  }

  private static Key key(Request request, ChangeKind kind, Map<String, String> stamps) {
    String asked =
        request.operation() + request.input().getJsonObject("path") + request.query().encode();
    return new Key(asked, stamps.getOrDefault(kind.label(), ""));
  }

  private Future<Reply> find(Key key, Supplier<Future<Reply>> operation) {
    return Future.fromCompletionStage(
        replies.get(
            key, (missing, executor) -> operation.get().toCompletionStage().toCompletableFuture()),
        vertx.getOrCreateContext());
  }
}
