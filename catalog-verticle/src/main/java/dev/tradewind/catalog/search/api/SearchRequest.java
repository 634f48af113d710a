package dev.tradewind.catalog.search.api;

import dev.tradewind.catalog.search.filter.Filter;
import dev.tradewind.catalog.search.filter.Filter.And;
import dev.tradewind.catalog.search.filter.Filter.Or;
import dev.tradewind.catalog.search.filter.FilterException;
import dev.tradewind.catalog.search.filter.FilterParser;
import dev.tradewind.catalog.search.index.Attributes;
import dev.tradewind.catalog.search.query.SearchProblem;
import dev.tradewind.catalog.search.query.SearchQuery;
import dev.tradewind.catalog.search.query.SearchQuery.Matching;
import dev.tradewind.catalog.search.query.SearchQuery.Sort;
import dev.tradewind.catalog.search.query.SearchQueryBuilder;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Search in Meilisearch's form, checked and bounded.
 *
 * @param paging absent where the answer is described by offset and limit
 * @param shown what a hit shows
 * @param isCounted whether the report of queries counts it
 */
record SearchRequest(SearchQuery query, @Nullable Paging paging, Shown shown, boolean isCounted) {

  static final int MAX_QUERY = 500;
  private static final int DEFAULT_LIMIT = 20;
  private static final int MAX_NAMES = 50;
  private static final int MAX_FILTERS = 300;
  private static final int MAX_TAG = 100;
  private static final int DEFAULT_CROP = 10;
  private static final int MAX_CROP = 1_000;
  private static final String ALL = "*";

  /** Members of a request that has the place of the shopper beside the search. */
  static final Set<String> PLACE = Set.of("region_id", "currency_code", "cart_id");

  /** Own member of a search: whether the report of queries counts it. */
  static final String ANALYTICS = "analytics";

  private static final Set<String> KNOWN =
      Set.of(
          ANALYTICS,
          "q",
          "offset",
          "limit",
          "page",
          "hitsPerPage",
          "filter",
          "facets",
          "sort",
          "attributesToRetrieve",
          "attributesToHighlight",
          "highlightPreTag",
          "highlightPostTag",
          "attributesToCrop",
          "cropLength",
          "cropMarker",
          "showMatchesPosition",
          "showRankingScore",
          "rankingScoreThreshold",
          "matchingStrategy",
          "attributesToSearchOn",
          "locales");

  /** Members of Meilisearch that this search does not have, with the codes of their refusals. */
  private static final Map<String, String> REFUSED =
      Map.of(
          "hybrid", "invalid_search_hybrid_query",
          "vector", "invalid_search_vector",
          "media", "invalid_search_media",
          "retrieveVectors", "invalid_search_retrieve_vectors",
          "personalize", "invalid_search_personalize",
          "distinct", "invalid_search_distinct",
          "showRankingScoreDetails", "invalid_search_show_ranking_score_details",
          "showPerformanceDetails", "invalid_search_show_performance_details");

  /**
   * @param page from 1 on
   */
  record Paging(int page, int hitsPerPage) {}

  /**
   * Selection and form of the attributes of hits.
   *
   * @param retrieved attributes; absent: all
   * @param highlighted attributes; {@code *}: all
   * @param cropped number of words by attribute; {@code *}: all others
   */
  record Shown(
      @Nullable Selection retrieved,
      Set<String> highlighted,
      String preTag,
      String postTag,
      Map<String, Integer> cropped,
      String cropMarker,
      boolean hasPlaces,
      boolean hasScore) {

    boolean isFormatted() {
      return !highlighted.isEmpty() || !cropped.isEmpty();
    }
  }

  /**
   * @param allowed further members that have no effect on the search
   * @param isStrict whether unknown members are refused
   * @throws SearchProblem if a member is invalid
   */
  static SearchRequest parse(JsonObject body, Set<String> allowed, boolean isStrict) {
    refuseUnsupported(body);
    if (isStrict) {
      requireKnown(body, allowed);
    }
    Input input = new Input(body);
    String text = input.text("q", "invalid_search_q", "", MAX_QUERY);
    SearchQueryBuilder query =
        SearchQueryBuilder.builder()
            .text(text)
            .filter(filter(body.getValue("filter")))
            .sort(sort(input))
            .searchOn(searchOn(input))
            .matching(matching(input))
            .minScore(threshold(body.getValue("rankingScoreThreshold")));
    query.facets(facets(input, "facets", "invalid_search_facets"));
    Paging paging = page(input, query);
    return new SearchRequest(
        query.build(), paging, shown(input), input.truth(ANALYTICS, "bad_request", true));
  }

