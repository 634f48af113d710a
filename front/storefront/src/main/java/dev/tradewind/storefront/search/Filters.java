package dev.tradewind.storefront.search;

import dev.tradewind.kernel.text.TextFolding;
import dev.tradewind.storefront.answer.ProductList;
import dev.tradewind.storefront.answer.ProductList.Facets;
import dev.tradewind.storefront.answer.ProductList.Stats;
import dev.tradewind.storefront.design.Language;
import dev.tradewind.storefront.render.Choice;
import dev.tradewind.storefront.render.Link;
import dev.tradewind.storefront.visit.ListQuery;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Filters of a list as its form shows them.
 *
 * @param chips chosen filters, each with the link to the list without it
 * @param clear link to the list without filters
 * @param parts of the form, in the order that staff have chosen
 * @param sorts orders to choose from
 */
public record Filters(List<Link> chips, Link clear, List<Part> parts, List<Choice> sorts) {

  /** Values of a facet: the most frequent, and the chosen ones. */
  private static final int MAX_VALUES = 12;

  private static final int MAX_OPTIONS = 6;

  /**
   * Part of the form: one of these.
   *
   * @param available choice of what can be bought
   */
  public record Part(@Nullable Group group, @Nullable Value available, @Nullable PriceRange price) {

    private boolean isEmpty() {
      return group == null && available == null && price == null;
    }
  }

  /**
   * Facet.
   *
   * @param name of the parameter
   */
  public record Group(String name, String title, List<Value> values) {}

  /**
   * Value of a facet.
   *
   * @param count of the products with it in the list as it would be
   */
  public record Value(String value, int count, boolean isChosen) {}

  /**
   * Fields of the price in units of the currency.
   *
   * @param least that was chosen; empty without one
   * @param most that was chosen; empty without one
   * @param lowest price of the list
   * @param highest price of the list
   * @param step between prices
   */
  public record PriceRange(
      String currency, String least, String most, String lowest, String highest, String step) {}

  /**
   * @param path of the list
   * @param found counts of the list
   * @param unfiltered counts without the own filter of a facet, by its parameter
   * @param isOfCollection whether all products of the list are of one collection
   */
  static Filters of(
      String path,
      ListQuery query,
      Facets found,
      Map<String, Facets> unfiltered,
      PriceUnits prices,
      boolean isOfCollection,
      Language text) {
    List<Part> parts =
        shown(query, found).stream()
            .map(facet ->
                switch (facet) {
                  case ListQuery.AVAILABLE ->
                      new Part(null, available(query, unfiltered.getOrDefault(facet, found)), null);
                  case SearchBody.PRICE ->
                      new Part(
                          null,
                          null,
                          price(
                              query,
                              unfiltered.getOrDefault(SearchBody.COUNTED_PRICE, found),
                              prices));
                  default ->
                      new Part(
                          group(query, found, unfiltered, facet, isOfCollection, text), null, null);
                })
            .filter(part -> !part.isEmpty())
            .toList();
    return new Filters(
        chips(path, query, prices, text),
        new Link(text.of("filter.clear"), path + query.withoutFilters().query()),
        parts,
        sorts(query, text));
  }

  /**
   * Facets of the form: those that staff have chosen, which the search has counted in their order,
   * and those in use. Names that differ by case and accents alone are one, as they are to the
   * search.
   */
  private static List<String> shown(ListQuery query, Facets found) {
    Set<String> known = new HashSet<>();
    List<String> shown = new ArrayList<>();
    int options = 0;
    for (String attribute : found.values().keySet()) {
      String facet = SearchBody.facet(attribute).orElse("");
      boolean isOption = facet.startsWith(ListQuery.OPTION);
      if (!facet.isEmpty()
          && !(isOption && options == MAX_OPTIONS)
          && known.add(TextFolding.fold(facet))) {
        options += isOption ? 1 : 0;
        shown.add(facet);
      }
    }
    Stream.of(
            query.isAvailable() ? Stream.of(ListQuery.AVAILABLE) : Stream.<String>empty(),
            query.hasPrice() ? Stream.of(SearchBody.PRICE) : Stream.<String>empty(),
            query.facets().stream())
        .flatMap(used -> used)
        .filter(used -> known.add(TextFolding.fold(used)))
        .forEach(shown::add);
    return shown;
  }

  /**
   * @param isOfCollection whether all products are of one collection, which is no choice then
   */
  private static @Nullable Group group(
      ListQuery query,
      Facets found,
      Map<String, Facets> unfiltered,
      String facet,
      boolean isOfCollection,
      Language text) {
    String folded = TextFolding.fold(facet);
    String used =
        query.facets().stream()
            .filter(one -> TextFolding.fold(one).equals(folded))
            .findFirst()
            .orElse(facet);
    List<String> chosen = query.values(used);
    if (isOfCollection && facet.equals("collection") && chosen.isEmpty()) {
      return null;
    }
    List<Value> values = values(chosen, unfiltered.getOrDefault(used, found), facet);
    return values.isEmpty() ? null : new Group(facet, title(facet, text), values);
  }

