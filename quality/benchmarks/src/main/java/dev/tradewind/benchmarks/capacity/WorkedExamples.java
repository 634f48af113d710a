package dev.tradewind.benchmarks.capacity;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;

/**
 * Worked examples of shops with so many orders: cores of nodes and database, log and commits.
 * Figures are ranges between both costs, because the number of turns that share work is between.
 *
 * @param shared cost of all that happens for one order, on a saturated machine
 * @param alone the same without others
 */
record WorkedExamples(PathCost shared, PathCost alone) {

  /** Share of the cores that are busy at most: room for peaks within a second, and for failures. */
  static final double MAX_UTILIZATION = 0.6;

  private static final List<Rate> RATES =
      List.of(
          new Rate("10 orders an hour", 10 / 3_600.0),
          new Rate("1,000 orders an hour", 1_000 / 3_600.0),
          new Rate("50,000 orders an hour", 50_000 / 3_600.0),
          new Rate("44,500 orders a minute", 44_500 / 60.0));

  /** Orders a second, as they are called. */
  private record Rate(String label, double perSecond) {}

  String text() {
    return """
    One order with its reads, on a saturated machine and alone: %s ms of the nodes, %s ms of the database, %s commits, %s KB of write-ahead log.

    | Orders | a second | requests a second | node cores busy | cores at %.0f %% | database cores busy | cores at %.0f %% | database's part of an order, ms | commits a second | log, MB a second |
    |---|---:|---:|---:|---:|---:|---:|---:|---:|---:|
    %s
    """
        .formatted(
            range("%.1f", WorkedExamples::node),
            range("%.1f", WorkedExamples::database),
            range("%.1f", PathCost::commits),
            range("%.1f", cost -> cost.logBytes() / 1_024),
            100 * MAX_UTILIZATION,
            100 * MAX_UTILIZATION,
            RATES.stream().map(this::row).collect(Collectors.joining("\n")));
  }

  private String row(Rate rate) {
    double perSecond = rate.perSecond();
    return String.join(
        " | ",
        "| " + rate.label(),
        String.format(Locale.ROOT, "%,.3f", perSecond),
        String.format(Locale.ROOT, "%,.0f", perSecond * requests()),
        range("%,.3f", cost -> perSecond * node(cost) / 1_000),
        range("%,.0f", cost -> cores(perSecond, node(cost))),
        range("%,.3f", cost -> perSecond * database(cost) / 1_000),
        range("%,.0f", cost -> cores(perSecond, database(cost))),
        range(
            "%.1f",
            cost ->
                new OpenQueue(perSecond, database(cost), cores(perSecond, database(cost)))
                    .responseMillis()),
        range("%,.0f", cost -> perSecond * cost.commits()),
        range("%,.2f", cost -> perSecond * cost.logBytes() / (1_024 * 1_024)) + " |");
  }

  private static int cores(double perSecond, double millis) {
    return OpenQueue.serversFor(perSecond, millis, MAX_UTILIZATION);
  }

  private static double node(PathCost cost) {
    return cost.times().node();
  }

  private static double database(PathCost cost) {
    return cost.times().database();
  }

  /** The lower and the higher value, such as {@code 8.1–16.5}, or one if they are written alike. */
  private String range(String format, ToDoubleFunction<PathCost> value) {
    double ofShared = value.applyAsDouble(shared);
    double ofAlone = value.applyAsDouble(alone);
    String low = String.format(Locale.ROOT, format, Math.min(ofShared, ofAlone));
    String high = String.format(Locale.ROOT, format, Math.max(ofShared, ofAlone));
    return low.equals(high) ? low : low + "–" + high;
  }

  /** Requests of one order; a checkout is five. */
  private static int requests() {
    return Arrays.stream(ShopPath.values()).mapToInt(ShopPath::ofAnOrder).sum() + 4;
  }
}
