package dev.tradewind.acceptance.operation;

import dev.tradewind.embedded.Home;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Page of all metrics, {@code docs/operations/metrics.md}: a table row for each metric, as a
 * response of {@code /metrics} describes it.
 */
final class MetricsDocument {

  private static final Path PAGE = Home.folder().resolve("docs/operations/metrics.md");

  private static final Pattern HELP = Pattern.compile("# HELP (\\S+) (.*)");
  private static final Pattern TYPE = Pattern.compile("# TYPE (\\S+) (\\S+)");
  private static final Pattern SAMPLE = Pattern.compile("([a-zA-Z_:]\\w*)(?:\\{(.*)})? \\S+");
  private static final Pattern LABEL = Pattern.compile("(\\w+)=\"(?:[^\"\\\\]|\\\\.)*\"");
  private static final Pattern ROW = Pattern.compile("(?m)^\\| `(\\w+)` \\|.*\\|$");

  /** Labels of the format itself. */
  private static final Set<String> OF_FORMAT = Set.of("le", "quantile");

  /** Metric with its labels; a timer's maximum belongs to the timer. */
  record Metric(String name, String type, Set<String> labels, String help) {

    String row() {
      return "| `%s` | %s | %s | %s | %s |"
          .formatted(
              name,
              type,
              labels.stream().map(label -> "`" + label + "`").collect(Collectors.joining(", ")),
              unit(),
              help);
    }

    private String unit() {
      if (name.contains("_revenue")) {
        return "smallest currency unit";
      }
      return Set.of("seconds", "bytes", "ratio").stream()
          .filter(unit -> name.matches(".*_" + unit + "(_total|_max)?"))
          .findFirst()
          .orElse("");
    }
  }

  private MetricsDocument() {}

  /** Metrics of a response, by name. */
  static Map<String, Metric> of(String response) {
    Map<String, String> helps = new TreeMap<>();
    Map<String, Metric> metrics = new TreeMap<>();
    List<String> samples = new ArrayList<>();
    for (String line : response.lines().toList()) {
      Matcher help = HELP.matcher(line);
      Matcher type = TYPE.matcher(line);
      if (help.matches()) {
        helps.put(help.group(1), help.group(2));
      } else if (type.matches()) {
        String name = type.group(1);
        metrics.put(
            name, new Metric(name, type.group(2), new TreeSet<>(), helps.getOrDefault(name, "")));
      } else {
        samples.add(line);
      }
    }
    samples.forEach(sample -> addLabels(sample, metrics));
    metrics
        .keySet()
        .removeIf(name ->
            name.endsWith("_max") && metrics.containsKey(name.substring(0, name.length() - 4)));
    return metrics;
  }

  private static void addLabels(String line, Map<String, Metric> metrics) {
    Matcher sample = SAMPLE.matcher(line);
    if (!sample.matches() || sample.group(2) == null) {
      return;
    }
    String name = sample.group(1);
    Metric metric = metrics.get(name);
    if (metric == null) {
      metric = metrics.get(name.replaceFirst("_(bucket|sum|count)$", ""));
    }
    if (metric != null) {
      Set<String> labels = metric.labels();
      LABEL
          .matcher(sample.group(2))
          .results()
          .map(label -> label.group(1))
          .filter(label -> !OF_FORMAT.contains(label))
          .forEach(labels::add);
    }
  }

  /** Rows of the page, by name. */
  static Map<String, String> rows() {
    Map<String, String> rows = new TreeMap<>();
    ROW.matcher(text()).results().forEach(row -> rows.put(row.group(1), row.group()));
    return rows;
  }

  /** Writes the rows of the metrics into the tables; those of others stay. */
  static void write(Map<String, Metric> metrics) {
    Map<String, String> rows = rows();
    metrics.forEach((name, metric) -> rows.put(name, metric.row()));
    String text = text();
    for (Table table : Table.values()) {
      String lines =
          rows.entrySet().stream()
              .filter(row -> Table.of(row.getKey()) == table)
              .map(Map.Entry::getValue)
              .collect(Collectors.joining("\n"));
      text =
          text.replaceFirst(
              "(?s)(## " + table.heading + "\n.*?\\|---\\|---\\|---\\|---\\|---\\|\n)(?:\\|.*?\n)*",
              "$1" + Matcher.quoteReplacement(lines + "\n"));
    }
    try {
      Files.writeString(PAGE, text);
    } catch (IOException failure) {
      throw new UncheckedIOException(failure);
    }
  }

  private static String text() {
    try {
      return Files.readString(PAGE);
    } catch (IOException failure) {
      throw new UncheckedIOException(failure);
    }
  }

  /** Table of the page. */
  private enum Table {
    SHOP("Shop and node"),
    LIBRARIES("Servers, pools and caches"),
    PROCESS("Process and JVM");

    private final String heading;

    Table(String heading) {
      this.heading = heading;
    }

    private static Table of(String name) {
      if (name.startsWith("tradewind_")) {
        return SHOP;
      }
      return name.matches("(jvm|process|system)_.*") ? PROCESS : LIBRARIES;
    }
  }
}
