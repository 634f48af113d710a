package dev.tradewind.catalog.search.api;

import dev.tradewind.catalog.search.api.AnswerCache.Answer;
import dev.tradewind.catalog.search.index.Attributes;
import dev.tradewind.catalog.search.index.IndexFeed;
import dev.tradewind.catalog.search.index.IndexFeed.View;
import dev.tradewind.catalog.search.query.SearchProblem;
import dev.tradewind.catalog.search.query.SearchQuery;
import dev.tradewind.catalog.search.settings.QueryReport;
import dev.tradewind.kernel.operation.Operations;
import dev.tradewind.kernel.operation.Problem;
import dev.tradewind.kernel.operation.ProblemMapper;
import dev.tradewind.kernel.operation.Reply;
import dev.tradewind.kernel.operation.Request;
import io.vertx.core.Future;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Operations of the search: Medusa v1's own, and those of Meilisearch that its clients for
 * storefronts need. There is one index, {@code products}.
 */
public final class SearchService {

  static final String INDEX = "products";

  /** Version of Meilisearch whose API the search follows. */
  private static final JsonObject VERSION =
      new JsonObject()
          .put("commitSha", "tradewind")
          .put("commitDate", "unknown")
          .put("pkgVersion", "1.12.0");

  private static final String NAME = "indexUid";
  private static final int MAX_QUERIES = 20;
  private static final String RETRY_AFTER = "10";

  /** Members of a request for several searches. */
  private static final Set<String> OF_REQUESTS = Set.of("queries", Federation.NAME);

  /** Members of one of several searches, beside those of a search. */
  private static final Set<String> OF_QUERIES = Set.of(NAME, Federation.OPTIONS);

  /** Members of a search for values of a facet, which clients send with those of a search. */
  private static final Set<String> OF_FACETS = Set.of("facetName", "facetQuery");

  private final IndexFeed feed;
  private final Shoppers shoppers;
  private final SearchEngine engine;
  private final QueryReport report;

  SearchService(IndexFeed feed, Shoppers shoppers, SearchEngine engine, QueryReport report) {
    this.feed = feed;
    this.shoppers = shoppers;
    this.engine = engine;
    this.report = report;
  }

  void bind(Operations operations, SearchAddress address) {
    address.bind(operations, "storeSearchProduct", this::search);
    bind(operations, address, "storeSearchIndex", this::searchIndex);
    bind(operations, address, "storeSearchIndexes", this::searchIndexes);
    bind(operations, address, "storeSearchFacetValues", this::searchFacet);
    bind(
        operations,
        address,
        "storeGetSearchHealth",
        asked ->
            feed.current().map(ready -> new JsonObject().put("status", "available").toBuffer()));
    operations.on(
        "storeGetSearchVersion", request -> Future.succeededFuture(Reply.ok(VERSION.copy())));
  }

  private static void bind(
      Operations operations, SearchAddress address, String id, Operation operation) {
    address.bind(operations, id, request -> inMeilisearchForm(request, operation));
  }

  /** Medusa v1's operation: its errors have the form of all others. */
  private Future<Reply> search(Request request) {
    return Future.<Void>succeededFuture()
        .compose(begun -> {
          JsonObject body = request.body();
          SearchRequest search = SearchRequest.parse(body, Set.of(), false);
          return prepared(request, body)
              .compose(ready -> answered(ready, request, search, search(body)));
        })
        .map(answer -> Reply.json(200, answer.body()))
        .recover(failure ->
            Future.failedFuture(
                failure instanceof SearchProblem problem ? problem(problem) : failure));
  }

  private static Problem problem(SearchProblem problem) {
    String message = String.valueOf(problem.getMessage());
    return problem.status() == 503 ? Problem.unavailable(message) : Problem.invalidData(message);
  }

  private Future<Buffer> searchIndex(Request request) {
    requireIndex(request.path("uid"));
    JsonObject body = request.body();
    SearchRequest search = SearchRequest.parse(body, SearchRequest.PLACE, true);
    return prepared(request, body)
        .compose(ready -> answered(ready, request, search, search(body)))
        .map(Answer::body);
  }

