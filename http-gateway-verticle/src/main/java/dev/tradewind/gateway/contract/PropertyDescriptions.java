package dev.tradewind.gateway.contract;

import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Descriptions of the properties of a document whose schemas leave them to their name, from one
 * table of names. A name that means something else in a schema or operation is in the table with
 * that before it.
 */
final class PropertyDescriptions {

  private static final String DESCRIPTION = "description";
  private static final String SUMMARY = "Summary";
  private static final JsonObject TABLE = ContractFiles.read("descriptions.yaml");

  private PropertyDescriptions() {}

  static JsonObject addTo(JsonObject document) {
    document
        .getJsonObject("components")
        .forEach(kind ->
            ((JsonObject) kind.getValue())
                .forEach(component -> describe(component.getValue(), owner(component.getKey()))));
    document
        .getJsonObject("paths")
        .forEach(path ->
            ((JsonObject) path.getValue())
                .forEach(method ->
                    describe(
                        method.getValue(),
                        ((JsonObject) method.getValue()).getString("operationId"))));
    return document;
  }

  private static String owner(String schema) {
    if (schema.endsWith(SUMMARY)) {
      return schema.substring(0, schema.length() - SUMMARY.length());
    }
    return schema;
  }

  private static void describe(@Nullable Object value, String owner) {
    if (value instanceof JsonArray array) {
      array.forEach(element -> describe(element, owner));
    } else if (value instanceof JsonObject object) {
      for (Map.Entry<String, Object> member : object) {
        if (member.getKey().equals("properties")) {
          describeProperties((JsonObject) member.getValue(), owner);
        } else if (!member.getKey().startsWith("example")) {
          describe(member.getValue(), owner);
        }
      }
    }
  }

  private static void describeProperties(JsonObject properties, String owner) {
    for (Map.Entry<String, Object> property : properties) {
      JsonObject schema = (JsonObject) property.getValue();
      String name = property.getKey();
      String description = TABLE.getString(owner + "." + name, TABLE.getString(name));
      if (description != null) {
        schema.getMap().putIfAbsent(DESCRIPTION, description);
      }
      describe(schema, owner);
    }
  }
}
