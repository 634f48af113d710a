package dev.tradewind.catalog.search.query;

import dev.tradewind.catalog.search.index.Fields;
import java.util.Arrays;
import java.util.Collection;
import org.apache.lucene.search.Query;
import org.apache.lucene.util.ArrayUtil;
import org.apache.lucene.util.RamUsageEstimator;
import org.jspecify.annotations.Nullable;

/**
 * Extent of a search: the query that its words have become, their correction, and the products that
 * match. The answer stays true while the words become the same query with the same correction, and
 * none of the products changes, nor another one that matches afterwards.
 */
public final class Extent {

  /** Products of an extent; a search with more is soon touched by some change. */
  static final int MAX_PRODUCTS = 10_000;

  private final Query ranked;
  private final @Nullable String correctedQuery;

  /**
   * Sorted hashes of ids: two ids with the same hash make the answer stale too early, never late.
   */
  private final int[] products;

  private Extent(Query ranked, @Nullable String correctedQuery, int[] products) {
    this.ranked = ranked;
    this.correctedQuery = correctedQuery;
    this.products = products;
  }

  /** Products that are found one after the other. */
  static final class Products {

    private int[] hashes = new int[32];
    private int number;

    void add(int hash) {
      hashes = ArrayUtil.grow(hashes, number + 1);
      hashes[number++] = hash;
    }

    Extent of(Query ranked, @Nullable String correctedQuery) {
      int[] products = Arrays.copyOf(hashes, number);
      Arrays.sort(products);
      return new Extent(ranked, correctedQuery, products);
    }
  }

  /** Whether the words have become this query. */
  boolean isOf(Query other) {
    return ranked.equals(other);
  }

  /** Words with which more is found; null where none seems misspelled. */
  @Nullable String correctedQuery() {
    return correctedQuery;
  }

  /** Number of the products that match. */
  int total() {
    return products.length;
  }

  /** Whether one of these products matches. */
  public boolean hasAny(Collection<String> ids) {
    return ids.stream().anyMatch(id -> Arrays.binarySearch(products, Fields.hash(id)) >= 0);
  }

  /** Memory in bytes. */
  public int size() {
    return Math.toIntExact(RamUsageEstimator.sizeOf(ranked))
        + (correctedQuery == null ? 0 : 2 * correctedQuery.length())
        + Integer.BYTES * products.length;
  }
}
