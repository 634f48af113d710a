package dev.tradewind.benchmarks.load;

import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.List;

/**
 * Requests that come at a rate of their own, whatever becomes of those before them.
 *
 * @param name what its figures are called
 * @param steps what is asked, in turns; {@code {n}} in a body stands for a number of its own
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
