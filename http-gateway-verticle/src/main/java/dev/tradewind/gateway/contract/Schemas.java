package dev.tradewind.gateway.contract;

import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Transformations of the contract's schemas for the validators. */
final class Schemas {

  private static final long MAX_INTEGER = (1L << 53) - 1;

  /** Characters of a text whose schema does not say more. */
  private static final int MAX_TEXT = 255;

  private static final String NULL = "null";

  /** Names of properties that hold the name of a person. */
  private static final List<String> NAMES = List.of("first_name", "last_name");

  // Without "$", which also matches before a line break at the end.
  private static final String LINE = "^(?![\\s\\S]*[\\r\\n\\u0085\\u2028\\u2029])";

  /** Names of properties that hold ids of resources. */
  private static final Pattern ID = Pattern.compile("id|ids|.*_ids?");

  private Schemas() {}

  /**
   * The schema with every reference replaced by its target. Only for request schemas, which are not
   * recursive.
   */
  static JsonObject inlined(JsonObject schema, JsonObject document) {
    JsonObject inlined = new JsonObject();
    String reference = schema.getString("$ref");
    if (reference != null) {
      inlined.mergeIn(inlined(resolved(reference, document), document));
    }
    for (Map.Entry<String, Object> entry : schema) {
      if (!entry.getKey().equals("$ref")) {
        inlined.put(entry.getKey(), inline(entry.getValue(), document));
      }
    }
    return inlined;
  }

  private static @Nullable Object inline(@Nullable Object value, JsonObject document) {
    if (value instanceof JsonArray array) {
      JsonArray inlined = new JsonArray();
      array.forEach(element -> inlined.add(inline(element, document)));
      return inlined;
    }
    return value instanceof JsonObject object ? inlined(object, document) : value;
  }

  static JsonObject resolved(String reference, JsonObject document) {
    JsonObject found = document;
    for (String step : reference.substring("#/".length()).split("/", -1)) {
      found = found.getJsonObject(step);
      if (found == null) {
        throw new IllegalStateException("The contract has no " + reference);
      }
    }
    return found;
  }

  /** The object itself, or the target of its reference. */
  static JsonObject followed(JsonObject object, JsonObject document) {
    String reference = object.getString("$ref");
    return reference == null ? object : followed(resolved(reference, document), document);
  }

  /**
   * The schema of a request in which null stands for an absent optional property, or clears it,
   * unless it or the object is marked to take none: what cannot be cleared would be kept without a
   * word.
   */
  static JsonObject withAbsentNulls(JsonObject schema) {
    JsonObject rewritten = schema.copy();
    JsonObject properties = rewritten.getJsonObject("properties");
    if (properties != null) {
      JsonArray required = rewritten.getJsonArray("required", new JsonArray());
      JsonArray notNull = rewritten.getJsonArray("x-not-null", new JsonArray());
      for (String name : properties.fieldNames().toArray(String[]::new)) {
        JsonObject property = withAbsentNulls(properties.getJsonObject(name));
        boolean takesNull =
            !required.contains(name)
                && !notNull.contains(name)
                && property.getBoolean("x-null", true);
        properties.put(name, takesNull ? nullable(property) : property);
      }
    }
    if (rewritten.getValue("items") instanceof JsonObject items) {
      rewritten.put("items", withAbsentNulls(items));
    }
    JsonArray alternatives = rewritten.getJsonArray("anyOf");
    if (alternatives != null) {
      JsonArray all = new JsonArray();
      alternatives.forEach(alternative -> all.add(withAbsentNulls((JsonObject) alternative)));
      rewritten.put("anyOf", all);
    }
    return rewritten;
  }

  /**
   * The schema with bounds for integers that have none: the bounds of JSON numbers without loss.
   * Larger ones would be stored as another number.
   */
  static JsonObject withIntegerBounds(JsonObject schema) {
    JsonObject bounded = everywhere(schema, Schemas::withIntegerBounds);
    if (hasType(schema, "integer")) {
      if (!bounded.containsKey("maximum")) {
        bounded.put("maximum", MAX_INTEGER);
      }
      if (!bounded.containsKey("minimum")) {
        bounded.put("minimum", -MAX_INTEGER);
      }
    }
    return bounded;
  }

