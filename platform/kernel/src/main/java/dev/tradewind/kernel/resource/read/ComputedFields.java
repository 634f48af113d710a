package dev.tradewind.kernel.resource.read;

import dev.tradewind.kernel.resource.FieldNames;
import io.vertx.core.json.JsonObject;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * Fields of a query that the service itself computes and no descriptor knows: removed from {@code
 * fields}, so that a {@code View} accepts the others.
 *
 * @param query the query without them
 * @param selected the requested ones
 */
public record ComputedFields(JsonObject query, Set<String> selected) {

  /**
   * Splits a query.
   *
   * @param names fields that the service computes
   * @param byDefault fields that are shown if none are named
   */
  public static ComputedFields of(JsonObject query, Set<String> names, Set<String> byDefault) {
    String fields = query.getString("fields");
    if (fields == null) {
      return new ComputedFields(query, byDefault);
    }
    List<String> requested = FieldNames.of(fields);
    Set<String> selected =
        new LinkedHashSet<>(FieldNames.changeDefaults(requested) ? byDefault : Set.<String>of());
    List<String> rest = new ArrayList<>();
    for (String name : requested) {
      String plain = FieldNames.unsigned(name);
      if (!names.contains(plain)) {
        rest.add(name);
      } else if (name.startsWith("-")) {
        selected.remove(plain);
      } else {
        selected.add(plain);
      }
    }
    JsonObject remaining = query.copy();
    if (rest.isEmpty() && FieldNames.changeDefaults(requested)) {
      remaining.remove("fields");
    } else {
      remaining.put("fields", String.join(",", rest));
    }
    return new ComputedFields(remaining, selected);
  }
}
