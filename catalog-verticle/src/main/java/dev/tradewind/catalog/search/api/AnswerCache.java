package dev.tradewind.catalog.search.api;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import dev.tradewind.api.catalog.CatalogChangeKind;
import dev.tradewind.catalog.search.index.IndexFeed.View;
import dev.tradewind.catalog.search.index.IndexLayout;
import dev.tradewind.catalog.search.query.Extent;
import dev.tradewind.kernel.changelog.ChangeLog;
import dev.tradewind.kernel.changelog.Dependencies;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.binder.cache.CaffeineStatsCounter;
import io.vertx.core.Future;
import io.vertx.core.buffer.Buffer;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Answers to searches with the position of the change log up to which they are true, up to a number
 * of bytes: a search that was answered since the last change costs the question to the change log
 * alone. An answer outlives the changes of products that it has nothing to do with. Equal searches
 * at the same time share an answer. Used on the event loop of the log.
 */
final class AnswerCache {

  private static final int OVERHEAD = 400;

  /** Changed products with which an answer is compared; with more it is found anew. */
  private static final int MAX_CHANGED = 500;

  /** Kinds whose changes have the ids of the products that they concern. */
  private static final CatalogChangeKind[] OF_PRODUCTS = {
    CatalogChangeKind.PRODUCT, CatalogChangeKind.STOCK
  };

  /** All other kinds that an answer may show: each change of such a kind may concern the answer. */
  private static final Dependencies SHARED =
      Dependencies.on(
          EnumSet.complementOf(
                  EnumSet.of(
                      CatalogChangeKind.PRODUCT,
                      CatalogChangeKind.STOCK,
                      CatalogChangeKind.PRODUCT_LIST,
                      CatalogChangeKind.STOREFRONT))
              .toArray(CatalogChangeKind[]::new));

  private final ChangeLog log;
  private final Cache<Key, Answer> answers;
  private final Map<Key, Loading> loading = new HashMap<>();
  private final CaffeineStatsCounter stats;

  /**
   * All that decides about an answer, beside the data.
   *
   * @param layout of the index that is searched
   * @param search canonical text of the request
   */
  record Key(Shopper.Identity shopper, IndexLayout layout, String search) {}

  /**
   * @param isHit whether something was found
   * @param extent by which the answer outlives changes; absent: any change makes it stale
   */
  record Answer(Buffer body, boolean isHit, @Nullable Extent extent, long position) {

    private Answer at(long later) {
      return new Answer(body, isHit, extent, later);
    }
  }

  /** Execution of a search. */
  interface Search {

    Future<Answer> find();

    /** Whether it finds the same after changes of products out of the extent. */
    Future<Boolean> isStill(Extent extent, Set<String> changed);
  }

  private record Loading(Future<Answer> answer, long position) {}

  /**
   * @param megabytes bound of the memory
   */
  AnswerCache(ChangeLog log, MeterRegistry meters, int megabytes) {
    this.log = log;
    this.stats = new CaffeineStatsCounter(meters, "search-answers", Tags.empty());
    this.answers =
        Caffeine.newBuilder()
            .maximumWeight(megabytes * 1024L * 1024)
            .<Key, Answer>weigher(AnswerCache::weight)
            .executor(Runnable::run)
            .build();
  }

  private static int weight(@Nullable Key key, @Nullable Answer answer) {
    if (key == null || answer == null) {
      return 0;
    }
    Extent extent = answer.extent();
    return answer.body().length()
        + 2 * key.search().length()
        + (extent == null ? 0 : extent.size())
        + OVERHEAD;
  }

  /** The answer that is true for the view: a known one, or the one that the search finds. */
  Future<Answer> get(View view, Key key, Search search) {
    Answer known = answers.getIfPresent(key);
    if (known != null && known.position() >= view.position()) {
      stats.recordHits(1);
      return Future.succeededFuture(known);
    }
    Loading running = loading.get(key);
    if (running != null && running.position() >= view.position()) {
      stats.recordHits(1);
      return running.answer();
    }
    Future<Answer> answer =
        known == null
            ? found(search)
            : isTrue(known, search).compose(isTrue -> isTrue ? kept(known, view) : found(search));
    Loading begun = new Loading(answer, view.position());
    loading.put(key, begun);
    return answer.onComplete(done -> {
      loading.remove(key, begun);
      if (done.succeeded()) {
        answers.put(key, done.result());
      }
    });
  }

  private Future<Answer> found(Search search) {
    stats.recordMisses(1);
    return search.find();
  }

  private Future<Answer> kept(Answer known, View view) {
    stats.recordHits(1);
    return Future.succeededFuture(known.at(view.position()));
  }

  /** Whether all changes up to the log's position leave the answer as it is. */
  private Future<Boolean> isTrue(Answer known, Search search) {
    Extent extent = known.extent();
    if (extent == null || !log.isUnchangedSince(known.position(), SHARED)) {
      return Future.succeededFuture(false);
    }
    Optional<Set<String>> changed =
        log.changedSince(known.position(), MAX_CHANGED, OF_PRODUCTS)
            .filter(ids -> !extent.hasAny(ids));
    if (changed.isEmpty()) {
      return Future.succeededFuture(false);
    }
    return changed.get().isEmpty()
        ? Future.succeededFuture(true)
        : search.isStill(extent, changed.get());
  }
}
