package dev.tradewind.benchmarks.capacity;

import dev.tradewind.benchmarks.paths.ProcessTimes;

/**
 * Cost of one turn of a path: a request, or the requests of a checkout.
 *
 * @param times processor time by process
 * @param commits transactions of the database that write
 * @param logBytes bytes of PostgreSQL's write-ahead log
 */
record PathCost(ProcessTimes times, double commits, double logBytes) {

  PathCost plus(PathCost other) {
    return new PathCost(
        times.plus(other.times), commits + other.commits, logBytes + other.logBytes);
  }

  PathCost times(double turns) {
    return new PathCost(times.times(turns), turns * commits, turns * logBytes);
  }
}