  /**
   * The schema with a maximum length of texts that have none: what is stored is shown to others. A
   * list of values and a time are bounded already.
   */
  static JsonObject withTextBounds(JsonObject schema) {
    JsonObject bounded = everywhere(schema, Schemas::withTextBounds);
    if (hasType(schema, "string")
        && !schema.containsKey("enum")
        && !schema.containsKey("const")
        && !"date-time".equals(schema.getValue("format"))
        && !schema.containsKey("maxLength")) {
      bounded.put("maxLength", MAX_TEXT);
    }
    return bounded;
  }

  /**
   * The schema in which no id is an empty text: an id names a resource, and what names none is
   * absent or null. An empty element of a query's list selects nothing, so those lists stay. The
   * mark tells a derived length from one of the contract, whose messages call absence empty, too.
   */
  static JsonObject withIdBounds(JsonObject schema, boolean withLists) {
    JsonObject bounded = everywhere(schema, nested -> withIdBounds(nested, withLists));
    if (bounded.getValue("properties") instanceof JsonObject properties) {
      for (Map.Entry<String, Object> property : properties) {
        if (ID.matcher(property.getKey()).matches()
            && (withLists || !hasListForm((JsonObject) property.getValue()))) {
          requireNonEmptyTexts((JsonObject) property.getValue());
        }
      }
    }
    return bounded;
  }

  /**
   * The schema in which the name of a person is one line: mails print it, to addresses that a
   * caller chooses.
   */
  static JsonObject withLineNames(JsonObject schema) {
    JsonObject bounded = everywhere(schema, Schemas::withLineNames);
    if (bounded.getValue("properties") instanceof JsonObject properties) {
      for (String name : NAMES) {
        JsonObject property = properties.getJsonObject(name);
        if (property != null && hasType(property, "string")) {
          property.put("pattern", LINE).put("x-line", true);
        }
      }
    }
    return bounded;
  }

  private static boolean hasListForm(JsonObject schema) {
    return hasType(schema, "array") || alternatives(schema).anyMatch(Schemas::hasListForm);
  }

  private static void requireNonEmptyTexts(JsonObject schema) {
    if (hasType(schema, "string") && !schema.containsKey("enum")) {
      // A minimum of 0 in the contract: there, an empty text is none.
      if (!schema.containsKey("minLength")) {
        schema.put("minLength", 1).put("x-id", true);
      }
    }
    if (schema.getValue("items") instanceof JsonObject items) {
      requireNonEmptyTexts(items);
    }
    alternatives(schema).forEach(Schemas::requireNonEmptyTexts);
  }

  private static Stream<JsonObject> alternatives(JsonObject schema) {
    return schema.getJsonArray("anyOf", new JsonArray()).stream().map(JsonObject.class::cast);
  }

  private static boolean hasType(JsonObject schema, String requested) {
    Object type = schema.getValue("type");
    return requested.equals(type) || (type instanceof JsonArray types && types.contains(requested));
  }

  /** The schema with the change applied to all schemas within it. */
  private static JsonObject everywhere(JsonObject schema, UnaryOperator<JsonObject> change) {
    JsonObject changed = new JsonObject();
    schema.forEach(entry -> changed.put(entry.getKey(), everywhere(entry.getValue(), change)));
    return changed;
  }

  private static @Nullable Object everywhere(
      @Nullable Object value, UnaryOperator<JsonObject> change) {
    if (value instanceof JsonArray array) {
      JsonArray changed = new JsonArray();
      array.forEach(element -> changed.add(everywhere(element, change)));
      return changed;
    }
    return value instanceof JsonObject object ? change.apply(object) : value;
  }

  private static JsonObject nullable(JsonObject schema) {
    JsonObject nullable = schema.copy();
    if (schema.getValue("type") instanceof String type) {
      nullable.put("type", new JsonArray().add(type).add(NULL));
    }
    if (schema.containsKey("enum")) {
      nullable.put("enum", schema.getJsonArray("enum").copy().addNull());
    }
    if (schema.containsKey("anyOf")) {
      nullable.put(
          "anyOf", schema.getJsonArray("anyOf").copy().add(new JsonObject().put("type", NULL)));
    }
    return nullable;
  }
}
