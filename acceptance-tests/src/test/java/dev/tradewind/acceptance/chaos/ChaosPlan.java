package dev.tradewind.acceptance.chaos;

import java.time.Duration;
import java.util.List;
import java.util.random.RandomGenerator;
import java.util.random.RandomGeneratorFactory;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * How long the fire burns, and by which seed; see docs/reliability.md. Without a number of minutes
 * every fault strikes once and shortly, with one they strike for as long as they are meant to,
 * round by round.
 *
 * @param minutes 0 for the short form
 * @param rate whole checkouts begun in a second
 * @param faults what strikes, in that order
 */
record ChaosPlan(long seed, int minutes, double rate, List<Fault> faults) {

  private static final long STANDARD_SEED = 20_240_131;

  static ChaosPlan fromSystemProperties() {
    int minutes = Integer.getInteger("tradewind.chaos.minutes", 0);
    String rate = System.getProperty("tradewind.chaos.rate", minutes == 0 ? "4" : "5");
    return new ChaosPlan(
        Long.getLong("tradewind.chaos.seed", STANDARD_SEED),
        minutes,
        Double.parseDouble(rate),
        faults(System.getProperty("tradewind.chaos.faults")));
  }

  private static List<Fault> faults(@Nullable String names) {
    return names == null
        ? List.of(Fault.values())
        : Stream.of(names.split(",")).map(Fault::valueOf).toList();
  }

  boolean isShort() {
    return minutes == 0;
  }

  /** How long a node is frozen, and how long the network is cut; longer than an eviction takes. */
  Duration silence() {
    return Duration.ofSeconds(isShort() ? 8 : 20);
  }

  Duration withoutKafka() {
    return Duration.ofSeconds(isShort() ? 6 : 60);
  }

  Duration withoutPostgres() {
    return Duration.ofSeconds(isShort() ? 2 : 5);
  }

  /** How long what a fault left behind is watched. */
  Duration aftermath() {
    return Duration.ofSeconds(isShort() ? 2 : 8);
  }

  /** Between two faults, so that shoppers meet one of them. */
  Duration calm() {
    return Duration.ofSeconds(isShort() ? 1 : 10);
  }

  int browsingRate() {
    return 300;
  }

  int rushingShoppers() {
    return isShort() ? 300 : 1_000;
  }

  /** Every shopper and every fault has a source of chance of its own. */
  RandomGenerator chanceOf(int number) {
    return RandomGeneratorFactory.of("L64X128MixRandom").create(seed * 1_000_003 + number);
  }
}
