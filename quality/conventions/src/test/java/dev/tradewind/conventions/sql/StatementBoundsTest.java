package dev.tradewind.conventions.sql;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tradewind.conventions.SourceFiles;
import dev.tradewind.testing.Modules;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Forms of statements whose effect or cost depends on the plan that PostgreSQL chooses. */
class StatementBoundsTest {

  /**
   * {@code IN (SELECT … LIMIT … FOR UPDATE)} has no bound: where statistics tell of one row, the
   * subquery is executed for each row that it is compared with, and finds the next one each time.
   * {@code ANY (ARRAY(SELECT …))} and a materialized {@code WITH} are executed once.
   */
  private static final Pattern UNBOUNDED_LOCKS =
      Pattern.compile(
          "\\bIN\\s*\\(\\s*SELECT\\b(?:(?!\"\"\"|\\bIN\\s*\\(\\s*SELECT\\b)[\\s\\S])*?"
              + "\\bLIMIT\\s+\\S+\\s+FOR (?:NO KEY )?UPDATE");

  /**
   * The rows before and after a statement have no index, and a connection keeps the plan that it
   * made for few of them: joined, they are compared each with each. {@code EXCEPT} sorts or hashes
   * them, however many there are.
   */
  private static final Pattern JOINED_TRANSITION_TABLES =
      Pattern.compile(
          "FROM (?:changed|former|added|removed)\\b(?: AS \\w+)?\\s+(?:LEFT )?JOIN (?:changed|former|added|removed)\\b");

  private static Stream<Path> sources() {
    return Stream.concat(
        Modules.files("src/main/java", ".java").stream(),
        Modules.files("src/main/resources", ".sql").stream());
  }

  @Test
  void aLimitOfLockedRowsHolds() {
    assertThat(sources().filter(file -> UNBOUNDED_LOCKS.matcher(SourceFiles.text(file)).find()))
        .isEmpty();
  }

  @Test
  void theRowsBeforeAndAfterAStatementAreNotJoined() {
    assertThat(
            sources()
                .filter(file -> JOINED_TRANSITION_TABLES.matcher(SourceFiles.text(file)).find()))
        .isEmpty();
  }

  @Test
  void theFormsAreToldApart() {
    assertThat(
            List.of(
                "WHERE id IN (\n SELECT id\n FROM t\n ORDER BY a\n LIMIT $1\n FOR UPDATE SKIP LOCKED\n)",
                "WHERE (a, b) IN (SELECT a, b FROM t LIMIT 5 FOR NO KEY UPDATE OF t)"))
        .allMatch(UNBOUNDED_LOCKS.asPredicate());
    assertThat(
            List.of(
                "WHERE id = ANY (ARRAY(SELECT id FROM t LIMIT $1 FOR UPDATE SKIP LOCKED))",
                "WITH due AS MATERIALIZED (SELECT id FROM t LIMIT $1 FOR UPDATE) DELETE FROM t"
                    + " WHERE id IN (SELECT id FROM due)",
                "WHERE id IN (SELECT id FROM t FOR UPDATE SKIP LOCKED)"))
        .noneMatch(UNBOUNDED_LOCKS.asPredicate());
    assertThat("SELECT\nFROM changed\nJOIN former ON former.id = changed.id")
        .matches(JOINED_TRANSITION_TABLES.asPredicate());
  }
}
