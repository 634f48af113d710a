package dev.tradewind.catalog.search.filter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tradewind.catalog.search.filter.Filter.And;
import dev.tradewind.catalog.search.filter.Filter.Between;
import dev.tradewind.catalog.search.filter.Filter.Compared;
import dev.tradewind.catalog.search.filter.Filter.Comparison;
import dev.tradewind.catalog.search.filter.Filter.Contains;
import dev.tradewind.catalog.search.filter.Filter.Exists;
import dev.tradewind.catalog.search.filter.Filter.In;
import dev.tradewind.catalog.search.filter.Filter.Not;
import dev.tradewind.catalog.search.filter.Filter.Or;
import dev.tradewind.catalog.search.filter.Filter.StartsWith;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Grammar of filters, places of errors, and bounded time for any text. */
class FilterParserTest {

  private static final Filter RED = new In("color", List.of("red"));

  @Test
  void andBindsTighterThanOr() {
    assertThat(FilterParser.parse("color = red OR price > 5 AND NOT color=\"red\""))
        .isEqualTo(
            new Or(
                List.of(
                    RED,
                    new And(List.of(new Compared("price", Comparison.GREATER, 5), new Not(RED))))));
    assertThat(FilterParser.parse("(color = red OR price <= 5) AND color != red"))
        .isEqualTo(
            new And(
                List.of(
                    new Or(List.of(RED, new Compared("price", Comparison.AT_MOST, 5))),
                    new Not(RED))));
  }

  @Test
  void allConditionsAreRead() {
    assertThat(FilterParser.parse("\"price\" 10 TO 20.5"))
        .isEqualTo(new Between("price", 10, 20.5));
    assertThat(FilterParser.parse("a IN [b, 'c d', \"e\",]"))
        .isEqualTo(new In("a", List.of("b", "c d", "e")));
    assertThat(FilterParser.parse("a NOT IN []")).isEqualTo(new Not(new In("a", List.of())));
    assertThat(FilterParser.parse("a EXISTS")).isEqualTo(new Exists("a"));
    assertThat(FilterParser.parse("a NOT EXISTS")).isEqualTo(new Not(new Exists("a")));
    assertThat(FilterParser.parse("a IS NULL")).isEqualTo(new Not(new Exists("a")));
    assertThat(FilterParser.parse("a IS NOT EMPTY")).isEqualTo(new Not(new Not(new Exists("a"))));
    assertThat(FilterParser.parse("a CONTAINS b")).isEqualTo(new Contains("a", "b"));
    assertThat(FilterParser.parse("a NOT STARTS WITH b"))
        .isEqualTo(new Not(new StartsWith("a", "b")));
  }

  @Test
  void quotedTextIsDecoded() {
    assertThat(FilterParser.parse("'options.Größe' = \"a \\\"b\\\" \\u00e9\""))
        .isEqualTo(new In("options.Größe", List.of("a \"b\" é")));
    assertThat(FilterParser.parse(" ")).isNull();
  }

  @ParameterizedTest
  @CsvSource({
    "'price >', 8:9",
    "'color', 6:7",
    "'color = red AND', 16:17",
    "'(color = red', 13:14",
    "'color = red )', 13:14",
    "'price > red', 9:12",
    "'color = AND', 9:12",
    "'color IN red', 10:13",
    "'a = \"b', 5:7",
    "'a = \"\\x\"', 6:9",
    "'_geoRadius(1,2,3)', 1:18"
  })
  void anErrorNamesThePlace(String filter, String place) {
    assertThatThrownBy(() -> FilterParser.parse(filter))
        .isInstanceOf(FilterException.class)
        .satisfies(error -> assertThat(error.getMessage().split("\n")[1]).startsWith(place));
  }

  @ParameterizedTest
  @ValueSource(ints = {101, 2_000, 4_000})
  void deepFiltersAreRefused(int depth) {
    assertThatThrownBy(() -> FilterParser.parse("(".repeat(depth) + "a = b"))
        .isInstanceOf(FilterException.class);
    assertThatThrownBy(() -> FilterParser.parse("NOT ".repeat(Math.min(depth, 1_000)) + "a = b"))
        .isInstanceOf(FilterException.class);
  }

  @Test
  void longFiltersAndManyValuesAreRefused() {
    assertThatThrownBy(() -> FilterParser.parse("a = " + "b".repeat(40_000)))
        .hasMessageContaining("4096 characters");
    assertThatThrownBy(() -> FilterParser.parse("a IN [" + "b,".repeat(440) + "]"))
        .hasMessageContaining("300 values");
    assertThatThrownBy(() -> FilterParser.parse("a CONTAINS b AND ".repeat(11) + "a CONTAINS b"))
        .hasMessageContaining("CONTAINS");
  }

  /** Each text is a filter or is refused, in bounded time. */
  @Test
  void randomFiltersNeitherFailNorHang() {
    String[] parts = {
      "a",
      "price",
      "\"x y\"",
      "'",
      "\"",
      "\\",
      "=",
      "!=",
      ">",
      ">=",
      "<",
      "<=",
      "(",
      ")",
      "[",
      "]",
      ",",
      "AND",
      "OR",
      "NOT",
      "IN",
      "TO",
      "EXISTS",
      "IS",
      "NULL",
      "EMPTY",
      "CONTAINS",
      "STARTS",
      "WITH",
      " ",
      " ",
      " ",
      "1",
      "-5",
      "2.5",
      "1e400",
      "NaN",
      "\u0000",
      "é",
      "\uD83D",
      "_geoRadius"
    };
    Random random = new Random(59);
    long begun = System.nanoTime();
    int read = 0;
    for (int i = 0; i < 200_000; i++) {
      StringBuilder filter = new StringBuilder();
      for (int part = random.nextInt(24); part >= 0; part--) {
        filter.append(parts[random.nextInt(parts.length)]);
        if (random.nextBoolean()) {
          filter.append(' ');
        }
      }
      try {
        FilterParser.parse(filter.toString());
        read++;
      } catch (FilterException refused) {
        assertThat(refused.getMessage()).matches("(?s).+\n\\d+:\\d+ .*");
      }
    }
    assertThat(read).isPositive();
    assertThat(Duration.ofNanos(System.nanoTime() - begun)).isLessThan(Duration.ofMinutes(1));
  }
}
