package dev.tradewind.acceptance.chaos;

/** Measurement in the report. */
record Observation(String what, String seen, boolean isMissed) {

  /** Duration with a target. */
  static Observation within(String what, long millis, long targetMillis) {
    return new Observation(
        what,
        "%.1f s (target %.0f s)".formatted(millis / 1e3, targetMillis / 1e3),
        millis > targetMillis);
  }

  /** Duration without a target. */
  static Observation seen(String what, long millis) {
    return new Observation(what, "%.1f s".formatted(millis / 1e3), false);
  }

  static Observation note(String what, String seen) {
    return new Observation(what, seen, false);
  }

  @Override
  public String toString() {
    return what + " " + seen + (isMissed ? " **missed**" : "");
  }
}
