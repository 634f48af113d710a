package dev.tradewind.gateway.validation;

import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import org.jspecify.annotations.Nullable;

/** Queries of a request schema. */
final class SchemaTypes {

  private SchemaTypes() {}

  /** The one type that is not null; empty if the schema has none. */
  static String type(JsonObject schema) {
    Object type = schema.getValue("type");
    if (type instanceof JsonArray types) {
      for (Object candidate : types) {
        if (!"null".equals(candidate)) {
          return (String) candidate;
        }
      }
    }
    return type instanceof String single ? single : "";
  }

  static boolean isDate(JsonObject schema) {
    return "date-time".equals(schema.getString("format"));
  }

  static boolean hasProperties(JsonObject schema) {
    return "object".equals(type(schema)) && schema.containsKey("properties");
  }

  static boolean isNullable(JsonObject schema) {
    return "null".equals(schema.getValue("type"))
        || (schema.getValue("type") instanceof JsonArray types && types.contains("null"));
  }

  /** The only alternative that fits an object, an array or a scalar. */
  static @Nullable JsonObject ofSameShape(JsonArray alternatives, Object value) {
    for (Object alternative : alternatives) {
      JsonObject schema = (JsonObject) alternative;
      String type = type(schema);
      boolean same =
          switch (value) {
            case JsonObject object -> type.equals("object");
            case JsonArray array -> type.equals("array");
            default -> !type.equals("object") && !type.equals("array");
          };
      if (same) {
        return schema;
      }
    }
    return null;
  }

  static boolean contains(JsonObject schema, String format) {
    return schema.encode().contains("\"format\":\"" + format + "\"");
  }
}
