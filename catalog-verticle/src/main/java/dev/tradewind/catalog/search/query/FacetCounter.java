package dev.tradewind.catalog.search.query;

import dev.tradewind.catalog.search.index.Attributes;
import dev.tradewind.catalog.search.index.Fields;
import dev.tradewind.catalog.search.index.OfferContext;
import dev.tradewind.catalog.search.index.OfferContext.Column;
import dev.tradewind.catalog.search.query.Found.Stats;
import dev.tradewind.kernel.text.TextFolding;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.apache.lucene.index.DocValues;
import org.apache.lucene.index.LeafReader;
import org.apache.lucene.index.SortedSetDocValues;
import org.apache.lucene.util.BytesRef;
import org.apache.lucene.util.FixedBitSet;
import org.jspecify.annotations.Nullable;

/**
 * Counter of the values of attributes in the matching products: by ordinals within a segment, so
 * that a product costs an array access for each of its values. A value is shown as most of the
 * products spell it.
 */
final class FacetCounter {

  private final Map<String, Ordinals> fields = new HashMap<>();
  private final boolean hasAvailability;

  /** Documents that are counted; absent where one search counts each of them once. */
  private final @Nullable FixedBitSet known;

  /** Numbers of products by price, of each attribute that is one. */
  private final Map<String, Map<Long, int[]>> prices = new HashMap<>();

  private Ordinals[] counted = {};
  private int available;
  private int unavailable;

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

  /** Counts of one field. */
  private static final class Ordinals {

    private final String field;
    private final Set<String> beginnings = new TreeSet<>();

    private final Map<String, Integer> totals = new HashMap<>();
    private final Map<String, Counted> attributes = new HashMap<>();
    private SortedSetDocValues values;
    private int[] counts = {};

    Ordinals(String field) {
      this.field = field;
      this.values = DocValues.emptySortedSet();
    }

    void begin(LeafReader segment) throws IOException {
      values = DocValues.getSortedSet(segment, field);
      counts = new int[Math.toIntExact(values.getValueCount())];
    }

    void count(int document) throws IOException {
      if (values.advanceExact(document)) {
        for (int i = values.docValueCount(); i > 0; i--) {
          counts[(int) values.nextOrd()]++;
        }
      }
    }

    void end() throws IOException {
      if (beginnings.contains("")) {
        end(0, counts.length);
      } else {
        for (String beginning : beginnings) {
          String next = beginning.replace(Fields.SEPARATOR, (char) (Fields.SEPARATOR + 1));
          end(ordinal(beginning), ordinal(next));
        }
      }
      counts = new int[0];
    }

    private void end(int from, int to) throws IOException {
      for (int ordinal = from; ordinal < to; ordinal++) {
        if (counts[ordinal] > 0) {
          totals.merge(values.lookupOrd(ordinal).utf8ToString(), counts[ordinal], Integer::sum);
        }
      }
    }

    /**
     * Attributes of the field by their folded names; one without a name in most fields. Nothing is
     * counted afterwards.
     */
    Map<String, Counted> attributes() {
      if (attributes.isEmpty()) {
        totals.forEach(this::add);
      }
      return attributes;
    }

    /**
     * @param term as {@link Fields#counted} makes it: folded, then as it is spelled
     */
    private void add(String term, int count) {
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

    /** Ordinal of the first value that is not before the text. */
    private int ordinal(String text) throws IOException {
      long found = values.lookupTerm(new BytesRef(text));
      return (int) (found < 0 ? -found - 1 : found);
    }
  }

  /**
   * @param attributes to count; {@link Attributes#OPTION}: the options of all products
   */
  FacetCounter(Collection<String> attributes) {
    this(attributes, null);
  }

  /**
   * Counter of the products of several searches.
   *
   * @param known set of the documents, which is filled
   */
  FacetCounter(Collection<String> attributes, @Nullable FixedBitSet known) {
    this.known = known;
    hasAvailability = attributes.contains(Attributes.AVAILABLE);
    for (String attribute : attributes) {
      if (Attributes.isPrice(attribute)) {
        prices.put(attribute, new HashMap<>());
      } else if (!attribute.equals(Attributes.AVAILABLE)) {
        // The values of other names in a shared field may be many.
        fields
            .computeIfAbsent(Fields.facet(attribute), Ordinals::new)
            .beginnings
            .add(attribute.equals(Attributes.OPTION) ? "" : Fields.beginning(attribute));
      }
    }
  }

  boolean needsOffers() {
    return !prices.isEmpty() || hasAvailability;
  }

