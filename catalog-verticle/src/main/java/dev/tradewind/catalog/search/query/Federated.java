package dev.tradewind.catalog.search.query;

import dev.tradewind.catalog.search.query.Found.Stats;
import java.util.List;
import java.util.Map;

/**
 * Result of several searches in one list.
 *
 * @param total number of all products that one of them finds
 * @param facets numbers of these products by value, by the name of the caller
 * @param stats of facets that are numbers
 * @param matches of each search
 */
public record Federated(
    List<Hit> hits,
    int total,
    Map<String, Map<String, Integer>> facets,
    Map<String, Stats> stats,
    List<Matches> matches) {

  /**
   * Product with the search that gives it its highest score.
   *
   * @param query its number from 0 on
   * @param score ranking score with the weight of the search
   */
  public record Hit(Found.Hit found, int query, double score) {}

  /** Search with the factor of its ranking scores. */
  public record Weighted(SearchQuery query, double weight) {}
}
