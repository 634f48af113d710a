package dev.tradewind.gateway.contract;

import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * OpenAPI document of a surface as its readers get it. The contract itself lets a resource contain
 * all of its relations, to any depth, as tests of responses need it; generators of clients and the
 * pages of the API would expand such a graph without end. In the published document a resource
 * inside another one is a schema of its own, {@code ...Summary}, with its fields and the relations
 * that the contract's {@value #NESTED} names; its description names those that {@code expand} adds.
 * Schemas of responses admit further properties, so that a client of today reads an answer of
 * tomorrow.
 */
final class PublishedDocument {

  /** Relations that a resource shows inside another one; a schema without it has no relations. */
  private static final String NESTED = "x-nested";

  private static final String TOO_MANY_REQUESTS = "429";
  private static final JsonObject IDEMPOTENCY_KEY =
      new JsonObject().put("$ref", "#/components/parameters/IdempotencyKey");
  private static final String SCHEMAS = "#/components/schemas/";
  private static final String SUMMARY = "Summary";
  private static final String NULL = "null";
  private static final JsonObject ALTERNATIVE = new JsonObject().put("type", NULL);
  private static final String CLOSED = "additionalProperties";

  private final JsonObject schemas;
  private final JsonObject published = new JsonObject();

  private PublishedDocument(JsonObject schemas) {
    this.schemas = schemas;
  }

  /** The document with all forms that a value of a request may have. */
  static JsonObject of(JsonObject document) {
    JsonObject copy = document.copy();
    parameters(copy).forEach(PublishedDocument::describeForms);
    return publish(copy);
  }

  /**
   * The same with one form of each value of a request, for generators of clients that have no other
   * way to tell several apart.
   */
  static JsonObject ofOneForm(JsonObject document) {
    JsonObject copy = document.copy();
    parameters(copy).forEach(PublishedDocument::keepOneForm);
    operations(copy)
        .forEach(operation -> keepOneFormOfBody(operation.getJsonObject("requestBody")));
    return publish(copy);
  }

  /** Parameters of all operations, shared ones included. */
  private static Stream<JsonObject> parameters(JsonObject document) {
    return Stream.concat(
            document
                .getJsonObject("components")
                .getJsonObject("parameters", new JsonObject())
                .stream()
                .map(Map.Entry::getValue),
            operations(document)
                .flatMap(
                    operation -> operation.getJsonArray("parameters", new JsonArray()).stream()))
        .map(JsonObject.class::cast);
  }

  private static void describeForms(JsonObject parameter) {
    JsonArray forms =
        parameter.getJsonObject("schema", new JsonObject()).getJsonArray("anyOf", new JsonArray());
    boolean hasList =
        forms.stream().map(JsonObject.class::cast).anyMatch(PublishedDocument::isList);
    if (forms.size() > (hasList ? 2 : 1)) {
      describe(
          parameter,
          "A value%s or a comparison, such as `%s[gt]`."
              .formatted(hasList ? ", a list" : "", parameter.getString("name")));
    }
  }

  private static JsonObject publish(JsonObject copy) {
    nameIntegers(copy);
    JsonObject components = copy.getJsonObject("components");
    PublishedDocument publishing = new PublishedDocument(components.getJsonObject("schemas"));
    nameSchemas(components.getJsonObject("responses"));
    publishing.publishResponses(components.getJsonObject("responses"));
    operations(copy)
        .forEach(operation -> {
          nameAnswer(operation);
          publishing.publishResponses(operation.getJsonObject("responses"));
          openObjects(operation.getJsonObject("requestBody"));
          describeConditions(operation);
        });
    publishing.schemas.forEach(
        schema -> publishing.published.getMap().putIfAbsent(schema.getKey(), schema.getValue()));
    components.put("schemas", publishing.published);
    Set<String> credentials = credentials(copy);
    components.getJsonObject("securitySchemes").getMap().keySet().retainAll(credentials);
    return copy.put(
        "components", UnusedComponentPruner.used(components, copy.getJsonObject("paths")));
  }

  /** Security schemes that the operations name, which reference them by name alone. */
  private static Set<String> credentials(JsonObject document) {
    return operations(document)
        .flatMap(operation -> operation.getJsonArray("security").stream())
        .flatMap(way -> ((JsonObject) way).fieldNames().stream())
        .collect(Collectors.toSet());
  }

