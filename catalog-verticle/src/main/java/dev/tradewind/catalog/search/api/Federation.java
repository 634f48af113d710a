package dev.tradewind.catalog.search.api;

import dev.tradewind.catalog.search.query.SearchProblem;
import dev.tradewind.catalog.search.query.SearchQuery;
import io.vertx.core.json.JsonObject;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Federation of several searches in Meilisearch's form: their hits become one list by weighted
 * ranking score.
 *
 * @param queries in the order of the request
 * @param facets attributes to count the values of, by the names that the caller uses
 * @param merged values of a facet, if facets are those of all indexes; absent: by index
 */
record Federation(
    List<Query> queries,
    int offset,
    int limit,
    Map<String, String> facets,
    @Nullable Integer merged) {

  static final String NAME = "federation";

  /** Member of a query, beside those of a search. */
  static final String OPTIONS = "federationOptions";

  private static final int DEFAULT_LIMIT = 20;
  private static final String FACETS = "facetsByIndex";
  private static final String MERGED = "mergeFacets";
  private static final String MAX_VALUES = "maxValuesPerFacet";
  private static final String WEIGHT = "weight";

  /** Members of a search that the federation has in their place, or that contradict its order. */
  private static final Map<String, String> REFUSED =
      Map.of(
          "offset", "invalid_multi_search_query_pagination",
          "limit", "invalid_multi_search_query_pagination",
          "page", "invalid_multi_search_query_pagination",
          "hitsPerPage", "invalid_multi_search_query_pagination",
          "facets", "invalid_multi_search_query_facets",
          "sort", "invalid_multi_search_query_ranking_rules");

  /**
   * Search of a federation.
   *
   * @param weight factor of its ranking scores
   */
  record Query(SearchRequest search, double weight) {}

  /**
   * @throws SearchProblem if a member of the federation is invalid
   */
  static Federation parse(Object value, List<Query> queries) {
    JsonObject body = object(value, NAME, "invalid_multi_search_federation");
    requireKnown(body, NAME, Set.of("offset", "limit", FACETS, MERGED));
    Input input = new Input(body);
    Integer offset = input.number("offset", "invalid_search_offset");
    Integer limit = input.number("limit", "invalid_search_limit");
    int from = Math.min(SearchQuery.MAX_HITS, offset == null ? 0 : offset);
    return new Federation(
        queries,
        from,
        Math.min(SearchQuery.MAX_HITS - from, limit == null ? DEFAULT_LIMIT : limit),
        facets(body.getValue(FACETS)),
        merged(body.getValue(MERGED)));
  }

  private static Map<String, String> facets(@Nullable Object value) {
    if (value == null) {
      return Map.of();
    }
    JsonObject byIndex = object(value, NAME + "." + FACETS, "invalid_multi_search_facets_by_index");
    for (String index : byIndex.fieldNames()) {
      if (!index.equals(SearchService.INDEX)) {
        throw SearchProblem.unknownIndex(index);
      }
    }
    return SearchRequest.facets(
        new Input(byIndex), SearchService.INDEX, "invalid_multi_search_facets");
  }

  private static @Nullable Integer merged(@Nullable Object value) {
    if (value == null) {
      return null;
    }
    String code = "invalid_multi_search_merge_facets";
    JsonObject merge = object(value, NAME + "." + MERGED, code);
    requireKnown(merge, NAME + "." + MERGED, Set.of(MAX_VALUES));
    Integer values =
        new Input(merge).number(MAX_VALUES, "invalid_multi_search_max_values_per_facet");
    return Math.min(
        SearchQuery.MAX_FACET_VALUES, values == null ? SearchQuery.MAX_FACET_VALUES : values);
  }

  /** Refuses the members of a query that contradict a federation. */
  static void requireFederated(JsonObject query) {
    for (String name : query.fieldNames()) {
      String code = REFUSED.get(name);
      if (code != null && query.getValue(name) != null) {
        throw SearchProblem.invalid(
            code,
            name.equals("sort")
                ? "Using `sort` is not allowed in federated queries: their hits are in the order of"
                    + " their weighted ranking scores."
                : "Using `%s` is not allowed in federated queries. Pass `federation.%s` instead."
                    .formatted(name, instead(name)));
      }
    }
  }

  private static String instead(String name) {
    return switch (name) {
      case "facets" -> FACETS;
      case "page" -> "offset";
      case "hitsPerPage" -> "limit";
      default -> name;
    };
  }

  /** Factor of the ranking scores of a query; 1 without one. */
  static double weight(JsonObject query) {
    Object value = query.getValue(OPTIONS);
    if (value == null) {
      return 1;
    }
    JsonObject options = object(value, OPTIONS, "invalid_multi_search_federation_options");
    requireKnown(options, OPTIONS, Set.of(WEIGHT));
    return switch (options.getValue(WEIGHT)) {
      case null -> 1;
      case Number weight when weight.doubleValue() >= 0 && Double.isFinite(weight.doubleValue()) ->
          weight.doubleValue();
      default ->
          throw SearchProblem.invalid(
              "invalid_multi_search_weight",
              "Invalid value at `.%s.%s`: expected a number from 0 on".formatted(OPTIONS, WEIGHT));
    };
  }

  /** Refuses the options of a query whose request has no federation. */
  static void requireUnfederated(JsonObject query) {
    if (query.getValue(OPTIONS) != null) {
      throw SearchProblem.invalid(
          "invalid_multi_search_federation_options",
          "Using `%s` is not allowed in a request without `%s`.".formatted(OPTIONS, NAME));
    }
  }

  private static JsonObject object(Object value, String name, String code) {
    if (value instanceof JsonObject object) {
      return object;
    }
    throw SearchProblem.invalid(
        code, "Invalid value type at `.%s`: expected an object".formatted(name));
  }

  private static void requireKnown(JsonObject body, String place, Set<String> known) {
    for (String name : body.fieldNames()) {
      if (!known.contains(name)) {
        throw SearchProblem.invalid(
            "bad_request",
            "Unknown field `%s` inside `.%s`: expected one of `%s`"
                .formatted(Input.shown(name), place, String.join("`, `", new TreeSet<>(known))));
      }
    }
  }
}