  /** Values that narrow the list, or are chosen. */
  private static List<Value> values(List<String> chosen, Facets counts, String facet) {
    Map<String, ProductList.Value> all = counts.of(SearchBody.attribute(facet));
    Map<String, String> unseen = new LinkedHashMap<>();
    chosen.forEach(value -> unseen.put(TextFolding.fold(value), value));
    List<Value> values = new ArrayList<>();
    all.entrySet().stream()
        .filter(value -> value.getValue().text().length() <= ListQuery.MAX_VALUE)
        .filter(value -> value.getValue().text().equals(value.getValue().text().strip()))
        .filter(value -> !chosen.isEmpty() || value.getValue().count() < counts.count())
        .sorted(
            Map.Entry.comparingByValue(
                Comparator.comparingInt(ProductList.Value::count)
                    .reversed()
                    .thenComparing(ProductList.Value::text)))
        .limit(MAX_VALUES)
        .forEach(offered -> {
          ProductList.Value value = offered.getValue();
          boolean isChosen = unseen.remove(offered.getKey()) != null;
          values.add(new Value(value.text(), value.count(), isChosen));
        });
    unseen.forEach((folded, value) -> {
      ProductList.Value known = all.get(folded);
      values.add(new Value(value, known == null ? 0 : known.count(), true));
    });
    return values;
  }

  private static String title(String facet, Language text) {
    if (facet.startsWith(ListQuery.METADATA)) {
      String name = ListQuery.nameOf(facet).replace('_', ' ');
      int first = name.offsetByCodePoints(0, 1);
      return name.substring(0, first).toUpperCase(text.locale()) + name.substring(first);
    }
    return ListQuery.isNamed(facet) ? ListQuery.nameOf(facet) : text.of("filter." + facet);
  }

  private static @Nullable Value available(ListQuery query, Facets counts) {
    int available =
        Optional.ofNullable(counts.of(SearchBody.AVAILABLE).get("true"))
            .map(ProductList.Value::count)
            .orElse(0);
    return query.isAvailable() || available < counts.count()
        ? new Value("1", available, query.isAvailable())
        : null;
  }

  private static @Nullable PriceRange price(ListQuery query, Facets counts, PriceUnits prices) {
    Stats stats =
        Stream.of(SearchBody.COUNTED_PRICE, SearchBody.COUNTED_PRICE_BEFORE)
            .flatMap(name -> Stream.ofNullable(counts.stats().get(name)))
            .findFirst()
            .orElse(null);
    if (!query.hasPrice() && (stats == null || stats.min() == stats.max())) {
      return null;
    }
    return new PriceRange(
        prices.currency(),
        entered(query.least(), RoundingMode.CEILING, prices),
        entered(query.most(), RoundingMode.FLOOR, prices),
        stats == null ? "" : prices.shown(stats.min()),
        stats == null ? "" : prices.shown(stats.max()),
        prices.step());
  }

  private static String entered(
      @Nullable BigDecimal price, RoundingMode rounding, PriceUnits prices) {
    return price == null ? "" : prices.entered(price, rounding);
  }

  /** Whether the form would offer nothing, for a list with one product or none. */
  boolean isEmpty() {
    return chips.isEmpty() && parts.isEmpty();
  }

  /** Links to the list without each of its filters. */
  private static List<Link> chips(String path, ListQuery query, PriceUnits prices, Language text) {
    List<Link> chips = new ArrayList<>();
    for (String facet : query.facets()) {
      for (String value : query.values(facet)) {
        chips.add(
            new Link(
                text.of("filter.chosen", title(facet, text), value),
                path + query.without(facet, value).query()));
      }
    }
    if (query.isAvailable()) {
      chips.add(new Link(text.of("filter.available"), path + query.withUnavailable().query()));
    }
    if (query.hasPrice()) {
      chips.add(
          new Link(
              text.of("filter.chosen", text.of("filter.price"), range(query, prices, text)),
              path + query.withoutPrice().query()));
    }
    return chips;
  }

  private static String range(ListQuery query, PriceUnits prices, Language text) {
    BigDecimal least = query.least();
    BigDecimal most = query.most();
    if (least == null) {
      return most == null
          ? ""
          : text.of("filter.price.most", prices.text(most, RoundingMode.FLOOR, text));
    }
    return most == null
        ? text.of("filter.price.least", prices.text(least, RoundingMode.CEILING, text))
        : text.of(
            "filter.price.range",
            prices.text(least, RoundingMode.CEILING, text),
            prices.text(most, RoundingMode.FLOOR, text));
  }

  private static List<Choice> sorts(ListQuery query, Language text) {
    Stream<String> orders =
        query.words().isEmpty()
            ? ListQuery.SORTS.stream()
            : Stream.concat(Stream.of(""), ListQuery.SORTS.stream());
    return orders
        .map(order ->
            new Choice(
                order,
                text.of(
                    "sort." + (order.isEmpty() ? "best" : order.replace("-price", "price-down"))),
                order.equals(query.sort())))
        .toList();
  }
}