  private static Stream<JsonObject> operations(JsonObject document) {
    return document.getJsonObject("paths").stream()
        .flatMap(path -> ((JsonObject) path.getValue()).stream())
        .map(operation -> (JsonObject) operation.getValue());
  }

  /** States permission, limit and idempotency, which the contract holds in other members. */
  private static void describeConditions(JsonObject operation) {
    String permission = operation.getString(PermissionReader.EXTENSION, "");
    if (permission.contains(":")) {
      describe(operation, "Needs the permission `" + permission + "`.");
    }
    if (operation.getJsonObject("responses").containsKey(TOO_MANY_REQUESTS)) {
      describe(operation, "Requests are limited.");
    }
    if (operation.getJsonArray("parameters", new JsonArray()).contains(IDEMPOTENCY_KEY)
        && !operation.getString("description").contains("Idempotency-Key")) {
      describe(operation, "Repeated with the same Idempotency-Key it has the same answer.");
    }
  }

  /**
   * Keeps one of several forms of a parameter: the list rather than its single value, the list
   * rather than the comparison, the comparison rather than the single value.
   */
  private static void keepOneForm(JsonObject parameter) {
    JsonObject schema = parameter.getJsonObject("schema");
    JsonArray forms = schema == null ? null : schema.getJsonArray("anyOf");
    if (forms == null) {
      return;
    }
    List<JsonObject> all = forms.stream().map(JsonObject.class::cast).toList();
    Optional<JsonObject> list = all.stream().filter(PublishedDocument::isList).findFirst();
    if (list.isPresent()) {
      parameter.put("schema", list.get()).put("style", "form").put("explode", true);
      if (all.size() > 2) {
        describe(
            parameter, "Also a comparison, such as `" + parameter.getString("name") + "[gt]`.");
      }
    } else {
      parameter.put("schema", all.getLast());
      describe(parameter, "Also a single value.");
    }
  }

  /**
   * Keeps one of several forms of each value in the body of a request; the description of the value
   * names the others.
   */
  private static void keepOneFormOfBody(@Nullable JsonObject body) {
    if (body != null && body.containsKey("content")) {
      body.getJsonObject("content")
          .forEach(
              type -> keepOneFormOfSchema(((JsonObject) type.getValue()).getJsonObject("schema")));
    }
  }

  private static void keepOneFormOfSchema(@Nullable Object schema) {
    if (schema instanceof JsonArray array) {
      array.forEach(PublishedDocument::keepOneFormOfSchema);
    } else if (schema instanceof JsonObject object) {
      if (object.remove("anyOf") instanceof JsonArray forms) {
        List<JsonObject> all = forms.stream().map(JsonObject.class::cast).toList();
        JsonObject kept =
            all.stream()
                .filter(form -> form.containsKey("$ref"))
                .findFirst()
                .or(() -> all.stream().filter(PublishedDocument::isList).findFirst())
                .orElse(all.getFirst());
        object.mergeIn(kept);
      }
      object.forEach(member -> keepOneFormOfSchema(member.getValue()));
    }
  }

  /** Objects of a request without properties: generators make maps of those that are open. */
  private static void openObjects(@Nullable Object value) {
    if (value instanceof JsonArray array) {
      array.forEach(PublishedDocument::openObjects);
    } else if (value instanceof JsonObject object) {
      if ("object".equals(object.getValue("type")) && !object.containsKey("properties")) {
        object.getMap().putIfAbsent(CLOSED, true);
      }
      object.forEach(member -> openObjects(member.getValue()));
    }
  }

  private static boolean isList(JsonObject schema) {
    return "array".equals(schema.getValue("type"));
  }

  private static void describe(JsonObject described, String sentence) {
    described.put(
        "description",
        Stream.of(described.getString("description"), sentence)
            .filter(Objects::nonNull)
            .collect(Collectors.joining(" ")));
  }

  /** Names the schemas of shared responses, which generated clients would number otherwise. */
  private static void nameSchemas(JsonObject responses) {
    for (Map.Entry<String, Object> response : responses) {
      JsonObject content = ((JsonObject) response.getValue()).getJsonObject("content");
      JsonObject json = content == null ? null : content.getJsonObject("application/json");
      if (json != null && json.getJsonObject("schema").containsKey("properties")) {
        json.getJsonObject("schema").put("title", response.getKey() + "Response");
      }
    }
  }

