package dev.tradewind.catalog.search.api;

import dev.tradewind.catalog.search.api.HitCache.Product;
import dev.tradewind.catalog.search.api.SearchRequest.Paging;
import dev.tradewind.catalog.search.api.SearchRequest.Shown;
import dev.tradewind.catalog.search.index.Attributes;
import dev.tradewind.catalog.search.query.Found;
import dev.tradewind.catalog.search.query.Found.Hit;
import dev.tradewind.catalog.search.query.SearchQuery;
import dev.tradewind.kernel.json.JsonBytes;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
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
    return shown.retrieved() == null || !Attributes.SHOWN.containsAll(shown.retrieved());
  }

  /**
   * @param products by id; empty where {@link #needsProducts} is false
   * @param millis duration of the search
   */
  static Buffer answer(
      SearchRequest request, Found found, Map<String, Product> products, long millis) {
    Buffer answer = Buffer.buffer("{\"hits\":[");
    boolean isFirst = true;
    for (Hit hit : found.hits()) {
      Product product = products.get(hit.id());
      // A product that is gone meanwhile is no hit.
      if (product != null || !needsProducts(request.shown())) {
        if (!isFirst) {
          answer.appendByte(COMMA);
        }
        isFirst = false;
        appendHit(answer, request.shown(), found, hit, product);
      }
    }
    answer.appendString("],");
    Buffer rest = JsonBytes.of(description(request, found, millis));
    return answer.appendBuffer(rest, 1, rest.length() - 1);
  }

  private static JsonObject description(SearchRequest request, Found found, long millis) {
    SearchQuery query = request.query();
    JsonObject description =
        new JsonObject().put("query", query.text()).put("processingTimeMs", millis);
    Paging paging = request.paging();
    if (paging == null) {
      description
          .put("limit", query.limit())
          .put("offset", query.offset())
          .put("estimatedTotalHits", found.total());
    } else {
      int shown = Math.min(SearchQuery.MAX_HITS, found.total());
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
    if (found.correctedQuery() != null) {
      description.put("correctedQuery", found.correctedQuery());
    }
    if (!query.facets().isEmpty() || query.allOptions()) {
      JsonObject distribution = new JsonObject();
      found
          .facets()
          .forEach((name, values) -> {
            JsonObject counts = new JsonObject();
            values.forEach(counts::put);
            distribution.put(name, counts);
          });
      JsonObject stats = new JsonObject();
      found
          .stats()
          .forEach((name, one) ->
              stats.put(name, new JsonObject().put("min", one.min()).put("max", one.max())));
      description.put("facetDistribution", distribution).put("facetStats", stats);
    }
    return description;
  }

  private static void appendHit(
      Buffer answer, Shown shown, Found found, Hit hit, @Nullable Product product) {
    JsonObject own = indexed(hit);
    boolean isWhole = shown.retrieved() == null && !shown.isFormatted() && !shown.hasPlaces();
    if (product != null && isWhole) {
      if (shown.hasScore()) {
        own.put("_rankingScore", hit.score());
      }
      own.remove(Attributes.ID);
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
    JsonObject selected = shown.retrieved() == null ? all : selected(all, shown.retrieved());
    HitFormatter formatter = new HitFormatter(shown, found.matches());
    JsonObject written = new JsonObject(new LinkedHashMap<>(selected.getMap()));
    if (shown.isFormatted()) {
      written.put("_formatted", formatter.formatted(selected));
    }
    if (shown.hasPlaces()) {
      written.put("_matchesPosition", formatter.places(selected));
    }
    if (shown.hasScore()) {
      written.put("_rankingScore", hit.score());
    }
    answer.appendBuffer(JsonBytes.of(written));
  }

  private static JsonObject indexed(Hit hit) {
    return new JsonObject()
        .put(Attributes.ID, hit.id())
        .put(Attributes.CATEGORIES, new JsonArray(hit.categories()))
        .put(Attributes.PRICE, hit.price().isPresent() ? (Object) hit.price().getAsLong() : null)
        .put(Attributes.AVAILABLE, hit.isAvailable());
  }

  /** The named attributes, with their names in objects and lists separated by dots. */
  private static JsonObject selected(JsonObject all, Set<String> names) {
    JsonObject selected = new JsonObject();
    for (Map.Entry<String, Object> member : all) {
      String name = member.getKey();
      if (names.contains(name)) {
        selected.put(name, member.getValue());
        continue;
      }
      Set<String> inner = new LinkedHashSet<>();
      for (String one : names) {
        if (one.startsWith(name + ".")) {
          inner.add(one.substring(name.length() + 1));
        }
      }
      if (inner.isEmpty()) {
        continue;
      }
      if (member.getValue() instanceof JsonObject object) {
        selected.put(name, selected(object, inner));
      } else if (member.getValue() instanceof JsonArray array) {
        JsonArray elements = new JsonArray();
        for (Object element : array) {
          if (element instanceof JsonObject object) {
            elements.add(selected(object, inner));
          }
        }
        selected.put(name, elements);
      }
    }
    return selected;
  }
}
