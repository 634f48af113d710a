package dev.tradewind.storefront.answer;

import dev.tradewind.kernel.json.JsonName;
import dev.tradewind.kernel.text.TextFolding;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Page of a list of products.
 *
 * @param count of all products of the list
 */
public record ProductList(List<Product> products, int count) {

  /**
   * Page of the products that a search has found.
   *
   * @param correctedWords words with which more is found; null where none seems misspelled
   */
  public record Found(List<Hit> hits, Facets facets, @Nullable String correctedWords) {}

  /**
   * Product that a search has found.
   *
   * @param title with marks around the words of the search; null without words
   */
  public record Hit(Product product, @Nullable String title) {}

  /**
   * Counts of a search.
   *
   * @param count of all products that it has found
   * @param values numbers of products by attribute and value
   * @param stats least and greatest values by attribute
   */
  public record Facets(
      @JsonName("estimatedTotalHits") int count,
      @JsonName("facetDistribution") Map<String, Map<String, Integer>> values,
      @JsonName("facetStats") Map<String, Stats> stats) {

    /**
     * Values of an attribute by their folded texts, as filters compare them: each is folded once,
     * because thousands of comparisons of a page would fold them again on the event loop.
     */
    public Map<String, Value> of(String attribute) {
      Map<String, Value> all = new HashMap<>();
      String folded = TextFolding.fold(attribute);
      values.forEach((name, counts) -> {
        if (TextFolding.fold(name).equals(folded)) {
          counts.forEach(
              (value, count) -> all.put(TextFolding.fold(value), new Value(value, count)));
        }
      });
      return all;
    }
  }

  /**
   * Value of an attribute.
   *
   * @param count of the products with it
   */
  public record Value(String text, int count) {}

  /** Least and greatest value of an attribute. */
  public record Stats(long min, long max) {}
}
