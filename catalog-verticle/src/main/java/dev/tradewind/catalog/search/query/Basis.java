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
 * @param ranked query that the words have become
 * @param page ids of the products up to the last hit
 * @param last hit; absent if there is room for more
 */
public record Basis(
    ProductIndex.State state,
    Query ranked,
    int total,
    FacetTotals facets,
    Set<String> page,
    @Nullable Candidate last,
    @Nullable String correctedQuery) {

  private static final int ID = 100;

  /** Whether products have matched. */
  public boolean isHit() {
    return total > 0;
  }

  /** Memory in bytes. */
  public int size() {
    return Math.toIntExact(RamUsageEstimator.sizeOf(ranked)) + facets.size() + ID * page.size();
  }
}
