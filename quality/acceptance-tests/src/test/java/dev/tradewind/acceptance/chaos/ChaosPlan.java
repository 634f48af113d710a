package dev.tradewind.acceptance.chaos;

import dev.tradewind.testing.Lane;
import java.time.Duration;
import java.util.List;
import java.util.random.RandomGenerator;
import java.util.random.RandomGeneratorFactory;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Parameters of a chaos run; see docs/reliability.md. Without a number of minutes every fault is
 * injected once and briefly, with one the faults are injected at full length in rounds.
 *
 * @param minutes 0 for the short form
 * @param rate checkouts started per second
 * @param hasServices whether the shop uses Stripe, a mail server and an S3 store
 * @param faults faults to inject, in that order
 */
public record ChaosPlan(
    long seed, int minutes, double rate, boolean hasServices, List<Fault> faults) {

  private static final long DEFAULT_SEED = 20_240_131;

  public static ChaosPlan fromSystemProperties() {
    int minutes = Lane.count("tradewind.chaos.minutes", 0, 10);
    String rate = System.getProperty("tradewind.chaos.rate", minutes == 0 ? "4" : "5");
    boolean hasServices =
        Boolean.parseBoolean(
            System.getProperty("tradewind.chaos.services", Boolean.toString(minutes > 0)));
    return new ChaosPlan(
        Long.getLong("tradewind.chaos.seed", DEFAULT_SEED),
        minutes,
        Double.parseDouble(rate),
        hasServices,
        faults(System.getProperty("tradewind.chaos.faults"), hasServices));
  }

  private static List<Fault> faults(@Nullable String names, boolean hasServices) {
    Stream<Fault> faults =
        names == null ? Stream.of(Fault.values()) : Stream.of(names.split(",")).map(Fault::valueOf);
    return faults.filter(fault -> hasServices || fault != Fault.SERVICES_UNAVAILABLE).toList();
  }

  public boolean isShort() {
    return minutes == 0;
  }

  /** Duration of a freeze or a network cut; longer than an eviction takes. */
  public Duration silence() {
    return Duration.ofSeconds(isShort() ? 8 : 20);
  }

  public Duration withoutKafka() {
    return Duration.ofSeconds(isShort() ? 3 : 60);
  }

  public Duration withoutPostgres() {
    return Duration.ofSeconds(isShort() ? 2 : 5);
  }

  /** Time to observe the effects of a fault. */
  public Duration aftermath() {
    return Duration.ofSeconds(isShort() ? 2 : 8);
  }

  /** Pause between two faults, so that a request meets one of them at most. */
  public Duration calm() {
    return Duration.ofSeconds(isShort() ? 1 : 10);
  }

  public int browsingRate() {
    return isShort() ? 100 : 300;
  }

  public int flashSaleShoppers() {
    return isShort() ? 300 : 1_000;
  }

  /** Random source of one shopper or fault, independent of all others. */
  public RandomGenerator chanceOf(int number) {
    return RandomGeneratorFactory.of("L64X128MixRandom").create(seed * 1_000_003 + number);
  }
}
