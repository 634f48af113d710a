package dev.tradewind.benchmarks.capacity;

import java.util.List;
import java.util.Map;

/**
 * Parameters of the model for a path on so many cores.
 *
 * @param cost of a turn among those of {@link #CONNECTIONS} connections
 * @param aloneMillis processor time of a turn without others, in milliseconds
 * @param delayMillis of a turn during which none of the processes computes: it waits for the disk,
 *     the network or a timer
 */
record Calibration(PathCost cost, double aloneMillis, double delayMillis) {

  /** Connections at which costs are measured. */
  static final int CONNECTIONS = 8;

  /**
   * Calibration by two measurements.
   *
   * @param alone cost of a turn of one connection
   * @param turnMillis duration of that turn, in milliseconds
   */
  static Calibration of(PathCost cost, PathCost alone, double turnMillis) {
    double millis = alone.times().total();
    return new Calibration(cost, millis, Math.max(0, turnMillis - millis));
  }

  /** Calibration of the sale: the sum over all paths. */
  static Calibration ofSale(Map<ShopPath, Calibration> paths) {
    return paths.entrySet().stream()
        .map(entry -> entry.getValue().times(entry.getKey().ofAnOrder()))
        .reduce(Calibration::plus)
        .orElseThrow();
  }

  private Calibration times(double turns) {
    return new Calibration(cost.times(turns), turns * aloneMillis, turns * delayMillis);
  }

  private Calibration plus(Calibration other) {
    return new Calibration(
        cost.plus(other.cost), aloneMillis + other.aloneMillis, delayMillis + other.delayMillis);
  }

  /** The network of one machine, whose cores all processes share. */
  ClosedNetwork on(int cores) {
    return new ClosedNetwork(
        List.of(Station.between(aloneMillis, cost.times().total(), CONNECTIONS, cores)),
        delayMillis);
  }
}
