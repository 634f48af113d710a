package dev.tradewind.medusa;

import dev.tradewind.kernel.database.DatabaseConfig;
import io.vertx.core.json.JsonArray;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Target database. Rows are inserted with the role of the owner of their schema, so that its
 * triggers keep counters, change logs and search texts right; a row that is there already stays, so
 * that a move may be resumed. The progress is recorded in the transaction of the rows, in the
 * schema {@code medusa_import}.
 */
final class NewShop implements AutoCloseable {

  /** Rows of a new Tradewind, which the rows of the moved shop replace. */
  private static final String REPLACED =
      """
      DELETE FROM catalog.store;
      DELETE FROM catalog.sales_channel;
      DELETE FROM catalog.shipping_profile;
      DELETE FROM catalog.payment_provider;
      DELETE FROM catalog.fulfillment_provider;
      DELETE FROM catalog.country;
      DELETE FROM catalog.currency;
      """;

  /** Tables that have rows in a new Tradewind, and the number of those that may be there. */
  private static final Map<String, Integer> NEW_ROWS =
      Map.of("catalog.store", 1, "catalog.sales_channel", 1, "catalog.shipping_profile", 2);

  private static final Set<String> UNCHECKED =
      Set.of(
          "catalog.currency",
          "catalog.country",
          "catalog.store_currency",
          "catalog.payment_provider",
          "catalog.fulfillment_provider",
          "catalog.tax_provider");

  private static final String PROGRESS =
      """
      CREATE SCHEMA IF NOT EXISTS medusa_import;
      CREATE TABLE IF NOT EXISTS medusa_import.move (
        source text NOT NULL,
        started_at timestamptz NOT NULL DEFAULT now(),
        completed_at timestamptz
      );
      CREATE UNIQUE INDEX IF NOT EXISTS move_single ON medusa_import.move ((true));
      CREATE TABLE IF NOT EXISTS medusa_import.progress (
        copy text PRIMARY KEY,
        position json,
        rows bigint NOT NULL DEFAULT 0,
        completed_at timestamptz
      );
      """;

  private static final String RECORD =
      """
      INSERT INTO medusa_import.progress AS p (copy, position, rows, completed_at)
      VALUES (?, ?::json, ?, CASE WHEN ? THEN now() END)
      ON CONFLICT (copy) DO UPDATE
      SET position = coalesce(excluded.position, p.position), rows = p.rows + excluded.rows,
        completed_at = excluded.completed_at
      """;

  private static final String COLUMNS =
      """
      SELECT a.attname
      FROM pg_attribute AS a
      WHERE a.attrelid = '%s'::regclass
        AND a.attnum > 0
        AND NOT a.attisdropped
        AND a.attgenerated = ''
      ORDER BY a.attnum
      """;

  private static final long LOCK = 0x6d6f7665696eL;

  private final Connection connection;
  private final DatabaseConfig database;
  private final Map<String, Set<String>> columns = new HashMap<>();

  private NewShop(Connection connection, DatabaseConfig database) {
    this.connection = connection;
    this.database = database;
  }

  static NewShop open(DatabaseConfig database) {
    try {
      Connection connection = database.connect();
      try {
        NewShop shop = new NewShop(connection, database);
        if (!"t".equals(Sql.value(connection, "SELECT pg_try_advisory_lock(%d)".formatted(LOCK)))) {
          throw new MoveInException("Another move into %s is running.".formatted(database));
        }
        Sql.execute(connection, "SET jit = off");
        connection.setAutoCommit(false);
        return shop;
      } catch (SQLException | MoveInException failure) {
        connection.close();
        throw failure;
      }
    } catch (SQLException failure) {
      throw new MoveInException(
          "The database %s cannot be written: %s".formatted(database, failure.getMessage()),
          failure);
    }
  }

  /** Columns of a table that can be written. */
  Set<String> columnsOf(String table) {
    return columns.computeIfAbsent(
        table,
        named -> {
          try {
            Set<String> found = new LinkedHashSet<>();
            Sql.query(connection, COLUMNS.formatted(named))
                .forEach(row -> found.add(Objects.requireNonNull(row.getFirst())));
            return found;
          } catch (SQLException failure) {
            throw new MoveInException("Table " + named + ": " + failure.getMessage(), failure);
          }
        });
  }

  /** Whether an interrupted or complete move of this source is in the database. */
  boolean isBegun() throws SQLException {
    return "t".equals(value("SELECT to_regclass('medusa_import.move') IS NOT NULL"))
        && "t".equals(value("SELECT EXISTS (SELECT FROM medusa_import.move)"));
  }

  /**
   * @throws MoveInException if the moved shop is another one, or completely moved
   */
  void requireUnfinished(String source) throws SQLException {
    List<@Nullable String> move =
        query("SELECT source, completed_at IS NOT NULL FROM medusa_import.move").getFirst();
    if (!source.equals(move.getFirst())) {
      throw new MoveInException(
          "The database %s has a move of another shop that is not complete.".formatted(database));
    }
    if ("t".equals(move.get(1))) {
      throw new MoveInException(
          "The shop has moved into the database %s already.".formatted(database));
    }
  }

