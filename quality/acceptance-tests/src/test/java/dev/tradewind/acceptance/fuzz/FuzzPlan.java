package dev.tradewind.acceptance.fuzz;

import dev.tradewind.testing.Lane;
import java.util.random.RandomGenerator;
import java.util.random.RandomGeneratorFactory;

/**
 * Parameters of a fuzz run; see docs/testing.md. Every request has its own random source, so that
 * the n-th request of a seed is always the same, except for generated ids.
 */
record FuzzPlan(long seed, int requests, int concurrency) {

  private static final long DEFAULT_SEED = 20_240_131;

  static FuzzPlan fromSystemProperties() {
    return new FuzzPlan(
        Long.getLong("tradewind.fuzz.seed", DEFAULT_SEED),
        Lane.count("tradewind.fuzz.requests", 3_000, 100_000),
        Integer.getInteger("tradewind.fuzz.concurrency", 8));
  }

  RandomGenerator chanceOf(int request) {
    return RandomGeneratorFactory.of("L64X128MixRandom").create(seed * 1_000_003 + request);
  }
}
