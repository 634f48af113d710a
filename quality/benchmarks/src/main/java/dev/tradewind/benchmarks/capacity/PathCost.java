package dev.tradewind.benchmarks.capacity;

import dev.tradewind.benchmarks.paths.ProcessTimes;
import dev.tradewind.benchmarks.report.Figure;
import java.util.List;
import java.util.function.ToDoubleFunction;

/**
 * Cost of one turn of a path: a request, or the requests of a checkout or of a sale.
 *
 * @param times processor time by process
 * @param commits transactions of the database that write
 * @param logBytes bytes of PostgreSQL's write-ahead log
 */
record PathCost(ProcessTimes times, double commits, double logBytes) {

  /** The median of each value by itself. */
  static PathCost median(List<PathCost> rounds) {
    return new PathCost(
        new ProcessTimes(
            median(rounds, cost -> cost.times.node()),
            median(rounds, cost -> cost.times.database()),
            median(rounds, cost -> cost.times.shoppers()),
            median(rounds, cost -> cost.times.kafka())),
        median(rounds, PathCost::commits),
        median(rounds, PathCost::logBytes));
  }

  private static double median(List<PathCost> rounds, ToDoubleFunction<PathCost> value) {
    return Figure.median(rounds.stream().mapToDouble(value));
  }
}
