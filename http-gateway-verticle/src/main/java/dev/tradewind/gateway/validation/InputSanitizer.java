package dev.tradewind.gateway.validation;

import dev.tradewind.kernel.operation.Problem;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Sanitizer of well-formed values that cannot be stored: texts that neither the database nor the
 * wire can represent, numbers without a value, unlimited nesting. A whole number with a fraction or
 * an exponent becomes a plain one, which is equal in JSON.
 */
final class InputSanitizer {

  private static final int MAXIMUM_DEPTH = 100;

  /** Up to here every whole number has a double of its own. */
  private static final double MAX_EXACT = 1L << 53;

  private InputSanitizer() {}

  static void check(JsonObject input) {
    check(input, 0);
  }

  private static void check(@Nullable Object value, int depth) {
    if (depth > MAXIMUM_DEPTH) {
      throw Problem.invalidData("The request is nested too deeply");
    }
    switch (value) {
      case String text -> checkText(text);
      case JsonObject object -> {
        for (Map.Entry<String, Object> entry : object) {
          checkText(entry.getKey());
          check(entry.getValue(), depth + 1);
          if (isWhole(entry.getValue())) {
            entry.setValue(((Double) entry.getValue()).longValue());
          }
        }
      }
      case JsonArray array -> {
        for (int i = 0; i < array.size(); i++) {
          Object element = array.getValue(i);
          check(element, depth + 1);
          if (isWhole(element)) {
            array.set(i, ((Double) element).longValue());
          }
        }
      }
      case Double number when !Double.isFinite(number) ->
          throw Problem.invalidData("The request holds a number that is too large");
      case null, default -> {
        // Booleans, finite numbers and null need no check.
      }
    }
  }

  private static boolean isWhole(@Nullable Object value) {
    return value instanceof Double number
        && number == Math.rint(number)
        && Math.abs(number) < MAX_EXACT;
  }

  private static void checkText(String text) {
    for (int i = 0; i < text.length(); i++) {
      char character = text.charAt(i);
      boolean paired =
          Character.isHighSurrogate(character)
              && i + 1 < text.length()
              && Character.isLowSurrogate(text.charAt(i + 1));
      if (paired) {
        i++;
      } else if (character == 0 || Character.isSurrogate(character)) {
        throw Problem.invalidData("The request holds a text that is not valid Unicode");
      }
    }
  }
}
