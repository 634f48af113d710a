package dev.tradewind.catalog.search.query;

import dev.tradewind.catalog.search.index.ProductIndex;
import dev.tradewind.catalog.search.query.ProductCollector.Candidate;
import java.util.Set;
import org.apache.lucene.search.Query;
import org.apache.lucene.util.RamUsageEstimator;
import org.jspecify.annotations.Nullable;

/**
 * Basis of an answer, by which it is carried forward over changes of products: while its words
 * become the same query, a change has an effect by the changed products alone.
 *
 * @param state of the index that the answer shows
 * @param offers identity of the prices and channels that it shows
 * @param settings version of the settings
 * @param ranked query that the words have become
 * @param page ids of the products up to the last hit
 * @param last hit; absent if there is room for more
 * @param size memory in bytes
 */
public record Basis(
    ProductIndex.State state,
    Object offers,
    int settings,
    Query ranked,
    int total,
    FacetTotals facets,
    Set<String> page,
    @Nullable Candidate last,
    @Nullable String correctedQuery,
    int size) {

  private static final int ID = 100;

  /** Whether products have matched. */
  public boolean isHit() {
    return total > 0;
  }

  /** A basis with its size, which takes a walk over all that it has. */
  static Basis of(
      ProductIndex.State state,
      Object offers,
      int settings,
      Query ranked,
      int total,
      FacetTotals facets,
      Set<String> page,
      @Nullable Candidate last,
      @Nullable String correctedQuery) {
    int size = Math.toIntExact(RamUsageEstimator.sizeOf(ranked)) + facets.size() + ID * page.size();
    return new Basis(
        state, offers, settings, ranked, total, facets, page, last, correctedQuery, size);
  }
}