  void begin(LeafReader segment) throws IOException {
    counted = fields.values().toArray(Ordinals[]::new);
    for (Ordinals field : counted) {
      field.begin(segment);
    }
  }

  /** Whether no search before has found the document of the index. */
  boolean isNew(int document) {
    return known == null || !known.getAndSet(document);
  }

  void count(int document, Column offers) throws IOException {
    for (Ordinals field : counted) {
      field.count(document);
    }
    for (Map.Entry<String, Map<Long, int[]>> counted : prices.entrySet()) {
      long price = offers.prices(counted.getKey())[document];
      if (price != OfferContext.NO_PRICE) {
        counted.getValue().computeIfAbsent(price, value -> new int[1])[0]++;
      }
    }
    if (hasAvailability) {
      if (offers.available().get(document)) {
        available++;
      } else {
        unavailable++;
      }
    }
  }

  /** Ends a segment. */
  void end() throws IOException {
    for (Ordinals field : counted) {
      field.end();
    }
    counted = new Ordinals[0];
  }

  /** Numbers of products by value, of each facet; the options that it does not name are further. */
  Map<String, Map<String, Integer>> distribution(Map<String, String> names) {
    Map<String, Map<String, Integer>> found = new LinkedHashMap<>();
    names.forEach((name, attribute) -> {
      if (attribute.equals(Attributes.OPTION)) {
        Set<String> named = new HashSet<>();
        names.values().forEach(one -> named.add(TextFolding.fold(one)));
        options()
            .forEach((option, values) -> {
              if (named.add(TextFolding.fold(Attributes.OPTION + option))) {
                found.put(Attributes.OPTION + option, mostFrequent(values));
              }
            });
      } else {
        found.put(
            name,
            Attributes.isPrice(attribute)
                ? mostFrequentPrices(prices(attribute))
                : mostFrequent(values(attribute)));
      }
    });
    return found;
  }

  /** All counted values of an attribute. */
  Map<String, Integer> values(String attribute) {
    if (Attributes.isPrice(attribute)) {
      Map<String, Integer> values = new HashMap<>();
      prices(attribute).forEach((price, count) -> values.put(Long.toString(price), count[0]));
      return values;
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
    Ordinals field = fields.get(Fields.facet(attribute));
    if (field == null) {
      return Map.of();
    }
    String beginning = Fields.beginning(attribute);
    String name = beginning.isEmpty() ? "" : beginning.substring(0, beginning.length() - 1);
    Counted counted = field.attributes().get(name);
    return counted == null ? Map.of() : counted.totals();
  }

  /** Options by their titles, those of the most products first. */
  private Map<String, Map<String, Integer>> options() {
    Map<String, Map<String, Integer>> options = new LinkedHashMap<>();
    Ordinals field = fields.get(Fields.facet(Attributes.OPTION));
    if (field != null) {
      field.attributes().values().stream()
          .sorted(
              Comparator.<Counted>comparingInt(option -> option.name().total())
                  .reversed()
                  .thenComparing(option -> option.name().mostFrequent()))
          .forEach(option -> options.put(option.name().mostFrequent(), option.totals()));
    }
    return options;
  }

  private Map<Long, int[]> prices(String attribute) {
    return prices.getOrDefault(attribute, Map.of());
  }

  private static Map<String, Integer> mostFrequentPrices(Map<Long, int[]> prices) {
    // A catalog has thousands of prices: only the first are made texts.
    PriorityQueue<Map.Entry<Long, int[]>> first =
        new PriorityQueue<>(
            Comparator.<Map.Entry<Long, int[]>>comparingInt(price -> price.getValue()[0])
                .thenComparing(Map.Entry::getKey, Comparator.reverseOrder()));
    for (Map.Entry<Long, int[]> price : prices.entrySet()) {
      first.add(price);
      if (first.size() > SearchQuery.MAX_FACET_VALUES) {
        first.poll();
      }
    }
    List<Map.Entry<Long, int[]>> shown = new ArrayList<>();
    while (!first.isEmpty()) {
      shown.addFirst(first.poll());
    }
    Map<String, Integer> values = new LinkedHashMap<>();
    shown.forEach(price -> values.put(Long.toString(price.getKey()), price.getValue()[0]));
    return values;
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
      Map<Long, int[]> counted = prices(attribute);
      if (!counted.isEmpty()) {
        stats.put(
            name, new Stats(Collections.min(counted.keySet()), Collections.max(counted.keySet())));
      }
    });
    return stats;
  }
}
