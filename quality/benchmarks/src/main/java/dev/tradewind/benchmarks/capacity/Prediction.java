package dev.tradewind.benchmarks.capacity;

import java.util.Locale;

/**
 * Predicted throughput of a path beside the measured one.
 *
 * @param predicted turns a second
 */
record Prediction(double predicted, Sample measured) {

  static final String HEAD =
      """
      | Path | cores | connections | predicted, per second | measured, per second | predicted turn, ms | measured turn, ms | p99, ms | error |
      |---|---:|---:|---:|---:|---:|---:|---:|---:|
      """;

  /** Share by which the prediction is above the measured throughput, or below if negative. */
  double error() {
    return predicted / measured.perSecond() - 1;
  }

  String row() {
    return String.format(
        Locale.ROOT,
        "| %s | %d | %d | %,.0f | %,.0f | %.2f | %.2f | %.2f | %+.1f %% |",
        measured.path().label(),
        measured.cores(),
        measured.connections(),
        predicted,
        measured.perSecond(),
        1_000 * measured.connections() / predicted,
        measured.turnMillis(),
        measured.figure().p99(),
        100 * error());
  }
}
