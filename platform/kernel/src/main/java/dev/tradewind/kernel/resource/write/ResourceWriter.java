package dev.tradewind.kernel.resource.write;

import dev.tradewind.kernel.database.ConstraintViolations;
import dev.tradewind.kernel.outbox.Event;
import dev.tradewind.kernel.outbox.Outbox;
import dev.tradewind.kernel.resource.Column;
import dev.tradewind.kernel.resource.Resource;
import dev.tradewind.kernel.resource.Selection;
import dev.tradewind.kernel.resource.read.ResourceReader;
import io.vertx.core.Future;
import io.vertx.core.json.JsonObject;
import io.vertx.sqlclient.SqlClient;
import io.vertx.sqlclient.Tuple;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Writer of the rows of an aggregate root. Every write is one statement that changes the row,
 * raises its {@code version} and appends its events; nothing is read before it is written.
 * Constraint violations fail as problems.
 */
public final class ResourceWriter {

  private static final String METADATA = "metadata";

  private final Resource resource;

  public ResourceWriter(Resource resource) {
    this.resource = resource;
  }

  /** Inserts a row and returns the selection of it. */
  public Future<JsonObject> insert(SqlClient db, Selection selection, RowChange write) {
    Parameters parameters = new Parameters();
    List<String> names = new ArrayList<>();
    List<String> values = new ArrayList<>();
    JsonObject row = write.values().copy();
    for (String stamp : List.of("created_at", "updated_at")) {
      resource.column(stamp).ifPresent(column -> row.put(stamp, write.at()));
    }
    for (Map.Entry<String, Object> entry : row) {
      Column column = resource.requireColumn(entry.getKey());
      names.add(column.name());
      values.add(parameters.add(column.bind(entry.getValue())));
    }
    String change =
        "INSERT INTO %s AS t (%s) VALUES (%s) RETURNING t.*"
            .formatted(resource.table(), String.join(", ", names), String.join(", ", values));
    return run(db, selection, "", change, write.events(), "", parameters).map(List::getFirst);
  }

  /**
   * Updates a row and returns the selection of it; empty if it is missing or deleted. Metadata is
   * merged key by key, an empty text removes its key. Without changes nothing is written.
   */
  public Future<Optional<JsonObject>> update(
      SqlClient db, Selection selection, String key, RowChange write) {
    Parameters parameters = new Parameters();
    List<String> assignments = assignments(write.values(), parameters);
    if (assignments.isEmpty()) {
      return new ResourceReader(db).find(selection, key);
    }
    return change(db, selection, assignments, key, write, "", parameters)
        .map(rows -> rows.stream().findFirst());
  }

  /**
   * Touches the row for a change of its dependent rows: the version rises and the events are
   * appended regardless of the values, and the row is locked until the transaction ends. Returns
   * whether the row exists.
   */
  public Future<Boolean> change(SqlClient db, String key, RowChange write) {
    return change(db, key, write, "");
  }

  /**
   * The same, if the row meets a condition.
   *
   * @param condition SQL of the program about the row {@code t}; may be empty
   */
  public Future<Boolean> change(SqlClient db, String key, RowChange write, String condition) {
    Parameters parameters = new Parameters();
    List<String> assignments = assignments(write.values(), parameters);
    return changeOnly(db, assignments, key, write, condition, parameters);
  }

  private List<String> assignments(JsonObject values, Parameters parameters) {
    List<String> assignments = new ArrayList<>();
    for (Map.Entry<String, Object> entry : values) {
      Column column = resource.requireColumn(entry.getKey());
      if (!column.name().equals(METADATA)) {
        assignments.add(column.name() + " = " + parameters.add(column.bind(entry.getValue())));
      } else if (entry.getValue() instanceof JsonObject metadata && !metadata.isEmpty()) {
        assignments.add(
            "metadata = merged_metadata(t.metadata, %s::jsonb)"
                .formatted(parameters.add(metadata)));
      }
    }
    return assignments;
  }

