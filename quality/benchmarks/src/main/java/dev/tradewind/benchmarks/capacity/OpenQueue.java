package dev.tradewind.benchmarks.capacity;

/**
 * Queue of requests that arrive at random, independent of responses (M/M/c).
 *
 * @param perSecond arrivals
 * @param serviceMillis mean service time in milliseconds
 * @param servers such as cores
 */
record OpenQueue(double perSecond, double serviceMillis, int servers) {

  /** Servers that are busy on average. */
  double busy() {
    return perSecond * serviceMillis / 1_000;
  }

  /** Share of its time that a server is busy; from 1 on the queue grows without end. */
  double utilization() {
    return busy() / servers;
  }

  /** Probability that a request finds all servers busy (Erlang C). */
  double waitProbability() {
    if (utilization() >= 1) {
      return 1;
    }
    double blocked = 1; // Erlang B, by its recursion over the servers.
    for (int server = 1; server <= servers; server++) {
      blocked = busy() * blocked / (server + busy() * blocked);
    }
    return blocked / (1 - utilization() * (1 - blocked));
  }

  /** Mean of wait and service in milliseconds; infinite from a utilization of 1 on. */
  double responseMillis() {
    if (utilization() >= 1) {
      return Double.POSITIVE_INFINITY;
    }
    return serviceMillis + waitProbability() * serviceMillis / (servers * (1 - utilization()));
  }

  /** The least number of servers for arrivals at a utilization of at most so much. */
  static int serversFor(double perSecond, double serviceMillis, double maxUtilization) {
    return (int) Math.max(1, Math.ceil(perSecond * serviceMillis / 1_000 / maxUtilization));
  }
}
