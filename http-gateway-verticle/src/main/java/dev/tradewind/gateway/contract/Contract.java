package dev.tradewind.gateway.contract;

import dev.tradewind.api.event.type.ResourceSchemas;
import dev.tradewind.spi.Route;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import io.vertx.openapi.contract.OpenAPIContract;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** HTTP contract: the operations of the service and the OpenAPI documents that describe them. */
public final class Contract {

  private final Map<String, JsonObject> documents;
  private final List<Operation> operations;
  private final List<Operation> ofPlugins;
  private final Map<String, Buffer> published = new ConcurrentHashMap<>();
  private final Map<String, Buffer> ofOneForm = new ConcurrentHashMap<>();
  private final Map<ApiSurface, OpenAPIContract> routes;
  private final Map<Set<String>, Contract> reduced = new ConcurrentHashMap<>();
  private final Map<Map<String, List<Route>>, Contract> extended = new ConcurrentHashMap<>();

  private Contract(Map<String, JsonObject> documents, List<Operation> operations) {
    this(documents, operations, List.of(), new ConcurrentHashMap<>());
  }

  private Contract(
      Map<String, JsonObject> documents,
      List<Operation> operations,
      List<Operation> ofPlugins,
      Map<ApiSurface, OpenAPIContract> routes) {
    this.documents = documents;
    this.operations = List.copyOf(operations);
    this.ofPlugins = ofPlugins;
    this.routes = routes;
  }

  /**
   * Every instance of the gateway has the same contract, which takes longer to read than to use.
   */
  private static final class Whole {
    static final Contract CONTRACT = read();
  }

  /** The whole contract, which the first call reads; blocking. */
  public static Contract load() {
    return Whole.CONTRACT;
  }

  /** Reads and merges the fragments. */
  private static Contract read() {
    Map<String, JsonObject> documents = ContractFiles.documents();
    List<Operation> operations = new ArrayList<>();
    documents.forEach((surface, document) ->
        operations.addAll(new OperationReader(ApiSurface.of(surface), document).operations()));
    return new Contract(documents, operations);
  }

  /** The contract of a shop that does without these verticles, the same one for all instances. */
  public Contract without(Set<String> verticles) {
    return verticles.isEmpty() ? this : reduced.computeIfAbsent(verticles, this::reducedBy);
  }

  private Contract reducedBy(Set<String> verticles) {
    Map<String, JsonObject> current = new LinkedHashMap<>();
    documents.forEach((surface, document) -> {
      JsonObject paths = document.getJsonObject("paths").copy();
      for (String path : Set.copyOf(paths.fieldNames())) {
        JsonObject methods = paths.getJsonObject(path);
        Set.copyOf(methods.fieldNames()).stream()
            .filter(method -> isOf(verticles, methods.getValue(method)))
            .forEach(methods::remove);
        if (methods.isEmpty()) {
          paths.remove(path);
        }
      }
      current.put(surface, document.copy().put("paths", paths));
    });
    return new Contract(
        current,
        operations.stream()
            .filter(operation -> !verticles.contains(operation.verticle()))
            .toList());
  }

  /**
   * The contract with the described routes of plugins in its documents, the same one for all
   * instances; blocking.
   *
   * @param pluginRoutes by the name of the plugin
   * @throws IllegalArgumentException with a sentence for the author, if a description does not fit
   */
  public Contract with(Map<String, List<Route>> pluginRoutes) {
    boolean isDescribed =
        pluginRoutes.values().stream()
            .flatMap(List::stream)
            .anyMatch(route -> route.openApi() != null);
    return isDescribed ? extended.computeIfAbsent(pluginRoutes, this::extendedBy) : this;
  }

  private Contract extendedBy(Map<String, List<Route>> pluginRoutes) {
    Map<String, JsonObject> merged = PluginApi.merged(documents, pluginRoutes);
    try {
      Contract contract =
          new Contract(merged, operations, PluginApi.operations(merged, pluginRoutes), routes);
      // A malformed description ends the start instead of the first request of a document.
      merged.keySet().forEach(contract::document);
      merged.keySet().forEach(contract::documentOfOneForm);
      return contract;
    } catch (IllegalStateException | ClassCastException | NullPointerException malformed) {
      throw new IllegalArgumentException(
          "The OpenAPI documents of the plugins %s cannot be published: %s"
              .formatted(pluginRoutes.keySet(), malformed.getMessage()),
          malformed);
    }
  }

