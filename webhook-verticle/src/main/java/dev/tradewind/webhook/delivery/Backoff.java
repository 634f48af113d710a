package dev.tradewind.webhook.delivery;

import java.time.Duration;
import java.util.function.LongUnaryOperator;

/** Exponential backoff with jitter between the attempts of a delivery. */
final class Backoff {

  /** A delivery that fails for this long pauses its subscription. */
  static final Duration GIVE_UP = Duration.ofHours(24);

  private static final Duration FIRST = Duration.ofSeconds(2);
  private static final Duration MAX = Duration.ofHours(1);
  private static final int MAX_DOUBLINGS = 20;

  private Backoff() {}

  /**
   * Time until the next attempt: half of it is fixed, the other half random. A longer pause that
   * the receiver asks for replaces it, up to the longest backoff.
   *
   * @param failures failed attempts, at least one
   * @param pause that the receiver asks for; zero if for none
   * @param random a number below its argument
   */
  static Duration after(int failures, Duration pause, LongUnaryOperator random) {
    long doubled = FIRST.toMillis() << Math.min(failures - 1, MAX_DOUBLINGS);
    long longest = Math.min(doubled, MAX.toMillis());
    Duration backoff = Duration.ofMillis(longest - random.applyAsLong(longest / 2 + 1));
    Duration asked = pause.compareTo(MAX) > 0 ? MAX : pause;
    return asked.compareTo(backoff) > 0 ? asked : backoff;
  }
}
