package dev.tradewind.catalog.search.api;

import dev.tradewind.catalog.search.api.HitCache.Product;
import dev.tradewind.catalog.search.api.SearchRequest.Paging;
import dev.tradewind.catalog.search.api.SearchRequest.Shown;
import dev.tradewind.catalog.search.index.Attributes;
import dev.tradewind.catalog.search.query.Federated;
import dev.tradewind.catalog.search.query.Found.Counts;
import dev.tradewind.catalog.search.query.Found.Hit;
import dev.tradewind.catalog.search.query.Found.Page;
import dev.tradewind.catalog.search.query.Found.Stats;
import dev.tradewind.catalog.search.query.Matches;
import dev.tradewind.catalog.search.query.SearchQuery;
import dev.tradewind.kernel.json.JsonBytes;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Writer of answers. Products are copied as bytes where the request wants them whole; only what is
 * selected, marked or cropped is encoded again.
 */
final class AnswerWriter {

  private static final byte COMMA = ',';

  private AnswerWriter() {}

  /** Whether hits show what only the products have. */
  static boolean needsProducts(Shown shown) {
    return shown.retrieved() == null || !Attributes.SHOWN.containsAll(shown.retrieved().names());
  }

  /**
   * Beginning of an answer with its hits.
   *
   * @param products by id; empty where {@link #needsProducts} is false
   */
  static Buffer hits(SearchRequest request, Page page, Map<String, Product> products) {
    Buffer hits = Buffer.buffer("{\"hits\":[");
    boolean isFirst = true;
    for (Hit hit : page.hits()) {
      Product product = products.get(hit.id());
      // A product that is gone meanwhile is no hit.
      if (product != null || !needsProducts(request.shown())) {
        if (!isFirst) {
          hits.appendByte(COMMA);
        }
        isFirst = false;
        appendHit(hits, request.shown(), page.matches(), hit, product, new JsonObject());
      }
    }
    return hits.appendString("],");
  }

  /**
   * Rest of an answer after its hits.
   *
   * @param millis duration of the search
   */
  static Buffer rest(SearchRequest request, Counts counts, long millis) {
    Buffer rest = JsonBytes.of(description(request, counts, millis));
    return rest.slice(1, rest.length());
  }

  private static JsonObject description(SearchRequest request, Counts counts, long millis) {
    SearchQuery query = request.query();
    JsonObject description =
        new JsonObject().put("query", query.text()).put("processingTimeMs", millis);
    Paging paging = request.paging();
    if (paging == null) {
      description
          .put("limit", query.limit())
          .put("offset", query.offset())
          .put("estimatedTotalHits", counts.total());
    } else {
      int shown = Math.min(SearchQuery.MAX_HITS, counts.total());
      description
          .put("page", paging.page())
          .put("hitsPerPage", paging.hitsPerPage())
          .put(
              "totalPages",
              paging.hitsPerPage() == 0
                  ? 0
                  : (shown + paging.hitsPerPage() - 1) / paging.hitsPerPage())
          .put("totalHits", shown);
    }
    if (counts.correctedQuery() != null) {
      description.put("correctedQuery", counts.correctedQuery());
    }
    if (!query.facets().isEmpty()) {
      description
          .put("facetDistribution", distribution(counts.facets(), SearchQuery.MAX_FACET_VALUES))
          .put("facetStats", stats(counts.stats()));
    }
    return description;
  }

  /**
   * @param values most values of a facet
   */
  private static JsonObject distribution(Map<String, Map<String, Integer>> facets, int values) {
    JsonObject distribution = new JsonObject();
    facets.forEach((name, counted) -> {
      JsonObject counts = new JsonObject();
      counted.entrySet().stream()
          .limit(values)
          .forEach(value -> counts.put(value.getKey(), value.getValue()));
      distribution.put(name, counts);
    });
    return distribution;
  }

