package dev.tradewind.conventions.sql;

import static dev.tradewind.conventions.SourceFiles.text;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tradewind.api.catalog.StockSqlState;
import dev.tradewind.api.order.PlacementSqlState;
import dev.tradewind.conventions.SourceFiles;
import dev.tradewind.kernel.text.Sha256;
import dev.tradewind.testing.Modules;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Properties;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Conventions of the SQL files of all schemas. */
class MigrationFilesTest {

  private static final Pattern RAISED_STATE = Pattern.compile("ERRCODE = '(TW\\d{3})'");
  private static final Pattern NAME =
      Pattern.compile("V1__baseline\\.sql|V\\d+__[a-z0-9_]+\\.sql|R__[a-z0-9_]+\\.sql");
  private static final Pattern NUMBER = Pattern.compile("^V(\\d+)__");
  private static final Pattern CREATED =
      Pattern.compile("CREATE (OR REPLACE )?(FUNCTION|TRIGGER) (\\w+)");

  private static final Pattern GRANTEE = Pattern.compile("GRANT [^;]*?\\bTO ([^;,\\s')]+)");

  @Test
  void theEnumsNameTheSqlStatesThatFunctionsRaise() {
    Set<String> raised = new TreeSet<>();
    for (Path file : files()) {
      Matcher matcher = RAISED_STATE.matcher(text(file));
      while (matcher.find()) {
        raised.add(matcher.group(1));
      }
    }

    assertThat(raised)
        .containsExactlyInAnyOrderElementsOf(
            Stream.concat(
                    Arrays.stream(PlacementSqlState.values()).map(PlacementSqlState::code),
                    Arrays.stream(StockSqlState.values()).map(StockSqlState::code))
                .toList());
  }

  @Test
  void everyFileIsABaselineAChangeOrRepeatable() {
    assertThat(files()).isNotEmpty().allSatisfy(file -> assertThat(name(file)).matches(NAME));
  }

  /** A file that two branches number alike is noticed when they are merged. */
  @Test
  void theVersionsOfASchemaAreOneSequence() {
    for (List<Path> schema : schemas()) {
      List<Integer> versions =
          schema.stream()
              .map(file -> NUMBER.matcher(name(file)))
              .filter(Matcher::find)
              .map(version -> Integer.valueOf(version.group(1)))
              .sorted()
              .toList();

      assertThat(versions)
          .as("%s", schema)
          .isEqualTo(IntStream.rangeClosed(1, versions.size()).boxed().toList());
    }
  }

  @Test
  void functionsAndTriggersAreInRepeatableFiles() {
    for (Path file : files()) {
      Matcher matcher = CREATED.matcher(text(file));
      while (matcher.find()) {
        boolean isRepeatable = name(file).startsWith("R__") && matcher.group(1) != null;
        assertThat(isRepeatable).as("%s in %s", matcher.group(), file).isTrue();
      }
    }
  }

  @Test
  void aFunctionIsCreatedOnce() {
    for (List<Path> schema : schemas()) {
      assertThat(schema.stream().flatMap(file -> CREATED.matcher(text(file)).results()))
          .extracting(created -> created.group(2) + " " + created.group(3))
          .doesNotHaveDuplicates();
    }
  }

  /** Shops that share a server have roles of different names. */
  @Test
  void rolesAreNamedWithTheirPrefix() {
    for (Path file : files()) {
      assertThat(GRANTEE.matcher(text(file)).results())
          .extracting(grant -> grant.group(1))
          .as("%s", file)
          .allMatch(role -> role.startsWith("\"${role_prefix}") || role.equals("%I"));
    }
  }

  /** Nodes of the version before tell by the number that they must leave the database alone. */
  @Test
  void aChangeOfAFileRaisesTheVersion() throws IOException {
    Path file =
        Modules.folder("commerce-kernel")
            .resolve("src/main/resources/db/migration/version.properties");
    Properties version = new Properties();
    try (InputStream properties = Files.newInputStream(file)) {
      version.load(properties);
    }

    assertThat(version.getProperty("digest"))
        .as("Raise the version in %s, and oldestCompatible if older nodes cannot serve", file)
        .isEqualTo(digest());
  }

  private static String digest() {
    StringBuilder content = new StringBuilder();
    // By schema, wherever the folders of the modules lie.
    files().stream()
        .collect(
            Collectors.toMap(
                file -> name(file.getParent()) + "/" + name(file),
                SourceFiles::text,
                (one, other) -> one + other,
                TreeMap::new))
        .forEach((name, text) -> content.append(name).append(text));
    return Sha256.of(content.toString());
  }

  private static List<List<Path>> schemas() {
    return files().stream()
        .map(Path::getParent)
        .distinct()
        .map(folder -> files().stream().filter(file -> file.startsWith(folder)).toList())
        .toList();
  }

  /** SQL files of all schemas. */
  static List<Path> files() {
    return Modules.files("src/main/resources/db/migration", ".sql");
  }

  static String name(Path file) {
    return file.getFileName().toString();
  }
}
