package dev.tradewind.benchmarks.capacity;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;

/**
 * Worked examples of shops with so many orders: cores of nodes and database, log and commits, with
 * the arithmetic.
 *
 * @param costs of each path
 */
record WorkedExamples(Map<ShopPath, PathCost> costs) {

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

  /** Sum of a cost over everything that happens for one order. */
  double ofAnOrder(ToDoubleFunction<PathCost> cost) {
    return Arrays.stream(ShopPath.values())
        .mapToDouble(path -> path.ofAnOrder() * cost.applyAsDouble(costs.get(path)))
        .sum();
  }

  private double nodeMillis() {
    return ofAnOrder(cost -> cost.times().node());
  }

  private double databaseMillis() {
    return ofAnOrder(cost -> cost.times().database());
  }

  String text() {
    return """
    One order with its reads:

    - nodes: %s
    - database: %s
    - commits: %s
    - write-ahead log: %s

    | Orders | a second | requests a second | node cores busy | cores at %.0f %% | database cores busy | cores at %.0f %% | database's part of an order, ms | commits a second | log, MB a second |
    |---|---:|---:|---:|---:|---:|---:|---:|---:|---:|
    %s
    """
        .formatted(
            arithmetic(cost -> cost.times().node(), "%.3f", "ms"),
            arithmetic(cost -> cost.times().database(), "%.3f", "ms"),
            arithmetic(PathCost::commits, "%.1f", ""),
            arithmetic(cost -> cost.logBytes() / 1_024, "%.1f", "KB"),
            100 * MAX_UTILIZATION,
            100 * MAX_UTILIZATION,
            RATES.stream().map(this::row).collect(Collectors.joining("\n")));
  }

  /** The sum as a formula, such as {@code 100 × 0.05 + 4 × 0.2 = 5.8 ms}. */
  private String arithmetic(ToDoubleFunction<PathCost> cost, String format, String unit) {
    return Arrays.stream(ShopPath.values())
            .map(path ->
                path.ofAnOrder() + " × " + number(format, cost.applyAsDouble(costs.get(path))))
            .collect(Collectors.joining(" + "))
        + (" = " + number(format, ofAnOrder(cost)) + " " + unit).stripTrailing();
  }

  private String row(Rate rate) {
    double perSecond = rate.perSecond();
    int databaseCores = OpenQueue.serversFor(perSecond, databaseMillis(), MAX_UTILIZATION);
    return String.format(
        Locale.ROOT,
        "| %s | %,.3f | %,.0f | %,.3f | %,d | %,.3f | %,d | %.1f | %,.0f | %,.2f |",
        rate.label(),
        perSecond,
        perSecond * requests(),
        perSecond * nodeMillis() / 1_000,
        OpenQueue.serversFor(perSecond, nodeMillis(), MAX_UTILIZATION),
        perSecond * databaseMillis() / 1_000,
        databaseCores,
        new OpenQueue(perSecond, databaseMillis(), databaseCores).responseMillis(),
        perSecond * ofAnOrder(PathCost::commits),
        perSecond * ofAnOrder(PathCost::logBytes) / (1_024 * 1_024));
  }

  /** Requests of one order; a checkout is five. */
  private static int requests() {
    return Arrays.stream(ShopPath.values()).mapToInt(ShopPath::ofAnOrder).sum() + 4;
  }

  private static String number(String format, double value) {
    return String.format(Locale.ROOT, format, value);
  }
}
