package dev.tradewind.benchmarks.paths;

import dev.tradewind.gateway.contract.Contract;
import dev.tradewind.gateway.contract.Operation;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import io.vertx.openapi.contract.OpenAPIContract;
import io.vertx.openapi.validation.RequestParameter;
import io.vertx.openapi.validation.RequestValidator;
import io.vertx.openapi.validation.ValidatableRequest;
import io.vertx.openapi.validation.ValidatedRequest;
import io.vertx.openapi.validation.impl.RequestParameterImpl;
import io.vertx.openapi.validation.impl.ValidatableRequestImpl;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
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

  /** Types that the router accepts as parameters; it rejects contracts with objects in a query. */
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

  /** Loads a contract of that many operations: those of the gateway, some of them several times. */
  @Setup
  public void loadTheContract() {
    vertx = Vertx.vertx();
    lists = new ArrayList<>();
    lines = new ArrayList<>();
    List<Operation> all = measuredFirst();
    JsonObject paths = new JsonObject();
    for (int i = 0; i < operations; i++) {
      Operation operation = all.get(i % all.size());
      String id = operation.id() + "_" + i;
      paths.put("/" + i + operation.path(), path(operation, id));
      if (operation.id().equals(LIST)) {
        lists.add(id);
      } else if (operation.id().equals(LINE)) {
        lines.add(id);
      }
    }
    JsonObject document =
        new JsonObject()
            .put("openapi", "3.1.0")
            .put("info", new JsonObject().put("title", "Benchmark").put("version", "1"))
            .put("paths", paths);
    validator =
        RequestValidator.create(
            vertx,
            OpenAPIContract.from(vertx, document).toCompletionStage().toCompletableFuture().join());
    list = request(Map.of(), Map.of("limit", parameter("20"), "offset", parameter("40")), null);
    line = request(Map.of("id", parameter("cart_01HZZZZZZZZZZZZZZZZZZZZZZZ")), Map.of(), BODY);
  }

  @TearDown
  public void close() {
    vertx.close().toCompletionStage().toCompletableFuture().join();
  }

  private static List<Operation> measuredFirst() {
    List<Operation> all = new ArrayList<>(Contract.load().operations());
    List<Operation> measured =
        all.stream().filter(each -> Set.of(LIST, LINE).contains(each.id())).toList();
    all.removeAll(measured);
    all.addAll(0, measured);
    return all;
  }

  private static JsonObject path(Operation operation, String id) {
    JsonArray parameters = new JsonArray();
    addParameters(parameters, "path", operation.pathParameters());
    if (operation.query() != null) {
      addParameters(parameters, "query", operation.query());
    }
    JsonObject described =
        new JsonObject()
            .put("operationId", id)
            .put("parameters", parameters)
            .put(
                "responses",
                new JsonObject().put("default", new JsonObject().put("description", "Answered")));
    if (operation.body() != null) {
      described.put(
          "requestBody",
          new JsonObject()
              .put(
                  "content",
                  new JsonObject()
                      .put("application/json", new JsonObject().put("schema", operation.body()))));
    }
    return new JsonObject().put(operation.method().name().toLowerCase(Locale.ROOT), described);
  }

  private static void addParameters(JsonArray parameters, String in, JsonObject object) {
    JsonObject properties = object.getJsonObject("properties");
    for (String name : properties.fieldNames()) {
      JsonObject schema = properties.getJsonObject(name);
      if (schema.getValue("type") instanceof String type && SCALARS.contains(type)) {
        parameters.add(
            new JsonObject()
                .put("name", name)
                .put("in", in)
                .put("required", in.equals("path"))
                .put("schema", schema));
      }
    }
  }

  private static RequestParameter parameter(Object value) {
    return new RequestParameterImpl(value);
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
