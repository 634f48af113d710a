package dev.tradewind.kernel;

import com.github.f4b6a3.ulid.UlidCreator;

/**
 * Generator of identifiers with a type prefix: {@code <prefix>_<ULID>}, ordered by time and, within
 * one JVM, strictly increasing.
 */
public final class Ids {

  private final String prefix;

  private Ids(String prefix) {
    this.prefix = prefix;
  }

  public static Ids of(String prefix) {
    return new Ids(prefix + "_");
  }

  public String next() {
    return prefix + ulid();
  }

  /** A ULID without prefix, for ids that have no type prefix: events, commands and requests. */
  public static String ulid() {
    return UlidCreator.getMonotonicUlid().toString();
  }
}
