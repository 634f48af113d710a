package dev.tradewind.gateway.validation;

import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Messages of the API for invalid values. */
final class ValidationMessages {

  private static final String MAX_LENGTH = "maxLength";

  private ValidationMessages() {}

  /**
   * @param missing whether a required property is absent
   * @param found the keywords of the schema that the value does not satisfy
   */
  static void ofValue(
      String name,
      JsonObject schema,
      @Nullable Object value,
      boolean missing,
      Set<String> found,
      List<String> messages) {
    if (!missing && found.isEmpty()) {
      return;
    }
    boolean empty = missing || value == null ? mustBeGiven(schema) : isTooShort(schema, value);
    if (empty) {
      messages.add(name + " should not be empty");
    }
    boolean wrongType = missing || found.contains("type");
    switch (SchemaTypes.type(schema)) {
      case "string" -> text(name, schema, wrongType, empty, found, messages);
      case "number", "integer" -> number(name, schema, wrongType, found, messages);
      case "boolean" -> messages.add(name + " must be a boolean value");
      case "array" -> array(name, schema, value, missing, found, messages);
      default -> {
        if (found.contains("type") && SchemaTypes.hasProperties(schema)) {
          messages.add("nested property " + name + " must be either object or array");
        } else if (wrongType && !empty) {
          messages.add(name + " must be an object");
        }
      }
    }
  }

  /**
   * The error of an element, reported for its list.
   *
   * @param found the keywords of the schema that the element does not satisfy
   */
  static String ofElement(String name, JsonObject items, Set<String> found) {
    if (SchemaTypes.hasProperties(items)) {
      return "each value in nested property " + name + " must be either object or array";
    }
    String violated =
        found.contains(MAX_LENGTH)
            ? maxLength(items)
            : found.contains("minLength") ? "should not be empty" : requirement(items);
    return "each value in " + name + " " + violated;
  }

  private static void text(
      String name,
      JsonObject schema,
      boolean wrongType,
      boolean empty,
      Set<String> found,
      List<String> messages) {
    boolean special = schema.containsKey("enum") || schema.containsKey("format");
    if (wrongType || (special && (empty || found.contains("enum") || found.contains("format")))) {
      messages.add(name + " " + requirement(schema));
    }
    if (found.contains(MAX_LENGTH)) {
      messages.add(name + " " + maxLength(schema));
    }
    if (found.contains("pattern") && schema.getBoolean("x-line", false)) {
      messages.add(name + " must be one line");
    } else if (found.contains("pattern")) {
      messages.add(name + " must match /" + schema.getString("pattern") + "/ regular expression");
    }
  }

  private static String maxLength(JsonObject schema) {
    return "must be shorter than or equal to " + schema.getValue(MAX_LENGTH) + " characters";
  }

  private static void number(
      String name, JsonObject schema, boolean wrongType, Set<String> found, List<String> messages) {
    // The pattern describes a number as text.
    if (wrongType || found.contains("multipleOf") || found.contains("pattern")) {
      messages.add(name + " " + requirement(schema));
    }
    if (found.contains("exclusiveMinimum")) {
      messages.add(name + " must be a positive number");
    }
    if (found.contains("minimum")) {
      messages.add(name + " must not be less than " + schema.getValue("minimum"));
    }
    if (found.contains("maximum")) {
      messages.add(name + " must not be greater than " + schema.getValue("maximum"));
    }
  }

  private static void array(
      String name,
      JsonObject schema,
      @Nullable Object value,
      boolean missing,
      Set<String> found,
      List<String> messages) {
    JsonObject items = schema.getJsonObject("items", new JsonObject());
    if (missing || found.contains("type")) {
      boolean nested = SchemaTypes.hasProperties(items);
      if (nested ? !missing : !isOf(SchemaTypes.type(items), value)) {
        messages.add(ofElement(name, items, Set.of()));
      }
      messages.add(name + " must be an array");
    }
    if (found.contains("maxItems")) {
      messages.add(
          name + " must contain no more than " + schema.getValue("maxItems") + " elements");
    }
  }

  private static String requirement(JsonObject schema) {
    JsonArray allowed = schema.getJsonArray("enum");
    if (allowed != null) {
      return "must be one of the following values: "
          + allowed.stream()
              .filter(value -> value != null)
              .map(Object::toString)
              .collect(Collectors.joining(", "));
    }
    return switch (SchemaTypes.type(schema)) {
      case "number" -> "must be a number conforming to the specified constraints";
      case "integer" -> "must be an integer number";
      case "boolean" -> "must be a boolean value";
      case "array" -> "must be an array";
      case "object" -> "must be an object";
      default ->
          switch (schema.getString("format", "")) {
            case "email" -> "must be an email";
            case "date-time" -> "must be a Date instance";
            default -> "must be a string";
          };
    };
  }

  /**
   * Whether an absent value is also an empty one. Of numbers and lists only some are, as the
   * contract says, although none may be absent.
   */
  private static boolean mustBeGiven(JsonObject schema) {
    return schema.getBoolean("x-not-empty", false)
        || (isPositive(schema, "minLength") && !schema.getBoolean("x-id", false))
        || isPositive(schema, "minProperties");
  }

  private static boolean isTooShort(JsonObject schema, Object value) {
    return switch (value) {
      case String text -> text.isEmpty() && isPositive(schema, "minLength");
      case JsonArray array -> array.isEmpty() && isPositive(schema, "minItems");
      case JsonObject object -> object.isEmpty() && isPositive(schema, "minProperties");
      default -> false;
    };
  }

  private static boolean isPositive(JsonObject schema, String keyword) {
    return schema.getInteger(keyword, 0) > 0;
  }

  private static boolean isOf(String type, @Nullable Object value) {
    return switch (type) {
      case "string" -> value instanceof String;
      case "number", "integer" -> value instanceof Number;
      case "boolean" -> value instanceof Boolean;
      default -> false;
    };
  }
}
