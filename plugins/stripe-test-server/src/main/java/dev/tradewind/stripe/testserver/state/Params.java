package dev.tradewind.stripe.testserver.state;

import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Parameters of a request: texts, lists and objects of a form, read as what an operation needs. */
public record Params(JsonObject values, String path) {

  public Params(JsonObject values) {
    this(values, "");
  }

  /** Refuses parameters without these names. */
  public void allowOnly(Set<String> names) {
    for (String name : values.fieldNames()) {
      if (!names.contains(name)) {
        throw StripeError.invalid(
            "Received unknown parameter: " + named(name), "parameter_unknown", named(name));
      }
    }
  }

  public boolean has(String name) {
    return values.containsKey(name);
  }

  /** The text; empty, as Stripe unsets a value, and absent are null. */
  public @Nullable String text(String name) {
    Object value = values.getValue(name);
    if (value == null || value.equals("")) {
      return null;
    }
    if (value instanceof String text) {
      return text;
    }
    throw StripeError.invalid("Invalid string: " + value, null, named(name));
  }

  String required(String name) {
    String text = text(name);
    if (text == null) {
      throw StripeError.missing(named(name));
    }
    return text;
  }

  @Nullable String oneOf(String name, List<String> allowed) {
    String text = text(name);
    if (text != null && !allowed.contains(text)) {
      throw StripeError.invalid(
          "Invalid " + named(name) + ": must be one of " + String.join(", ", allowed),
          null,
          named(name));
    }
    return text;
  }

  public @Nullable Long integer(String name) {
    String text = text(name);
    if (text == null) {
      return null;
    }
    try {
      return Long.valueOf(text);
    } catch (NumberFormatException malformed) {
      throw StripeError.invalid(
          "Invalid integer: " + text, "parameter_invalid_integer", named(name));
    }
  }

  boolean isTrue(String name) {
    return "true".equals(oneOf(name, List.of("true", "false")));
  }

  /** The object; empty if it is absent. */
  public Params object(String name) {
    Object value = values.getValue(name);
    if (value == null || value.equals("")) {
      return new Params(new JsonObject(), named(name));
    }
    if (value instanceof JsonObject object) {
      return new Params(object, named(name));
    }
    throw StripeError.invalid("Invalid object", null, named(name));
  }

  /** The list of texts; empty if it is absent. */
  public List<String> texts(String name) {
    Object value = values.getValue(name);
    if (value == null || value.equals("")) {
      return List.of();
    }
    if (value instanceof JsonArray array
        && array.stream().allMatch(element -> element instanceof String)) {
      return array.stream().map(String.class::cast).toList();
    }
    throw StripeError.invalid("Invalid array", null, named(name));
  }

  private String named(String name) {
    return path.isEmpty() ? name : path + "[" + name + "]";
  }
}
