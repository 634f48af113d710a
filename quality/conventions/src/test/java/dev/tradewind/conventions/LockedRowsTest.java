package dev.tradewind.conventions;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tradewind.testing.Modules;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * Statements that lock a bounded number of rows. {@code IN (SELECT … LIMIT … FOR UPDATE)} has no
 * bound: where statistics tell of one row, PostgreSQL executes the subquery for each row that it
 * compares, and finds the next one each time. {@code ANY (ARRAY(SELECT …))} and a materialized
 * {@code WITH} are executed once.
 */
class LockedRowsTest {

  private static final Pattern UNBOUNDED =
      Pattern.compile(
          "\\bIN\\s*\\(\\s*SELECT\\b(?:(?!\"\"\"|\\bIN\\s*\\(\\s*SELECT\\b)[\\s\\S])*?"
              + "\\bLIMIT\\s+\\S+\\s+FOR (?:NO KEY )?UPDATE");

  @Test
  void aLimitOfLockedRowsHolds() {
    assertThat(
            Stream.of("src/main/java:.java", "src/main/resources:.sql")
                .map(place -> place.split(":", -1))
                .flatMap(place -> Modules.files(place[0], place[1]).stream())
                .filter(file -> UNBOUNDED.matcher(SourceFiles.text(file)).find()))
        .isEmpty();
  }

  @Test
  void theFormsAreToldApart() {
    assertThat(
            List.of(
                "WHERE id IN (\n SELECT id\n FROM t\n ORDER BY a\n LIMIT $1\n FOR UPDATE SKIP LOCKED\n)",
                "WHERE (a, b) IN (SELECT a, b FROM t LIMIT 5 FOR NO KEY UPDATE OF t)"))
        .allMatch(UNBOUNDED.asPredicate());
    assertThat(
            List.of(
                "WHERE id = ANY (ARRAY(SELECT id FROM t LIMIT $1 FOR UPDATE SKIP LOCKED))",
                "WITH due AS MATERIALIZED (SELECT id FROM t LIMIT $1 FOR UPDATE) DELETE FROM t"
                    + " WHERE id IN (SELECT id FROM due)",
                "WHERE id IN (SELECT id FROM t FOR UPDATE SKIP LOCKED)"))
        .noneMatch(UNBOUNDED.asPredicate());
  }
}
