package dev.tradewind.catalog.search.api;

import static java.util.Objects.requireNonNull;

import dev.tradewind.catalog.search.api.AnswerCache.Answer;
import dev.tradewind.catalog.search.api.AnswerCache.Carried;
import dev.tradewind.catalog.search.api.HitCache.Product;
import dev.tradewind.catalog.search.index.IndexFeed.View;
import dev.tradewind.catalog.search.query.Basis;
import dev.tradewind.catalog.search.query.Federated.Weighted;
import dev.tradewind.catalog.search.query.Found;
import dev.tradewind.catalog.search.query.Found.Counts;
import dev.tradewind.catalog.search.query.Found.Hit;
import dev.tradewind.catalog.search.query.Found.Page;
import dev.tradewind.catalog.search.query.ProductSearch;
import dev.tradewind.catalog.search.query.ProductSearch.FacetValue;
import dev.tradewind.catalog.search.query.SearchProblem;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.WorkerExecutor;
import io.vertx.core.buffer.Buffer;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Engine of searches: Lucene runs on worker threads, as many as there are processors, and takes a
 * bounded number of searches at a time. Used on one event loop.
 */
final class SearchEngine {

  private static final String WORKERS = "catalog-search";
  private static final int MAX_RUNNING = 128;

  private final AnswerCache answers;
  private final HitCache hits;
  private final WorkerExecutor workers;
  private int running;

  SearchEngine(Vertx vertx, AnswerCache answers, HitCache hits) {
    this.answers = answers;
    this.hits = hits;
    this.workers =
        vertx.createSharedWorkerExecutor(
            WORKERS,
            Runtime.getRuntime().availableProcessors(),
            Duration.ofSeconds(10).toMillis(),
            TimeUnit.MILLISECONDS);
  }

  /**
   * The answer to a search.
   *
   * @param text canonical text of the request
   */
  Future<Answer> search(View view, Shopper shopper, SearchRequest request, String text) {
    return answers.get(
        view,
        new AnswerCache.Key(shopper.identity(), view.index().layout(), text),
        new AnswerCache.Search() {
          @Override
          public Future<Answer> find() {
            return searched(view, shopper, request);
          }

          @Override
          public Future<Optional<Carried>> carried(Answer known, Basis basis, Set<String> changed) {
            return SearchEngine.this.carried(view, shopper, request, known, basis, changed);
          }
        });
  }

  /** The one answer to several searches, which any change makes stale. */
  Future<Answer> federated(View view, Shopper shopper, Federation federation, String text) {
    return answers.get(
        view,
        new AnswerCache.Key(shopper.identity(), view.index().layout(), text),
        new AnswerCache.Search() {
          @Override
          public Future<Answer> find() {
            return searched(view, shopper, federation);
          }

          @Override
          public Future<Optional<Carried>> carried(Answer known, Basis basis, Set<String> changed) {
            return Future.succeededFuture(Optional.empty());
          }
        });
  }

  private Future<Answer> searched(View view, Shopper shopper, Federation federation) {
    long begun = System.nanoTime();
    List<Weighted> searches =
        federation.queries().stream()
            .map(query -> new Weighted(query.search().query(), query.weight()))
            .toList();
    return work(() ->
            new ProductSearch(view, shopper.offers())
                .findTogether(
                    searches, federation.facets(), federation.offset(), federation.limit()))
        .compose(found -> {
          List<String> shown =
              found.hits().stream()
                  .filter(hit ->
                      AnswerWriter.needsProducts(
                          federation.queries().get(hit.query()).search().shown()))
                  .map(hit -> hit.found().id())
                  .toList();
          return products(shopper, shown)
              .compose(products ->
                  work(() ->
                      AnswerWriter.federated(
                          federation, found, products, (System.nanoTime() - begun) / 1_000_000)))
              .map(body -> new Answer(body, 0, found.total() > 0, null, view.position()));
        });
  }

  private Future<Answer> searched(View view, Shopper shopper, SearchRequest request) {
    long begun = System.nanoTime();
    return work(() -> new ProductSearch(view, shopper.offers()).find(request.query()))
        .compose(found -> written(view, shopper, request, found, null, begun));
  }

  /**
   * Result of a search that is carried forward.
   *
   * @param answer absent where products of hits are needed for it
   */
  private record Step(Found found, @Nullable Answer answer) {}

  private Future<Optional<Carried>> carried(
      View view,
      Shopper shopper,
      SearchRequest request,
      Answer known,
      Basis basis,
      Set<String> changed) {
    long begun = System.nanoTime();
    return work(() ->
            new ProductSearch(view, shopper.offers())
                .carried(request.query(), basis, changed)
                .map(found ->
                    new Step(
                        found,
                        found.page() == null
                            ? answer(view, request, found, Map.of(), known, begun)
                            : null)))
        .compose(step -> {
          if (step.isEmpty()) {
            return Future.succeededFuture(Optional.empty());
          }
          Answer answer = step.get().answer();
          return answer != null
              ? Future.succeededFuture(Optional.of(new Carried(answer, true)))
              : written(view, shopper, request, step.get().found(), known, begun)
                  .map(written -> Optional.of(new Carried(written, false)));
        });
  }

  private Future<Answer> written(
      View view,
      Shopper shopper,
      SearchRequest request,
      Found found,
      @Nullable Answer known,
      long begun) {
    Page page = found.page();
    List<String> shown =
        page != null && AnswerWriter.needsProducts(request.shown())
            ? page.hits().stream().map(Hit::id).toList()
            : List.of();
    return products(shopper, shown)
        .compose(products -> work(() -> answer(view, request, found, products, known, begun)));
  }

  /**
   * @param products of the hits, by id
   * @param known answer that is carried forward; absent where all is found anew
   */
  private static Answer answer(
      View view,
      SearchRequest request,
      Found found,
      Map<String, Product> products,
      @Nullable Answer known,
      long begun) {
    Page page = found.page();
    Counts counts = found.counts();
    Buffer hits =
        page == null ? requireNonNull(known).hits() : AnswerWriter.hits(request, page, products);
    Buffer rest =
        counts == null
            ? requireNonNull(known).rest()
            : AnswerWriter.rest(request, counts, (System.nanoTime() - begun) / 1_000_000);
    return new Answer(
        Buffer.buffer(hits.length() + rest.length()).appendBuffer(hits).appendBuffer(rest),
        hits.length(),
        found.basis().isHit(),
        found.basis(),
        view.position());
  }

  private Future<Map<String, Product>> products(Shopper shopper, List<String> ids) {
    return ids.isEmpty() ? Future.succeededFuture(Map.of()) : hits.find(ids, shopper);
  }

  /** Values of a facet in what a search finds. */
  Future<List<FacetValue>> values(
      View view, Shopper shopper, SearchRequest request, String attribute, String text) {
    return work(
        () -> new ProductSearch(view, shopper.offers()).values(request.query(), attribute, text));
  }

  private <T> Future<T> work(Callable<T> search) {
    if (running >= MAX_RUNNING) {
      return Future.failedFuture(SearchProblem.tooMany());
    }
    running++;
    return workers.executeBlocking(search, false).onComplete(done -> running--);
  }

  Future<Void> close() {
    return workers.close();
  }
}
