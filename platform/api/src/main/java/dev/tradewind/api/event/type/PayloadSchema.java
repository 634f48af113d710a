package dev.tradewind.api.event.type;

import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** JSON Schema of the data of an event, under its name in the event document. */
public final class PayloadSchema {

  /** Data of events that only say which aggregate changed. */
  static final PayloadSchema ID =
      of("Id", "Id of the aggregate; its current state is available over HTTP.")
          .with("id", Kind.TEXT, "Id of the aggregate.");

  /** Data of events that also name the changed fields. */
  static final PayloadSchema UPDATED =
      of("Updated", "An updated aggregate and the changed fields.")
          .with("id", Kind.TEXT, "Id of the aggregate.")
          .with("fields", Kind.TEXTS, "Names of the changed fields and relations.");

  /** Type of a property. */
  enum Kind {
    TEXT("string"),
    NULLABLE_TEXT("string", "null"),
    NULLABLE_FLAG("boolean", "null"),
    INTEGER("integer"),
    TEXTS("array"),
    OBJECT("object"),
    NULLABLE_OBJECT("object", "null");

    private final List<String> types;

    Kind(String... types) {
      this.types = List.of(types);
    }

    private JsonObject schema(String description) {
      JsonObject schema = new JsonObject();
      schema.put("type", types.size() == 1 ? types.getFirst() : new JsonArray(types));
      schema.put("description", description);
      if (this == TEXTS) {
        schema.put("items", new JsonObject().put("type", "string"));
      }
      return schema;
    }
  }

  private record Property(String name, boolean isRequired, JsonObject schema) {}

  private final String name;
  private final String description;
  private final List<Property> properties;
  private final @Nullable String resource;

  private PayloadSchema(
      String name, String description, List<Property> properties, @Nullable String resource) {
    this.name = name;
    this.description = description;
    this.properties = properties;
    this.resource = resource;
  }

  /** Schema without properties. */
  static PayloadSchema of(String name, String description) {
    return new PayloadSchema(name, description, List.of(), null);
  }

  /**
   * Schema of a resource as the API returns it, or of no value.
   *
   * @param resource name of its schema in the OpenAPI document
   */
  static PayloadSchema representation(String name, String resource, String description) {
    return new PayloadSchema(name, description, List.of(), resource);
  }

  /** The same schema with a property that every event has. */
  PayloadSchema with(String property, Kind kind, String description) {
    return with(new Property(property, true, kind.schema(description)));
  }

  /** The same schema with a property that events may have. */
  PayloadSchema withOptional(String property, Kind kind, String description) {
    return with(new Property(property, false, kind.schema(description)));
  }

  PayloadSchema noNotification() {
    return with(
        "no_notification",
        Kind.NULLABLE_FLAG,
        "true asks notification consumers to skip the event; null where the order does not say.");
  }

  private PayloadSchema with(Property property) {
    List<Property> all = new ArrayList<>(properties);
    all.add(property);
    return new PayloadSchema(name, description, all, resource);
  }

  String name() {
    return name;
  }

  boolean hasProperty(String property) {
    return properties.stream().anyMatch(each -> each.name().equals(property));
  }

  /**
   * The JSON Schema, without its name.
   *
   * @param folder JSON pointer of the schemas of {@link #addReferenced}
   */
  JsonObject toJson(ResourceSchemas resources, String folder) {
    JsonObject schema = new JsonObject().put("description", description);
    if (resource != null) {
      return resources
          .get(resource, folder)
          .mergeIn(schema)
          .put("type", new JsonArray().add("object").add("null"))
          .put("additionalProperties", true);
    }
    JsonArray required = new JsonArray();
    JsonObject schemas = new JsonObject();
    for (Property property : properties) {
      if (property.isRequired()) {
        required.add(property.name());
      }
      schemas.put(property.name(), property.schema().copy());
    }
    return schema.put("type", "object").put("required", required).put("properties", schemas);
  }

  /** Adds the schemas that {@link #toJson} references. */
  void addReferenced(ResourceSchemas resources, String folder, JsonObject target) {
    if (resource != null) {
      resources.addReferenced(resource, folder, target);
    }
  }
}
