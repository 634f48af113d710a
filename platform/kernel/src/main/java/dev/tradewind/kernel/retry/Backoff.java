package dev.tradewind.kernel.retry;

import java.time.Duration;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.LongUnaryOperator;

/**
 * Exponential backoff: the pause after a failure is twice the one before.
 *
 * @param first after the first failure
 * @param max the longest one
 */
public record Backoff(Duration first, Duration max) {

  private static final int MAX_DOUBLINGS = 20;

  /**
   * @param failures failed attempts, at least one
   */
  public Duration after(int failures) {
    Duration doubled = first.multipliedBy(1L << Math.min(failures - 1, MAX_DOUBLINGS));
    return doubled.compareTo(max) < 0 ? doubled : max;
  }

  /** The same with jitter, for clients that failed together: half is fixed, half random. */
  public Duration jittered(int failures) {
    return jittered(failures, ThreadLocalRandom.current()::nextLong);
  }

  /**
   * @param random a number below its argument
   */
  Duration jittered(int failures, LongUnaryOperator random) {
    long longest = Math.max(1, after(failures).toMillis());
    return Duration.ofMillis(longest - random.applyAsLong(longest / 2 + 1));
  }

  /**
   * The same for a server that asks for a pause, which replaces a shorter backoff, up to the
   * longest one.
   *
   * @param asked zero if for none
   */
  public Duration jittered(int failures, Duration asked) {
    Duration backoff = jittered(failures);
    Duration pause = asked.compareTo(max) > 0 ? max : asked;
    return pause.compareTo(backoff) > 0 ? pause : backoff;
  }
}
