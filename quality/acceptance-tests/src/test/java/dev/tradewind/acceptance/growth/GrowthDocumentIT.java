package dev.tradewind.acceptance.growth;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tradewind.acceptance.Shop;
import dev.tradewind.testing.GeneratedPart;
import dev.tradewind.testing.Modules;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/**
 * Table of everything that callers can make grow in {@code docs/security.md}. With {@code
 * -Dtradewind.growth.write=true} the test writes it.
 */
class GrowthDocumentIT {

  private static final GeneratedPart PAGE =
      new GeneratedPart("docs/security.md", "growth", "tradewind.growth.write");

  private static final String TABLES =
      """
      SELECT schemaname || '.' || tablename
      FROM pg_tables
      WHERE schemaname NOT IN ('pg_catalog', 'information_schema', 'public')
      """;

  @Test
  void thePageNamesWhatGrowsItsBoundAndItsTests() {
    PAGE.assertIs(table());
  }

  @Test
  void eachTableOfTheDatabaseBelongsToOneOfThem() throws SQLException {
    Set<String> tables = tables();
    List<String> named = Growth.ALL.stream().flatMap(growth -> growth.tables().stream()).toList();
    Set<String> covered = new TreeSet<>();
    for (String name : named) {
      covered.addAll(
          name.startsWith("*")
              ? tables.stream()
                  .filter(table -> table.substring(table.indexOf('.')).equals(name.substring(1)))
                  .toList()
              : List.of(name));
    }

    assertThat(named).doesNotHaveDuplicates();
    assertThat(covered).containsExactlyInAnyOrderElementsOf(tables);
  }

  @Test
  void eachOfThemHasTestsThatExist() throws IOException {
    Map<String, List<Path>> sources = sources();
    List<String> missing = new ArrayList<>();
    for (Growth growth : Growth.ALL) {
      assertThat(growth.tests()).as(growth.what()).isNotEmpty();
      for (String test : growth.tests()) {
        String[] parts = test.split("#", -1);
        boolean exists = false;
        for (Path source : sources.getOrDefault(parts[0], List.of())) {
          exists |= Files.readString(source).contains("void " + parts[1] + "(");
        }
        if (!exists) {
          missing.add(test);
        }
      }
    }

    assertThat(missing).isEmpty();
  }

  private static String table() {
    return "| What grows | By | Bound | Tests |\n|---|---|---|---|\n"
        + Growth.ALL.stream()
            .map(growth ->
                "| %s | %s | %s | %s |"
                    .formatted(
                        growth.what(),
                        growth.who(),
                        growth.bound(),
                        growth.tests().stream()
                            .map(test -> "`" + test.substring(0, test.indexOf('#')) + "`")
                            .distinct()
                            .collect(Collectors.joining(", "))))
            .collect(Collectors.joining("\n"))
        + "\n";
  }

  private static Set<String> tables() throws SQLException {
    Set<String> tables = new HashSet<>();
    try (Connection connection = Shop.migratedDatabase().connect();
        ResultSet rows = connection.createStatement().executeQuery(TABLES)) {
      while (rows.next()) {
        tables.add(rows.getString(1));
      }
    }
    return tables;
  }

  private static Map<String, List<Path>> sources() {
    return Modules.files("src/test/java", ".java").stream()
        .collect(
            Collectors.groupingBy(
                file -> file.getFileName().toString().replace(".java", ""),
                Collectors.mapping(Function.identity(), Collectors.toList())));
  }
}
