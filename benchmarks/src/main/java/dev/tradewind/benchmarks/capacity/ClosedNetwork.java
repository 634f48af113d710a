package dev.tradewind.benchmarks.capacity;

import java.util.List;

/**
 * Closed queueing network of stations and a delay without a queue, for customers that begin the
 * next turn at the end of the last one. Its solution is exact for exponential service times, or any
 * under processor sharing: Buzen's convolution, which gives the figures of exact mean value
 * analysis and remains stable for stations with several servers and shared work.
 *
 * @param delayMillis of a turn during which no station is used, in milliseconds
 */
record ClosedNetwork(List<Station> stations, double delayMillis) {

  /**
   * Throughput of so many customers.
   *
   * @return turns a second
   */
  double perSecond(int customers) {
    if (customers == 0) {
      return 0;
    }
    double scale = 1 / bound(customers);
    double[] constants = new double[customers + 1];
    constants[0] = 1;
    for (int n = 1; n <= customers; n++) {
      constants[n] = constants[n - 1] * delayMillis * scale / n;
    }
    for (Station station : stations) {
      constants = with(station, scale, constants);
    }
    return 1_000 * scale * constants[customers - 1] / constants[customers];
  }

  /** Mean duration of a turn of so many customers in milliseconds, by Little's law. */
  double turnMillis(int customers) {
    return 1_000 * customers / perSecond(customers);
  }

  /**
   * Least duration between two ends of turns in milliseconds, by the busiest station or the
   * customers; as unit of time it keeps the constants within the range of numbers.
   */
  private double bound(int customers) {
    double total = delayMillis;
    double busiest = 0;
    for (Station station : stations) {
      double demand = station.demandMillis(customers);
      total += demand;
      busiest = Math.max(busiest, demand / station.servers());
    }
    return Math.max(busiest, total / customers);
  }

  /** Normalization constants of a network with one more station. */
  private static double[] with(Station station, double scale, double[] constants) {
    double[] factors = new double[constants.length];
    factors[0] = 1;
    for (int n = 1; n < factors.length; n++) {
      factors[n] =
          factors[n - 1] * station.demandMillis(n) * scale / Math.min(n, station.servers());
    }
    double[] sums = new double[constants.length];
    for (int n = 0; n < sums.length; n++) {
      for (int there = 0; there <= n; there++) {
        sums[n] += factors[there] * constants[n - there];
      }
    }
    return sums;
  }
}