  private Future<Buffer> searchIndexes(Request request) {
    JsonObject body = request.body();
    List<JsonObject> queries = queries(body);
    Object federation = body.getValue(Federation.NAME);
    List<Federation.Query> searches = new ArrayList<>();
    JsonObject place = place(body);
    for (int i = 0; i < queries.size(); i++) {
      try {
        JsonObject query = queries.get(i);
        requireIndex(query.getValue(NAME));
        Set<String> allowed = new HashSet<>(SearchRequest.PLACE);
        allowed.addAll(OF_QUERIES);
        if (federation == null) {
          Federation.requireUnfederated(query);
        } else {
          Federation.requireFederated(query);
        }
        searches.add(
            new Federation.Query(
                SearchRequest.parse(query, allowed, true), Federation.weight(query)));
        JsonObject own = place(query);
        if (place.isEmpty()) {
          place = own;
        } else if (!own.isEmpty() && !own.equals(place)) {
          throw SearchProblem.invalid("bad_request", "All queries must name the same place");
        }
      } catch (SearchProblem problem) {
        throw problem.within(i);
      }
    }
    if (federation != null) {
      Federation federated = Federation.parse(federation, searches);
      return prepared(request, place)
          .compose(ready -> answered(ready, request, federated, queries))
          .map(Answer::body);
    }
    if (searches.stream().mapToInt(one -> one.search().query().limit()).sum()
        > SearchQuery.MAX_HITS) {
      throw SearchProblem.invalid(
          "invalid_multi_search_queries",
          "The queries have more than %s hits together".formatted(SearchQuery.MAX_HITS));
    }
    JsonObject named = place;
    return prepared(request, named)
        .compose(ready -> {
          List<Future<Answer>> answers = new ArrayList<>();
          for (int i = 0; i < searches.size(); i++) {
            JsonObject text = search(queries.get(i));
            text.remove(NAME);
            answers.add(answered(ready, request, searches.get(i).search(), text));
          }
          return Future.all(answers).map(all -> results(answers));
        });
  }

  private static List<JsonObject> queries(JsonObject body) {
    for (String name : body.fieldNames()) {
      if (!OF_REQUESTS.contains(name) && !SearchRequest.PLACE.contains(name)) {
        throw SearchProblem.invalid(
            "bad_request",
            "Unknown field `%s`: expected one of `federation`, `queries`"
                .formatted(Input.shown(name)));
      }
    }
    if (!(body.getValue("queries") instanceof JsonArray queries)) {
      throw SearchProblem.invalid(
          "invalid_multi_search_queries", "Invalid value type at `.queries`: expected an array");
    }
    if (queries.size() > MAX_QUERIES) {
      throw SearchProblem.invalid(
          "invalid_multi_search_queries",
          "The array at `.queries` has more than " + MAX_QUERIES + " elements");
    }
    List<JsonObject> found = new ArrayList<>();
    for (int i = 0; i < queries.size(); i++) {
      if (!(queries.getValue(i) instanceof JsonObject query)) {
        throw SearchProblem.invalid(
            "invalid_multi_search_queries",
            "Invalid value type at `.queries[" + i + "]`: expected an object");
      }
      found.add(query);
    }
    return found;
  }

  private static Buffer results(List<Future<Answer>> answers) {
    Buffer results = Buffer.buffer("{\"results\":[");
    for (int i = 0; i < answers.size(); i++) {
      Buffer answer = answers.get(i).result().body();
      results
          .appendString(i == 0 ? "" : ",")
          .appendString("{\"" + NAME + "\":\"" + INDEX + "\",")
          .appendBuffer(answer, 1, answer.length() - 1);
    }
    return results.appendString("]}");
  }

  private Future<Buffer> searchFacet(Request request) {
    requireIndex(request.path("uid"));
    long begun = System.nanoTime();
    JsonObject body = request.body();
    Input input = new Input(body);
    String name =
        input.text("facetName", "invalid_facet_search_facet_name", "", SearchRequest.MAX_QUERY);
    if (name.isEmpty()) {
      throw SearchProblem.invalid("missing_facet_search_facet_name", "Missing field `facetName`");
    }
    String text =
        input.text("facetQuery", "invalid_facet_search_query", "", SearchRequest.MAX_QUERY);
    String attribute = SearchRequest.facet(name, "invalid_facet_search_facet_name");
    if (attribute.equals(Attributes.OPTION)) {
      throw SearchProblem.invalid(
          "invalid_facet_search_facet_name",
          "Attribute `%s` stands for several facets. Please name one, such as `options.Color`."
              .formatted(name));
    }
    JsonObject searched = new JsonObject();
    for (String kept : List.of("q", "filter", "matchingStrategy", "attributesToSearchOn")) {
      if (body.containsKey(kept)) {
        searched.put(kept, body.getValue(kept));
      }
    }
    SearchRequest search = SearchRequest.parse(searched, OF_FACETS, true);
    return prepared(request, body)
        .compose(ready -> engine.values(ready.view(), ready.shopper(), search, attribute, text))
        .map(values -> {
          JsonArray hits = new JsonArray();
          values.forEach(value ->
              hits.add(new JsonObject().put("value", value.value()).put("count", value.count())));
          return new JsonObject()
              .put("facetHits", hits)
              .put("facetQuery", text.isEmpty() ? null : text)
              .put("processingTimeMs", (System.nanoTime() - begun) / 1_000_000)
              .toBuffer();
        });
  }

