package dev.tradewind.gateway.http;

import com.github.benmanes.caffeine.cache.AsyncCache;
import com.github.benmanes.caffeine.cache.Caffeine;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.binder.cache.CaffeineStatsCounter;
import io.vertx.core.Context;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;

/**
 * Cache of bodies compressed with gzip, by their entity tag: a body that many clients read is
 * compressed once, and a changed one has another tag. Worker threads compress.
 */
public final class CompressedBodies {

  private static final String NAME = "compressed-bodies";
  private static final int ENTRY_OVERHEAD = 200;

  /** Below the default level: changing content is compressed again and again. */
  private static final int LEVEL = 4;

  private final AsyncCache<String, Buffer> cache;

  /**
   * @param megabytes bound of the memory; 0: nothing is kept
   */
  public CompressedBodies(MeterRegistry metrics, int megabytes) {
    CaffeineStatsCounter meters = new CaffeineStatsCounter(metrics, NAME, Tags.empty());
    cache =
        Caffeine.newBuilder()
            .maximumWeight(megabytes * 1024L * 1024)
            .<String, Buffer>weigher((tag, body) -> body.length() + ENTRY_OVERHEAD)
            .recordStats(() -> meters)
            .buildAsync();
    meters.registerSizeMetric(cache.synchronous());
  }

  /** The compressed form, with this entity tag, of a content. */
  Future<Buffer> compressed(Vertx vertx, String tag, Buffer content) {
    Context context = vertx.getOrCreateContext();
    return Future.fromCompletionStage(
        cache.get(
            tag,
            (missing, executor) ->
                vertx
                    .executeBlocking(() -> Gzip.compress(content, LEVEL), false)
                    .toCompletionStage()
                    .toCompletableFuture()),
        context);
  }
}
