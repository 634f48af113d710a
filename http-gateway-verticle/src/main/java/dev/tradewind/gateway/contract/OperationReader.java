package dev.tradewind.gateway.contract;

import io.vertx.core.http.HttpMethod;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Reader of the operations of a merged document. */
final class OperationReader {

  private final ApiSurface surface;
  private final JsonObject document;

  OperationReader(ApiSurface surface, JsonObject document) {
    this.surface = surface;
    this.document = document;
  }

  List<Operation> operations() {
    List<Operation> operations = new ArrayList<>();
    for (Map.Entry<String, Object> path : document.getJsonObject("paths")) {
      for (Map.Entry<String, Object> method : (JsonObject) path.getValue()) {
        operations.add(operation(path.getKey(), method.getKey(), (JsonObject) method.getValue()));
      }
    }
    return operations;
  }

  private Operation operation(String path, String method, JsonObject described) {
    boolean ignoresQuery = described.getBoolean("x-ignores-query", false);
    return OperationBuilder.builder()
        .id(described.getString("operationId"))
        .aliasOf(described.getString(Examples.ALIAS_OF))
        .verticle(described.getString("x-verticle"))
        .method(HttpMethod.valueOf(method.toUpperCase(Locale.ROOT)))
        .path(path)
        .surface(surface)
        .access(AccessPolicy.of(described))
        .permission(described.getString(PermissionReader.EXTENSION))
        .shownPermission(described.getString(PermissionReader.SHOWN_EXTENSION))
        .valuePermissions(texts(described, PermissionReader.VALUE_EXTENSION))
        .needsSecondFactor(described.getBoolean("x-second-factor", true))
        .managesSession(described.getBoolean("x-session", false))
        .retryable(described.getBoolean("x-retryable", false))
        .headers(headers(described))
        .pathParameters(object(described, "path"))
        .query(ignoresQuery ? null : object(described, "query"))
        .body(body(described))
        .upload(Upload.of(described))
        .makesLinks(described.getBoolean("x-links", false))
        .cost(RequestCost.of(described))
        .defaultRelations(texts(described, "x-default-relations"))
        .build();
  }

  private static List<String> texts(JsonObject described, String extension) {
    return described.getJsonArray(extension, new JsonArray()).stream()
        .map(String.class::cast)
        .toList();
  }

  private List<String> headers(JsonObject described) {
    return parameters(described, "header").stream()
        .map(parameter -> parameter.getString("name").toLowerCase(Locale.ROOT))
        .toList();
  }

  /** All parameters of one location as one object, validated together. */
  private JsonObject object(JsonObject described, String place) {
    JsonObject properties = new JsonObject();
    JsonArray required = new JsonArray();
    for (JsonObject parameter : parameters(described, place)) {
      String name = parameter.getString("name").replace("[]", "");
      properties.put(name, Schemas.inlined(parameter.getJsonObject("schema"), document));
      if (parameter.getBoolean("required", false)) {
        required.add(name);
      }
    }
    return prepared(
        new JsonObject()
            .put("type", "object")
            .put("additionalProperties", false)
            .put("required", required)
            .put("properties", properties),
        false);
  }

  private @Nullable JsonObject body(JsonObject described) {
    JsonObject body = described.getJsonObject("requestBody");
    if (body == null || Upload.of(described).isExpected()) {
      return null;
    }
    JsonObject schema =
        Schemas.followed(body, document)
            .getJsonObject("content")
            .getJsonObject("application/json")
            .getJsonObject("schema");
    return prepared(Schemas.inlined(schema, document), true);
  }

  private static JsonObject prepared(JsonObject schema, boolean isBody) {
    JsonObject bounded =
        Schemas.withTextBounds(Schemas.withIntegerBounds(Schemas.withAbsentNulls(schema)));
    return Schemas.withLineNames(Schemas.withIdBounds(bounded, isBody));
  }

  private List<JsonObject> parameters(JsonObject described, String place) {
    return described.getJsonArray("parameters", new JsonArray()).stream()
        .map(parameter -> Schemas.followed((JsonObject) parameter, document))
        .filter(parameter -> place.equals(parameter.getString("in")))
        .toList();
  }
}