  /** Members whose absence would give other hits than the caller has asked for. */
  private static void refuseUnsupported(JsonObject body) {
    for (String name : body.fieldNames()) {
      String refusal = REFUSED.get(name);
      Object value = body.getValue(name);
      if (refusal != null && value != null && !Boolean.FALSE.equals(value)) {
        throw SearchProblem.invalid(
            refusal, "The search of this shop does not have `" + name + "`.");
      }
    }
  }

  private static void requireKnown(JsonObject body, Set<String> allowed) {
    for (String name : body.fieldNames()) {
      if (!REFUSED.containsKey(name) && !KNOWN.contains(name) && !allowed.contains(name)) {
        throw SearchProblem.invalid(
            "bad_request",
            "Unknown field `%s`: expected one of `%s`"
                .formatted(Input.shown(name), String.join("`, `", new TreeSet<>(KNOWN))));
      }
    }
  }

  private static @Nullable Filter filter(@Nullable Object value) {
    List<Filter> all = new ArrayList<>();
    int[] length = {0, 0};
    try {
      switch (value) {
        case null -> {
          return null;
        }
        case String expression -> add(expression, length, all);
        case JsonArray outer -> {
          for (Object element : outer) {
            if (element instanceof JsonArray inner) {
              List<Filter> any = new ArrayList<>();
              for (Object expression : inner) {
                add(expression, length, any);
              }
              if (!any.isEmpty()) {
                all.add(any.size() == 1 ? any.getFirst() : new Or(any));
              }
            } else {
              add(element, length, all);
            }
          }
        }
        default -> throw malformedFilter();
      }
    } catch (FilterException malformed) {
      throw SearchProblem.filter(String.valueOf(malformed.getMessage()));
    }
    return switch (all.size()) {
      case 0 -> null;
      case 1 -> all.getFirst();
      default -> new And(all);
    };
  }

  private static SearchProblem malformedFilter() {
    return SearchProblem.filter(
        "Invalid value type at `.filter`: expected a string or an array of strings and arrays of"
            + " strings");
  }

  private static void add(@Nullable Object expression, int[] length, List<Filter> filters) {
    if (!(expression instanceof String text)) {
      throw malformedFilter();
    }
    length[0] += text.length();
    length[1]++;
    if (length[0] > FilterParser.MAX_LENGTH || length[1] > MAX_FILTERS) {
      throw SearchProblem.filter(
          "The filter has more than %s characters or %s expressions."
              .formatted(FilterParser.MAX_LENGTH, MAX_FILTERS));
    }
    Filter filter = FilterParser.parse(text);
    if (filter != null) {
      filters.add(filter);
    }
  }

  private static List<Sort> sort(Input input) {
    List<Sort> sort = new ArrayList<>();
    for (String order : input.texts("sort", "invalid_search_sort", MAX_NAMES)) {
      int colon = order.lastIndexOf(':');
      String direction = colon < 0 ? "" : order.substring(colon + 1);
      String attribute = colon < 0 ? null : Attributes.sortable(order.substring(0, colon));
      if (attribute == null || !(direction.equals("asc") || direction.equals("desc"))) {
        throw SearchProblem.invalid(
            "invalid_search_sort",
            "`%s` is no order, as `price`, `price_incl_tax`, `created_at` and `title` with `:asc` or `:desc` are."
                .formatted(Input.shown(order)));
      }
      sort.add(new Sort(attribute, direction.equals("desc")));
    }
    return sort;
  }

  private static List<String> searchOn(Input input) {
    Set<String> attributes = new LinkedHashSet<>();
    for (String name :
        input.texts("attributesToSearchOn", "invalid_search_attributes_to_search_on", MAX_NAMES)) {
      if (name.equals(ALL)) {
        return List.of();
      }
      String attribute = Attributes.searchable(name);
      if (attribute == null) {
        throw SearchProblem.invalid(
            "invalid_search_attributes_to_search_on",
            "Attribute `%s` is not searchable. Available searchable attributes are: `%s`."
                .formatted(Input.shown(name), String.join(", ", Attributes.SEARCHABLE)));
      }
      attributes.add(attribute);
    }
    return List.copyOf(attributes);
  }

