package dev.tradewind.apidocs;

import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Reader of the JSON schemas of a document as rows of properties. Each named schema is read once,
 * and its rows are shared. Published schemas end, so there are no rows within themselves.
 */
final class SchemaRows {

  private static final String NULL = "null";
  private static final String REFERENCE = "$ref";
  private static final String SUMMARY = "Summary";
  private static final String NULLABLE = "Nullable";
  private static final Map<String, String> LIMITS = new LinkedHashMap<>();

  static {
    LIMITS.put("format", "format %s");
    LIMITS.put("pattern", "pattern %s");
    LIMITS.put("minLength", "minimum length %s");
    LIMITS.put("maxLength", "maximum length %s");
    LIMITS.put("minimum", "minimum %s");
    LIMITS.put("exclusiveMinimum", "more than %s");
    LIMITS.put("maximum", "maximum %s");
    LIMITS.put("exclusiveMaximum", "less than %s");
    LIMITS.put("multipleOf", "multiple of %s");
    LIMITS.put("minItems", "minimum count %s");
    LIMITS.put("maxItems", "maximum count %s");
    LIMITS.put("default", "default %s");
  }

  private final JsonObject document;
  private final Map<String, List<SchemaRow>> named = new HashMap<>();

  SchemaRows(JsonObject document) {
    this.document = document;
  }

  /** The properties of an object, or of the elements of a list. */
  List<SchemaRow> of(JsonObject schema) {
    return row("", schema, true).children();
  }

  SchemaRow row(String name, JsonObject schema, boolean isRequired) {
    List<JsonObject> forms = forms(schema);
    List<JsonObject> values = forms.stream().filter(form -> !isNull(form)).toList();
    boolean isNullable = values.size() < forms.size() || values.stream().anyMatch(this::admitsNull);
    JsonObject only = values.size() == 1 ? followed(values.getFirst()) : new JsonObject();
    return new SchemaRow(
        name,
        values.stream().map(this::type).distinct().collect(Collectors.joining(" or ")),
        isRequired,
        isNullable,
        limits(values.size() == 1 ? values.getFirst() : schema),
        allowed(only.getString("type", "").equals("array") ? elements(only) : only),
        schema.getString("description", only.getString("description", "")),
        children(values));
  }

  /** The alternatives of a schema; itself if it has none. */
  private List<JsonObject> forms(JsonObject schema) {
    JsonObject target = followed(schema);
    JsonArray forms = target.getJsonArray("anyOf", target.getJsonArray("oneOf"));
    return forms == null ? List.of(schema) : forms.stream().map(JsonObject.class::cast).toList();
  }

  private static boolean isNull(JsonObject schema) {
    return NULL.equals(schema.getValue("type"));
  }

  private boolean admitsNull(JsonObject schema) {
    return followed(schema).getValue("type") instanceof JsonArray types && types.contains(NULL);
  }

  private String type(JsonObject schema) {
    JsonObject target = followed(schema);
    String type = plainType(target);
    if (type.equals("array")) {
      return "list of " + row("", elements(target), true).type();
    }
    String reference = schema.getString(REFERENCE);
    boolean isTelling =
        reference != null && (target.containsKey("properties") || target.containsKey("pattern"));
    return isTelling ? label(reference) : type;
  }

  private static String plainType(JsonObject schema) {
    return switch (schema.getValue("type")) {
      case JsonArray types ->
          types.stream()
              .filter(type -> !type.equals(NULL))
              .map(String.class::cast)
              .collect(Collectors.joining(" or "));
      case String type -> type;
      case null, default -> schema.containsKey("properties") ? "object" : "any";
    };
  }

  /** A resource in another one has a schema of its own, which is no other kind of thing. */
  private static String label(String reference) {
    String name = name(reference);
    String resource =
        name.endsWith(SUMMARY) ? name.substring(0, name.length() - SUMMARY.length()) : name;
    return resource.startsWith(NULLABLE) ? resource.substring(NULLABLE.length()) : resource;
  }

  private List<String> limits(JsonObject schema) {
    JsonObject target = followed(schema);
    JsonObject limited = plainType(target).equals("array") ? elements(target) : target;
    // The name of the type stands for the pattern.
    boolean isNamed = schema.containsKey(REFERENCE);
    List<String> limits = new ArrayList<>();
    LIMITS.forEach((member, form) -> {
      Object value = target.getValue(member, limited.getValue(member));
      if (value != null && !(isNamed && member.equals("pattern"))) {
        limits.add(form.formatted(value));
      }
    });
    return List.copyOf(limits);
  }

  private static List<String> allowed(JsonObject schema) {
    Object constant = schema.getValue("const");
    JsonArray values =
        constant == null
            ? schema.getJsonArray("enum", new JsonArray())
            : new JsonArray().add(constant);
    return values.stream().map(String::valueOf).toList();
  }

  /** The properties of the one alternative that has some, or each alternative with its own. */
  private List<SchemaRow> children(List<JsonObject> forms) {
    List<JsonObject> nested = forms.stream().filter(form -> !properties(form).isEmpty()).toList();
    if (nested.size() <= 1) {
      return nested.stream().flatMap(form -> properties(form).stream()).toList();
    }
    return nested.stream().map(form -> row(type(form), form, false)).toList();
  }

  private List<SchemaRow> properties(JsonObject schema) {
    String reference = schema.getString(REFERENCE);
    if (reference == null) {
      return read(schema);
    }
    List<SchemaRow> current = named.get(reference);
    if (current == null) {
      current = read(followed(schema));
      named.put(reference, current);
    }
    return current;
  }

  private List<SchemaRow> read(JsonObject schema) {
    if (plainType(schema).equals("array")) {
      return of(elements(schema));
    }
    JsonArray required = schema.getJsonArray("required", new JsonArray());
    Stream<SchemaRow> properties =
        schema.getJsonObject("properties", new JsonObject()).stream()
            .map(property ->
                row(
                    property.getKey(),
                    (JsonObject) property.getValue(),
                    required.contains(property.getKey())));
    if (schema.getValue("additionalProperties") instanceof JsonObject further) {
      return Stream.concat(properties, Stream.of(row("any name", further, false))).toList();
    }
    return properties.toList();
  }

  private static JsonObject elements(JsonObject list) {
    return list.getJsonObject("items", new JsonObject());
  }

  /** Target of a reference; a schema without one is itself. */
  JsonObject followed(JsonObject described) {
    String reference = described.getString(REFERENCE);
    if (reference == null) {
      return described;
    }
    JsonObject target = document;
    for (String step : reference.substring("#/".length()).split("/")) {
      target = target.getJsonObject(step);
    }
    return target;
  }

  /** The last part of a reference; empty without one. */
  static String name(@Nullable String reference) {
    return reference == null ? "" : reference.substring(reference.lastIndexOf('/') + 1);
  }
}
