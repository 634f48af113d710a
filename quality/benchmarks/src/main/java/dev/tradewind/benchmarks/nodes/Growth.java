package dev.tradewind.benchmarks.nodes;

import dev.tradewind.benchmarks.report.Figure;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.ToDoubleFunction;

/** Figures of each path by the number of nodes. */
final class Growth {

  private final Map<String, Map<Integer, List<Sample>>> samples = new LinkedHashMap<>();

  /**
   * Figures of one measurement.
   *
   * @param nodeCores cores that all nodes used together
   * @param databaseCores cores that the database used
   * @param waiting mean number of sessions that waited for a lock of a row
   */
  record Sample(Figure figure, double nodeCores, double databaseCores, double waiting) {

    /** Wait of one turn for locks of rows, in milliseconds. */
    double waitMillis() {
      return 1_000 * waiting / figure.perSecond();
    }
  }

  void add(String path, int nodes, Sample sample) {
    samples
        .computeIfAbsent(path, first -> new TreeMap<>())
        .computeIfAbsent(nodes, first -> new ArrayList<>())
        .add(sample);
  }

  int failures() {
    return samples.values().stream()
        .flatMap(byNodes -> byNodes.values().stream())
        .flatMap(List::stream)
        .mapToInt(sample -> sample.figure().failures())
        .sum();
  }

  String table() {
    StringBuilder table =
        new StringBuilder(
            """
            | Path | nodes | per second | of one node | p50, ms | p99, ms | cores of the nodes | cores of the database | wait for locks of rows, ms | share of the p50 |
            |---|---:|---:|---:|---:|---:|---:|---:|---:|---:|
            """);
    samples.forEach((path, byNodes) -> {
      double one = perSecond(byNodes.values().iterator().next());
      byNodes.forEach((nodes, all) -> table.append(row(path, nodes, all, one)));
    });
    return table.toString();
  }

  private static String row(String path, int nodes, List<Sample> all, double one) {
    double p50 = median(all, sample -> sample.figure().p50());
    double wait = median(all, Sample::waitMillis);
    return String.format(
        Locale.ROOT,
        "| %s | %d | %,.0f | %.2f | %.1f | %.1f | %.2f | %.2f | %.2f | %.0f %% |%n",
        path,
        nodes,
        perSecond(all),
        perSecond(all) / one,
        p50,
        median(all, sample -> sample.figure().p99()),
        median(all, Sample::nodeCores),
        median(all, Sample::databaseCores),
        wait,
        100 * wait / p50);
  }

  private static double perSecond(List<Sample> all) {
    return median(all, sample -> sample.figure().perSecond());
  }

  private static double median(List<Sample> all, ToDoubleFunction<Sample> value) {
    return Figure.median(all.stream().mapToDouble(value));
  }
}
