package dev.tradewind.conventions;

import static java.util.stream.Collectors.counting;
import static java.util.stream.Collectors.groupingBy;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tradewind.testing.Modules;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Packages of main and test code, as their sources show them. */
class PackagesTest {

  private static final Pattern IMPORT =
      Pattern.compile("(?m)^import (?:static )?[\\w.]+\\.(\\w+);$");
  private static final Pattern HEADER = Pattern.compile("(?m)^(?:package|import) .*;$");

  /** Text blocks, strings and characters first: what looks like a comment in them is none. */
  private static final Pattern TEXT_OR_COMMENT =
      Pattern.compile(
          "(?s)\"\"\".*?\"\"\"|\"(?:\\\\.|[^\"\\\\\\n])*+\"|'(?:\\\\.|[^'\\\\\\n])*+'"
              + "|/\\*.*?\\*/|//[^\\n]*");

  @ParameterizedTest
  @ValueSource(strings = {"src/main/java", "src/test/java"})
  void noImportServesADocumentationCommentAlone(String sources) {
    assertThat(Modules.files(sources, ".java").stream().flatMap(PackagesTest::unused)).isEmpty();
  }

  private static Stream<String> unused(Path file) {
    String text = SourceFiles.text(file);
    String code = TEXT_OR_COMMENT.matcher(HEADER.matcher(text).replaceAll("")).replaceAll("");
    return IMPORT
        .matcher(text)
        .results()
        .map(found -> found.group(1))
        .filter(name -> !Pattern.compile("\\b" + name + "\\b").matcher(code).find())
        .map(name -> file.getFileName() + ": " + name);
  }

  @Test
  void aPackageOfTestsHoldsAHandfulOfClasses() {
    List<Path> classes =
        Modules.files("src/test/java", ".java").stream()
            .filter(file -> !file.endsWith("package-info.java"))
            .toList();
    Map<Path, Long> sizes = classes.stream().collect(groupingBy(Path::getParent, counting()));

    assertThat(sizes)
        .isNotEmpty()
        .allSatisfy((folder, size) ->
            assertThat(size)
                .as("%s", folder)
                .isLessThanOrEqualTo(ArchitectureTest.MAX_CLASSES_OF_A_PACKAGE));
  }
}
