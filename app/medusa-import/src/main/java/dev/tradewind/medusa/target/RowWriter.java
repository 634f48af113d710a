package dev.tradewind.medusa.target;

import dev.tradewind.kernel.database.DatabaseConfig;
import dev.tradewind.kernel.database.Sql;
import dev.tradewind.medusa.MoveInException;
import dev.tradewind.medusa.copy.TableCopy;
import dev.tradewind.medusa.source.Buckets;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Savepoint;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Writer of the rows of the target, with the role of the owner of the schema, whose triggers then
 * keep counters, change logs and search texts right.
 */
public final class RowWriter {

  private final Connection connection;
  private final DatabaseConfig database;

  /** Columns that can be written, and whether they are json, which has no equality. */
  private final Map<String, Map<String, Boolean>> columns = new HashMap<>();

  RowWriter(Connection connection, DatabaseConfig database) {
    this.connection = connection;
    this.database = database;
  }

  /** Columns of a table that can be written. */
  public Set<String> columnsOf(String table) {
    return typesOf(table).keySet();
  }

  private Map<String, Boolean> typesOf(String table) {
    return columns.computeIfAbsent(
        table,
        named -> {
          try {
            Map<String, Boolean> found = new LinkedHashMap<>();
            Sql.query(
                    connection,
                    """
                    SELECT a.attname, a.atttypid = 'json'::regtype
                    FROM pg_attribute AS a
                    WHERE a.attrelid = '%s'::regclass
                      AND a.attnum > 0
                      AND NOT a.attisdropped
                      AND a.attgenerated = ''
                    ORDER BY a.attnum
                    """
                        .formatted(named))
                .forEach(row ->
                    found.put(Objects.requireNonNull(row.getFirst()), "t".equals(row.get(1))));
            return found;
          } catch (SQLException failure) {
            throw new MoveInException("Table " + named + ": " + failure.getMessage(), failure);
          }
        });
  }

  /** Names of the columns of a converted row, as far as the table has them. */
  List<String> writable(TableCopy copy, Set<String> members) {
    Set<String> current = columnsOf(copy.target());
    List<String> names = new ArrayList<>(members);
    names.retainAll(current);
    return names;
  }

  /** Writes rows, given as JSON objects; one that is there already stays. */
  public void write(TableCopy copy, Set<String> names, List<String> rows) throws SQLException {
    Sql.actAs(connection, database, copy.schema());
    execute(copy.update() ? updating(copy, names) : inserting(copy, names), array(rows));
    Sql.actAsLogin(connection);
  }

  /**
   * Writes the rows that are not there yet, or are there with other values.
   *
   * @return number of these
   */
  public long change(TableCopy copy, Set<String> names, List<String> rows) throws SQLException {
    String array = array(rows);
    Sql.actAs(connection, database, copy.schema());
    long changed = 0;
    if (names.size() > copy.key().size()) {
      String swapped = copy.swapped();
      if (swapped != null) {
        execute(vacating(copy, swapped), array);
      }
      changed += execute(updating(copy, names), array);
    }
    if (!copy.update()) {
      changed += execute(inserting(copy, names), array);
    }
    Sql.actAsLogin(connection);
    return changed;
  }

  /**
   * Begins a step that may fail at rows that are written later.
   *
   * @return the point that {@link #undo} goes back to
   */
  public Savepoint attempt() throws SQLException {
    return connection.setSavepoint();
  }

  public void undo(Savepoint attempt) throws SQLException {
    connection.rollback(attempt);
  }

  public void done(Savepoint attempt) throws SQLException {
    connection.releaseSavepoint(attempt);
  }

  private long execute(String sql, String rows) throws SQLException {
    try (PreparedStatement statement = connection.prepareStatement(sql)) {
      statement.setString(1, rows);
      return statement.executeUpdate();
    }
  }

  private static String array(List<String> rows) {
    return rows.stream().collect(Collectors.joining(",", "[", "]"));
  }