  private static Matching matching(Input input) {
    String code = "invalid_search_matching_strategy";
    String strategy = input.text("matchingStrategy", code, "last", MAX_TAG);
    return switch (strategy) {
      case "last" -> Matching.LAST;
      case "all" -> Matching.ALL;
      case "frequency" -> Matching.FREQUENCY;
      default ->
          throw SearchProblem.invalid(
              code,
              "Unknown value `%s` at `.matchingStrategy`: expected one of `last`, `all`, `frequency`"
                  .formatted(Input.shown(strategy)));
    };
  }

  private static double threshold(@Nullable Object value) {
    if (value == null) {
      return 0;
    }
    if (value instanceof Number number && number.doubleValue() >= 0 && number.doubleValue() <= 1) {
      return number.doubleValue();
    }
    throw SearchProblem.invalid(
        "invalid_search_ranking_score_threshold",
        "Invalid value at `.rankingScoreThreshold`: expected a number from 0 to 1");
  }

  /** The attributes of facets by their names. */
  static Map<String, String> facets(Input input, String member, String code) {
    Map<String, String> facets = new LinkedHashMap<>();
    for (String name : input.texts(member, code, MAX_NAMES)) {
      facets.put(name, name.equals(Attributes.CHOSEN) ? name : facet(name, code));
    }
    return facets;
  }

  /** The attribute of a facet. */
  static String facet(String name, String code) {
    String attribute = Attributes.facet(name);
    if (attribute == null) {
      throw SearchProblem.invalid(
          code,
          "Attribute `%s` is no facet. Available filterable attributes are: `%s`."
              .formatted(Input.shown(name), Attributes.filterableNames()));
    }
    return attribute;
  }

  private static @Nullable Paging page(Input input, SearchQueryBuilder query) {
    Integer page = input.number("page", "invalid_search_page");
    Integer perPage = input.number("hitsPerPage", "invalid_search_hits_per_page");
    Integer offset = input.number("offset", "invalid_search_offset");
    Integer limit = input.number("limit", "invalid_search_limit");
    if (page == null && perPage == null) {
      int from = Math.min(SearchQuery.MAX_HITS, offset == null ? 0 : offset);
      int number = limit == null ? DEFAULT_LIMIT : limit;
      query.offset(from).limit(Math.min(SearchQuery.MAX_HITS - from, number));
      return null;
    }
    int hits = Math.min(SearchQuery.MAX_HITS, perPage == null ? DEFAULT_LIMIT : perPage);
    int number = page == null ? 1 : page;
    long from = number == 0 ? SearchQuery.MAX_HITS : (number - 1L) * hits;
    int first = (int) Math.min(SearchQuery.MAX_HITS, from);
    query.offset(first).limit(Math.min(SearchQuery.MAX_HITS - first, hits));
    return new Paging(number, hits);
  }

  private static Shown shown(Input input) {
    Selection retrieved = null;
    if (input.has("attributesToRetrieve")) {
      Set<String> names =
          new LinkedHashSet<>(
              input.texts(
                  "attributesToRetrieve", "invalid_search_attributes_to_retrieve", MAX_NAMES));
      retrieved = names.contains(ALL) ? null : new Selection(names);
    }
    Map<String, Integer> cropped = new LinkedHashMap<>();
    Integer given = input.number("cropLength", "invalid_search_crop_length");
    int length = Math.min(MAX_CROP, given == null ? DEFAULT_CROP : given);
    for (String name :
        input.texts("attributesToCrop", "invalid_search_attributes_to_crop", MAX_NAMES)) {
      int colon = name.lastIndexOf(':');
      int own = colon < 0 ? -1 : words(name.substring(colon + 1));
      cropped.put(own < 0 ? name : name.substring(0, colon), own < 0 ? length : own);
    }
    return new Shown(
        retrieved,
        new LinkedHashSet<>(
            input.texts(
                "attributesToHighlight", "invalid_search_attributes_to_highlight", MAX_NAMES)),
        input.text("highlightPreTag", "invalid_search_highlight_pre_tag", "<em>", MAX_TAG),
        input.text("highlightPostTag", "invalid_search_highlight_post_tag", "</em>", MAX_TAG),
        cropped,
        input.text("cropMarker", "invalid_search_crop_marker", "…", MAX_TAG),
        input.truth("showMatchesPosition", "invalid_search_show_matches_position", false),
        input.truth("showRankingScore", "invalid_search_show_ranking_score", false));
  }

  private static int words(String number) {
    return number.matches("\\d{1,4}") ? Math.min(MAX_CROP, Integer.parseInt(number)) : -1;
  }
}
