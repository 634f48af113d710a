package dev.tradewind.catalog.search.query;

import dev.tradewind.catalog.search.index.Attributes;
import dev.tradewind.catalog.search.index.Fields;
import dev.tradewind.catalog.search.query.Found.Stats;
import dev.tradewind.kernel.text.TextFolding;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Numbers of products by all values of attributes; never changed. A value is shown as most of the
 * products spell it.
 *
 * @param terms numbers by the terms that {@link Fields#counted} makes, of each field
 * @param prices numbers by price, of each attribute that is one
 * @param available number of available products, and of others
 */
record FacetTotals(
    Map<String, Map<String, Integer>> terms,
    Map<String, Prices> prices,
    int available,
    int unavailable) {

  private static final int OVERHEAD = 64;

  /**
   * Numbers of products by price.
   *
   * @param prices in ascending order
   */
  record Prices(long[] prices, int[] counts) {

    private static final Prices NONE = new Prices(new long[0], new int[0]);

    static Prices of(SortedMap<Long, Integer> counts) {
      Prices made = new Prices(new long[counts.size()], new int[counts.size()]);
      int at = 0;
      for (Map.Entry<Long, Integer> one : counts.entrySet()) {
        made.prices[at] = one.getKey();
        made.counts[at++] = one.getValue();
      }
      return made;
    }

    private boolean isEmpty() {
      return prices.length == 0;
    }

    private void addTo(SortedMap<Long, Integer> counts, int factor) {
      for (int i = 0; i < prices.length; i++) {
        add(counts, prices[i], factor * this.counts[i]);
      }
    }

    private Prices with(Prices less, Prices more) {
      if (less.isEmpty() && more.isEmpty()) {
        return this;
      }
      SortedMap<Long, Integer> counts = new TreeMap<>();
      addTo(counts, 1);
      less.addTo(counts, -1);
      more.addTo(counts, 1);
      return of(counts);
    }

    /** The most frequent ones, the lowest first among equally frequent ones. */
    private Map<String, Integer> mostFrequent(int most) {
      long[] order = new long[prices.length];
      for (int i = 0; i < order.length; i++) {
        order[i] = (long) -counts[i] << Integer.SIZE | i;
      }
      Arrays.sort(order);
      Map<String, Integer> values = new LinkedHashMap<>();
      for (int i = 0; i < Math.min(most, order.length); i++) {
        int at = (int) order[i];
        values.put(Long.toString(prices[at]), counts[at]);
      }
      return values;
    }
  }

  /** Spellings that are equal when folded, with the number of products that use each. */
  private static final class Spellings {

    private final Map<String, Integer> counts = new TreeMap<>();

    void add(String spelling, int count) {
      counts.merge(spelling, count, Integer::sum);
    }

    int total() {
      return counts.values().stream().mapToInt(Integer::intValue).sum();
    }

    /** The one to show; the first in the order of texts among equally frequent ones. */
    String mostFrequent() {
      return Collections.max(
              counts.entrySet(),
              Map.Entry.<String, Integer>comparingByValue()
                  .thenComparing(Map.Entry.comparingByKey(Comparator.reverseOrder())))
          .getKey();
    }
  }

  /**
   * Values of an attribute by their folded text.
   *
   * @param name title of an option or name of a member of metadata; empty for others
   */
  private record Counted(Spellings name, Map<String, Spellings> values) {

    private Counted() {
      this(new Spellings(), new HashMap<>());
    }

    Map<String, Integer> totals() {
      Map<String, Integer> totals = new HashMap<>();
      values.values().forEach(value -> totals.put(value.mostFrequent(), value.total()));
      return totals;
    }
  }

  private static <K> void add(Map<K, Integer> counts, K value, int count) {
    counts.merge(value, count, (one, other) -> one + other == 0 ? null : one + other);
  }

  /**
   * The totals after changes of products, of the same attributes.
   *
   * @param less totals of these products before
   * @param more totals of these products now
   */
  FacetTotals with(FacetTotals less, FacetTotals more) {
    Map<String, Map<String, Integer>> allTerms = new HashMap<>();
    terms.forEach(
        (field, counts) -> allTerms.put(field, with(counts, less.terms(field), more.terms(field))));
    Map<String, Prices> allPrices = new HashMap<>();
    prices.forEach((attribute, counts) ->
        allPrices.put(attribute, counts.with(less.prices(attribute), more.prices(attribute))));
    return new FacetTotals(
        allTerms,
        allPrices,
        available - less.available + more.available,
        unavailable - less.unavailable + more.unavailable);
  }

  private Map<String, Integer> terms(String field) {
    return terms.getOrDefault(field, Map.of());
  }

  private Prices prices(String attribute) {
    return prices.getOrDefault(attribute, Prices.NONE);
  }

  private static Map<String, Integer> with(
      Map<String, Integer> counts, Map<String, Integer> less, Map<String, Integer> more) {
    if (less.equals(more)) {
      return counts;
    }
    Map<String, Integer> all = new HashMap<>(counts);
    less.forEach((term, count) -> add(all, term, -count));
    more.forEach((term, count) -> add(all, term, count));
    return all;
  }

  /** Memory in bytes. */
  int size() {
    int size = OVERHEAD;
    for (Map<String, Integer> counts : terms.values()) {
      for (String term : counts.keySet()) {
        size += 2 * term.length() + 2 * OVERHEAD;
      }
    }
    for (Prices counts : prices.values()) {
      size += (Long.BYTES + Integer.BYTES) * counts.prices.length + OVERHEAD;
    }
    return size;
  }

  /** Numbers of products by value, of each facet; the options that it does not name are further. */
  Map<String, Map<String, Integer>> distribution(Map<String, String> names) {
    Map<String, Map<String, Integer>> found = new LinkedHashMap<>();
    Map<String, Map<String, Counted>> counted = new HashMap<>();
    names.forEach((name, attribute) -> {
      if (attribute.equals(Attributes.OPTION)) {
        Set<String> named = new HashSet<>();
        names.values().forEach(one -> named.add(TextFolding.fold(one)));
        options(counted)
            .forEach((option, values) -> {
              if (named.add(TextFolding.fold(Attributes.OPTION + option))) {
                found.put(Attributes.OPTION + option, mostFrequent(values));
              }
            });
      } else {
        Prices ofPrice = prices.get(attribute);
        found.put(
            name,
            ofPrice == null
                ? mostFrequent(values(attribute, counted))
                : ofPrice.mostFrequent(SearchQuery.MAX_FACET_VALUES));
      }
    });
    return found;
  }

  /** All counted values of an attribute. */
  Map<String, Integer> values(String attribute) {
    return values(attribute, new HashMap<>());
  }

  private Map<String, Integer> values(String attribute, Map<String, Map<String, Counted>> counted) {
    Prices ofPrice = prices.get(attribute);
    if (ofPrice != null) {
      return ofPrice.mostFrequent(Integer.MAX_VALUE);
    }
    if (attribute.equals(Attributes.AVAILABLE)) {
      Map<String, Integer> values = new HashMap<>();
      if (available > 0) {
        values.put("true", available);
      }
      if (unavailable > 0) {
        values.put("false", unavailable);
      }
      return values;
    }
    String beginning = Fields.beginning(attribute);
    String name = beginning.isEmpty() ? "" : beginning.substring(0, beginning.length() - 1);
    Counted values = attributes(attribute, counted).get(name);
    return values == null ? Map.of() : values.totals();
  }

  /** Options by their titles, those of the most products first. */
  private Map<String, Map<String, Integer>> options(Map<String, Map<String, Counted>> counted) {
    Map<String, Map<String, Integer>> options = new LinkedHashMap<>();
    attributes(Attributes.OPTION, counted).values().stream()
        .sorted(
            Comparator.<Counted>comparingInt(option -> option.name().total())
                .reversed()
                .thenComparing(option -> option.name().mostFrequent()))
        .forEach(option -> options.put(option.name().mostFrequent(), option.totals()));
    return options;
  }

  /**
   * Attributes of a field by their folded names; one without a name in most fields.
   *
   * @param counted those of fields that are known
   */
  private Map<String, Counted> attributes(
      String attribute, Map<String, Map<String, Counted>> counted) {
    return counted.computeIfAbsent(
        Fields.facet(attribute),
        field -> {
          Map<String, Counted> attributes = new HashMap<>();
          terms(field).forEach((term, count) -> add(attributes, term, count));
          return attributes;
        });
  }

  private static void add(Map<String, Counted> attributes, String term, int count) {
    String[] parts = term.split(String.valueOf(Fields.SEPARATOR), -1);
    int half = parts.length / 2;
    String name = half == 1 ? "" : parts[0];
    Counted attribute = attributes.computeIfAbsent(name, folded -> new Counted());
    attribute.name().add(half == 1 ? "" : parts[half], count);
    attribute
        .values()
        .computeIfAbsent(parts[half - 1], value -> new Spellings())
        .add(parts[2 * half - 1], count);
  }

  private static Map<String, Integer> mostFrequent(Map<String, Integer> values) {
    List<Map.Entry<String, Integer>> all = new ArrayList<>(values.entrySet());
    all.sort(
        Map.Entry.<String, Integer>comparingByValue(Comparator.reverseOrder())
            .thenComparing(Map.Entry.comparingByKey()));
    Map<String, Integer> shown = new LinkedHashMap<>();
    all.stream()
        .limit(SearchQuery.MAX_FACET_VALUES)
        .forEach(one -> shown.put(one.getKey(), one.getValue()));
    return shown;
  }

  /** Least and greatest price, for the facets that are prices. */
  Map<String, Stats> stats(Map<String, String> names) {
    Map<String, Stats> stats = new LinkedHashMap<>();
    names.forEach((name, attribute) -> {
      Prices counted = prices.get(attribute);
      if (counted != null && !counted.isEmpty()) {
        long[] ascending = counted.prices;
        stats.put(name, new Stats(ascending[0], ascending[ascending.length - 1]));
      }
    });
    return stats;
  }
}