  private static String inserting(TableCopy copy, Set<String> names) {
    String list = names.stream().map("\"%s\""::formatted).collect(Collectors.joining(", "));
    return """
    INSERT INTO %1$s (%2$s)
    SELECT %2$s
    FROM json_populate_recordset(NULL::%1$s, ?::json)
    ON CONFLICT (%3$s) DO NOTHING
    """
        .formatted(copy.target(), list, String.join(", ", copy.key()));
  }

  private String updating(TableCopy copy, Set<String> names) {
    List<String> changed = names.stream().filter(name -> !copy.key().contains(name)).toList();
    String version =
        names.contains("version") || !columnsOf(copy.target()).contains("version")
            ? ""
            : ", version = t.version + 1";
    return """
    UPDATE %1$s AS t
    SET %2$s%5$s
    FROM json_populate_recordset(NULL::%1$s, ?::json) AS r
    WHERE %3$s
      AND (%4$s)
    """
        .formatted(
            copy.target(),
            changed.stream()
                .map(name -> "\"%s\" = r.\"%s\"".formatted(name, name))
                .collect(Collectors.joining(", ")),
            sameKey(copy),
            changed.stream().map(name -> differing(copy, name)).collect(Collectors.joining(" OR ")),
            version);
  }

  private String differing(TableCopy copy, String name) {
    String cast = Boolean.TRUE.equals(typesOf(copy.target()).get(name)) ? "::text" : "";
    return "t.\"%1$s\"%2$s IS DISTINCT FROM r.\"%1$s\"%2$s".formatted(name, cast);
  }

  /** Sets values that change places apart, so that none is in the way of another. */
  private static String vacating(TableCopy copy, String column) {
    return """
    UPDATE %1$s AS t
    SET %2$s = t.%2$s + 1000000000
    FROM json_populate_recordset(NULL::%1$s, ?::json) AS r
    WHERE %3$s
      AND t.%2$s <> r.%2$s
    """
        .formatted(copy.target(), column, sameKey(copy));
  }

  private static String sameKey(TableCopy copy) {
    return copy.key().stream()
        .map(name -> "t.%s = r.%s".formatted(name, name))
        .collect(Collectors.joining(" AND "));
  }

  /** Begins the keys of a table that the source has. */
  public void beginKeys(String schema) throws SQLException {
    Sql.actAs(connection, database, schema);
    Sql.execute(
        connection,
        "CREATE TEMPORARY TABLE IF NOT EXISTS present_key (key text NOT NULL); TRUNCATE present_key");
  }

  public void addKeys(List<String> keys) throws SQLException {
    try (PreparedStatement statement =
        connection.prepareStatement("INSERT INTO present_key SELECT unnest(?::text[])")) {
      statement.setArray(1, connection.createArrayOf("text", keys.toArray()));
      statement.execute();
    }
  }

  /**
   * Deletes the rows that the source has not.
   *
   * @param buckets buckets of the rows; null for all
   * @return number of deleted rows
   */
  public long deleteOthers(TableCopy copy, @Nullable Collection<Integer> buckets)
      throws SQLException {
    String key =
        "concat_ws(' ', %s)"
            .formatted(
                copy.key().stream().map("t.%s::text"::formatted).collect(Collectors.joining(", ")));
    String sql =
        "DELETE FROM %s AS t WHERE NOT EXISTS (SELECT FROM present_key AS p WHERE p.key = %s)%s"
            .formatted(
                copy.target(),
                key,
                buckets == null ? "" : " AND %s = ANY (?)".formatted(Buckets.of(key)));
    long deleted;
    try (PreparedStatement statement = connection.prepareStatement(sql)) {
      if (buckets != null) {
        statement.setArray(1, connection.createArrayOf("int4", buckets.toArray()));
      }
      deleted = statement.executeUpdate();
    }
    Sql.execute(connection, "DROP TABLE present_key");
    Sql.actAsLogin(connection);
    return deleted;
  }
}
