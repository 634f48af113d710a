package dev.tradewind.kernel.field;

import dev.tradewind.kernel.json.JsonArrays;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.ArrayList;
import java.util.List;

/**
 * Report of stored rows that contradict the declaration of a field.
 *
 * @param count of all such rows
 * @param first at most twenty of them, each with its {@code id} and {@code error}
 */
public record Contradictions(long count, List<JsonObject> first) {

  static final int MAX_FIRST = 20;

  public static final Contradictions NONE = new Contradictions(0, List.of());

  public Contradictions {
    first = List.copyOf(first);
  }

  /** Both reports together, as of two schemas. */
  public Contradictions and(Contradictions other) {
    List<JsonObject> both = new ArrayList<>(first);
    both.addAll(other.first);
    return new Contradictions(
        count + other.count, both.subList(0, Math.min(both.size(), MAX_FIRST)));
  }

  public JsonObject toJson() {
    return new JsonObject().put("count", count).put("first", new JsonArray(first));
  }

  static Contradictions parse(JsonObject report) {
    return new Contradictions(
        report.getLong("count"), JsonArrays.objects(report.getJsonArray("first")));
  }
}
