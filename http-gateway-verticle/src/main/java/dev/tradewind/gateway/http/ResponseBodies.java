package dev.tradewind.gateway.http;

import com.github.benmanes.caffeine.cache.AsyncCache;
import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.binder.cache.CaffeineStatsCounter;
import io.vertx.core.Context;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * Cache of bodies as they are sent, by their entity tag: a body that many clients read is
 * compressed once in each coding, and what is public crosses the event bus once. A changed body has
 * another tag, so none is ever stale. Worker threads compress.
 */
public final class ResponseBodies {

  private static final String NAME = "response-bodies";
  private static final int ENTRY_OVERHEAD = 200;
  private static final int MAX_REQUEST = 1_000;

  /** Part of the memory, for the tags of requests. */
  private static final int PART_OF_TAGS = 16;

  private final long bytes;
  private final List<ContentCoding> codings = ContentCoding.offered();
  private final AsyncCache<String, Buffer> bodies;
  private final Cache<String, String> tags;

  /**
   * Body of the last response to a request.
   *
   * @param tag of the content, regardless of its coding
   * @param body in the coding that was asked for
   */
  record Known(String tag, Buffer body) {}

  /**
   * @param megabytes bound of the memory; 0: nothing is kept
   */
  public ResponseBodies(MeterRegistry metrics, int megabytes) {
    CaffeineStatsCounter meters = new CaffeineStatsCounter(metrics, NAME, Tags.empty());
    bytes = megabytes * 1024L * 1024;
    tags =
        Caffeine.newBuilder()
            .maximumWeight(bytes / PART_OF_TAGS)
            .<String, String>weigher((request, tag) -> request.length() + ENTRY_OVERHEAD)
            .build();
    bodies =
        Caffeine.newBuilder()
            .maximumWeight(bytes - bytes / PART_OF_TAGS)
            .<String, Buffer>weigher((tag, body) -> body.length() + ENTRY_OVERHEAD)
            .recordStats(() -> meters)
            .buildAsync();
    meters.registerSizeMetric(bodies.synchronous());
  }

  /** Bound of the memory. */
  public long bytes() {
    return bytes;
  }

  /** Codings of the bodies, the preferred one first. */
  List<ContentCoding> codings() {
    return codings;
  }

  /**
   * Body of the last response to that request, which may have changed since; absent if it is not
   * kept in that coding.
   */
  @Nullable Known last(String request, Optional<ContentCoding> coding) {
    String tag = tags.getIfPresent(request);
    CompletableFuture<Buffer> body =
        tag == null ? null : bodies.getIfPresent(EntityTags.in(coding, tag));
    if (tag == null || body == null || !body.isDone() || body.isCompletedExceptionally()) {
      return null;
    }
    return new Known(tag, body.join());
  }

  /** Keeps the content of a public response for the same request, and for others with that tag. */
  void keep(String request, String tag, Buffer content) {
    if (request.length() <= MAX_REQUEST) {
      tags.put(request, tag);
      bodies.asMap().putIfAbsent(tag, CompletableFuture.completedFuture(content));
    }
  }

  /** The form in that coding of a content, whose tag is kept for that request, if it is public. */
  Future<Buffer> compressed(
      Vertx vertx, ContentCoding coding, @Nullable String request, String tag, Buffer content) {
    if (request != null && request.length() <= MAX_REQUEST) {
      tags.put(request, tag);
    }
    Context context = vertx.getOrCreateContext();
    return Future.fromCompletionStage(
        bodies.get(
            EntityTags.in(Optional.of(coding), tag),
            (missing, executor) ->
                vertx
                    .executeBlocking(() -> coding.compress(content), false)
                    .toCompletionStage()
                    .toCompletableFuture()),
        context);
  }
}
