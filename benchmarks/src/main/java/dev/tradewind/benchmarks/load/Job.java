package dev.tradewind.benchmarks.load;

import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.time.Duration;
import java.util.List;

/**
 * Job of the load generator.
 *
 * @param scripts request scripts of the connections, assigned in turns; each repeats from its
 *     beginning
 * @param turn from the start of a connection's turn to the start of its next one, if the first has
 *     ended by then; zero for the next at once
 */
public record Job(
    int port, Duration duration, int connections, List<List<Step>> scripts, Duration turn) {

  static Job of(JsonObject json) {
    return new Job(
        json.getInteger("port"),
        Duration.ofMillis(json.getLong("milliseconds")),
        json.getInteger("connections"),
        json.getJsonArray("scripts").stream()
            .map(script ->
                ((JsonArray) script).stream().map(JsonObject.class::cast).map(Step::of).toList())
            .toList(),
        Duration.ofMillis(json.getLong("turn_milliseconds")));
  }

  public JsonObject toJson() {
    JsonArray all = new JsonArray();
    scripts.forEach(script -> all.add(new JsonArray(script.stream().map(Step::toJson).toList())));
    return new JsonObject()
        .put("port", port)
        .put("milliseconds", duration.toMillis())
        .put("connections", connections)
        .put("scripts", all)
        .put("turn_milliseconds", turn.toMillis());
  }
}
