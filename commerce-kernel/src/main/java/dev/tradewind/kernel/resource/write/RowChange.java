package dev.tradewind.kernel.resource.write;

import dev.tradewind.kernel.outbox.Event;
import io.vertx.core.json.JsonObject;
import java.time.Instant;
import java.util.List;

/**
 * Change of one row.
 *
 * @param at time of the change, for the row's own timestamps
 * @param values by column
 * @param events appended with the change; they take the new version of the row
 */
public record RowChange(Instant at, JsonObject values, List<Event> events) {

  /** The values of a body for some columns; absent ones are not written. */
  public static JsonObject pick(JsonObject body, String... columns) {
    JsonObject given = new JsonObject();
    for (String column : columns) {
      if (body.containsKey(column)) {
        given.put(column, body.getValue(column));
      }
    }
    return given;
  }

  /** The values for a new row: null keeps the column's default. */
  public static JsonObject pickNonNull(JsonObject body, String... columns) {
    JsonObject present = pick(body, columns);
    for (String column : columns) {
      if (present.getValue(column) == null) {
        present.remove(column);
      }
    }
    return present;
  }
}
