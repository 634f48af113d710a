package dev.tradewind.conventions.sql;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tradewind.conventions.SourceFiles;
import dev.tradewind.testing.Modules;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Comments of the SQL functions that others call: callers, locks and SQLSTATEs. Files with trigger
 * functions are left out.
 */
class SqlFunctionCommentsTest {

  private static final Pattern FUNCTION =
      Pattern.compile("((?:--.*\\n)*)CREATE OR REPLACE FUNCTION (\\w+)([\\s\\S]*?\\n\\$\\$;\\n)");
  private static final Pattern LINE_COMMENT = Pattern.compile("--.*");
  private static final Pattern STATE = Pattern.compile("ERRCODE = '(\\w+)'|RAISE ([a-z_]+) USING");
  private static final Pattern WORD = Pattern.compile("\\w+");

  /** Call of a function, not the declaration of a method. */
  private static final Pattern CALL = Pattern.compile("(?<!void |> )\\b(\\w++)\\(");

  private static final Map<String, SqlFunction> FUNCTIONS =
      files("src/main/resources/db/migration", ".sql").values().stream()
          .flatMap(text -> FUNCTION.matcher(text).results())
          .map(SqlFunction::of)
          .collect(Collectors.toMap(SqlFunction::name, function -> function));

  /** Names that each class calls, by the path of its file. */
  private static final Map<String, Set<String>> CLASSES =
      files("src/main/java", ".java").entrySet().stream()
          .collect(Collectors.toMap(Map.Entry::getKey, file -> callsIn(file.getValue())));

  private record SqlFunction(String name, String comment, String body, Set<String> called) {

    static SqlFunction of(MatchResult found) {
      String body = LINE_COMMENT.matcher(found.group(3)).replaceAll("");
      return new SqlFunction(found.group(2), found.group(1), body, callsIn(body));
    }

    boolean calls(String other) {
      return !name.equals(other) && called.contains(other);
    }

    /** Words after a label, up to the full stop that ends its sentence. */
    Set<String> words(String label) {
      String[] parts = comment.split("-- " + label + ": ", -1);
      assertThat(parts).as("%s of %s", label, name).hasSize(2);
      String sentence = parts[1].substring(0, parts[1].indexOf('.'));
      Set<String> words =
          WORD.matcher(sentence)
              .results()
              .map(MatchResult::group)
              .collect(Collectors.toCollection(TreeSet::new));
      words.remove("none");
      return words;
    }

    @Override
    public String toString() {
      return name;
    }
  }

  static Stream<SqlFunction> calledFunctions() {
    return files("src/main/resources/db/migration", ".sql").values().stream()
        .filter(text -> !text.toLowerCase(Locale.ROOT).contains("trigger"))
        .flatMap(text -> FUNCTION.matcher(text).results())
        .map(SqlFunction::of);
  }

  @Test
  void theFunctionsAreFound() {
    assertThat(calledFunctions())
        .extracting(SqlFunction::name)
        .contains("take_stock", "place_order");
  }

  @ParameterizedTest
  @MethodSource("calledFunctions")
  void aFunctionNamesItsCallers(SqlFunction function) {
    Set<String> callers = new TreeSet<>();
    FUNCTIONS.values().stream()
        .filter(other -> other.calls(function.name()))
        .forEach(other -> callers.add(other.name()));
    CLASSES.forEach((path, called) -> {
      if (called.contains(function.name())) {
        callers.add(path.replaceAll(".*/|\\.java", ""));
      }
    });

    assertThat(function.words("Caller")).isEqualTo(callers).isNotEmpty();
  }

  @ParameterizedTest
  @MethodSource("calledFunctions")
  void aFunctionNamesItsLocks(SqlFunction function) {
    assertThat(function.comment()).contains("\n-- Locks: ");
    if (function.body().matches("[\\s\\S]*(FOR (NO KEY )?UPDATE|FOR SHARE|advisory)[\\s\\S]*")) {
      assertThat(function.words("Locks")).isNotEmpty();
    }
  }

  @ParameterizedTest
  @MethodSource("calledFunctions")
  void aFunctionNamesItsSqlStatesAndThoseOfTheFunctionsItCalls(SqlFunction function) {
    assertThat(function.words("SQLSTATE")).isEqualTo(states(function, new HashSet<>()));
  }

  private static Set<String> states(SqlFunction function, Set<String> seen) {
    Set<String> states = new TreeSet<>();
    if (seen.add(function.name())) {
      STATE
          .matcher(function.body())
          .results()
          .map(state -> state.group(1) == null ? state.group(2) : state.group(1))
          .forEach(states::add);
      FUNCTIONS.values().stream()
          .filter(other -> function.calls(other.name()))
          .forEach(other -> states.addAll(states(other, seen)));
    }
    return states;
  }

  private static Set<String> callsIn(String text) {
    return CALL.matcher(text).results().map(call -> call.group(1)).collect(Collectors.toSet());
  }

  /** Files below a folder of the modules, by path. */
  private static Map<String, String> files(String folder, String suffix) {
    return Modules.files(folder, suffix).stream()
        .filter(file -> !Modules.of(file).equals("benchmarks"))
        .collect(Collectors.toMap(Path::toString, SourceFiles::text));
  }
}
