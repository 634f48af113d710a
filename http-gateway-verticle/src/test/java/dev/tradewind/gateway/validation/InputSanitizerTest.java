package dev.tradewind.gateway.validation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tradewind.kernel.operation.Problem;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class InputSanitizerTest {

  @ParameterizedTest
  @ValueSource(strings = {"a\u0000b", "\ud800", "\udc00\ud800", "a\ud83d"})
  void textsWithoutAFormOnTheWireAreRefused(String text) {
    String message = "The request holds a text that is not valid Unicode";

    assertThatThrownBy(() -> InputSanitizer.check(new JsonObject().put("text", text)))
        .isInstanceOf(Problem.class)
        .hasMessage(message);
    assertThatThrownBy(() -> InputSanitizer.check(new JsonObject().put(text, 1)))
        .hasMessage(message);
    assertThatThrownBy(
            () -> InputSanitizer.check(new JsonObject().put("list", new JsonArray().add(text))))
        .hasMessage(message);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "caf\u00e9", "\ud83d\ude00", "line\n\ttab", "\uffff"})
  void otherTextsAreKept(String text) {
    assertThatCode(() -> InputSanitizer.check(new JsonObject().put("text", text)))
        .doesNotThrowAnyException();
  }

  @ParameterizedTest
  @CsvSource({"1.0, 1", "1e3, 1000", "-0.0, 0", "9007199254740991.0, 9007199254740991"})
  void wholeNumbersArePlain(double number, long plain) {
    JsonObject input =
        new JsonObject().put("number", number).put("list", new JsonArray().add(number));
    InputSanitizer.check(input);

    assertThat(input.getValue("number")).isEqualTo(plain);
    assertThat(input.getJsonArray("list").getValue(0)).isEqualTo(plain);
  }

  @ParameterizedTest
  @ValueSource(doubles = {1.5, 9007199254740992.0, 1e300})
  void otherNumbersAreKept(double number) {
    JsonObject input = new JsonObject().put("number", number);
    InputSanitizer.check(input);

    assertThat(input.getValue("number")).isEqualTo(number);
  }

  @ParameterizedTest
  @ValueSource(doubles = {Double.POSITIVE_INFINITY, Double.NEGATIVE_INFINITY, Double.NaN})
  void numbersWithoutAValueAreRefused(double number) {
    assertThatThrownBy(() -> InputSanitizer.check(new JsonObject().put("number", number)))
        .hasMessage("The request holds a number that is too large");
  }

  @Test
  void nestingIsBounded() {
    assertThatCode(() -> InputSanitizer.check(nested(100))).doesNotThrowAnyException();
    assertThatThrownBy(() -> InputSanitizer.check(nested(101)))
        .hasMessage("The request is nested too deeply");
  }

  /** Objects in each other, with a number in the innermost. */
  private static JsonObject nested(int depth) {
    JsonObject object = new JsonObject().put("number", 1);
    for (int i = 1; i < depth; i++) {
      object = new JsonObject().put("object", object);
    }
    return object;
  }
}