  /** Marks the row deleted; returns whether it existed. */
  public Future<Boolean> delete(SqlClient db, String key, Instant at, List<Event> events) {
    return delete(db, key, at, events, "");
  }

  /**
   * Marks the row deleted if it meets a condition.
   *
   * @param condition SQL of the program about the row {@code t}; may be empty
   */
  public Future<Boolean> delete(
      SqlClient db, String key, Instant at, List<Event> events, String condition) {
    Parameters parameters = new Parameters();
    List<String> assignments = List.of("deleted_at = " + parameters.add(bound("deleted_at", at)));
    RowChange write = new RowChange(at, new JsonObject(), events);
    return changeOnly(db, assignments, key, write, condition, parameters);
  }

  private Future<Boolean> changeOnly(
      SqlClient db,
      List<String> assignments,
      String key,
      RowChange write,
      String condition,
      Parameters parameters) {
    return change(db, Selection.of(resource), assignments, key, write, condition, parameters)
        .map(rows -> !rows.isEmpty());
  }

  private Future<List<JsonObject>> change(
      SqlClient db,
      Selection selection,
      List<String> assignments,
      String key,
      RowChange write,
      String condition,
      Parameters parameters) {
    RowChange.AuditedColumns audit = write.audit();
    if (audit == null) {
      String change = change(assignments, key, write.at(), condition, parameters);
      return run(db, selection, "", change, write.events(), "", parameters);
    }
    // The row is locked and read before it is changed: only then are both values the ones of this
    // change.
    String before =
        "SELECT t.* FROM %s AS t WHERE t.%s = %s FOR NO KEY UPDATE"
            .formatted(resource.table(), resource.key(), parameters.add(key));
    String isLocked = "EXISTS (SELECT FROM before)";
    String change =
        change(
            assignments,
            key,
            write.at(),
            condition.isEmpty() ? isLocked : "(" + condition + ") AND " + isLocked,
            parameters);
    String audited =
        ", audited AS ("
            + Outbox.insertIfDifferent(
                parameters.add(Outbox.rows(List.of(audit.entry()))), audit.columns())
            + ")";
    return run(
        db, selection, "before AS (" + before + "), ", change, write.events(), audited, parameters);
  }

  private String change(
      List<String> assignments, String key, Instant at, String condition, Parameters parameters) {
    List<String> all = new ArrayList<>(assignments);
    all.add("version = t.version + 1");
    resource
        .column("updated_at")
        .ifPresent(column -> all.add("updated_at = " + parameters.add(column.bind(at))));
    return "UPDATE %s AS t SET %s WHERE t.%s = %s%s%s RETURNING t.*"
        .formatted(
            resource.table(),
            String.join(", ", all),
            resource.key(),
            parameters.add(key),
            resource.isSoftDeleted() ? " AND t.deleted_at IS NULL" : "",
            condition.isEmpty() ? "" : " AND (" + condition + ")");
  }

  private @Nullable Object bound(String column, Instant at) {
    return resource.requireColumn(column).bind(at);
  }

  private static Future<List<JsonObject>> run(
      SqlClient db,
      Selection selection,
      String before,
      String change,
      List<Event> events,
      String audited,
      Parameters parameters) {
    String published =
        events.isEmpty()
            ? ""
            : ", published AS ("
                + Outbox.insertAtVersionOf(parameters.add(Outbox.rows(events)), "changed")
                + ")";
    String sql =
        "WITH %schanged AS (%s)%s%s SELECT %s FROM changed AS t"
            .formatted(before, change, published, audited, selection.columnList());
    return ConstraintViolations.mapped(db.preparedQuery(sql).execute(parameters.tuple))
        .compose(rows -> new ResourceReader(db).complete(selection, rows));
  }

  /** Bound values and their parameter names in a statement. */
  private static final class Parameters {

    private final Tuple tuple = Tuple.tuple();

    private String add(@Nullable Object value) {
      tuple.addValue(value);
      return "$" + tuple.size();
    }
  }
}
