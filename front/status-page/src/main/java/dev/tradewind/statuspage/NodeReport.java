package dev.tradewind.statuspage;

import dev.tradewind.kernel.json.JsonForm;
import dev.tradewind.kernel.json.RecordCodec;
import io.vertx.core.json.JsonObject;
import java.lang.invoke.MethodHandles;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Report of one node about itself, in which requests and runs of tasks are those of the last
 * minutes.
 */
record NodeReport(
    NodeIdentity node,
    Readiness readiness,
    Load load,
    List<Fact> facts,
    List<TaskRuns> tasks,
    List<OperationTimes> operations,
    List<LoggedProblem> problems) {

  static final JsonForm<Double> DECIMAL =
      new JsonForm<>(Double.class, value -> ((Number) value).doubleValue(), number -> number);

  /** Form on the event bus. */
  static final RecordCodec<NodeReport> CODEC =
      RecordCodec.ofMessage(MethodHandles.lookup(), NodeReport.class, DECIMAL);

  /**
   * Readiness of the node.
   *
   * @param status up, degraded or down
   * @param phase starting, started or shutting_down
   * @param parts up, or a sentence about what does not work, by the name of the part
   */
  record Readiness(String status, String phase, Map<String, String> parts) {

    static Readiness of(JsonObject health) {
      Map<String, String> parts = new LinkedHashMap<>();
      health
          .getJsonObject("parts", new JsonObject())
          .forEach(part -> parts.put(part.getKey(), String.valueOf(part.getValue())));
      return new Readiness(health.getString("status"), health.getString("phase"), parts);
    }

    boolean isDown() {
      return status.equals("down");
    }

    /** Parts that do not work. */
    Map<String, String> failing() {
      Map<String, String> failing = new LinkedHashMap<>(parts);
      failing.values().removeIf("up"::equals);
      return failing;
    }
  }

  /**
   * Load of the process.
   *
   * @param heap bytes in use, garbage included
   * @param maxHeap bytes that the heap may have
   * @param eventLoopDelay seconds that an event loop was late at most within two minutes; absent
   *     where it is not measured
   */
  record Load(long heap, long maxHeap, @Nullable Double eventLoopDelay) {}
}
