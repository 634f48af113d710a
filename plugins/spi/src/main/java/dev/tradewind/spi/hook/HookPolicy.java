package dev.tradewind.spi.hook;

import java.time.Duration;

/**
 * Limits of a hook, and what happens without its answer.
 *
 * @param deadline longest wait for an answer, at most five seconds
 * @param isRequired whether the shop refuses with 503 without an answer; otherwise it acts as if
 *     the hook was not there
 * @param maxConcurrent questions of one node that wait at once; a further one has no answer
 */
public record HookPolicy(Duration deadline, boolean isRequired, int maxConcurrent) {

  /** Longest possible deadline. */
  public static final Duration MAX_DEADLINE = Duration.ofSeconds(5);

  /** 300 milliseconds, not required, 64 at once. */
  public static final HookPolicy DEFAULT = new HookPolicy(Duration.ofMillis(300), false, 64);

  /**
   * @throws IllegalArgumentException if a limit is out of range
   */
  public HookPolicy {
    if (deadline.toMillis() < 1 || deadline.compareTo(MAX_DEADLINE) > 0) {
      throw new IllegalArgumentException("The deadline of a hook is from 1 to 5000 milliseconds.");
    }
    if (maxConcurrent < 1) {
      throw new IllegalArgumentException("A hook answers at least one question at once.");
    }
  }

  /** The same limits for a hook without whose answer the shop refuses. */
  public HookPolicy required() {
    return new HookPolicy(deadline, true, maxConcurrent);
  }

  public HookPolicy within(Duration limit) {
    return new HookPolicy(limit, isRequired, maxConcurrent);
  }
}
