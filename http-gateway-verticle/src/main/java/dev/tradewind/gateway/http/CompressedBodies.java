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
import java.util.List;

/**
 * Cache of compressed bodies, by their entity tag: a body that many clients read is compressed once
 * in each coding, and a changed one has another tag. Worker threads compress.
 */
public final class CompressedBodies {

  private static final String NAME = "compressed-bodies";
  private static final int ENTRY_OVERHEAD = 200;

  private final List<ContentCoding> codings = ContentCoding.offered();
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

  /** Codings of the bodies, the preferred one first. */
  List<ContentCoding> codings() {
    return codings;
  }

  /** The form in that coding, with this entity tag, of a content. */
  Future<Buffer> compressed(Vertx vertx, ContentCoding coding, String tag, Buffer content) {
    Context context = vertx.getOrCreateContext();
    return Future.fromCompletionStage(
        cache.get(
            tag,
            (missing, executor) ->
                vertx
                    .executeBlocking(() -> coding.compress(content), false)
                    .toCompletionStage()
                    .toCompletableFuture()),
        context);
  }
}
