package dev.tradewind.benchmarks.capacity;

/**
 * Station of a queueing network: a resource with a number of equal servers, such as the cores of a
 * machine. What turns at the station share, such as one statement for all of them, is divided by
 * their number, so that the service of one turn depends on the others.
 *
 * @param ownMillis service that each turn needs by itself, in milliseconds
 * @param sharedMillis service that all turns at the station share, in milliseconds; negative if
 *     turns disturb each other
 */
record Station(double ownMillis, double sharedMillis, int servers) {

  Station {
    if (servers < 1) {
      throw new IllegalArgumentException(servers + " servers");
    }
  }

  /** Station at which turns share nothing. */
  static Station of(double demandMillis, int servers) {
    return new Station(demandMillis, 0, servers);
  }

  /**
   * Station by the service of a turn alone and among others.
   *
   * @param turns the number of turns at the station at which it was measured
   */
  static Station between(double aloneMillis, double amongMillis, int turns, int servers) {
    double shared = (aloneMillis - amongMillis) / (1 - 1.0 / turns);
    return new Station(aloneMillis - shared, shared, servers);
  }

  /** Service of one of so many turns at the station, in milliseconds. */
  double demandMillis(int turns) {
    return Math.max(0, ownMillis + sharedMillis / turns);
  }
}
