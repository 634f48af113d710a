package dev.tradewind.kernel.text;

import com.github.f4b6a3.ulid.Ulid;
import java.security.SecureRandom;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Generator of identifiers with a type prefix: {@code <prefix>_<ULID>}, ordered by time and, within
 * one generator, strictly increasing. The id of a guest's cart or order is the only credential for
 * it, so each has 80 fresh random bits, and the sequence of one generator is independent of the
 * others.
 */
public final class Ids {

  private static final SecureRandom RANDOM = new SecureRandom();
  private static final int RANDOM_BYTES = 10;

  private final String prefix;
  private final AtomicLong last = new AtomicLong();

  private Ids(String prefix) {
    this.prefix = prefix;
  }

  public static Ids of(String prefix) {
    return new Ids(prefix + "_");
  }

  public String next() {
    // Ids of the same millisecond take the following ones. A counter between time and randomness
    // would order them as well, but it needs some of the random bits.
    long millis =
        last.accumulateAndGet(
            System.currentTimeMillis(), (previous, now) -> Math.max(previous + 1, now));
    return prefix + ulid(millis);
  }

  /**
   * A ULID without prefix, for ids that have no type prefix: events, commands and files. Ids of the
   * same millisecond have no order.
   */
  public static String ulid() {
    return ulid(System.currentTimeMillis());
  }

  private static String ulid(long millis) {
    byte[] random = new byte[RANDOM_BYTES];
    RANDOM.nextBytes(random);
    return new Ulid(millis, random).toString();
  }
}
