package dev.tradewind.conventions.sql;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tradewind.conventions.SourceFiles;
import dev.tradewind.testing.Modules;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * Statements of moves: files that a move and psql run unchanged, in place of texts that Java puts
 * together.
 */
class MoveStatementsTest {

  private static final Path MODULE = Modules.folder("medusa-import").resolve("src/main");

  private static final Path FILES = MODULE.resolve("resources/dev/tradewind/medusa");

  /** Files of a way back that are executed before its copies. */
  private static final Set<String> BESIDE_COPIES =
      Set.of("changed", "open_carts", "clear_open_carts");

  private static final String KEYWORD =
      "\\b(SELECT|FROM|WHERE|JOIN|AND|CASE|WHEN|THEN|ELSE|EXISTS|INSERT|UPDATE|DELETE|UNION|ORDER BY)\\b";

  /** A literal with a keyword of SQL that is joined to another text. */
  private static final Pattern SEAM =
      Pattern.compile(
          "\"[^\"\\n]*%1$s[^\"\\n]*\"(\\s*\\.formatted\\([^;]*?\\))?\\s*\\+(?!\\+)|\\+\\s*\"[^\"\\n]*%1$s[^\"\\n]*\""
              .formatted(KEYWORD));

  /** A text that is changed; characters of names may be. */
  private static final Pattern CHANGE = Pattern.compile("\\.(replace|replaceAll)\\([^']");

  @Test
  void noStatementIsPutTogetherOrChanged() throws IOException {
    for (String folder : List.of("copy", "source", "there", "back")) {
      for (Path file : files(MODULE.resolve("java/dev/tradewind/medusa/" + folder), ".java")) {
        String text = SourceFiles.text(file);
        assertThat(SEAM.matcher(text).results().map(MatchResult::group))
            .as("seams of %s", file)
            .isEmpty();
        assertThat(CHANGE.matcher(text).results().map(MatchResult::group))
            .as("changes of texts in %s", file)
            .isEmpty();
      }
    }
  }

  @Test
  void eachFileIsInAList() throws IOException {
    for (String folder : List.of("there", "back")) {
      Set<String> listed = new TreeSet<>();
      for (Path list : files(FILES.resolve(folder), ".txt")) {
        SourceFiles.text(list).lines().forEach(listed::add);
      }
      assertThat(
              files(FILES.resolve(folder), ".sql").stream()
                  .map(file -> file.getFileName().toString().replace(".sql", ""))
                  .filter(name -> !name.endsWith(".parts") && !BESIDE_COPIES.contains(name))
                  .collect(Collectors.toSet()))
          .isEqualTo(listed);
    }
  }

  private static List<Path> files(Path folder, String ending) throws IOException {
    try (Stream<Path> found = Files.walk(folder)) {
      return found.filter(file -> file.toString().endsWith(ending)).sorted().toList();
    }
  }
}
