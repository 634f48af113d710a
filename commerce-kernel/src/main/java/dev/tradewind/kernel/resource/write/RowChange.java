package dev.tradewind.kernel.resource.write;

import dev.tradewind.kernel.outbox.Event;
import io.vertx.core.json.JsonObject;
import java.time.Instant;
import java.util.List;

/**
 * What is to be written to one row.
 *
 * @param at when it happens, for the row's own times
 * @param values by column
 * @param events that become true with it; they take the version that the row gets
 */
public record RowChange(Instant at, JsonObject values, List<Event> events) {

  /** The values that a body gives for some columns; what it does not mention is not written. */
  public static JsonObject pick(JsonObject body, String... columns) {
    JsonObject given = new JsonObject();
    for (String column : columns) {
      if (body.containsKey(column)) {
        given.put(column, body.getValue(column));
      }
    }
    return given;
  }

  /** The same for a new row: what is null keeps the column's default. */
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
