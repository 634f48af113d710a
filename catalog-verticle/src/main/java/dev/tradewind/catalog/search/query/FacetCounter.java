package dev.tradewind.catalog.search.query;

import dev.tradewind.catalog.search.index.Attributes;
import dev.tradewind.catalog.search.index.Fields;
import dev.tradewind.catalog.search.index.OfferContext;
import dev.tradewind.catalog.search.index.OfferContext.Column;
import java.io.IOException;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
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
 * that a product costs an array access for each of its values.
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

  /** Counts of one field. */
  private static final class Ordinals {

    private final String field;

    /** Whether few products are counted: they do not pay for the array of a segment. */
    private final boolean isOfFew;

    private final Set<String> beginnings = new TreeSet<>();

    private final Map<String, Integer> totals = new HashMap<>();
    private SortedSetDocValues values;
    private int[] counts = {};

    Ordinals(String field, boolean isOfFew) {
      this.field = field;
      this.isOfFew = isOfFew;
      this.values = DocValues.emptySortedSet();
    }

    void begin(LeafReader segment) throws IOException {
      values = DocValues.getSortedSet(segment, field);
      if (!isOfFew) {
        counts = new int[Math.toIntExact(values.getValueCount())];
      }
    }

    void count(int document) throws IOException {
      if (values.advanceExact(document)) {
        for (int i = values.docValueCount(); i > 0; i--) {
          int ordinal = (int) values.nextOrd();
          if (isOfFew) {
            add(values.lookupOrd(ordinal).utf8ToString());
          } else {
            counts[ordinal]++;
          }
        }
      }
    }

    private void add(String term) {
      for (String beginning : beginnings) {
        if (term.startsWith(beginning)) {
          totals.merge(term, 1, Integer::sum);
          return;
        }
      }
    }

    void end() throws IOException {
      if (isOfFew) {
        return;
      }
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
    this(attributes, false, null);
  }

  /** Counter of a few products. */
  static FacetCounter ofFew(Collection<String> attributes) {
    return new FacetCounter(attributes, true, null);
  }

  /**
   * Counter of the products of several searches.
   *
   * @param known set of the documents, which is filled
   */
  FacetCounter(Collection<String> attributes, FixedBitSet known) {
    this(attributes, false, known);
  }

  private FacetCounter(
      Collection<String> attributes, boolean isOfFew, @Nullable FixedBitSet known) {
    this.known = known;
    hasAvailability = attributes.contains(Attributes.AVAILABLE);
    for (String attribute : attributes) {
      if (Attributes.isPrice(attribute)) {
        prices.put(attribute, new HashMap<>());
      } else if (!attribute.equals(Attributes.AVAILABLE)) {
        // The values of other names in a shared field may be many.
        fields
            .computeIfAbsent(Fields.facet(attribute), field -> new Ordinals(field, isOfFew))
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
      long price = offers.price(counted.getKey(), document);
      if (price != OfferContext.NO_PRICE) {
        counted.getValue().computeIfAbsent(price, value -> new int[1])[0]++;
      }
    }
    if (hasAvailability) {
      if (offers.isAvailable(document)) {
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

  /** All that has been counted. */
  FacetTotals totals() {
    Map<String, Map<String, Integer>> terms = new HashMap<>();
    fields.forEach((field, ordinals) -> terms.put(field, ordinals.totals));
    Map<String, FacetTotals.Prices> byPrice = new HashMap<>();
    prices.forEach((attribute, counts) -> {
      SortedMap<Long, Integer> sorted = new TreeMap<>();
      counts.forEach((price, count) -> sorted.put(price, count[0]));
      byPrice.put(attribute, FacetTotals.Prices.of(sorted));
    });
    return new FacetTotals(terms, byPrice, available, unavailable);
  }
}
