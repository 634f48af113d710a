package dev.tradewind.benchmarks.capacity;

/**
 * Station of a queueing network: a resource with a number of equal servers, such as the cores of a
 * machine.
 *
 * @param demandMillis service that one turn needs of it altogether, in milliseconds
 */
record Station(double demandMillis, int servers) {

  Station {
    if (demandMillis < 0 || servers < 1) {
      throw new IllegalArgumentException(demandMillis + " ms of " + servers + " servers");
    }
  }
}
