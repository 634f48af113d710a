package dev.tradewind.benchmarks.paths;

import java.util.Arrays;
import java.util.Random;

/**
 * Zipf distribution over ranks from 0: the probability of a rank falls with a power of its number.
 */
public final class ZipfDistribution {

  /** Sums of the weights up to each rank. */
  private final double[] sums;

  public ZipfDistribution(int ranks, double exponent) {
    sums = new double[ranks];
    double sum = 0;
    for (int rank = 0; rank < ranks; rank++) {
      sum += 1 / Math.pow(rank + 1, exponent);
      sums[rank] = sum;
    }
  }

  public int draw(Random random) {
    int found = Arrays.binarySearch(sums, random.nextDouble() * sums[sums.length - 1]);
    return found < 0 ? -found - 1 : found;
  }
}
