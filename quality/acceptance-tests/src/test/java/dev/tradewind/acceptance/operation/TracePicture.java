package dev.tradewind.acceptance.operation;

import static java.util.stream.Collectors.groupingBy;

import dev.tradewind.acceptance.operation.TraceCollector.Received;
import dev.tradewind.embedded.Home;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * Picture of a trace, {@code docs/images/checkout-trace.svg}: a row for each span, below its
 * parent. {@code -Dtradewind.trace.write=true} draws it from the spans that the test received.
 */
final class TracePicture {

  private static final Path FILE = Home.folder().resolve("docs/images/checkout-trace.svg");

  private static final int ROW = 18;
  private static final int TOP = 48;
  private static final int NAMES = 470;
  private static final int BARS = 600;
  private static final int INDENT = 12;
  private static final int MAX_NAME = 58;

  private final Map<String, List<Received>> children;
  private final List<Received> rows = new ArrayList<>();
  private final Map<String, Integer> depths = new HashMap<>();
  private final List<String> nodes;
  private final long start;
  private final double nanosOfPixel;

  private TracePicture(List<Received> trace) {
    this.children = trace.stream().collect(groupingBy(Received::parent));
    this.start = trace.stream().mapToLong(Received::start).min().orElseThrow();
    long end = trace.stream().mapToLong(Received::end).max().orElseThrow();
    this.nanosOfPixel = Math.max(1, end - start) / (double) BARS;
    trace.stream()
        .filter(span -> trace.stream().noneMatch(other -> other.id().equals(span.parent())))
        .forEach(root -> add(root, 0));
    this.nodes = rows.stream().map(Received::node).distinct().toList();
  }

  static void write(List<Received> trace) {
    if (Boolean.getBoolean("tradewind.trace.write")) {
      try {
        Files.writeString(FILE, new TracePicture(trace).svg());
      } catch (IOException failure) {
        throw new UncheckedIOException(failure);
      }
    }
  }

  private void add(Received span, int depth) {
    rows.add(span);
    depths.put(span.id(), depth);
    children.getOrDefault(span.id(), List.of()).stream()
        .sorted(Comparator.comparingLong(Received::start))
        .forEach(child -> add(child, depth + 1));
  }

  private String svg() {
    int height = TOP + rows.size() * ROW + 12;
    int width = NAMES + BARS + 90;
    StringBuilder svg = new StringBuilder();
    svg.append(
        """
        <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %1$d %2$d" width="%1$d" height="%2$d" \
        font-family="sans-serif" font-size="12" fill="#1c2733">
        <title>Trace of one checkout across two nodes</title>
        <rect width="%1$d" height="%2$d" fill="#ffffff"/>
        """
            .formatted(width, height));
    int left = 12;
    for (Kind kind : Kind.values()) {
      svg.append(
          """
          <rect x="%d" y="12" width="12" height="12" fill="%s"/>
          <text x="%d" y="22">%s</text>
          """
              .formatted(left, kind.color, left + 18, kind.label));
      left += 150;
    }
    for (int row = 0; row < rows.size(); row++) {
      svg.append(row(rows.get(row), TOP + row * ROW));
    }
    return svg.append("</svg>\n").toString();
  }

  private String row(Received span, int top) {
    int left = NAMES + (int) ((span.start() - start) / nanosOfPixel);
    int width = Math.max(2, (int) ((span.end() - span.start()) / nanosOfPixel));
    return """
    <text x="%d" y="%d">%s</text>
    <text x="%d" y="%d" font-size="10">node %d</text>
    <rect x="%d" y="%d" width="%d" height="12" fill="%s"/>
    <text x="%d" y="%d" font-size="10">%s ms</text>
    """
        .formatted(
            12 + depths.get(span.id()) * INDENT,
            top + 10,
            escaped(shortened(span.name(), MAX_NAME - 2 * depths.get(span.id()))),
            NAMES - 46,
            top + 10,
            nodes.indexOf(span.node()) + 1,
            left,
            top,
            width,
            Kind.of(span).color,
            left + width + 4,
            top + 10,
            String.format(Locale.ROOT, "%.1f", (span.end() - span.start()) / 1e6));
  }

  private static String shortened(String name, int length) {
    return name.length() <= length ? name : name.substring(0, length - 1) + "…";
  }

  private static String escaped(String text) {
    return text.replace("&", "&amp;").replace("<", "&lt;");
  }

  /** Kinds of steps, by color. */
  private enum Kind {
    REQUEST("HTTP request", "#1f4e79"),
    BUS("request on the bus", "#9db8d2"),
    OPERATION("operation", "#3b82c4"),
    STATEMENT("SQL statement", "#2e8b57"),
    PROVIDER("provider", "#d9822b"),
    EVENT("event to Kafka", "#8e5ea2");

    private final String label;
    private final String color;

    Kind(String label, String color) {
      this.label = label;
      this.color = color;
    }

    private static Kind of(Received span) {
      if (span.attributes().containsKey("http.route")) {
        return REQUEST;
      }
      if (span.attributes().containsKey("db.system.name")) {
        return STATEMENT;
      }
      if (span.attributes().containsKey("tradewind.provider.kind")) {
        return PROVIDER;
      }
      return switch (span.kind()) {
        case SPAN_KIND_PRODUCER -> EVENT;
        case SPAN_KIND_SERVER -> OPERATION;
        default -> BUS;
      };
    }
  }
}
