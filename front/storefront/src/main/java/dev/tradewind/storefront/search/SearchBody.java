package dev.tradewind.storefront.search;

import dev.tradewind.storefront.render.TextPart;
import dev.tradewind.storefront.visit.ListQuery;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.math.BigDecimal;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Bodies of searches for the query of a list.
 *
 * @param scope condition that the page itself has, such as its collection; empty without one
 */
record SearchBody(String scope, PriceUnits prices) {

  static final String CATEGORIES = "categories";
  static final String AVAILABLE = "available";

  /** Lowest price of a product as pages show it. */
  static final String PRICE = "price_incl_tax";

  /** Whether a search counts as one that the shopper has sent. */
  private static final String ANALYTICS = "analytics";

  /** The price by another of its names, which tells it from a facet that staff have chosen. */
  static final String COUNTED_PRICE = "variants.calculated_price_incl_tax";

  /** The price that nodes of the version before know, and another of its names. */
  private static final String PRICE_BEFORE = "price";

  static final String COUNTED_PRICE_BEFORE = "variants.calculated_price";

  /** Attributes whose values are counted for the filters of a list: those that staff chose. */
  private static final List<String> COUNTED = List.of("*", COUNTED_PRICE);

  /** Members of products that an entry of a list needs. */
  private static final List<String> LISTED =
      List.of(
          "id",
          "title",
          "subtitle",
          "handle",
          "thumbnail",
          "metadata",
          "variants.id",
          "variants.title",
          "variants.manage_inventory",
          "variants.allow_backorder",
          "variants.inventory_quantity",
          "variants.calculated_price",
          "variants.calculated_price_incl_tax",
          "variants.original_price",
          "variants.original_price_incl_tax");

  /** Attributes of facets of the list that have another name in its URL. */
  private static final Map<String, String> ATTRIBUTES =
      Map.of(
          "category",
          CATEGORIES,
          "collection",
          "collection_title",
          "type",
          "type_value",
          "tag",
          "tags_value");

  /** Attribute of the search that a facet of the list filters by. */
  static String attribute(String facet) {
    return ATTRIBUTES.getOrDefault(facet, facet);
  }

  /**
   * Facet of the list for one of the search, named as its parameter or as the price; empty if it
   * has none.
   */
  static Optional<String> facet(String attribute) {
    if (attribute.equals("price") || attribute.equals(PRICE)) {
      return Optional.of(PRICE);
    }
    return Stream.of(
            ListQuery.FACETS.stream(),
            Stream.of(AVAILABLE),
            Stream.of(attribute).filter(ListQuery::isNamed))
        .flatMap(facets -> facets)
        .filter(facet -> attribute(facet).equals(attribute))
        .findFirst();
  }

  /** Search for a page of products with the counts of the filters. */
  JsonObject page(ListQuery query, int offset, int limit) {
    return products(query, offset, limit).put("facets", new JsonArray(COUNTED));
  }

  /** Search for products alone. */
  JsonObject products(ListQuery query, int offset, int limit) {
    JsonObject body =
        search(query)
            .put("offset", offset)
            .put("limit", limit)
            .put("attributesToRetrieve", new JsonArray(LISTED));
    if (!query.words().isEmpty()) {
      body.put("attributesToHighlight", new JsonArray().add("title"))
          .put("highlightPreTag", TextPart.BEGIN)
          .put("highlightPostTag", TextPart.END);
    }
    String order = order(query.sort());
    return order.isEmpty() ? body : body.put("sort", new JsonArray().add(order));
  }

  private static String order(String sort) {
    return switch (sort) {
      case ListQuery.NEWEST -> "created_at:desc";
      case "price" -> PRICE + ":asc";
      case "-price" -> PRICE + ":desc";
      case "title" -> "title:asc";
      default -> "";
    };
  }

  /** Search for first products while words are typed. */
  JsonObject suggestions(ListQuery query, int limit) {
    return products(query, 0, limit).put(ANALYTICS, false);
  }

  /** Search for the number of products, and for those of the values of attributes. */
  JsonObject count(ListQuery query, List<String> attributes) {
    return search(query)
        .put("indexUid", "products")
        .put("limit", 0)
        .put(ANALYTICS, false)
        .put("facets", new JsonArray(attributes));
  }

  /**
   * The same search as nodes of the version before know it: by the prices without the taxes that
   * pages add. It equals the given one if no price decides about it.
   */
  static JsonObject before(JsonObject search) {
    JsonObject before = search.copy();
    for (String member : List.of("filter", "sort", "facets")) {
      if (before.getJsonArray(member) != null) {
        before.put(
            member,
            new JsonArray(
                before.getJsonArray(member).stream()
                    .map(text -> ofBefore(text.toString()))
                    .toList()));
      }
    }
    return before;
  }

  private static String ofBefore(String text) {
    if (text.equals(COUNTED_PRICE)) {
      return COUNTED_PRICE_BEFORE;
    }
    return Stream.of(" ", ":").anyMatch(end -> text.startsWith(PRICE + end))
        ? PRICE_BEFORE + text.substring(PRICE.length())
        : text;
  }

  private JsonObject search(ListQuery query) {
    JsonObject body = new JsonObject().put("filter", filter(query));
    return query.words().isEmpty()
        ? body
        : body.put("q", query.words()).put("matchingStrategy", "all");
  }

  private JsonArray filter(ListQuery query) {
    JsonArray filter = new JsonArray().add("is_giftcard = false");
    if (!scope.isEmpty()) {
      filter.add(scope);
    }
    for (String facet : query.facets()) {
      filter.add(
          query.values(facet).stream()
              .map(SearchBody::quoted)
              .collect(Collectors.joining(", ", quoted(attribute(facet)) + " IN [", "]")));
    }
    if (query.isAvailable()) {
      filter.add(AVAILABLE + " = true");
    }
    BigDecimal least = query.least();
    if (least != null) {
      filter.add(PRICE + " >= " + prices.atLeast(least));
    }
    BigDecimal most = query.most();
    if (most != null) {
      filter.add(PRICE + " <= " + prices.atMost(most));
    }
    return filter;
  }

  /** Text of a filter, whatever it consists of. */
  static String quoted(String text) {
    return '"' + text.replace("\\", "\\\\").replace("\"", "\\\"") + '"';
  }
}
