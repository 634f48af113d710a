package dev.tradewind.archive;

import dev.tradewind.kernel.database.DatabaseConfig;
import dev.tradewind.kernel.database.Sql;
import java.sql.Array;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

/** Database of a shop, with the tables that an archive holds and digests of their rows. */
final class ShopDatabase implements AutoCloseable {

  /** Tables of each schema without data of the shop: what a node keeps of its own work. */
  private static final Set<String> LEFT_OUT_OF_EACH_SCHEMA =
      Set.of(
          "outbox",
          "outbox_lease",
          "parked_event",
          "state_snapshot",
          "idempotency_record",
          // Entries are chained in the database in which they were recorded.
          "audit_entry",
          "audit_chain",
          "audit_unchained",
          "row_counter",
          // Migrations fill it.
          "declarable",
          "migration_version",
          "change_log",
          "change_epoch",
          "attempt",
          "kernel_schema_history",
          "schema_history");

  private static final Set<String> LEFT_OUT =
      Set.of(
          "customer.session",
          "customer.oauth_state",
          "orders.draft_order_sweep",
          "catalog.import_chunk",
          "batch.import_key",
          "batch.job_work",
          "batch.file_move",
          "batch.file_removal",
          "batch.file_usage",
          "webhooks.event",
          "webhooks.event_sequence",
          "webhooks.delivery",
          "webhooks.delivery_attempt",
          "webhooks.delivery_queue");

  /** Columns that a trigger sets when a row is inserted; they are set after that. */
  private static final Map<String, Reference> SET_BY_TRIGGERS =
      Map.of(
          ArchivedTable.name("customer", "user"),
          new Reference(
              List.of("api_token_hash"), ArchivedTable.name("customer", "user"), true, false));

  private static final String TABLES =
      """
      SELECT n.nspname, c.relname,
        (SELECT array_agg(a.attname ORDER BY a.attnum) FROM pg_attribute AS a
          WHERE a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped AND a.attgenerated = ''),
        (SELECT array_agg(a.attname ORDER BY array_position(i.indkey, a.attnum))
          FROM pg_index AS i JOIN pg_attribute AS a ON a.attrelid = c.oid AND a.attnum = ANY (i.indkey)
          WHERE i.indrelid = c.oid AND i.indisprimary),
        EXISTS (SELECT FROM pg_attribute AS a
          WHERE a.attrelid = c.oid AND a.atttypid = 'bytea'::regtype AND NOT a.attisdropped)
      FROM pg_class AS c JOIN pg_namespace AS n ON n.oid = c.relnamespace
      WHERE c.relkind = 'r'
        AND EXISTS (SELECT FROM pg_class AS v
          WHERE v.relnamespace = c.relnamespace AND v.relname = 'migration_version')
      ORDER BY n.nspname, c.relname
      """;

  /** Foreign keys within a schema; those from one schema to another do not exist. */
  private static final String REFERENCES =
      """
      SELECT n.nspname, c.relname, r.relname, array_agg(a.attname),
        bool_or(NOT a.attnotnull), f.condeferred
      FROM pg_constraint AS f
      JOIN pg_class AS c ON c.oid = f.conrelid
      JOIN pg_class AS r ON r.oid = f.confrelid
      JOIN pg_namespace AS n ON n.oid = c.relnamespace
      JOIN pg_attribute AS a ON a.attrelid = c.oid AND a.attnum = ANY (f.conkey)
      WHERE f.contype = 'f'
      GROUP BY f.oid, n.nspname, c.relname, r.relname
      ORDER BY f.oid
      """;

  private static final String SEQUENCES =
      """
      SELECT schemaname || '.' || sequencename, coalesce(last_value, 0)
      FROM pg_sequences AS s
      WHERE EXISTS (SELECT FROM pg_tables AS t
          WHERE t.schemaname = s.schemaname AND t.tablename = 'migration_version')
        AND NOT EXISTS (SELECT FROM pg_depend AS d
          WHERE d.objid = format('%I.%I', schemaname, sequencename)::regclass AND d.deptype IN ('a', 'i'))
      ORDER BY 1
      """;

  private final Connection connection;
  private final DatabaseConfig database;

  private ShopDatabase(Connection connection, DatabaseConfig database) {
    this.connection = connection;
    this.database = database;
  }

  static ShopDatabase open(DatabaseConfig database) {
    try {
      Connection connection = database.connect();
      ShopDatabase shop = new ShopDatabase(connection, database);
      // Texts of times and numbers are compared with texts of other servers.
      shop.execute(
          "SET TimeZone = 'UTC'; SET extra_float_digits = 1; SET jit = off;"
              // The transaction of an export waits while resources are read.
              + " SET idle_in_transaction_session_timeout = 0");
      connection.setAutoCommit(false);
      return shop;
    } catch (SQLException failure) {
      throw new ArchiveException(
          "The database %s cannot be reached: %s".formatted(database, failure.getMessage()),
          failure);
    }
  }

  Connection connection() {
    return connection;
  }

