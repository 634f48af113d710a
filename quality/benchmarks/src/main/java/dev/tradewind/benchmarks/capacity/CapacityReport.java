package dev.tradewind.benchmarks.capacity;

import dev.tradewind.benchmarks.paths.ProcessTimes;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * Tables of a run: costs, predictions beside measurements, and worked examples.
 *
 * @param medians of all rounds, ordered by cores, path and connections
 */
record CapacityReport(CapacityRun run, List<Sample> medians) {

  /** Connections that saturate the machine; the model is calibrated by them and by few. */
  static final int SATURATED = 32;

  private static final int FEW = 2;

  private static final double GOAL = 0.15;

  /** Calibration of a path on so many cores. */
  private record Calibration(Sample alone, Sample few, Sample saturated) {

    ClosedLoop model() {
      return ClosedLoop.of(alone, few, saturated);
    }

    String row() {
      ProcessTimes times = saturated.cost().times();
      ClosedLoop model = model();
      return String.format(
          Locale.ROOT,
          "| %s | %d | %.3f | %.3f | %.3f | %.3f | %.3f | %.3f | %.1f | %.1f | %.3f | %.3f | %.3f |",
          alone.path().label(),
          alone.cores(),
          times.node(),
          times.database(),
          times.kafka(),
          times.shoppers(),
          times.total(),
          alone.cost().times().total(),
          saturated.cost().commits(),
          saturated.cost().logBytes() / 1_024,
          alone.turnMillis(),
          model.ownMillis(),
          model.sharedMillis());
    }
  }

  static CapacityReport of(CapacityRun run) {
    return new CapacityReport(run, run.medians());
  }

  /** Sections of the page by name. */
  Map<String, String> sections() {
    return Map.of("costs", costs(), "model", model(), "examples", examples());
  }

  private String costs() {
    return """
    %s

    | Path | cores | node, ms | database, ms | Kafka, ms | load generator, ms | sum, ms | sum alone, ms | commits | log, KB | turn alone, ms | own, ms | shared, ms |
    |---|---:|---:|---:|---:|---:|---:|---:|---:|---:|---:|---:|---:|
    %s

    The relay of one schema published %,.0f recorded events a second.
    """
        .formatted(
            run.conditions(),
            calibrations().stream().map(Calibration::row).collect(Collectors.joining("\n")),
            run.republishedPerSecond());
  }

  private String model() {
    return """
    %s%s

    Largest error: %.1f %% (goal: at most %.0f %%).
    """
        .formatted(
            Prediction.HEAD,
            predictions().stream().map(Prediction::row).collect(Collectors.joining("\n")),
            100 * largestError(),
            100 * GOAL);
  }

  /** Examples with the costs of the sale on the most cores. */
  private String examples() {
    Calibration sale =
        calibrations().stream()
            .filter(calibration -> calibration.alone().path() == ShopPath.SALE)
            .toList()
            .getLast();
    return new WorkedExamples(sale.saturated().cost(), sale.alone().cost()).text();
  }

  boolean isWithinGoal() {
    return largestError() <= GOAL;
  }

  private double largestError() {
    return predictions().stream().mapToDouble(each -> Math.abs(each.error())).max().orElse(0);
  }

  private List<Calibration> calibrations() {
    return medians.stream()
        .filter(sample -> sample.connections() == 1)
        .map(alone -> new Calibration(alone, at(alone, FEW), at(alone, SATURATED)))
        .toList();
  }

  private Sample at(Sample alone, int connections) {
    return medians.stream()
        .filter(sample ->
            sample.path() == alone.path()
                && sample.cores() == alone.cores()
                && sample.connections() == connections)
        .findFirst()
        .orElseThrow();
  }

  /** Predictions of all measurements that do not calibrate. */
  List<Prediction> predictions() {
    List<Prediction> predictions = new ArrayList<>();
    for (Calibration calibration : calibrations()) {
      ClosedLoop model = calibration.model();
      medians.stream()
          .filter(sample ->
              sample.path() == calibration.alone().path()
                  && sample.cores() == calibration.alone().cores()
                  && sample.connections() > FEW
                  && sample.connections() < SATURATED)
          .map(sample -> new Prediction(model.perSecond(sample.connections()), sample))
          .forEach(predictions::add);
    }
    return predictions;
  }
}
