package dev.tradewind.totals;

import java.util.Locale;

/** How the exact amount of a step became the one that counts. */
public enum Rounding {
  NONE,
  /** To the nearest integer, halves towards positive infinity. */
  HALF_UP,
  /** Down, and up by one for the lines that lost most, so that the parts make the whole. */
  LARGEST_REMAINDER;

  public String wireName() {
    return name().toLowerCase(Locale.ROOT);
  }
}
