package dev.tradewind.conventions.document;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tradewind.embedded.Home;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Links between the pages of the documentation resolve, and every decision record is indexed. */
class DocumentationTest {

  private static final Path RECORDS = Home.folder().resolve("docs/adr");
  private static final Pattern LINK = Pattern.compile("\\[[^\\]]*]\\(([^)\\s]+)\\)");
  private static final Pattern HEADING = Pattern.compile("^#+ (.+)$", Pattern.MULTILINE);
  private static final Pattern CODE =
      Pattern.compile("^ *```.*?^ *```", Pattern.MULTILINE | Pattern.DOTALL);

  static Stream<Path> pages() throws IOException {
    try (Stream<Path> root = Files.list(Home.folder());
        Stream<Path> docs = Files.walk(Home.folder().resolve("docs"))) {
      return Stream.concat(root, docs)
          .filter(page -> page.toString().endsWith(".md"))
          .toList()
          .stream();
    }
  }

  @ParameterizedTest
  @MethodSource("pages")
  void everyLinkResolves(Path page) throws IOException {
    List<String> links =
        LINK.matcher(withoutCode(page)).results().map(link -> link.group(1)).toList();

    for (String link : links) {
      if (link.startsWith("http")) {
        continue;
      }
      String[] parts = link.split("#", 2);
      Path target = parts[0].isEmpty() ? page : page.resolveSibling(parts[0]).normalize();
      assertThat(target).as(link).exists();
      if (parts.length == 2) {
        assertThat(anchors(target)).as(link).contains(parts[1]);
      }
    }
  }

  @Test
  void everyDecisionRecordHasAStatusAndADateAndIsIndexed() throws IOException {
    String index = Files.readString(RECORDS.resolve("README.md"));
    try (Stream<Path> files = Files.list(RECORDS)) {
      List<Path> records =
          files.filter(file -> file.getFileName().toString().matches("\\d{4}-.*\\.md")).toList();

      assertThat(records).isNotEmpty();
      for (Path record : records) {
        String text = Files.readString(record);
        assertThat(text)
            .as(record.toString())
            .containsPattern("(?m)^- Status: \\w+")
            .containsPattern("(?m)^- Date: \\d{4}-\\d{2}-\\d{2}$");
        String title = text.lines().findFirst().orElseThrow().replaceFirst("# \\d+\\. ", "");
        assertThat(index).contains("[" + title + "](" + record.getFileName() + ")");
      }
    }
  }

  /** The anchors that a forge derives from the headings of a page. */
  private static Set<String> anchors(Path page) throws IOException {
    return HEADING
        .matcher(withoutCode(page))
        .results()
        .map(heading ->
            heading
                .group(1)
                .toLowerCase(Locale.ROOT)
                .replaceAll("[^\\p{L}\\p{N} _-]", "")
                .replace(' ', '-'))
        .collect(Collectors.toSet());
  }

  private static String withoutCode(Path page) throws IOException {
    return CODE.matcher(Files.readString(page)).replaceAll("");
  }
}
