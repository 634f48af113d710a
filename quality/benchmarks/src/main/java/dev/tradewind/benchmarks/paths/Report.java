package dev.tradewind.benchmarks.paths;

import dev.tradewind.benchmarks.report.Page;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalDouble;

/** Report of a run: its tables, for the console and the documentation. */
public final class Report {

  private static final String BEGIN = "<!-- figures: written by `./tradewind benchmark` -->";
  private static final String END = "<!-- end of figures -->";

  private final Map<Measurement, Result> results;
  private final CartSizes sizes;

  public Report(Map<Measurement, Result> results, CartSizes sizes) {
    this.results = results;
    this.sizes = sizes;
  }

  /** Both tables. */
  public String tables() {
    return table() + "\n" + sizes.table();
  }

  String table() {
    StringBuilder table =
        new StringBuilder(
            """
            | Path | Nodes | per second | p50 ms | p99 ms | of its ceiling | goal | of one node |
            |---|---|---:|---:|---:|---:|---:|---:|
            """);
    results.forEach((measurement, result) ->
        table.append(
            "| %s | %s | %s | %s | %s | %s | %s | %s |%n"
                .formatted(
                    measurement.label(),
                    measurement.server().equals("ceiling") ? "–" : measurement.server(),
                    number(result.figure().perSecond(), 0),
                    number(result.figure().p50(), 2),
                    number(result.figure().p99(), 2),
                    percent(result.ofCeiling()),
                    goal(measurement),
                    measurement.server().equals("two")
                        ? percent(ofOneNode(measurement, result))
                        : "")));
    int failures = results.values().stream().mapToInt(result -> result.figure().failures()).sum();
    if (failures > 0) {
      table.append("%n%d requests failed; the figures are worth nothing.%n".formatted(failures));
    }
    return table.toString();
  }

  private static String goal(Measurement measurement) {
    boolean hasGoal = measurement.server().equals("one") && measurement.goal() > 0;
    return hasGoal ? "≥ " + measurement.goal() + " %" : "";
  }

  private OptionalDouble ofOneNode(Measurement measurement, Result result) {
    return results.entrySet().stream()
        .filter(other ->
            other.getKey().label().equals(measurement.label())
                && other.getKey().server().equals("one"))
        .mapToDouble(one -> result.figure().perSecond() / one.getValue().figure().perSecond())
        .findFirst();
  }

  private static String percent(OptionalDouble share) {
    return share.isEmpty() ? "" : number(100 * share.getAsDouble(), 1) + " %";
  }

  private static String number(double value, int decimals) {
    return String.format(Locale.ROOT, "%,." + decimals + "f", value);
  }

  /** Replaces the figures in the page and keeps the text around them. */
  public void writeInto(Path page, String conditions) throws IOException {
    new Page(page, BEGIN, END).write(conditions + "\n\n" + tables());
  }
}