  private static void requireIndex(@Nullable Object name) {
    if (!(name instanceof String index)) {
      throw SearchProblem.invalid("invalid_index_uid", "Missing field `indexUid`");
    }
    if (!index.equals(INDEX)) {
      throw SearchProblem.unknownIndex(index);
    }
  }

  private record Ready(View view, Shopper shopper) {}

  private Future<Ready> prepared(Request request, JsonObject body) {
    return feed.current()
        .compose(
            view -> shoppers.of(request, place(body)).map(shopper -> new Ready(view, shopper)));
  }

  private Future<Answer> answered(
      Ready ready, Request request, SearchRequest search, JsonObject text) {
    return engine
        .search(ready.view(), ready.shopper(), search, text.encode())
        .onSuccess(answer -> note(request, search, answer));
  }

  private Future<Answer> answered(
      Ready ready, Request request, Federation federation, List<JsonObject> queries) {
    JsonArray searches = new JsonArray();
    queries.forEach(query -> searches.add(search(query)));
    String text =
        new JsonArray().add(request.body().getValue(Federation.NAME)).add(searches).encode();
    return engine
        .federated(ready.view(), ready.shopper(), federation, text)
        .onSuccess(
            answer -> federation.queries().forEach(query -> note(request, query.search(), answer)));
  }

  private void note(Request request, SearchRequest search, Answer answer) {
    if (search.isCounted()) {
      report.note(search.query().text(), answer.isHit(), request.context().address());
    }
  }

  /** The region, currency or cart that a body names. */
  private static JsonObject place(JsonObject body) {
    JsonObject place = new JsonObject();
    for (String name : SearchRequest.PLACE) {
      Object value = body.getValue(name);
      if (value != null) {
        if (!(value instanceof String text) || text.length() > SearchRequest.MAX_QUERY) {
          throw SearchProblem.invalid(
              "bad_request", "Invalid value type at `." + name + "`: expected a string");
        }
        place.put(name, text);
      }
    }
    return place;
  }

  /** The members of a body that decide about the answer, beside the place. */
  private static JsonObject search(JsonObject body) {
    JsonObject text = body.copy();
    SearchRequest.PLACE.forEach(text::remove);
    text.remove(SearchRequest.ANALYTICS);
    return text;
  }

  private interface Operation {
    Future<Buffer> answer(Request request);
  }

  /** Refusals have Meilisearch's form, which its clients read. */
  private static Future<Reply> inMeilisearchForm(Request request, Operation operation) {
    return Future.<Void>succeededFuture()
        .compose(begun -> operation.answer(request))
        .map(body -> Reply.json(200, body))
        .recover(failure -> {
          if (failure instanceof SearchProblem problem) {
            return Future.succeededFuture(
                refusal(problem.status(), problem.code(), String.valueOf(problem.getMessage())));
          }
          Problem other = ProblemMapper.problem(failure);
          // A defect is logged and answered by the server of operations.
          return other.is(Problem.Kind.UNEXPECTED)
              ? Future.failedFuture(failure)
              : Future.succeededFuture(refusal(other.status(), code(other), other.message()));
        });
  }

  private static String code(Problem problem) {
    return switch (problem.kind()) {
      case UNAVAILABLE -> SearchProblem.NOT_ACCESSIBLE;
      case TIMED_OUT, TOO_MANY_REQUESTS -> "too_many_search_requests";
      default -> "bad_request";
    };
  }

  private static Reply refusal(int status, String code, String message) {
    JsonObject body =
        new JsonObject()
            .put("message", message)
            .put("code", code)
            .put("type", status >= 500 ? "system" : "invalid_request")
            .put("link", "https://docs.meilisearch.com/errors#" + code);
    Reply reply = Reply.json(status, body.toBuffer());
    return status == 503 ? reply.withHeaders(Map.of("retry-after", RETRY_AFTER)) : reply;
  }
}
