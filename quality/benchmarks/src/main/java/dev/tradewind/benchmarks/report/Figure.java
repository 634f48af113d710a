package dev.tradewind.benchmarks.report;

import io.vertx.core.json.JsonObject;
import java.util.List;
import java.util.function.ToDoubleFunction;
import java.util.stream.DoubleStream;
import org.jspecify.annotations.Nullable;

/**
 * Figures of one path in one round, or the medians of all rounds.
 *
 * @param perSecond turns of the script
 * @param mean milliseconds of a turn
 * @param p50 milliseconds of a turn
 * @param firstFailure message of the first failure
 */
public record Figure(
    double perSecond,
    double mean,
    double p50,
    double p99,
    int failures,
    @Nullable String firstFailure) {

  /** The median of each value by itself. */
  public static Figure median(List<Figure> rounds) {
    return new Figure(
        median(rounds, Figure::perSecond),
        median(rounds, Figure::mean),
        median(rounds, Figure::p50),
        median(rounds, Figure::p99),
        rounds.stream().mapToInt(Figure::failures).sum(),
        rounds.stream()
            .map(Figure::firstFailure)
            .filter(failure -> failure != null)
            .findFirst()
            .orElse(null));
  }

  private static double median(List<Figure> rounds, ToDoubleFunction<Figure> value) {
    return median(rounds.stream().mapToDouble(value));
  }

  public static double median(DoubleStream values) {
    double[] sorted = values.sorted().toArray();
    int middle = sorted.length / 2;
    return sorted.length % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
  }

  /** This figure, with the failures of another one as well. */
  public Figure withFailures(Figure other) {
    return new Figure(
        perSecond,
        mean,
        p50,
        p99,
        failures + other.failures,
        firstFailure == null ? other.firstFailure : firstFailure);
  }

  public JsonObject toJson() {
    return new JsonObject()
        .put("per_second", perSecond)
        .put("mean", mean)
        .put("p50", p50)
        .put("p99", p99)
        .put("failures", failures)
        .put("first_failure", firstFailure);
  }

  public static Figure of(JsonObject json) {
    return new Figure(
        json.getDouble("per_second"),
        json.getDouble("mean"),
        json.getDouble("p50"),
        json.getDouble("p99"),
        json.getInteger("failures"),
        json.getString("first_failure"));
  }
}