  private static JsonObject stats(Map<String, Stats> facets) {
    JsonObject stats = new JsonObject();
    facets.forEach((name, one) ->
        stats.put(name, new JsonObject().put("min", one.min()).put("max", one.max())));
    return stats;
  }

  /** The one list of several searches. */
  static Buffer federated(
      Federation federation, Federated found, Map<String, Product> products, long millis) {
    Buffer answer = Buffer.buffer("{\"hits\":[");
    boolean isFirst = true;
    for (Federated.Hit hit : found.hits()) {
      Shown shown = federation.queries().get(hit.query()).search().shown();
      Product product = products.get(hit.found().id());
      if (product != null || !needsProducts(shown)) {
        if (!isFirst) {
          answer.appendByte(COMMA);
        }
        isFirst = false;
        JsonObject more =
            new JsonObject()
                .put(
                    "_federation",
                    new JsonObject()
                        .put("indexUid", SearchService.INDEX)
                        .put("queriesPosition", hit.query())
                        .put("weightedRankingScore", hit.score()));
        appendHit(answer, shown, found.matches().get(hit.query()), hit.found(), product, more);
      }
    }
    answer.appendString("],");
    JsonObject description =
        new JsonObject()
            .put("processingTimeMs", millis)
            .put("limit", federation.limit())
            .put("offset", federation.offset())
            .put("estimatedTotalHits", found.total());
    Integer merged = federation.merged();
    if (merged != null) {
      description
          .put("facetDistribution", distribution(found.facets(), merged))
          .put("facetStats", stats(found.stats()));
    } else if (!federation.facets().isEmpty()) {
      description.put(
          "facetsByIndex",
          new JsonObject()
              .put(
                  SearchService.INDEX,
                  new JsonObject()
                      .put(
                          "distribution",
                          distribution(found.facets(), SearchQuery.MAX_FACET_VALUES))
                      .put("stats", stats(found.stats()))));
    }
    Buffer rest = JsonBytes.of(description);
    return answer.appendBuffer(rest, 1, rest.length() - 1);
  }

  /**
   * @param more members of the hit that no attributes select
   */
  private static void appendHit(
      Buffer answer,
      Shown shown,
      Matches matches,
      Hit hit,
      @Nullable Product product,
      JsonObject more) {
    JsonObject own = indexed(hit);
    if (shown.hasScore()) {
      more.put("_rankingScore", hit.score());
    }
    boolean isWhole = shown.retrieved() == null && !shown.isFormatted() && !shown.hasPlaces();
    if (product != null && isWhole) {
      own.remove(Attributes.ID);
      own.mergeIn(more);
      Buffer rest = JsonBytes.of(own);
      answer
          .appendBuffer(product.json())
          .appendByte(COMMA)
          .appendBuffer(rest, 1, rest.length() - 1);
      return;
    }
    JsonObject all =
        product == null
            ? new JsonObject(hit.shown()).mergeIn(own)
            : new JsonObject(new LinkedHashMap<>(product.document().getMap())).mergeIn(own);
    JsonObject selected = shown.retrieved() == null ? all : shown.retrieved().of(all);
    HitFormatter formatter = new HitFormatter(shown, matches);
    JsonObject written = new JsonObject(new LinkedHashMap<>(selected.getMap()));
    if (shown.isFormatted()) {
      written.put("_formatted", formatter.formatted(selected));
    }
    if (shown.hasPlaces()) {
      written.put("_matchesPosition", formatter.places(selected));
    }
    answer.appendBuffer(JsonBytes.of(written.mergeIn(more)));
  }

  private static JsonObject indexed(Hit hit) {
    return new JsonObject()
        .put(Attributes.ID, hit.id())
        .put(Attributes.CATEGORIES, new JsonArray(hit.categories()))
        .put(Attributes.PRICE, hit.price().isPresent() ? (Object) hit.price().getAsLong() : null)
        .put(Attributes.AVAILABLE, hit.isAvailable());
  }
}
