package dev.tradewind.benchmarks.capacity;

import dev.tradewind.benchmarks.paths.ProcessTimes;
import dev.tradewind.benchmarks.report.Figure;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.DoubleStream;

/**
 * Measurement of a path with so many connections, in one round or as medians of all rounds.
 *
 * @param cores that all processes share
 */
record Sample(ShopPath path, int cores, int connections, Figure figure, PathCost cost) {

  private static final int TEXTS = 4;

  /** The median of each value by itself. */
  static Sample median(List<Sample> rounds) {
    Sample first = rounds.getFirst();
    return new Sample(
        first.path,
        first.cores,
        first.connections,
        Figure.median(rounds.stream().map(Sample::figure).toList()),
        PathCost.median(rounds.stream().map(Sample::cost).toList()));
  }

  /** Mean duration of a turn in milliseconds. */
  double turnMillis() {
    return figure.mean();
  }

  /**
   * Turns a second, by Little's law: unlike the count it does not depend on the turns in progress
   * at the end, which are long in a slow shop.
   */
  double perSecond() {
    return 1_000.0 * connections / turnMillis();
  }

  /** The values separated by tabs. */
  String line() {
    ProcessTimes times = cost.times();
    return "%s\t%d\t%d\t%d\t"
            .formatted(path.name().toLowerCase(Locale.ROOT), cores, connections, figure.failures())
        + DoubleStream.of(
                figure.perSecond(),
                figure.mean(),
                figure.p50(),
                figure.p99(),
                times.node(),
                times.database(),
                times.shoppers(),
                times.kafka(),
                cost.commits(),
                cost.logBytes())
            .mapToObj(value -> String.format(Locale.ROOT, "%.6f", value))
            .collect(Collectors.joining("\t"));
  }

  static Sample of(String line) {
    String[] fields = line.split("\t");
    double[] values = new double[fields.length - TEXTS];
    for (int i = 0; i < values.length; i++) {
      values[i] = Double.parseDouble(fields[i + TEXTS]);
    }
    return new Sample(
        ShopPath.valueOf(fields[0].toUpperCase(Locale.ROOT)),
        Integer.parseInt(fields[1]),
        Integer.parseInt(fields[2]),
        new Figure(values[0], values[1], values[2], values[3], Integer.parseInt(fields[3]), null),
        new PathCost(
            new ProcessTimes(values[4], values[5], values[6], values[7]), values[8], values[9]));
  }
}
