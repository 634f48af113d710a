package dev.tradewind.gateway.contract;

import dev.tradewind.spi.Route;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.Yaml;
import org.yaml.snakeyaml.constructor.SafeConstructor;
import org.yaml.snakeyaml.error.YAMLException;

/**
 * OpenAPI documents of the routes of plugins: their paths become part of the published documents,
 * and their parameters and bodies are validated like those of the contract.
 */
final class PluginApi {

  private static final Set<String> MEMBERS = Set.of("openapi", "info", "paths", "components");
  private static final String GROUP = "Plugins";
  private static final String OPERATION_ID = "operationId";
  private static final String REQUEST_BODY = "requestBody";

  private final String plugin;
  private final JsonObject document;

  private PluginApi(String plugin, JsonObject document) {
    this.plugin = plugin;
    this.document = document;
  }

  /**
   * The documents of the contract with those of plugins.
   *
   * @param routes by the name of the plugin
   * @throws IllegalArgumentException with a sentence for the author, if a document does not fit
   */
  static Map<String, JsonObject> merged(
      Map<String, JsonObject> contract, Map<String, List<Route>> routes) {
    Map<String, JsonObject> merged = new LinkedHashMap<>();
    contract.forEach((surface, document) -> merged.put(surface, document.copy()));
    routes.forEach((plugin, all) -> {
      Set<String> texts = new LinkedHashSet<>();
      all.stream()
          .filter(route -> route.openApi() != null)
          .forEach(one -> texts.add(one.openApi()));
      texts.forEach(text -> new PluginApi(plugin, parsed(plugin, text)).addTo(merged, all, text));
    });
    return merged;
  }

  /** The operations of plugins in merged documents. */
  static List<Operation> operations(
      Map<String, JsonObject> merged, Map<String, List<Route>> routes) {
    List<Operation> operations = new ArrayList<>();
    routes.values().stream()
        .flatMap(List::stream)
        .filter(route -> route.openApi() != null)
        .forEach(route -> operations.add(operation(merged, route)));
    return operations;
  }

  private static Operation operation(Map<String, JsonObject> merged, Route route) {
    ApiSurface surface = surface(route);
    JsonObject document = documentOf(merged, surface);
    JsonObject described =
        document.getJsonObject("paths").getJsonObject(route.path()).getJsonObject(method(route));
    JsonObject read = described.copy();
    JsonObject body =
        Schemas.followed(read.getJsonObject(REQUEST_BODY, new JsonObject()), document);
    if (!body.getJsonObject("content", new JsonObject()).containsKey("application/json")) {
      read.remove(REQUEST_BODY);
    }
    JsonObject alone =
        new JsonObject()
            .put(
                "paths",
                new JsonObject().put(route.path(), new JsonObject().put(method(route), read)))
            .put("components", document.getJsonObject("components"));
    return new OperationReader(surface, alone).operations().getFirst();
  }

  private static JsonObject documentOf(Map<String, JsonObject> merged, ApiSurface surface) {
    JsonObject document = merged.get(surface.label());
    if (document == null) {
      throw new IllegalStateException("No document of " + surface);
    }
    return document;
  }

  private static ApiSurface surface(Route route) {
    return route.permission() == null ? ApiSurface.STORE : ApiSurface.ADMIN;
  }

  private static String method(Route route) {
    return route.method().toLowerCase(Locale.ROOT);
  }

  /** A document in YAML, of which JSON is a part. */
  private static JsonObject parsed(String plugin, String text) {
    try {
      Object content = new Yaml(new SafeConstructor(new LoaderOptions())).load(text);
      if (json(content) instanceof JsonObject document) {
        requireKnown(plugin, document);
        return document;
      }
    } catch (YAMLException malformed) {
      throw new IllegalArgumentException(
          "The OpenAPI document of the plugin %s is neither JSON nor YAML: %s"
              .formatted(plugin, malformed.getMessage()),
          malformed);
    }
    throw new IllegalArgumentException(
        "The OpenAPI document of the plugin " + plugin + " is no object.");
  }

  /** Each use of an alias gets its own copy; names such as statuses are numbers in YAML. */
  private static Object json(Object content) {
    if (content instanceof Map<?, ?> members) {
      JsonObject object = new JsonObject();
      members.forEach((name, value) -> object.put(String.valueOf(name), json(value)));
      return object;
    }
    if (content instanceof List<?> elements) {
      JsonArray array = new JsonArray();
      elements.forEach(element -> array.add(json(element)));
      return array;
    }
    return content;
  }

  private static void requireKnown(String plugin, JsonObject document) {
    document.fieldNames().stream()
        .filter(name -> !MEMBERS.contains(name))
        .findFirst()
        .ifPresent(unknown -> {
          throw new IllegalArgumentException(
              "The OpenAPI document of the plugin %s has %s; it may have openapi, info, paths and components."
                  .formatted(plugin, unknown));
        });
  }

