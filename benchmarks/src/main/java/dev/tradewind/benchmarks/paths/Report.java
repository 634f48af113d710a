package dev.tradewind.benchmarks.paths;

import dev.tradewind.benchmarks.report.Figure;
import dev.tradewind.benchmarks.report.Page;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Report of a run: its tables, for the console and the documentation. */
public final class Report {

  private static final String BEGIN = "<!-- figures: written by `./tradewind benchmark` -->";
  private static final String END = "<!-- end of figures -->";

  private final Map<Measurement, Figure> figures;
  private final CartSizes sizes;

  public Report(Map<Measurement, Figure> figures, CartSizes sizes) {
    this.figures = figures;
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
    figures.forEach((measurement, figure) ->
        table.append(
            "| %s | %s | %s | %s | %s | %s | %s | %s |%n"
                .formatted(
                    measurement.label(),
                    measurement.server().equals("ceiling") ? "–" : measurement.server(),
                    number(figure.perSecond(), 0),
                    number(figure.p50(), 2),
                    number(figure.p99(), 2),
                    ratio(figure, find(measurement.ceiling(), "ceiling")),
                    goal(measurement),
                    measurement.server().equals("two")
                        ? ratio(figure, find(measurement.label(), "one"))
                        : "")));
    int failures = figures.values().stream().mapToInt(Figure::failures).sum();
    if (failures > 0) {
      table.append("%n%d requests failed; the figures are worth nothing.%n".formatted(failures));
    }
    return table.toString();
  }

  private static String goal(Measurement measurement) {
    return measurement.server().equals("one") ? "≥ " + measurement.goal() + " %" : "";
  }

  private Optional<Figure> find(@Nullable String label, String server) {
    return figures.entrySet().stream()
        .filter(
            entry -> entry.getKey().label().equals(label) && entry.getKey().server().equals(server))
        .map(Map.Entry::getValue)
        .findFirst();
  }

  private static String ratio(Figure figure, Optional<Figure> whole) {
    return whole
        .filter(other -> other.perSecond() > 0)
        .map(other -> number(100 * figure.perSecond() / other.perSecond(), 1) + " %")
        .orElse("");
  }

  private static String number(double value, int decimals) {
    return String.format(Locale.ROOT, "%,." + decimals + "f", value);
  }

  /** Replaces the figures in the page and keeps the text around them. */
  public void writeInto(Path page, String conditions) throws IOException {
    new Page(page, BEGIN, END).write(conditions + "\n\n" + tables());
  }
}
