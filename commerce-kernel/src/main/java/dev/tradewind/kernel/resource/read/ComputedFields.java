package dev.tradewind.kernel.resource.read;

import io.vertx.core.json.JsonObject;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * The fields of a query that no description knows, because the service itself computes them: taken
 * out of {@code fields}, so that a {@link View} understands the rest.
 *
 * @param query the query without them
 * @param shown those that are wanted
 */
public record ComputedFields(JsonObject query, Set<String> shown) {

  /**
   * Parts a query.
   *
   * @param names what the service computes
   * @param byDefault those that are shown where no fields are named
   */
  public static ComputedFields of(JsonObject query, Set<String> names, Set<String> byDefault) {
    String fields = query.getString("fields");
    if (fields == null) {
      return new ComputedFields(query, byDefault);
    }
    List<String> wanted = FieldNames.of(fields);
    Set<String> shown =
        new LinkedHashSet<>(FieldNames.changeDefaults(wanted) ? byDefault : Set.<String>of());
    List<String> rest = new ArrayList<>();
    for (String name : wanted) {
      String plain = FieldNames.unsigned(name);
      if (!names.contains(plain)) {
        rest.add(name);
      } else if (name.startsWith("-")) {
        shown.remove(plain);
      } else {
        shown.add(plain);
      }
    }
    JsonObject others = query.copy();
    if (rest.isEmpty() && FieldNames.changeDefaults(wanted)) {
      others.remove("fields");
    } else {
      others.put("fields", String.join(",", rest));
    }
    return new ComputedFields(others, shown);
  }
}
