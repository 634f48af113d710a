package dev.tradewind.gateway.contract;

import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Transformations of the contract's schemas for the validators. */
final class Schemas {

  private static final long LARGEST_INTEGER = (1L << 53) - 1;

  private static final String NULL = "null";

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

  /** The schema of a request in which null stands for an absent optional property. */
  static JsonObject withAbsentNulls(JsonObject schema) {
    JsonObject rewritten = schema.copy();
    JsonObject properties = rewritten.getJsonObject("properties");
    if (properties != null) {
      JsonArray required = rewritten.getJsonArray("required", new JsonArray());
      for (String name : properties.fieldNames().toArray(String[]::new)) {
        JsonObject property = withAbsentNulls(properties.getJsonObject(name));
        properties.put(name, required.contains(name) ? property : nullable(property));
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
   * The schema with bounds for integers that have none: those of JSON numbers without loss. Larger
   * ones would be stored as another number.
   */
  static JsonObject withIntegerBounds(JsonObject schema) {
    JsonObject bounded = new JsonObject();
    schema.forEach(entry -> bounded.put(entry.getKey(), withIntegerBounds(entry.getValue())));
    Object type = schema.getValue("type");
    if ("integer".equals(type) || (type instanceof JsonArray types && types.contains("integer"))) {
      if (!bounded.containsKey("maximum")) {
        bounded.put("maximum", LARGEST_INTEGER);
      }
      if (!bounded.containsKey("minimum")) {
        bounded.put("minimum", -LARGEST_INTEGER);
      }
    }
    return bounded;
  }

  private static @Nullable Object withIntegerBounds(@Nullable Object value) {
    if (value instanceof JsonArray array) {
      JsonArray bounded = new JsonArray();
      array.forEach(element -> bounded.add(withIntegerBounds(element)));
      return bounded;
    }
    return value instanceof JsonObject object ? withIntegerBounds(object) : value;
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
