package dev.tradewind.benchmarks.paths;

import dev.tradewind.gateway.contract.Contract;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import io.vertx.openapi.contract.OpenAPIContract;
import io.vertx.openapi.validation.RequestParameter;
import io.vertx.openapi.validation.RequestValidator;
import io.vertx.openapi.validation.ValidatableRequest;
import io.vertx.openapi.validation.ValidatedRequest;
import io.vertx.openapi.validation.impl.ValidatableRequestImpl;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.NullUnmarked;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;

/**
 * Benchmark of the input validation of the Vert.x OpenAPI router, which the gateway does not use,
 * beside {@link ValidationBenchmark}: the same operations and requests, in contracts of several
 * sizes. Parsing of the query is not included, as the router gets parsed parameters.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Fork(1)
@Warmup(iterations = 3, time = 2)
@Measurement(iterations = 5, time = 2)
@NullUnmarked
public class RouterValidationBenchmark {

  /** Types of parameters that the router decodes. */
  private static final Set<String> SCALARS = Set.of("string", "integer", "number", "boolean");

  private static final String LIST = "storeListProducts";
  private static final String LINE = "storeAddLineItem";
  private static final Buffer BODY =
      Buffer.buffer(
          """
          {"variant_id":"variant_01HZZZZZZZZZZZZZZZZZZZZZZZ","quantity":2,"metadata":{"gift":"yes"}}
          """);

  @Param({"20", "100", "300"})
  public int operations;

  private Vertx vertx;
  private RequestValidator validator;
  private List<String> lists;
  private List<String> lines;
  private ValidatableRequest list;
  private ValidatableRequest line;
  private int turn;

  /**
   * Loads a contract of that many operations: the operations of the gateway, some of them several
   * times.
   */
  @Setup
  public void loadTheContract() {
    vertx = Vertx.vertx();
    lists = new ArrayList<>();
    lines = new ArrayList<>();
    Contract contract = Contract.load();
    JsonObject components = new JsonObject();
    Map<String, JsonObject> descriptions = new LinkedHashMap<>();
    for (String surface : contract.surfaces()) {
      JsonObject document = contract.document(surface).toJsonObject();
      components.mergeIn(document.getJsonObject("components"), true);
      document
          .getJsonObject("paths")
          .forEach(path ->
              ((JsonObject) path.getValue())
                  .forEach(method -> {
                    JsonObject operation = (JsonObject) method.getValue();
                    descriptions.put(
                        operation.getString("operationId"),
                        new JsonObject()
                            .put("path", path.getKey())
                            .put("method", method.getKey())
                            .put("operation", loadable(operation, document)));
                  }));
    }
    // The operations contain their parameters, and the router's security is not the subject.
    components.remove("parameters");
    components.remove("securitySchemes");
    JsonObject document =
        new JsonObject()
            .put("openapi", "3.1.0")
            .put("info", new JsonObject().put("title", "Benchmark").put("version", "1"))
            .put("paths", paths(descriptions))
            .put("components", components);
    validator =
        RequestValidator.create(
            vertx,
            OpenAPIContract.from(vertx, document).toCompletionStage().toCompletableFuture().join());
    list = request(Map.of(), Map.of("limit", parameter("20"), "offset", parameter("40")), null);
    line = request(Map.of("id", parameter("cart_01HZZZZZZZZZZZZZZZZZZZZZZZ")), Map.of(), BODY);
  }

  /** The first paths, the measured operations among them, repeated up to the size. */
  private JsonObject paths(Map<String, JsonObject> descriptions) {
    List<String> ids = new ArrayList<>(List.of(LIST, LINE));
    descriptions.keySet().stream().filter(id -> !ids.contains(id)).forEach(ids::add);
    JsonObject paths = new JsonObject();
    for (int i = 0; i < operations; i++) {
      String id = ids.get(i % ids.size());
      JsonObject description = descriptions.get(id);
      String copy = id + "_" + i;
      paths.put(
          "/" + i + description.getString("path"),
          new JsonObject()
              .put(
                  description.getString("method"),
                  description.getJsonObject("operation").copy().put("operationId", copy)));
      if (id.equals(LIST)) {
        lists.add(copy);
      } else if (id.equals(LINE)) {
        lines.add(copy);
      }
    }
    return paths;
  }

  /** An operation without what the router rejects: objects and arrays in a query, and cookies. */
  private static JsonObject loadable(JsonObject operation, JsonObject document) {
    JsonArray parameters = new JsonArray();
    for (Object each : operation.getJsonArray("parameters", new JsonArray())) {
      JsonObject parameter = resolved((JsonObject) each, document);
      if (SCALARS.contains(String.valueOf(parameter.getJsonObject("schema").getValue("type")))) {
        parameters.add(parameter);
      }
    }
    JsonObject loadable = operation.copy().put("parameters", parameters);
    loadable.remove("security");
    JsonObject responses = new JsonObject();
    for (Map.Entry<String, Object> response : operation.getJsonObject("responses")) {
      responses.put(response.getKey(), resolved((JsonObject) response.getValue(), document));
    }
    return loadable.put("responses", responses);
  }

  private static JsonObject resolved(JsonObject value, JsonObject document) {
    String reference = value.getString("$ref");
    if (reference == null) {
      return value;
    }
    JsonObject found = document;
    for (String name : reference.substring(2).split("/")) {
      found = found.getJsonObject(name);
    }
    return found;
  }

  @TearDown
  public void close() {
    vertx.close().toCompletionStage().toCompletableFuture().join();
  }

  private static RequestParameter parameter(Object value) {
    return () -> value;
  }

  private static ValidatableRequest request(
      Map<String, RequestParameter> path, Map<String, RequestParameter> query, Buffer body) {
    return new ValidatableRequestImpl(
        Map.of(),
        Map.of(),
        path,
        query,
        body == null ? null : parameter(body),
        body == null ? null : "application/json");
  }

  private ValidatedRequest validate(ValidatableRequest request, List<String> ids) {
    turn++;
    return validator
        .validate(request, ids.get(turn % ids.size()))
        .toCompletionStage()
        .toCompletableFuture()
        .join();
  }

  @Benchmark
  public ValidatedRequest twoQueryValues() {
    return validate(list, lists);
  }

  @Benchmark
  public ValidatedRequest addLineBody() {
    return validate(line, lines);
  }
}
