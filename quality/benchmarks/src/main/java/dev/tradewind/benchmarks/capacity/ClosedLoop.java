package dev.tradewind.benchmarks.capacity;

/**
 * Model of shoppers who share the cores of one machine and begin the next turn at the end of the
 * last one: the duration of a turn by their number.
 *
 * <p>The cores are the stations of a balanced closed queueing network: the processes of a turn work
 * in sequence, each for about the same time, so that a turn waits for {@code N - 1} others at as
 * many stations as there are cores. What turns share, such as one question to the database for all
 * readers that wait, is divided by the square root of half of their number. Two shoppers share
 * nothing: while one is served, the other one waits for the next question.
 *
 * @param ownMillis processor time of a turn that does not depend on others, in milliseconds
 * @param sharedMillis processor time of a turn alone that others would share
 */
record ClosedLoop(double ownMillis, double sharedMillis, int cores) {

  /**
   * Calibration by three measurements: as many shoppers as saturate the machine, and one and two,
   * whose turns share nothing, so that both measure the same demand.
   */
  static ClosedLoop of(Sample one, Sample two, Sample saturated) {
    double unshared = (demandMillis(one) + demandMillis(two)) / 2;
    double shared =
        (unshared - demandMillis(saturated)) / (1 - 1 / sharing(saturated.connections()));
    return new ClosedLoop(unshared - shared, shared, one.cores());
  }

  private static double demandMillis(Sample sample) {
    return sample.turnMillis() / queue(sample.connections(), sample.cores());
  }

  /** Processor time of a turn among so many shoppers, in milliseconds. */
  double demandMillis(int shoppers) {
    return ownMillis + sharedMillis / sharing(shoppers);
  }

  /** Mean duration of a turn of so many shoppers in milliseconds. */
  double turnMillis(int shoppers) {
    return queue(shoppers, cores) * demandMillis(shoppers);
  }

  /** Turns a second of so many shoppers. */
  double perSecond(int shoppers) {
    return 1_000.0 * shoppers / turnMillis(shoppers);
  }

  /** Turns that share the shared work of one. */
  private static double sharing(int shoppers) {
    return Math.sqrt(Math.max(1, shoppers / 2.0));
  }

  /** Duration of a turn by its processor time, in a balanced network of single servers. */
  private static double queue(int shoppers, int cores) {
    return (shoppers + cores - 1.0) / cores;
  }
}
