package dev.tradewind.kernel.resource.query;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tradewind.kernel.operation.Problem;
import dev.tradewind.kernel.resource.ColumnType;
import io.vertx.core.json.JsonArray;
import io.vertx.sqlclient.data.Numeric;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class FilterValuesTest {

  private static List<Object> bound(ColumnType type, Object value) {
    return Arrays.asList((Object[]) FilterValues.of(type, "field", value).bound());
  }

  @Test
  void oneTextMayHoldSeveralValues() {
    assertThat(bound(ColumnType.TEXT, new JsonArray().add("a,b"))).containsExactly("a", "b");
    assertThat(bound(ColumnType.TEXT, new JsonArray().add("a,b").add("c")))
        .containsExactly("a,b", "c");
    assertThat(bound(ColumnType.TEXT, "a,b")).containsExactly("a,b");
    assertThat(bound(ColumnType.TEXT, new JsonArray())).isEmpty();
  }

  @Test
  void theTextNullSelectsRowsWithoutAValue() {
    FilterValues values =
        FilterValues.of(ColumnType.INTEGER, "field", new JsonArray().add("null,7"));

    assertThat(values.orNull()).isTrue();
    assertThat((Object[]) values.bound()).containsExactly(7);
    assertThat(values.only()).isNull();
    assertThat(FilterValues.of(ColumnType.TEXT, "field", null).orNull()).isTrue();
  }

  @Test
  void oneValueIsKnownAsTheOnlyOne() {
    assertThat(FilterValues.of(ColumnType.TEXT, "field", "a").only()).isEqualTo("a");
    assertThat(FilterValues.of(ColumnType.TEXT, "field", new JsonArray().add("a,b")).only())
        .isNull();
  }

  @ParameterizedTest
  @CsvSource({
    "INTEGER, 7, 7",
    "INTEGER, 7.0, 7",
    "INTEGER, ' 7 ', 7",
    "INTEGER, 1e2, 100",
    "INTEGER, 2147483647, 2147483647",
    "BIGINT, 2147483648, 2147483648",
    "NUMBER, 12.50, 12.50",
    "BOOLEAN, true, true",
    "BOOLEAN, false, false",
  })
  void valuesHaveTheTypeOfTheColumn(ColumnType type, String text, String value) {
    assertThat(bound(type, text)).singleElement().asString().isEqualTo(value);
  }

  @ParameterizedTest
  @CsvSource({
    "INTEGER, 7.5",
    "INTEGER, 2147483648",
    "BIGINT, 9223372036854775808",
    "BIGINT, 0.1",
  })
  void aNumberThatNoRowCanHaveMatchesNone(ColumnType type, String text) {
    assertThat(bound(type, text)).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({
    "INTEGER, seven, must be a number conforming to the specified constraints",
    "NUMBER, '', must be a number conforming to the specified constraints",
    "NUMBER, 1e401, must be a number conforming to the specified constraints",
    "NUMBER, 1e-401, must be a number conforming to the specified constraints",
    "BOOLEAN, yes, must be a boolean value",
    "BOOLEAN, TRUE, must be a boolean value",
    "TIMESTAMP, yesterday, must be a Date instance",
  })
  void otherValuesAreRefusedByName(ColumnType type, String text, String message) {
    assertThatThrownBy(() -> FilterValues.of(type, "field", text))
        .isInstanceOf(Problem.class)
        .hasMessage("field " + message);
  }

  @Test
  void wholeNumbersAreComparedWithAnyNumber() {
    assertThat(FilterValues.operand(ColumnType.INTEGER, "field", "7.5"))
        .isEqualTo(Numeric.parse("7.5"));
  }
}
