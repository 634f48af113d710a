package dev.tradewind.benchmarks.paths;

import dev.tradewind.gateway.contract.Contract;
import dev.tradewind.gateway.contract.Operation;
import dev.tradewind.gateway.validation.RequestValidator;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.json.JsonObject;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.NullUnmarked;
import org.jspecify.annotations.Nullable;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/**
 * Benchmark of the gateway's input validation, parsing included, in a contract of {@value #SIZE}
 * operations. Requests rotate over all copies of an operation, as real ones do.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Fork(1)
@Warmup(iterations = 3, time = 2)
@Measurement(iterations = 5, time = 2)
@NullUnmarked
public class ValidationBenchmark {

  private static final int SIZE = 300;
  private static final Buffer LINE =
      Buffer.buffer(
          """
          {"variant_id":"variant_01HZZZZZZZZZZZZZZZZZZZZZZZ","quantity":2,"metadata":{"gift":"yes"}}
          """);

  private final List<RequestValidator> lists = new ArrayList<>();
  private final List<RequestValidator> lines = new ArrayList<>();
  private int turn;

  @Setup
  public void enlargeTheContract() {
    List<Operation> operations = Contract.load().operations();
    for (int i = 0; i < SIZE; i++) {
      Operation operation = operations.get(i % operations.size());
      RequestValidator input = new RequestValidator(operation);
      if (operation.id().equals("storeListProducts")) {
        lists.add(input);
      } else if (operation.id().equals("storeAddLineItem")) {
        lines.add(input);
      }
    }
    if (lists.isEmpty() || lines.isEmpty()) {
      throw new IllegalStateException("The contract has changed");
    }
  }

  private RequestValidator next(List<RequestValidator> inputs) {
    turn++;
    return inputs.get(turn % inputs.size());
  }

  @Benchmark
  public JsonObject twoQueryValues() {
    RequestValidator input = next(lists);
    input.path(new JsonObject());
    return input.query("limit=20&offset=40");
  }

  @Benchmark
  public @Nullable JsonObject addLineBody() {
    RequestValidator input = next(lines);
    input.path(new JsonObject().put("id", "cart_01HZZZZZZZZZZZZZZZZZZZZZZZ"));
    input.query(null);
    return Objects.requireNonNull(input.body(LINE));
  }

  @Benchmark
  public JsonObject filteredListQuery() {
    RequestValidator input = next(lists);
    input.path(new JsonObject());
    return input.query(
        "limit=20&offset=40&q=shirt&collection_id[]=pcol_1&collection_id[]=pcol_2"
            + "&created_at[gte]=2024-01-01&expand=variants,images&order=-created_at");
  }
}
