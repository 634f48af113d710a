package dev.tradewind.benchmarks.load;

import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Stream of requests at a fixed rate, independent of responses.
 *
 * @param name of its figures
 * @param steps requests, in turns; {@code {n}} in a body stands for a unique number
 * @param codings the {@code Accept-Encoding} of the requests; absent: plain responses
 */
public record Stream(String name, int perSecond, List<Step> steps, @Nullable String codings) {

  public Stream(String name, int perSecond, List<Step> steps) {
    this(name, perSecond, steps, null);
  }

  JsonObject toJson() {
    return new JsonObject()
        .put("name", name)
        .put("per_second", perSecond)
        .put("steps", new JsonArray(steps.stream().map(Step::toJson).toList()))
        .put("codings", codings);
  }

  static Stream of(JsonObject json) {
    return new Stream(
        json.getString("name"),
        json.getInteger("per_second"),
        json.getJsonArray("steps").stream().map(JsonObject.class::cast).map(Step::of).toList(),
        json.getString("codings"));
  }
}
