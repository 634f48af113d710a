package dev.tradewind.totals;

import java.util.Locale;

/** Rounding of the exact amount of a step. */
public enum Rounding {
  NONE,
  /** To the nearest integer, halves towards positive infinity. */
  HALF_UP,
  /**
   * Down, and up by one for the lines with the largest remainders, so that the parts sum up to the
   * whole.
   */
  LARGEST_REMAINDER;

  public String wireName() {
    return name().toLowerCase(Locale.ROOT);
  }
}
