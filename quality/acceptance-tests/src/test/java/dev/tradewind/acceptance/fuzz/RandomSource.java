package dev.tradewind.acceptance.fuzz;

import java.util.List;
import java.util.random.RandomGenerator;

/** Random source of one request. */
record RandomSource(RandomGenerator random) {

  boolean in100(int percent) {
    return random.nextInt(100) < percent;
  }

  int below(int bound) {
    return random.nextInt(bound);
  }

  <T> T oneOf(List<T> values) {
    return values.get(random.nextInt(values.size()));
  }
}
