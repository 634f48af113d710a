package dev.tradewind.kernel.changelog;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import dev.tradewind.kernel.operation.Reply;
import dev.tradewind.kernel.operation.Request;
import dev.tradewind.kernel.resource.query.ListDefinition;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.binder.cache.CaffeineStatsCounter;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.json.JsonObject;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Node-local cache of responses, exactly fresh: before each read the change log says whether what
 * the response shows has changed. The log is read before the data, so a change in between makes a
 * cached response newer than its position in the log, never older. Used on one event loop.
 */
public final class ReplyCache {

  /** Local map of the number of caches, whose metrics a number tells apart. */
  private static final String CACHES = "tradewind.reply-caches";

  private static final int ENTRY_OVERHEAD = 500;
  private static final int BYTES_OF_AN_ID = 60;

  /**
   * @param position of the log before the response was read
   */
  private record Entry(Reply reply, Dependencies dependencies, long position) {}

  /** Read of a missing response, shared by all who ask for it meanwhile. */
  private record Loading(Future<Reply> reply, long position) {}

  private final ChangeLog log;
  private final CaffeineStatsCounter stats;
  private final Cache<String, Entry> replies;
  private final Map<String, Loading> loading = new HashMap<>();
  private final long maxBytes;
  private final Set<String> foreign;

  /**
   * @param name of the cache in its metrics
   * @param log of all changes of what its responses show
   * @param megabytes bound of the memory; 0: nothing is cached
   * @param foreign parameters with which an operation shows data that the log does not cover
   */
  public ReplyCache(
      Vertx vertx,
      MeterRegistry meters,
      String name,
      ChangeLog log,
      int megabytes,
      Set<String> foreign) {
    this.log = log;
    this.foreign = Set.copyOf(foreign);
    this.maxBytes = megabytes * 1024L * 1024;
    int number =
        vertx.sharedData().<String, Integer>getLocalMap(CACHES).merge(name, 1, Integer::sum);
    String numbered = number == 1 ? name : name + "-" + number;
    this.stats = new CaffeineStatsCounter(meters, numbered, Tags.empty());
    this.replies =
        Caffeine.newBuilder()
            .maximumWeight(maxBytes)
            .<String, Entry>weigher(ReplyCache::weight)
            .evictionListener(
                (key, entry, cause) -> stats.recordEviction(weight(key, entry), cause))
            .executor(Runnable::run)
            .build();
    stats.registerSizeMetric(replies);
    Gauge.builder("cache.bytes", this, ReplyCache::bytes)
        .description("Memory of the cached responses")
        .tag("cache", numbered)
        .baseUnit("bytes")
        .register(meters);
  }

  private static int weight(@Nullable String key, @Nullable Entry entry) {
    if (key == null || entry == null) {
      return 0;
    }
    return entry.reply().body().length()
        + 2 * key.length()
        + BYTES_OF_AN_ID * entry.dependencies().size()
        + ENTRY_OVERHEAD;
  }

  private double bytes() {
    return replies.policy().eviction().orElseThrow().weightedSize().orElse(0);
  }

  /**
   * The cached response to the same request, or the response of the operation.
   *
   * @param dependencies all data of the response, without named relations
   */
  public Future<Reply> get(
      Request request, Dependencies dependencies, Supplier<Future<Reply>> operation) {
    return get(request, () -> operation.get().map(reply -> new CachedReply(reply, dependencies)));
  }

  /** The cached response to the same request, or the response of the operation. */
  public Future<Reply> get(Request request, Supplier<Future<CachedReply>> operation) {
    if (isWithoutRelations(request.query())) {
      return get(key(request, request.query()), operation);
    }
    return operation.get().map(CachedReply::reply);
  }

  /** Named relations and foreign parameters lead to data of other kinds. */
  private boolean isWithoutRelations(JsonObject query) {
    return !query.containsKey("expand")
        && !query.containsKey("fields")
        && foreign.stream().noneMatch(query::containsKey)
        && !query.getString(ListDefinition.ORDER, "").contains(".");
  }

  /**
   * Key of the operation, its path and these parameters.
   *
   * @param query parameters that decide about the response
   */
  public static String key(Request request, JsonObject query) {
    return request.operation() + request.input().getJsonObject("path") + query.encode();
  }

  /**
   * The cached response with that key, or the response of the operation. Without the change log the
   * operation answers.
   *
   * @param key all that decides about the response, beside the data
   */
  public Future<Reply> get(String key, Supplier<Future<CachedReply>> operation) {
    return isOff() ? operation.get().map(CachedReply::reply) : get(log.current(), key, operation);
  }

  /**
   * The same for a reader that reads the log by a statement of its own.
   *
   * @param read position of a statement that starts after the request
   */
  public Future<Reply> get(Future<Long> read, String key, Supplier<Future<CachedReply>> operation) {
    return read.transform(position ->
        position.succeeded()
            ? find(key, position.result(), operation)
            : operation.get().map(CachedReply::reply));
  }

  /** Whether nothing is cached. */
  public boolean isOff() {
    return maxBytes == 0;
  }

  /** Removes all responses. */
  public void clear() {
    replies.invalidateAll();
  }

  private Future<Reply> find(String key, long position, Supplier<Future<CachedReply>> operation) {
    Entry entry = replies.getIfPresent(key);
    if (entry != null && log.isUnchangedSince(entry.position(), entry.dependencies())) {
      stats.recordHits(1);
      return Future.succeededFuture(entry.reply());
    }
    Loading running = loading.get(key);
    if (running == null) {
      stats.recordMisses(1);
      return load(key, operation);
    }
    if (running.position() >= position) {
      stats.recordHits(1);
      return running.reply();
    }
    // It may have read before the change that this reader knows of.
    return running.reply().transform(read -> find(key, position, operation));
  }

  private Future<Reply> load(String key, Supplier<Future<CachedReply>> operation) {
    long position = log.position();
    Future<Reply> reply =
        operation
            .get()
            .map(cached -> {
              Dependencies dependencies = cached.dependencies();
              if (dependencies == null) {
                return cached.reply();
              }
              Reply tagged = cached.reply().withEntityTag();
              replies.put(key, new Entry(tagged, dependencies, position));
              return tagged;
            });
    loading.put(key, new Loading(reply, position));
    return reply.onComplete(read -> loading.remove(key));
  }
}
