package dev.tradewind.kernel.resource.write;

import dev.tradewind.kernel.outbox.Event;
import io.vertx.core.json.JsonObject;
import java.time.Instant;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Change of one row.
 *
 * @param at time of the change, for the row's own timestamps
 * @param values by column
 * @param events appended with the change; they take the new version of the row
 * @param audit entry of the audit log, recorded if an audited column changes
 */
public record RowChange(
    Instant at, JsonObject values, List<Event> events, @Nullable AuditedColumns audit) {

  /**
   * Audited columns of a row.
   *
   * @param entry its values before and after are the values of the columns
   */
  record AuditedColumns(Event entry, List<String> columns) {}

  public RowChange(Instant at, JsonObject values, List<Event> events) {
    this(at, values, events, null);
  }

  /** The same change with an entry of the audit log about the columns that it writes. */
  public RowChange audited(Event entry, String... columns) {
    List<String> written = Stream.of(columns).filter(values::containsKey).toList();
    if (written.isEmpty()) {
      return this;
    }
    return new RowChange(at, values, events, new AuditedColumns(entry, written));
  }

  /** The values of a body for some columns; absent ones are not written. */
  public static JsonObject pick(JsonObject body, String... columns) {
    JsonObject input = new JsonObject();
    for (String column : columns) {
      if (body.containsKey(column)) {
        input.put(column, body.getValue(column));
      }
    }
    return input;
  }

  /** The values for a new row: null keeps the column's default. */
  public static JsonObject pickNonNull(JsonObject body, String... columns) {
    JsonObject current = pick(body, columns);
    for (String column : columns) {
      if (current.getValue(column) == null) {
        current.remove(column);
      }
    }
    return current;
  }
}