  /**
   * The tables of an archive, each after those that it references. Where they reference each other,
   * a reference that may be null, or that is checked at the end of the transaction, comes later.
   */
  List<ArchivedTable> tables() throws SQLException {
    Map<String, ArchivedTable> tables = new LinkedHashMap<>();
    try (Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery(TABLES)) {
      while (rows.next()) {
        if (isArchived(rows.getString(1), rows.getString(2))) {
          ArchivedTable table =
              new ArchivedTable(
                  rows.getString(1),
                  rows.getString(2),
                  texts(rows.getArray(3)),
                  texts(rows.getArray(4)),
                  List.of(),
                  rows.getBoolean(5));
          tables.put(table.name(), table);
        }
      }
    }
    Map<String, List<Reference>> references = references();
    Map<String, ArchivedTable> ordered = new LinkedHashMap<>();
    tables
        .keySet()
        .forEach(name -> order(name, tables, references, ordered, new LinkedHashSet<>()));
    return List.copyOf(ordered.values());
  }

  private static boolean isArchived(String schema, String table) {
    return !LEFT_OUT_OF_EACH_SCHEMA.contains(table) && !LEFT_OUT.contains(schema + "." + table);
  }

  private Map<String, List<Reference>> references() throws SQLException {
    Map<String, List<Reference>> references = new HashMap<>();
    try (Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery(REFERENCES)) {
      while (rows.next()) {
        String schema = rows.getString(1);
        references
            .computeIfAbsent(
                ArchivedTable.name(schema, rows.getString(2)), table -> new ArrayList<>())
            .add(
                new Reference(
                    texts(rows.getArray(4)),
                    ArchivedTable.name(schema, rows.getString(3)),
                    rows.getBoolean(5),
                    rows.getBoolean(6)));
      }
    }
    return references;
  }

  private static void order(
      String name,
      Map<String, ArchivedTable> tables,
      Map<String, List<Reference>> references,
      Map<String, ArchivedTable> ordered,
      Set<String> open) {
    if (ordered.containsKey(name)) {
      return;
    }
    open.add(name);
    List<Reference> later = new ArrayList<>();
    if (SET_BY_TRIGGERS.containsKey(name)) {
      later.add(SET_BY_TRIGGERS.get(name));
    }
    for (Reference reference : references.getOrDefault(name, List.of())) {
      boolean mayBeLater = reference.isNullable() || reference.isDeferred();
      if (!requiresOneOf(open, reference.table(), references)) {
        order(reference.table(), tables, references, ordered, open);
      } else if (mayBeLater) {
        later.add(reference);
      } else {
        throw new ArchiveException("Tables that reference each other cannot be imported: " + open);
      }
    }
    open.remove(name);
    ordered.put(name, Objects.requireNonNull(tables.get(name), name).with(later));
  }

  /** Whether rows of a table cannot be without the rows of an open one. */
  private static boolean requiresOneOf(
      Set<String> open, String table, Map<String, List<Reference>> references) {
    return open.contains(table)
        || references.getOrDefault(table, List.of()).stream()
            .filter(reference -> !reference.isNullable() && !reference.isDeferred())
            .filter(reference -> !reference.table().equals(table))
            .anyMatch(reference -> requiresOneOf(open, reference.table(), references));
  }

  private static List<String> texts(Array array) throws SQLException {
    return List.of((String[]) array.getArray());
  }

  /** Last values of the sequences that no column owns, such as the numbers of orders. */
  Map<String, Long> sequences() throws SQLException {
    Map<String, Long> sequences = new LinkedHashMap<>();
    for (List<String> row : query(SEQUENCES)) {
      sequences.put(row.getFirst(), Long.parseLong(row.get(1)));
    }
    return sequences;
  }

  /** Version of the migration files, the lowest of all schemas. */
  int migrationVersion() throws SQLException {
    int version = Integer.MAX_VALUE;
    for (List<String> schema :
        query("SELECT DISTINCT schemaname FROM pg_tables WHERE tablename = 'migration_version'")) {
      version =
          Math.min(
              version,
              Integer.parseInt(
                  value(
                      "SELECT max(version) FROM %s.migration_version"
                          .formatted(schema.getFirst()))));
    }
    if (version == Integer.MAX_VALUE) {
      throw new ArchiveException("The database %s has no shop.".formatted(database));
    }
    return version;
  }

  /** Digest of the rows of a table: their number and a sum over their contents. */
  Digest digest(ArchivedTable table) throws SQLException {
    List<String> row =
        query(
                """
                SELECT count(*), coalesce(sum(hashtextextended(to_jsonb(r)::text, 0)::numeric), 0)
                FROM (SELECT %s FROM %s) AS r
                """
                    .formatted(ArchivedTable.list(table.columns()), table.name()))
            .getFirst();
    return new Digest(table.columns(), Long.parseLong(row.getFirst()), row.get(1));
  }

  /** Lets the role of a schema write until the end of the transaction. */
  void actAs(String schema) throws SQLException {
    Sql.actAs(connection, database, schema);
  }

  void actAsLogin() throws SQLException {
    Sql.actAsLogin(connection);
  }

  void execute(String sql) throws SQLException {
    Sql.execute(connection, sql);
  }

  void execute(String sql, String parameter) throws SQLException {
    Sql.execute(connection, sql, parameter);
  }

  /** Rows of a statement whose result has no nulls. */
  List<List<String>> query(String sql) throws SQLException {
    return Sql.query(connection, sql).stream().map(List::<String>copyOf).toList();
  }

  String value(String sql) throws SQLException {
    return Sql.value(connection, sql);
  }

  @Override
  public String toString() {
    return database.toString();
  }

  @Override
  public void close() {
    try {
      connection.close();
    } catch (SQLException failure) {
      throw new ArchiveException("Closing the database failed: " + failure.getMessage(), failure);
    }
  }
}
