package dev.tradewind.kernel.outbox;

import io.vertx.core.Future;
import io.vertx.core.json.JsonArray;
import io.vertx.sqlclient.SqlClient;
import io.vertx.sqlclient.Tuple;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * Writer of the {@code outbox} table of the client's schema. Within a transaction, append after
 * locking the aggregate's row, so that the order of an aggregate's events is the order of its
 * versions.
 */
public final class Outbox {

  private static final List<String> COLUMNS =
      List.of(
          "event_id",
          "topic",
          "key",
          "type",
          "subject",
          "aggregate_version",
          "data",
          "occurred_at",
          "causation_id",
          "actor",
          "traceparent",
          "tracestate",
          "no_notification");

  private static final String OWN_VERSION = "event.aggregate_version";

  private static final String APPEND = insert("$1");

  private Outbox() {}

  public static Future<Void> append(SqlClient db, List<Event> events) {
    return db.preparedQuery(APPEND).execute(Tuple.of(rows(events))).mapEmpty();
  }

  public static Future<Void> append(SqlClient db, Event event) {
    return append(db, List.of(event));
  }

  /** An INSERT of the events in the parameter, given as {@link #rows}. */
  public static String insert(String parameter) {
    return insertFrom(parameter, "", OWN_VERSION);
  }

  /**
   * An INSERT for a statement that also changes the aggregate. The parameter holds the events as
   * {@link #rows}; the events are appended once per row of {@code changed}, a CTE of at most one
   * row.
   */
  public static String insertWhenChanged(String parameter, String changed) {
    return insertFrom(parameter, ", " + changed, OWN_VERSION);
  }

  /**
   * The same INSERT for a version that only the statement knows: the events take the {@code
   * version} of the changed row.
   */
  public static String insertAtVersionOf(String parameter, String changed) {
    return insertFrom(parameter, ", " + changed, changed + ".version");
  }

  /**
   * An INSERT for a statement that changes many aggregates: an event is appended with the version
   * of its subject among the rows of {@code changed}, and not at all if the subject is not among
   * these rows.
   */
  public static String insertForEach(String parameter, String changed) {
    return insertFrom(
        parameter,
        " JOIN %s ON %s.id = event.subject".formatted(changed, changed),
        changed + ".version");
  }

  /**
   * An INSERT of audit entries for a statement that writes several rows: an entry is appended if
   * its {@code after} has the id of one of the rows of {@code changed} under that name.
   */
  public static String insertForRows(String parameter, String changed, String name) {
    return insertFrom(
        parameter,
        " JOIN %s ON %s.id = event.data #>> '{after,%s}'".formatted(changed, changed, name),
        OWN_VERSION);
  }

  /**
   * An INSERT of audit entries with the columns of a row {@code before} and of the row {@code
   * changed}, both CTEs of at most one row. Equal columns make no entry.
   */
  public static String insertIfDifferent(String parameter, List<String> columns) {
    String before = object("before", columns);
    String after = object("changed", columns);
    return insertFrom(
        parameter,
        ", before, changed WHERE %s <> %s".formatted(before, after),
        "changed.version",
        "event.data || jsonb_build_object('before', %s, 'after', %s)".formatted(before, after));
  }

  private static String object(String row, List<String> columns) {
    return columns.stream()
        .map(column -> "'%s', %s.%s".formatted(column, row, column))
        .collect(Collectors.joining(", ", "jsonb_build_object(", ")"));
  }

  /**
   * A SELECT of calls of SQL functions, which append events in the trace of their caller.
   *
   * @param parameter number of the parameter with {@code CallContext.traceSetting}
   */
  public static String traced(int parameter, String calls) {
    return "SELECT set_config('tradewind.traceparent', $%s, true), %s".formatted(parameter, calls);
  }

  /** Events in the form that the INSERTs of this class and published SQL functions read. */
  public static JsonArray rows(List<Event> events) {
    JsonArray rows = new JsonArray();
    events.forEach(event -> rows.add(event.toRow()));
    return rows;
  }

  private static String insertFrom(String parameter, String join, String version) {
    return insertFrom(parameter, join, version, "event.data");
  }

  private static String insertFrom(String parameter, String join, String version, String data) {
    return insertFrom(
        "jsonb_populate_recordset(NULL::outbox, %s::jsonb) AS event%s".formatted(parameter, join),
        Map.of("aggregate_version", version, "data", data));
  }

  /**
   * An INSERT of events that a statement completes.
   *
   * @param from FROM clause with the rows {@code event} of the outbox, and what may follow it
   * @param expressions expressions of columns that are not those of the row, by their names
   */
  public static String insertFrom(String from, Map<String, String> expressions) {
    return """
    INSERT INTO outbox (%s)
    SELECT %s
    FROM %s
    """
        .formatted(
            String.join(", ", COLUMNS),
            COLUMNS.stream()
                .map(column -> expressions.getOrDefault(column, "event." + column))
                .collect(Collectors.joining(", ")),
            from);
  }
}
