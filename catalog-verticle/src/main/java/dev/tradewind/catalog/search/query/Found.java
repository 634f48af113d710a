package dev.tradewind.catalog.search.query;

import io.vertx.core.buffer.Buffer;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/**
 * Result of a search.
 *
 * @param page absent where it is that of the answer that is carried forward
 * @param counts absent where they are those of that answer
 * @param basis to carry the answer forward
 */
public record Found(@Nullable Page page, @Nullable Counts counts, Basis basis) {

  /** Hits of an answer, with the words of the query in them. */
  public record Page(List<Hit> hits, Matches matches) {}

  /**
   * Description of all that matches.
   *
   * @param total number of all matching products
   * @param facets numbers of products by value, the most frequent first, by the name of the caller
   * @param stats of facets that are numbers
   * @param correctedQuery words with which more is found; absent where none seems misspelled
   */
  public record Counts(
      int total,
      Map<String, Map<String, Integer>> facets,
      Map<String, Stats> stats,
      @Nullable String correctedQuery) {}

  /**
   * @param score ranking score, from 0 to 1
   * @param price lowest calculated price for the caller; absent without one
   * @param categories names of the product's categories and those above, as shoppers see them
   * @param shown further attributes of the index, as JSON
   */
  public record Hit(
      String id,
      double score,
      OptionalLong price,
      boolean isAvailable,
      List<String> categories,
      Buffer shown) {}

  public record Stats(long min, long max) {}
}
