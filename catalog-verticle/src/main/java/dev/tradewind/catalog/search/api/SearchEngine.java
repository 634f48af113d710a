package dev.tradewind.catalog.search.api;

import dev.tradewind.catalog.search.api.AnswerCache.Answer;
import dev.tradewind.catalog.search.api.HitCache.Product;
import dev.tradewind.catalog.search.index.IndexFeed.View;
import dev.tradewind.catalog.search.query.Extent;
import dev.tradewind.catalog.search.query.Federated.Weighted;
import dev.tradewind.catalog.search.query.Found;
import dev.tradewind.catalog.search.query.Found.Hit;
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
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;

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
          public Future<Boolean> isStill(Extent extent, Set<String> changed) {
            return work(() ->
                new ProductSearch(view, shopper.offers())
                    .isStill(request.query(), extent, changed));
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
          public Future<Boolean> isStill(Extent extent, Set<String> changed) {
            return Future.succeededFuture(false);
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
              .map(body -> new Answer(body, found.total() > 0, null, view.position()));
        });
  }

  private Future<Answer> searched(View view, Shopper shopper, SearchRequest request) {
    long begun = System.nanoTime();
    return work(() -> new ProductSearch(view, shopper.offers()).find(request.query()))
        .compose(found ->
            products(shopper, request, found)
                .compose(products -> written(request, found, products, begun))
                .map(body -> new Answer(body, found.total() > 0, found.extent(), view.position())));
  }

  private Future<Map<String, Product>> products(
      Shopper shopper, SearchRequest request, Found found) {
    return AnswerWriter.needsProducts(request.shown())
        ? products(shopper, found.hits().stream().map(Hit::id).toList())
        : Future.succeededFuture(Map.of());
  }

  private Future<Map<String, Product>> products(Shopper shopper, List<String> ids) {
    return ids.isEmpty() ? Future.succeededFuture(Map.of()) : hits.find(ids, shopper);
  }

  private Future<Buffer> written(
      SearchRequest request, Found found, Map<String, Product> products, long begun) {
    return work(() ->
        AnswerWriter.answer(request, found, products, (System.nanoTime() - begun) / 1_000_000));
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
