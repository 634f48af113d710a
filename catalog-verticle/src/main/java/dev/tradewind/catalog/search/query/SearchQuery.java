package dev.tradewind.catalog.search.query;

import dev.tradewind.catalog.search.filter.Filter;
import io.soabase.recordbuilder.core.RecordBuilder;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Search as it is executed, checked.
 *
 * @param text empty: all products, the newest first
 * @param filter absent without one
 * @param facets attributes to count the values of, by the names that the caller uses; among them
 *     the options of all products and those that staff have chosen
 * @param searchOn attributes whose text is searched; empty: all
 * @param offset hits before those of the answer
 * @param limit hits of the answer
 * @param minScore lowest ranking score of a hit, from 0 to 1
 */
@RecordBuilder
public record SearchQuery(
    String text,
    @Nullable Filter filter,
    Map<String, String> facets,
    List<Sort> sort,
    List<String> searchOn,
    Matching matching,
    int offset,
    int limit,
    double minScore) {

  /** Most hits before and in the answer. */
  public static final int MAX_HITS = 1_000;

  /** Values of a facet in an answer, the most frequent. */
  public static final int MAX_FACET_VALUES = 100;

  /** Treatment of products that lack some of the words. */
  public enum Matching {
    LAST,
    ALL,
    FREQUENCY
  }

  /** Order by an attribute; products without it come last. */
  public record Sort(String attribute, boolean isDescending) {}
}
