package dev.tradewind.gateway.validation;

import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import io.vertx.json.schema.OutputUnit;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Validation errors in the words of the API: unknown properties first, then the properties in the
 * order in which the schema declares them.
 */
final class ValidationErrors {

  /** Locations of a value and of its schema; the names of declared properties are plain words. */
  private record Place(String instance, String schema) {

    Place property(String name) {
      return new Place(instance + "/" + name, schema + "/properties/" + name);
    }

    Place element(int index) {
      return new Place(instance + "/" + index, schema + "/items");
    }

    Place alternative(int index) {
      return new Place(instance, schema + "/anyOf/" + index);
    }
  }

  private final Map<Place, Set<String>> keywords = new HashMap<>();

  ValidationErrors(OutputUnit result) {
    for (OutputUnit unit : result.getErrors()) {
      String location = unit.getKeywordLocation();
      int keyword = location.lastIndexOf('/');
      keywords
          .computeIfAbsent(
              new Place(unit.getInstanceLocation(), location.substring(0, keyword)),
              absent -> new HashSet<>())
          .add(location.substring(keyword + 1));
    }
  }

  String describe(JsonObject schema, JsonObject input) {
    List<String> messages = new ArrayList<>();
    object(schema, input, new Place("#", "#"), messages);
    if (messages.isEmpty()) {
      return "The request is not valid";
    }
    return String.join(", ", messages.stream().distinct().toList());
  }

  private void object(JsonObject schema, JsonObject object, Place place, List<String> messages) {
    JsonObject properties = schema.getJsonObject("properties", new JsonObject());
    if (Boolean.FALSE.equals(schema.getValue("additionalProperties"))) {
      for (String name : object.fieldNames()) {
        if (!properties.containsKey(name)) {
          messages.add("property " + name + " should not exist");
        }
      }
    }
    JsonArray required = schema.getJsonArray("required", new JsonArray());
    for (String name : properties.fieldNames()) {
      boolean missing = required.contains(name) && !object.containsKey(name);
      if (missing || object.containsKey(name)) {
        property(
            new Property(name, properties.getJsonObject(name), object.getValue(name), missing),
            place.property(name),
            messages);
      }
    }
  }

  private record Property(
      String name, JsonObject schema, @Nullable Object value, boolean missing) {}

  private void property(Property property, Place place, List<String> messages) {
    JsonObject schema = property.schema();
    Set<String> found = keywords.getOrDefault(place, Set.of());
    String custom = schema.getString("x-message");
    if (custom != null && (property.missing() || !found.isEmpty())) {
      messages.add(custom);
    } else if (schema.containsKey("anyOf")) {
      if (property.missing() || found.contains("anyOf")) {
        messages.add(union(property, place));
      }
    } else if (SchemaTypes.hasProperties(schema) && property.value() instanceof JsonObject object) {
      object(schema, object, place, messages);
    } else if (property.value() instanceof JsonArray array
        && schema.getValue("items") instanceof JsonObject items) {
      elements(property.name(), items, array, place, messages);
      ValidationMessages.ofValue(property.name(), schema, array, false, found, messages);
    } else {
      ValidationMessages.ofValue(
          property.name(), schema, property.value(), property.missing(), found, messages);
    }
  }

  private void elements(
      String name, JsonObject items, JsonArray array, Place place, List<String> messages) {
    for (int i = 0; i < array.size(); i++) {
      Place element = place.element(i);
      Set<String> found = keywords.getOrDefault(element, Set.of());
      if (SchemaTypes.hasProperties(items) && array.getValue(i) instanceof JsonObject object) {
        object(items, object, element, messages);
      } else if (!found.isEmpty()) {
        messages.add(ValidationMessages.ofElement(name, items, found));
      }
    }
  }

  /** No alternative of the property matches; the errors of each are listed as JSON. */
  private String union(Property property, Place place) {
    List<String> titles = new ArrayList<>();
    JsonObject details = new JsonObject();
    JsonArray alternatives = property.schema().getJsonArray("anyOf");
    for (int i = 0; i < alternatives.size(); i++) {
      JsonObject alternative = alternatives.getJsonObject(i);
      if (!SchemaTypes.isNullable(alternative)) {
        String title = alternative.getString("title", SchemaTypes.type(alternative));
        List<String> reasons = new ArrayList<>();
        property(
            new Property(property.name(), alternative, property.value(), property.missing()),
            place.alternative(i),
            reasons);
        titles.add(title);
        details.put(title, new JsonArray(reasons));
      }
    }
    return new JsonObject()
        .put("message", property.name() + " must be one of: " + String.join(",", titles))
        .put("details", details)
        .encode();
  }
}
