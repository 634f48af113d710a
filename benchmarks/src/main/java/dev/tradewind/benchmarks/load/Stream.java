package dev.tradewind.benchmarks.load;

import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.List;

/**
 * Stream of requests at a fixed rate, independent of responses.
 *
 * @param name of its figures
 * @param steps requests, in turns; {@code {n}} in a body stands for a unique number
 */
public record Stream(String name, int perSecond, List<Step> steps) {

  JsonObject toJson() {
    return new JsonObject()
        .put("name", name)
        .put("per_second", perSecond)
        .put("steps", new JsonArray(steps.stream().map(Step::toJson).toList()));
  }

  static Stream of(JsonObject json) {
    return new Stream(
        json.getString("name"),
        json.getInteger("per_second"),
        json.getJsonArray("steps").stream().map(JsonObject.class::cast).map(Step::of).toList());
  }
}
