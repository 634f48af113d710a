package dev.tradewind.catalog.search.api;

import dev.tradewind.catalog.search.query.SearchProblem;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Members of a request by their types; refusals name the place. */
final class Input {

  private static final int MAX_NAME = 200;
  private static final int MAX_SHOWN = 100;

  private final JsonObject body;

  Input(JsonObject body) {
    this.body = body;
  }

  /** Text of a caller in a message, cut. */
  static String shown(String text) {
    return text.length() <= MAX_SHOWN ? text : text.substring(0, MAX_SHOWN) + "…";
  }

  boolean has(String name) {
    return body.getValue(name) != null;
  }

  String text(String name, String code, String otherwise, int max) {
    return switch (body.getValue(name)) {
      case null -> otherwise;
      case String text -> {
        if (text.length() > max) {
          throw SearchProblem.invalid(
              code, "The value at `.%s` has more than %s characters".formatted(name, max));
        }
        yield text;
      }
      default -> throw invalid(name, code, "a string");
    };
  }

  boolean truth(String name, String code, boolean otherwise) {
    return switch (body.getValue(name)) {
      case null -> otherwise;
      case Boolean truth -> truth;
      default -> throw invalid(name, code, "a boolean");
    };
  }

  /** Whole number from 0 on; absent without one. */
  @Nullable Integer number(String name, String code) {
    Object value = body.getValue(name);
    if (value == null) {
      return null;
    }
    if (value instanceof Number number
        && number.doubleValue() == Math.rint(number.doubleValue())
        && number.doubleValue() >= 0
        && !number.toString().contains(".")) {
      return (int) Math.min(Integer.MAX_VALUE, number.doubleValue());
    }
    throw invalid(name, code, "a positive integer");
  }

  /**
   * @param max number of texts
   */
  List<String> texts(String name, String code, int max) {
    Object value = body.getValue(name);
    if (value == null) {
      return List.of();
    }
    if (!(value instanceof JsonArray array)) {
      throw invalid(name, code, "an array");
    }
    if (array.size() > max) {
      throw SearchProblem.invalid(
          code, "The array at `.%s` has more than %s elements".formatted(name, max));
    }
    List<String> texts = new ArrayList<>();
    for (int i = 0; i < array.size(); i++) {
      if (!(array.getValue(i) instanceof String text) || text.length() > MAX_NAME) {
        throw invalid(
            name + "[" + i + "]", code, "a string of at most " + MAX_NAME + " characters");
      }
      texts.add(text);
    }
    return texts;
  }

  private static SearchProblem invalid(String name, String code, String expected) {
    return SearchProblem.invalid(
        code, "Invalid value type at `.%s`: expected %s".formatted(name, expected));
  }
}
