package dev.tradewind.benchmarks.capacity;

import dev.tradewind.benchmarks.paths.ProcessTimes;
import dev.tradewind.benchmarks.report.Figure;

/** Samples of invented figures. */
final class Samples {

  private Samples() {}

  /** Half of the processor time is that of the node, a quarter that of the database. */
  static Sample of(
      ShopPath path, int cores, int connections, double turnMillis, double processorMillis) {
    return new Sample(
        path,
        cores,
        connections,
        new Figure(
            1_000 * connections / turnMillis, turnMillis, turnMillis, 2 * turnMillis, 0, null),
        new PathCost(
            new ProcessTimes(
                processorMillis / 2, processorMillis / 4, processorMillis / 8, processorMillis / 8),
            12,
            40 * 1_024));
  }
}