  private void addTo(Map<String, JsonObject> merged, List<Route> routes, String text) {
    JsonObject paths = document.getJsonObject("paths", new JsonObject());
    List<Route> described = routes.stream().filter(route -> text.equals(route.openApi())).toList();
    requireRoutes(paths, described);
    for (Route route : described) {
      JsonObject methods = paths.getJsonObject(route.path());
      JsonObject operation = methods == null ? null : methods.getJsonObject(method(route));
      if (operation == null) {
        throw wrong("has no %s %s".formatted(route.method(), route.path()));
      }
      JsonObject target = documentOf(merged, surface(route));
      requireNewId(merged, route, operation);
      addComponents(target);
      addTag(target);
      add(target, route, completed(route, operation.copy()));
    }
  }

  /** Refuses the description of what no route answers. */
  private void requireRoutes(JsonObject paths, List<Route> described) {
    for (String path : paths.fieldNames()) {
      for (String method : paths.getJsonObject(path).fieldNames()) {
        if (described.stream()
            .noneMatch(route -> route.path().equals(path) && method(route).equals(method))) {
          throw wrong(
              "describes %s %s, which is no route with this document"
                  .formatted(method.toUpperCase(Locale.ROOT), path));
        }
      }
    }
  }

  private IllegalArgumentException wrong(String what) {
    return new IllegalArgumentException(
        "The OpenAPI document of the plugin %s %s.".formatted(plugin, what));
  }

  private void requireNewId(Map<String, JsonObject> merged, Route route, JsonObject operation) {
    String id = operation.getString(OPERATION_ID);
    if (id == null || !id.matches("[a-zA-Z]\\w{0,99}")) {
      throw wrong(
          "needs an operationId of letters and digits at %s %s"
              .formatted(route.method(), route.path()));
    }
    boolean isTaken =
        merged.values().stream()
            .flatMap(other -> other.getJsonObject("paths").stream())
            .flatMap(path -> ((JsonObject) path.getValue()).stream())
            .anyMatch(
                method -> id.equals(((JsonObject) method.getValue()).getString(OPERATION_ID)));
    if (isTaken) {
      throw wrong("has the operationId %s, which another operation has".formatted(id));
    }
  }

  private void addComponents(JsonObject target) {
    JsonObject all = target.getJsonObject("components");
    JsonObject own = document.getJsonObject("components", new JsonObject());
    for (String kind : own.fieldNames()) {
      if (!Set.of("schemas", "parameters", "responses", "requestBodies").contains(kind)) {
        throw wrong("has components of the kind %s, which plugins do not have".formatted(kind));
      }
      JsonObject named = all.getJsonObject(kind, new JsonObject());
      all.put(kind, named);
      own.getJsonObject(kind)
          .forEach(component -> {
            Object before = named.getMap().putIfAbsent(component.getKey(), component.getValue());
            if (before != null && !before.equals(component.getValue())) {
              throw wrong("has a component %s, as the API has".formatted(component.getKey()));
            }
          });
    }
  }

  private void addTag(JsonObject target) {
    JsonArray groups = target.getJsonArray("x-tagGroups");
    JsonObject group =
        groups.stream()
            .map(JsonObject.class::cast)
            .filter(one -> GROUP.equals(one.getString("name")))
            .findFirst()
            .orElseGet(() -> {
              JsonObject added = new JsonObject().put("name", GROUP).put("tags", new JsonArray());
              groups.add(added);
              return added;
            });
    if (!group.getJsonArray("tags").contains(plugin)) {
      group.getJsonArray("tags").add(plugin);
      target
          .getJsonArray("tags")
          .add(
              new JsonObject()
                  .put("name", plugin)
                  .put(
                      "description",
                      document
                          .getJsonObject("info", new JsonObject())
                          .getString("description", "Routes of the plugin " + plugin + ".")));
    }
  }

  /** Adds access, tag and description, which each operation of the contract has. */
  private JsonObject completed(Route route, JsonObject operation) {
    AccessPolicy access =
        route.permission() != null
            ? AccessPolicy.ADMIN
            : route.needsCustomer() ? AccessPolicy.CUSTOMER : AccessPolicy.OPTIONAL;
    if (operation.getString("summary") == null || operation.getJsonObject("responses") == null) {
      throw wrong("needs summary and responses of %s".formatted(operation.getString(OPERATION_ID)));
    }
    operation
        .put("x-verticle", plugin)
        .put("tags", new JsonArray().add(plugin))
        .put("description", operation.getString("description", operation.getString("summary")))
        .put(AccessPolicy.EXTENSION, access.label())
        .put("security", access.security());
    return route.permission() == null
        ? operation
        : operation.put(PermissionReader.EXTENSION, route.permission());
  }

  private static void add(JsonObject target, Route route, JsonObject operation) {
    JsonObject paths = target.getJsonObject("paths");
    JsonObject methods = paths.getJsonObject(route.path(), new JsonObject());
    paths.put(route.path(), methods.put(method(route), operation));
  }
}
