package dev.tradewind.acceptance.fire;

/** Something that was measured, as it is reported. */
record Figure(String what, String seen, boolean isMissed) {

  /** A time that has a target. */
  static Figure within(String what, long millis, long targetMillis) {
    return new Figure(
        what,
        "%.1f s (target %.0f s)".formatted(millis / 1e3, targetMillis / 1e3),
        millis > targetMillis);
  }

  /** A time that has none. */
  static Figure seen(String what, long millis) {
    return new Figure(what, "%.1f s".formatted(millis / 1e3), false);
  }

  static Figure note(String what, String seen) {
    return new Figure(what, seen, false);
  }

  @Override
  public String toString() {
    return what + " " + seen + (isMissed ? " **missed**" : "");
  }
}
