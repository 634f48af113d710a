package dev.tradewind.conventions.sql;

import static dev.tradewind.conventions.SourceFiles.text;
import static dev.tradewind.conventions.sql.MigrationFilesTest.name;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tradewind.testing.Modules;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Compatibility of the migrations with nodes of the version before, which a rolling upgrade runs
 * against the new schema: a change expands it, and what nodes still use goes in a later version.
 */
class MigrationCompatibilityTest {

  private static final Pattern CHANGE = Pattern.compile("V(?!1__)\\d+__\\w+\\.sql");
  private static final Pattern COMMENT = Pattern.compile("--.*");
  private static final Pattern MADE_TABLE = Pattern.compile("CREATE TABLE (\\S+)");

  /** Parts of statements that take away what nodes of the version before read, write or rely on. */
  private static final Pattern BREAKING =
      Pattern.compile(
          "DROP (TABLE|COLUMN|DEFAULT|TYPE|FUNCTION|SCHEMA)|RENAME|SET NOT NULL"
              + "|ALTER COLUMN \\S+ (SET DATA )?TYPE|REVOKE"
              + "|ADD COLUMN (?![^,;]*DEFAULT)[^,;]*NOT NULL");

  /** Rules on rows that exist and on rows that nodes of the version before go on writing. */
  private static final Pattern NARROWING =
      Pattern.compile("ADD CONSTRAINT|CREATE UNIQUE INDEX \\S+ ON (\\S+)");

  /** Files that add rules to a table that was there, with the reason why all writers keep them. */
  private static final Map<String, String> KEPT_BY_FORMER_NODES =
      Map.of(
          "V2__payment_notices.sql", "former nodes leave the new column null",
          "V2__found_payments.sql", "the new check admits all that the former admitted");

  private static final Pattern FUNCTION =
      Pattern.compile(
          "CREATE OR REPLACE FUNCTION (\\w+)\\s*\\(([^)]*)\\)\\s*"
              + "RETURNS (TABLE \\([^)]*\\)|[^\\n]+)");
  private static final Path RECORDED =
      Modules.folder("conventions").resolve("src/test/resources/sql-functions.txt");

  @Test
  void noChangeBreaksTheVersionBefore() {
    List<Path> changes =
        MigrationFilesTest.files().stream()
            .filter(file -> CHANGE.matcher(name(file)).matches())
            .toList();

    assertThat(changes).isNotEmpty();
    for (Path file : changes) {
      assertThat(breaks(text(file), KEPT_BY_FORMER_NODES.containsKey(name(file))))
          .as("Statements of %s that nodes of the version before do not survive", file)
          .isEmpty();
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "ALTER TABLE cart DROP COLUMN note;",
        "ALTER TABLE cart RENAME COLUMN note TO remark;",
        "ALTER TABLE cart ALTER COLUMN note SET NOT NULL;",
        "ALTER TABLE cart ALTER COLUMN size TYPE bigint;",
        "ALTER TABLE cart ADD COLUMN size bigint NOT NULL;",
        "ALTER TABLE cart ADD CONSTRAINT small CHECK (size < 9);",
        "CREATE UNIQUE INDEX cart_note ON cart (note);",
        "DROP TABLE cart;"
      })
  void aBreakingChangeIsFound(String statement) {
    assertThat(breaks("-- A change.\n" + statement, false)).isNotEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "ALTER TABLE cart ADD COLUMN note text;",
        "ALTER TABLE cart ADD COLUMN size bigint NOT NULL DEFAULT 0, ADD COLUMN note text;",
        "CREATE TABLE label (id text PRIMARY KEY); CREATE UNIQUE INDEX one ON label (id);",
        "DROP INDEX cart_note; -- DROP TABLE in a comment"
      })
  void anExpandingChangeIsNot(String statement) {
    assertThat(breaks(statement, false)).isEmpty();
  }

  /**
   * The statements of nodes name functions with their parameters: another list of parameters or
   * result is another function, beside the former one until no compatible version calls that.
   */
  @Test
  void functionsKeepTheirParametersAndResults() throws IOException {
    Set<String> current = new TreeSet<>();
    MigrationFilesTest.files().stream()
        .filter(file -> name(file).startsWith("R__"))
        .forEach(file -> {
          Matcher function = FUNCTION.matcher(COMMENT.matcher(text(file)).replaceAll(""));
          while (function.find()) {
            if (function.group(3).startsWith("trigger")) {
              continue;
            }
            current.add(
                "%s.%s(%s) %s"
                    .formatted(
                        name(file.getParent()),
                        function.group(1),
                        function.group(2).strip().replaceAll("\\s+", " "),
                        function.group(3).strip().replaceAll("\\s+", " ")));
          }
        });

    assertThat(String.join("\n", current) + "\n")
        .as(
            "The functions of %s: add what is new. A former line may go only when"
                + " oldestCompatible in version.properties excludes the versions that call it",
            RECORDED)
        .isEqualTo(Files.readString(RECORDED));
  }

  /** Parts of the statements of a file that break nodes of the version before. */
  private static List<String> breaks(String sql, boolean keepsRules) {
    String statements = COMMENT.matcher(sql).replaceAll("").replaceAll("\\s+", " ");
    List<String> made =
        MADE_TABLE.matcher(statements).results().map(table -> table.group(1)).toList();
    Stream<String> broken = BREAKING.matcher(statements).results().map(part -> part.group());
    Stream<String> narrowed =
        Arrays.stream(statements.split(";"))
            .flatMap(statement -> NARROWING.matcher(statement).results())
            .filter(rule -> rule.group(1) == null || !made.contains(rule.group(1)))
            .map(rule -> rule.group());
    return Stream.concat(broken, keepsRules ? Stream.empty() : narrowed).toList();
  }
}
