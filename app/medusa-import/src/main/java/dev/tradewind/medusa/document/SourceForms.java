package dev.tradewind.medusa.document;

import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.Set;

/**
 * Forms of the rows that become parts of documents, as {@link SourceValues} brings columns into
 * them: objects where Medusa takes any JSON, and rates and amounts that are numbers. {@link
 * WireTimes} has the times.
 */
public final class SourceForms {

  private static final Set<String> OBJECTS =
      Set.of("metadata", "data", "context", "cart_metadata", "cart_context");

  private static final Set<String> NUMBERS = Set.of("rate", "tax_rate", "amount");
  private static final Set<String> NO_NUMBERS = Set.of("NaN", "Infinity", "-Infinity");

  private SourceForms() {}

  /** Brings a row with its parts into the form, in place. */
  public static JsonObject of(JsonObject row) {
    row.getMap()
        .replaceAll((name, value) -> {
          if (OBJECTS.contains(name)) {
            if (value == null || row.getValue(name) instanceof JsonObject) {
              return value;
            }
            return new JsonObject().put(SourceValues.KEY, value);
          }
          if (NUMBERS.contains(name) && NO_NUMBERS.contains(String.valueOf(value))) {
            return 0;
          }
          Object part = row.getValue(name);
          if (part instanceof JsonObject nested) {
            return of(nested);
          }
          return part instanceof JsonArray parts ? of(parts) : value;
        });
    return row;
  }

  private static JsonArray of(JsonArray parts) {
    for (Object each : parts) {
      if (each instanceof JsonObject row) {
        of(row);
      }
    }
    return parts;
  }
}