  /** Names the schema of the answer of an operation, which is of no other. */
  private static void nameAnswer(JsonObject operation) {
    String id = operation.getString("operationId");
    operation
        .getJsonObject("responses")
        .forEach(response -> {
          JsonObject content = ((JsonObject) response.getValue()).getJsonObject("content");
          JsonObject json = content == null ? null : content.getJsonObject("application/json");
          if (json != null
              && response.getKey().startsWith("2")
              && json.getJsonObject("schema").containsKey("properties")) {
            json.getJsonObject("schema")
                .getMap()
                .putIfAbsent(
                    "title", Character.toUpperCase(id.charAt(0)) + id.substring(1) + "Response");
          }
        });
  }

  /** Multiples of one, which generators know as integers. */
  private static void nameIntegers(@Nullable Object value) {
    if (value instanceof JsonArray array) {
      array.forEach(PublishedDocument::nameIntegers);
    } else if (value instanceof JsonObject object) {
      if ("number".equals(object.getValue("type"))
          && Integer.valueOf(1).equals(object.getValue("multipleOf"))) {
        object.put("type", "integer").remove("multipleOf");
      }
      object.forEach(member -> nameIntegers(member.getValue()));
    }
  }

  private void publishResponses(JsonObject responses) {
    for (Map.Entry<String, Object> response : responses) {
      JsonObject content = ((JsonObject) response.getValue()).getJsonObject("content");
      if (content != null) {
        content.forEach(type -> {
          JsonObject media = (JsonObject) type.getValue();
          media.put("schema", open(media.getJsonObject("schema"), false));
        });
      }
    }
  }

  /** The schema without bounds to its properties, its references to published schemas. */
  private JsonObject open(JsonObject schema, boolean isNested) {
    JsonObject open = new JsonObject();
    if (NULL.equals(schema.getValue("type"))) {
      // Always null today; generators have no type for it.
      return open.put("type", new JsonArray().add("string").add(NULL));
    }
    for (Map.Entry<String, Object> member : schema) {
      switch (member.getKey()) {
        case "$ref" -> open.put("$ref", SCHEMAS + publish(nameIn(member), isNested));
        case CLOSED, NESTED -> {
          // A response may have more.
        }
        default -> open.put(member.getKey(), open(member.getValue(), isNested));
      }
    }
    return open;
  }

  private @Nullable Object open(@Nullable Object value, boolean isNested) {
    if (value instanceof JsonArray array) {
      JsonArray open = new JsonArray();
      array.forEach(
          element -> open.add(ALTERNATIVE.equals(element) ? element : open(element, isNested)));
      return open;
    }
    return value instanceof JsonObject object ? open(object, isNested) : value;
  }

  private static String nameIn(Map.Entry<String, Object> reference) {
    return ((String) reference.getValue()).substring(SCHEMAS.length());
  }

  /** Publishes a schema of the contract with the schemas in it; returns its name. */
  private String publish(String name, boolean isNested) {
    JsonObject schema = schemas.getJsonObject(name);
    Set<String> left = isNested ? relationsLeftOut(schema) : Set.of();
    String publishedName = left.isEmpty() ? name : name + SUMMARY;
    if (!published.containsKey(publishedName)) {
      JsonObject kept = schema.copy();
      if (!left.isEmpty()) {
        left.forEach(kept.getJsonObject("properties")::remove);
        describe(kept, "With `expand` also: " + String.join(", ", left) + ".");
      }
      // Its place comes before the schemas in it, so that a reader finds the resource first.
      published.put(publishedName, kept);
      published.put(publishedName, open(kept, true));
    }
    return publishedName;
  }

  private Set<String> relationsLeftOut(JsonObject schema) {
    JsonArray nested = schema.getJsonArray(NESTED);
    Set<String> left = new LinkedHashSet<>();
    if (nested != null) {
      for (Map.Entry<String, Object> property : schema.getJsonObject("properties")) {
        if (!nested.contains(property.getKey()) && isRelation(property.getValue())) {
          left.add(property.getKey());
        }
      }
    }
    return left;
  }

  /** Whether a resource, which has an id, is below the schema. */
  private boolean isRelation(Object schema) {
    if (schema instanceof JsonArray array) {
      return array.stream().anyMatch(this::isRelation);
    }
    if (!(schema instanceof JsonObject object)) {
      return false;
    }
    return object.stream()
        .anyMatch(member ->
            member.getKey().equals("$ref")
                ? hasId(schemas.getJsonObject(nameIn(member)))
                : isRelation(member.getValue()));
  }

  private static boolean hasId(JsonObject schema) {
    return schema.getJsonObject("properties", new JsonObject()).containsKey("id");
  }
}