  /**
   * @throws MoveInException if one of the tables has more rows than those of a new Tradewind
   */
  void requireEmpty(List<TableCopy> copies) throws SQLException {
    for (String table :
        copies.stream().map(TableCopy::target).filter(each -> !UNCHECKED.contains(each)).toList()) {
      int allowed = NEW_ROWS.getOrDefault(table, 0);
      int found =
          Integer.parseInt(
              value(
                  "SELECT count(*) FROM (SELECT FROM %s LIMIT %d) AS found"
                      .formatted(table, allowed + 1)));
      if (found > allowed) {
        throw new MoveInException(
            "The database %s is not empty: %s has rows. A shop moves into a new database."
                .formatted(database, table));
      }
    }
  }

  /** Begins the first transaction: the rows of a new Tradewind give way to those of the shop. */
  void begin(String source) throws SQLException {
    Sql.execute(connection, PROGRESS);
    try (PreparedStatement insert =
        connection.prepareStatement("INSERT INTO medusa_import.move (source) VALUES (?)")) {
      insert.setString(1, source);
      insert.execute();
    }
    inSchema("catalog");
    Sql.execute(connection, REPLACED);
    outOfSchema();
  }

  /**
   * Recorded progress of a copy.
   *
   * @param position of the last row; absent before the first
   */
  record Progress(@Nullable List<String> position, long rows, boolean isComplete) {}

  Map<String, Progress> progress() throws SQLException {
    Map<String, Progress> progress = new LinkedHashMap<>();
    for (List<@Nullable String> row :
        query(
            "SELECT copy, position, rows, completed_at IS NOT NULL FROM medusa_import.progress")) {
      String position = row.get(1);
      progress.put(
          Objects.requireNonNull(row.getFirst()),
          new Progress(
              position == null
                  ? null
                  : new JsonArray(position).stream().map(String.class::cast).toList(),
              Long.parseLong(Objects.requireNonNull(row.get(2))),
              "t".equals(row.get(3))));
    }
    return progress;
  }

  /** Writes rows, given as a JSON array. */
  void write(TableCopy copy, Set<String> names, String rows) throws SQLException {
    inSchema(copy.schema());
    try (PreparedStatement statement =
        connection.prepareStatement(
            copy.update() ? updating(copy, names) : inserting(copy, names))) {
      statement.setString(1, rows);
      statement.execute();
    }
    outOfSchema();
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

  private static String updating(TableCopy copy, Set<String> names) {
    return """
    UPDATE %1$s AS t
    SET %2$s
    FROM json_populate_recordset(NULL::%1$s, ?::json) AS r
    WHERE %3$s
    """
        .formatted(
            copy.target(),
            names.stream()
                .filter(name -> !copy.key().contains(name))
                .map(name -> "\"%s\" = r.\"%s\"".formatted(name, name))
                .collect(Collectors.joining(", ")),
            copy.key().stream()
                .map(name -> "t.%s = r.%s".formatted(name, name))
                .collect(Collectors.joining(" AND ")));
  }

  void record(TableCopy copy, @Nullable List<String> position, long rows, boolean isComplete)
      throws SQLException {
    try (PreparedStatement statement = connection.prepareStatement(RECORD)) {
      statement.setString(1, copy.name());
      statement.setString(2, position == null ? null : new JsonArray(position).encode());
      statement.setLong(3, rows);
      statement.setBoolean(4, isComplete);
      statement.execute();
    }
  }

  void commit() throws SQLException {
    connection.commit();
  }

  /** Sets sequences on, and statistics, which lists need at once. */
  void finish(long lastOrder, long lastDraft, List<TableCopy> copies) throws SQLException {
    inSchema("orders");
    setSequence("order_display_id", lastOrder);
    setSequence("draft_order_display_id", lastDraft);
    outOfSchema();
    Set<String> tables = new LinkedHashSet<>();
    copies.forEach(copy -> tables.add(copy.target()));
    for (String table : tables) {
      inSchema(table.substring(0, table.indexOf('.')));
      Sql.execute(connection, "ANALYZE " + table);
      outOfSchema();
    }
    connection.commit();
  }

  private void setSequence(String sequence, long last) throws SQLException {
    if (last > 0) {
      value("SELECT setval('%s', %d)".formatted(sequence, last));
    }
  }

  void markComplete() throws SQLException {
    Sql.execute(connection, "UPDATE medusa_import.move SET completed_at = now()");
    connection.commit();
  }

  private void inSchema(String schema) throws SQLException {
    Sql.execute(
        connection,
        "SET LOCAL ROLE \"%s%s\"; SET LOCAL search_path = \"%s\"; SET LOCAL synchronous_commit = off"
            .formatted(database.rolePrefix(), schema, schema));
  }

  private void outOfSchema() throws SQLException {
    Sql.execute(connection, "RESET ROLE");
  }

  List<List<@Nullable String>> query(String sql) throws SQLException {
    return Sql.query(connection, sql);
  }

  private String value(String sql) throws SQLException {
    return Sql.value(connection, sql);
  }

  @Override
  public void close() {
    try {
      connection.close();
    } catch (SQLException failure) {
      throw new MoveInException("Closing the target failed: " + failure.getMessage(), failure);
    }
  }

  /** Names of the columns of a converted row, as far as the table has them. */
  List<String> writable(TableCopy copy, Set<String> members) {
    Set<String> present = columnsOf(copy.target());
    List<String> names = new ArrayList<>(members);
    names.retainAll(present);
    return names;
  }
}