  /** The description of a route of a plugin; null without one. */
  public @Nullable Operation ofPlugin(String method, String path) {
    return ofPlugins.stream()
        .filter(one -> one.method().name().equals(method) && one.path().equals(path))
        .findFirst()
        .orElse(null);
  }

  private static boolean isOf(Set<String> verticles, Object method) {
    return method instanceof JsonObject described
        && verticles.contains(described.getString("x-verticle", ""));
  }

  public List<Operation> operations() {
    return operations;
  }

  public List<Operation> operations(ApiSurface surface) {
    return operations.stream().filter(operation -> operation.surface() == surface).toList();
  }

  public Set<String> surfaces() {
    return documents.keySet();
  }

  /** The ids of the operations of a verticle. */
  public Set<String> operationIds(String verticle) {
    return operations.stream()
        .filter(operation -> operation.verticle().equals(verticle))
        .map(Operation::id)
        .collect(Collectors.toUnmodifiableSet());
  }

  /** The served document of a surface, made by the first call; blocking. */
  public Buffer document(String surface) {
    return published.computeIfAbsent(
        surface, absent -> completed(PublishedDocument.of(json(absent))));
  }

  /** Errors of the operations of a surface, which may be of all of them. */
  public JsonArray errors(ApiSurface surface) {
    return json(surface.label()).getJsonArray(ContractFiles.ERRORS);
  }

  /** The same with one form of each value of a request, for generators of clients; blocking. */
  public Buffer documentOfOneForm(String surface) {
    return ofOneForm.computeIfAbsent(
        surface, absent -> completed(PublishedDocument.ofOneForm(json(absent))));
  }

  private static Buffer completed(JsonObject document) {
    return Examples.addTo(PropertyDescriptions.addTo(document)).toBuffer();
  }

  /** Schemas of the resources in the served document of staff. */
  public ResourceSchemas resourceSchemas() {
    return ResourceSchemas.of(PublishedDocument.of(json(ApiSurface.ADMIN.label())));
  }

  JsonObject json(String surface) {
    return Objects.requireNonNull(documents.get(surface), surface);
  }

  /**
   * The minimal contract for the router of a surface, with relative paths: the router rejects whole
   * contracts for query objects and decodes arrays wrongly, and its own validation is not used.
   */
  public Future<OpenAPIContract> routes(Vertx vertx, ApiSurface surface) {
    OpenAPIContract known = routes.get(surface);
    if (known == null) {
      return OpenAPIContract.from(vertx, routes(surface))
          .onSuccess(checked -> routes.put(surface, checked));
    }
    return Future.succeededFuture(known);
  }

  /**
   * Makes {@link #routes} known before many instances of the gateway, which start concurrently,
   * each make them.
   */
  public Future<?> prepareRoutes(Vertx vertx) {
    return Future.all(
        Arrays.stream(ApiSurface.values()).map(surface -> routes(vertx, surface)).toList());
  }

  private JsonObject routes(ApiSurface surface) {
    Map<String, JsonObject> paths = new LinkedHashMap<>();
    for (Operation operation : operations(surface)) {
      JsonObject path =
          paths.computeIfAbsent(
              operation.path().substring(surface.root().length()), absent -> new JsonObject());
      path.put(operation.method().name().toLowerCase(Locale.ROOT), route(operation));
    }
    JsonObject routes = new JsonObject();
    paths.forEach(routes::put);
    return new JsonObject()
        .put("openapi", "3.1.0")
        .put("info", new JsonObject().put("title", "Routes").put("version", "1"))
        .put("paths", routes);
  }

  private static JsonObject route(Operation operation) {
    JsonArray parameters = new JsonArray();
    JsonObject properties = operation.pathParameters().getJsonObject("properties");
    for (String name : properties.fieldNames()) {
      parameters.add(
          new JsonObject()
              .put("name", name)
              .put("in", "path")
              .put("required", true)
              .put("schema", new JsonObject().put("type", "string")));
    }
    JsonObject answered = new JsonObject().put("description", "Answered by the owner.");
    return new JsonObject()
        .put("operationId", operation.id())
        .put("parameters", parameters)
        .put("responses", new JsonObject().put("default", answered));
  }
}
