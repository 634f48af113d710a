package dev.tradewind.catalog.search.api;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import dev.tradewind.api.catalog.CatalogChangeKind;
import dev.tradewind.catalog.search.index.IndexFeed.View;
import dev.tradewind.catalog.search.index.IndexLayout;
import dev.tradewind.catalog.search.query.Basis;
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
 * alone. An answer is carried forward over changes of products. Equal searches at the same time
 * share an answer. Used on the event loop of the log.
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
   * @param beginning length of the part with the hits, which outlives changes of other products
   * @param isHit whether something was found
   * @param basis to carry the answer forward; absent: any change makes it stale
   */
  record Answer(Buffer body, int beginning, boolean isHit, @Nullable Basis basis, long position) {

    Buffer hits() {
      return body.slice(0, beginning);
    }

    Buffer rest() {
      return body.slice(beginning, body.length());
    }

    private Answer at(long later) {
      return new Answer(body, beginning, isHit, basis, later);
    }
  }

  /**
   * Answer after changes of products.
   *
   * @param isFromMemory whether nothing but these products was looked at
   */
  record Carried(Answer answer, boolean isFromMemory) {}

  /** Execution of a search. */
  interface Search {

    Future<Answer> find();

    /** The answer after changes of products; absent if it must be found anew. */
    Future<Optional<Carried>> carried(Answer known, Basis basis, Set<String> changed);
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
    Basis basis = answer.basis();
    return answer.body().length()
        + 2 * key.search().length()
        + (basis == null ? 0 : basis.size())
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
    Future<Answer> answer = known == null ? found(search) : carried(known, view.position(), search);
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

  private Future<Answer> carried(Answer known, long position, Search search) {
    Basis basis = known.basis();
    if (basis == null || !log.isUnchangedSince(known.position(), SHARED)) {
      return found(search);
    }
    Set<String> changed = log.changedSince(known.position(), MAX_CHANGED, OF_PRODUCTS).orElse(null);
    if (changed == null) {
      return found(search);
    }
    if (changed.isEmpty()) {
      stats.recordHits(1);
      return Future.succeededFuture(known.at(position));
    }
    return search
        .carried(known, basis, changed)
        .compose(carried -> {
          if (carried.isEmpty()) {
            return found(search);
          }
          if (carried.get().isFromMemory()) {
            stats.recordHits(1);
          } else {
            stats.recordMisses(1);
          }
          return Future.succeededFuture(carried.get().answer());
        });
  }
}
