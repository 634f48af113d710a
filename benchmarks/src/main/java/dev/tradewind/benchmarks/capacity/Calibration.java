package dev.tradewind.benchmarks.capacity;

import java.util.List;
import java.util.Map;

/**
 * What the model knows of a path on so many cores.
 *
 * @param delayMillis of a turn during which none of the processes computes: it waits for the disk,
 *     the network or a timer
 */
record Calibration(PathCost cost, double delayMillis) {

  /**
   * Calibration by two measurements.
   *
   * @param aloneMillis duration of a turn of one connection without others, in milliseconds
   */
  static Calibration of(PathCost cost, double aloneMillis) {
    return new Calibration(cost, Math.max(0, aloneMillis - cost.times().total()));
  }

  /** Calibration of the sale: the sum over all paths. */
  static Calibration ofSale(Map<ShopPath, Calibration> paths) {
    return paths.entrySet().stream()
        .map(entry -> entry.getValue().times(entry.getKey().ofAnOrder()))
        .reduce(Calibration::plus)
        .orElseThrow();
  }

  private Calibration times(double turns) {
    return new Calibration(cost.times(turns), turns * delayMillis);
  }

  private Calibration plus(Calibration other) {
    return new Calibration(cost.plus(other.cost), delayMillis + other.delayMillis);
  }

  /** The network of one machine, whose cores all processes share. */
  ClosedNetwork on(int cores) {
    return new ClosedNetwork(List.of(new Station(cost.times().total(), cores)), delayMillis);
  }
}
