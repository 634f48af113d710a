package dev.tradewind.acceptance.failuredomain;

import dev.tradewind.embedded.Home;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Table of the page of failure domains: a row for each {@link DomainProbe}, a column for each
 * {@link FailureDomain}, and the outcomes in its cells.
 */
final class FailureDomainTable {

  private static final Path PAGE = Home.folder().resolve("docs/operations/failure-domains.md");

  private static final Pattern OF_PAGE = Pattern.compile("(?m)^\\| Without (?:.*\\n\\|)*.*\\n");

  private final Map<DomainProbe, Map<FailureDomain, String>> rows =
      new EnumMap<>(DomainProbe.class);

  /** The table as the page has it. */
  static String ofPage() {
    Matcher table = OF_PAGE.matcher(page());
    if (!table.find()) {
      throw new AssertionError("The page of failure domains has no table");
    }
    return table.group();
  }

  void set(FailureDomain domain, Map<DomainProbe, String> outcomes) {
    outcomes.forEach((probe, outcome) ->
        rows.computeIfAbsent(probe, absent -> new EnumMap<>(FailureDomain.class))
            .put(domain, outcome));
  }

  /** Replaces the table of the page. */
  void write() {
    try {
      Files.writeString(
          PAGE, OF_PAGE.matcher(page()).replaceFirst(Matcher.quoteReplacement(text())));
    } catch (IOException failure) {
      throw new UncheckedIOException(failure);
    }
  }

  String text() {
    Stream<String> head =
        Stream.of(
            row("Without", Stream.of(FailureDomain.values()).map(FailureDomain::title)),
            "|---".repeat(1 + FailureDomain.values().length) + "|\n");
    Stream<String> body =
        rows.entrySet().stream()
            .map(row -> row(row.getKey().title(), row.getValue().values().stream()));
    return Stream.concat(head, body).collect(Collectors.joining());
  }

  private static String row(String title, Stream<String> cells) {
    return "| " + title + " | " + cells.collect(Collectors.joining(" | ")) + " |\n";
  }

  private static String page() {
    try {
      return Files.readString(PAGE);
    } catch (IOException failure) {
      throw new UncheckedIOException(failure);
    }
  }
}
