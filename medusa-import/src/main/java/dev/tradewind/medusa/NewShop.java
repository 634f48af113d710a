package dev.tradewind.medusa;

import dev.tradewind.kernel.audit.AuditEntry;
import dev.tradewind.kernel.database.DatabaseConfig;
import dev.tradewind.kernel.database.Sql;
import dev.tradewind.medusa.copy.TableCopy;
import io.vertx.core.json.JsonArray;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Savepoint;
import java.util.ArrayList;
import java.util.Collection;
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

  /** Progress of a move, and the state of the switch. */
  static final String TABLES =
      """
      CREATE SCHEMA IF NOT EXISTS medusa_import;
      CREATE TABLE IF NOT EXISTS medusa_import.move (
        source text NOT NULL,
        started_at timestamptz NOT NULL DEFAULT now(),
        completed_at timestamptz
      );
      CREATE UNIQUE INDEX IF NOT EXISTS move_single ON medusa_import.move ((true));
      ALTER TABLE medusa_import.move ADD COLUMN IF NOT EXISTS copied_at timestamptz;
      ALTER TABLE medusa_import.move ADD COLUMN IF NOT EXISTS finished_at timestamptz;
      ALTER TABLE medusa_import.move ADD COLUMN IF NOT EXISTS finished_xid xid8;
      CREATE TABLE IF NOT EXISTS medusa_import.progress (
        copy text PRIMARY KEY,
        position json,
        rows bigint NOT NULL DEFAULT 0,
        completed_at timestamptz
      );
      CREATE TABLE IF NOT EXISTS medusa_import.digest (
        copy text,
        bucket integer,
        digest numeric NOT NULL,
        PRIMARY KEY (copy, bucket)
      );
      CREATE TABLE IF NOT EXISTS medusa_import.own_events (
        schema text PRIMARY KEY,
        last bigint NOT NULL
      );
      CREATE TABLE IF NOT EXISTS medusa_import.switch (
        single boolean PRIMARY KEY DEFAULT true CHECK (single),
        revision bigint NOT NULL DEFAULT 0,
        reads text[] NOT NULL DEFAULT '{}',
        writes text NOT NULL DEFAULT 'v1' CHECK (writes IN ('v1', 'held', 'here'))
      );
      ALTER TABLE medusa_import.switch
        ADD COLUMN IF NOT EXISTS held_here boolean NOT NULL DEFAULT false;
      INSERT INTO medusa_import.switch DEFAULT VALUES ON CONFLICT DO NOTHING;
      CREATE TABLE IF NOT EXISTS medusa_import.switch_node (
        id text PRIMARY KEY,
        revision bigint NOT NULL,
        writes_in_flight integer NOT NULL,
        seen_at timestamptz NOT NULL DEFAULT now()
      );
      """;

  private static final String RECORD_DIGESTS =
      """
      WITH given AS (
        SELECT bucket, nullif(digest, '')::numeric AS digest
        FROM unnest(?::integer[], ?::text[]) AS g (bucket, digest)
      ), gone AS (
        DELETE FROM medusa_import.digest AS d
        USING given AS g
        WHERE d.copy = ?
          AND d.bucket = g.bucket
          AND g.digest IS NULL
      )
      INSERT INTO medusa_import.digest (copy, bucket, digest)
      SELECT ?, bucket, digest
      FROM given
      WHERE digest IS NOT NULL
      ON CONFLICT (copy, bucket) DO UPDATE
      SET digest = excluded.digest
      """;

  private static final String RECORD =
      """
      INSERT INTO medusa_import.progress AS p (copy, position, rows, completed_at)
      VALUES (?, ?::json, ?, CASE WHEN ? THEN now() END)
      ON CONFLICT (copy) DO UPDATE
      SET position = coalesce(excluded.position, p.position), rows = p.rows + excluded.rows,
        completed_at = excluded.completed_at
      """;

  /** Schemas whose events tell a change of the shop by requests or tasks of Tradewind. */
  private static final List<String> OWN_EVENTS =
      List.of("catalog", "customer", "discount", "cart", "orders");

  /** Events are deleted after a while, their sequence stays. */
  private static final String LAST_EVENT =
      "coalesce(pg_sequence_last_value('outbox_id_seq'::regclass), 0)";

  private static final long LOCK = 0x6d6f7665696eL;

  private final Connection connection;
  private final DatabaseConfig database;

  /** Columns that can be written, and whether they are json, which has no equality. */
  private final Map<String, Map<String, Boolean>> columns = new HashMap<>();

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

  /** Whether an interrupted or complete move of this source is in the database. */
  boolean isBegun() throws SQLException {
    return "t".equals(value("SELECT to_regclass('medusa_import.move') IS NOT NULL"))
        && "t".equals(value("SELECT EXISTS (SELECT FROM medusa_import.move)"));
  }

  /**
   * @throws MoveInException if the moved shop is another one, or completely moved
   */
  void requireUnfinished(String source) throws SQLException {
    requireSame(source);
    if (isComplete()) {
      throw new MoveInException(
          "The shop has moved into the database %s already.".formatted(database));
    }
  }

  private void requireSame(String source) throws SQLException {
    if (!source.equals(value("SELECT source FROM medusa_import.move"))) {
      throw new MoveInException("The database %s has another shop.".formatted(database));
    }
  }

  /** Whether all rows are copied, verified or not, so that they are only followed. */
  boolean isCopied() throws SQLException {
    if (!isBegun()) {
      return false;
    }
    Sql.execute(connection, TABLES);
    connection.commit();
    return "t"
        .equals(
            value("SELECT coalesce(copied_at, completed_at) IS NOT NULL FROM medusa_import.move"));
  }

  private boolean isComplete() throws SQLException {
    return "t".equals(value("SELECT completed_at IS NOT NULL FROM medusa_import.move"));
  }

  /**
   * @throws MoveInException if the shop is another one, if following has ended, or if the shop has
   *     been changed here
   */
  void requireFollowing(String source) throws SQLException {
    requireSame(source);
    if ("t".equals(value("SELECT finished_at IS NOT NULL FROM medusa_import.move"))) {
      throw new MoveInException(
          "The move into the database %s is finished: the source is not followed any more."
              .formatted(database));
    }
    Map<String, Long> before = new HashMap<>();
    query("SELECT schema, last FROM medusa_import.own_events")
        .forEach(row ->
            before.put(
                Objects.requireNonNull(row.getFirst()),
                Long.valueOf(Objects.requireNonNull(row.get(1)))));
    for (String schema : OWN_EVENTS) {
      long last = Objects.requireNonNullElse(before.get(schema), 0L);
      Sql.actAs(connection, database, schema);
      boolean isChanged =
          "t"
              .equals(
                  value(
                      schema.equals("customer")
                          // Logins are no changes of the shop.
                          ? "SELECT EXISTS (SELECT FROM outbox WHERE id > %d AND topic <> '%s')"
                              .formatted(last, AuditEntry.TOPIC)
                          : "SELECT %s > %d".formatted(LAST_EVENT, last)));
      Sql.actAsLogin(connection);
      if (isChanged) {
        throw new MoveInException(
            ("The shop in the database %s has been changed here (schema %s): following would"
                    + " overwrite it. The switch is what --finish records; move-back takes the"
                    + " changes back into the source.")
                .formatted(database, schema));
      }
    }
  }

  /**
   * Transaction that was the oldest one at the switch.
   *
   * @throws MoveInException if the shop is another one, or has not switched
   */
  String requireFinished(String source) throws SQLException {
    if (!isBegun()) {
      throw new MoveInException("The database %s has no moved shop.".formatted(database));
    }
    prepareFollowing();
    requireSame(source);
    String switched =
        query("SELECT finished_xid::xid FROM medusa_import.move").getFirst().getFirst();
    if (switched == null) {
      throw new MoveInException(
          "The move into the database %s is not finished: nothing to take back."
              .formatted(database));
    }
    return switched;
  }

  /**
   * Requires that no gateway sends writes to a shop, as far as gateways in shadow mode do.
   *
   * @param writes where they must not go, {@code v1} or {@code here}
   * @throws MoveInException if they do, or if a gateway has not confirmed that it holds them
   */
  void requireNoWrites(String writes) throws SQLException {
    boolean isWritten =
        "t"
            .equals(
                value(
                    """
                    SELECT EXISTS (
                      SELECT FROM medusa_import.switch_node AS n, medusa_import.switch AS s
                      WHERE s.writes = '%s'
                        OR (s.writes = 'held' AND (n.revision < s.revision OR n.writes_in_flight > 0)))
                    """
                        .formatted(writes)));
    if (isWritten) {
      throw new MoveInException(
          "Gateways in shadow mode still send writes to the shop that is to be copied: run"
              + " ./tradewind shadow hold first.");
    }
  }

  /**
   * Forgets the switch and the digests: what has changed here is in the source, which is followed
   * again, and no bucket is known to be equal. Gateways that hold writes read at the source again,
   * and have to confirm it.
   */
  void reopen() throws SQLException {
    Sql.execute(
        connection,
        "UPDATE medusa_import.move SET finished_at = NULL, finished_xid = NULL;"
            + " UPDATE medusa_import.switch SET held_here = false, revision = revision + 1;"
            + " DELETE FROM medusa_import.digest;"
            + " DELETE FROM medusa_import.own_events");
    recordOwnEvents();
    connection.commit();
  }

  private void recordOwnEvents() throws SQLException {
    for (String schema : OWN_EVENTS) {
      Sql.actAs(connection, database, schema);
      String last = value("SELECT " + LAST_EVENT);
      Sql.actAsLogin(connection);
      Sql.execute(
          connection,
          "INSERT INTO medusa_import.own_events (schema, last) VALUES ('%s', %s)"
              .formatted(schema, last));
    }
  }

  /**
   * @throws MoveInException if one of the tables has more rows than a new Tradewind
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

  /** Begins the first transaction: the rows of a new Tradewind give way to the rows of the shop. */
  void begin(String source) throws SQLException {
    Sql.execute(connection, TABLES);
    try (PreparedStatement insert =
        connection.prepareStatement("INSERT INTO medusa_import.move (source) VALUES (?)")) {
      insert.setString(1, source);
      insert.execute();
    }
    recordOwnEvents();
    Sql.actAs(connection, database, "catalog");
    Sql.execute(connection, REPLACED);
    Sql.actAsLogin(connection);
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

  /** Writes rows, given as JSON objects; one that is there already stays. */
  void write(TableCopy copy, Set<String> names, List<String> rows) throws SQLException {
    Sql.actAs(connection, database, copy.schema());
    execute(copy.update() ? updating(copy, names) : inserting(copy, names), array(rows));
    Sql.actAsLogin(connection);
  }

  /**
   * Writes the rows that are not there yet, or are there with other values.
   *
   * @return number of these
   */
  long change(TableCopy copy, Set<String> names, List<String> rows) throws SQLException {
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
  Savepoint attempt() throws SQLException {
    return connection.setSavepoint();
  }

  void undo(Savepoint attempt) throws SQLException {
    connection.rollback(attempt);
  }

  void done(Savepoint attempt) throws SQLException {
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
  void beginKeys(String schema) throws SQLException {
    Sql.actAs(connection, database, schema);
    Sql.execute(
        connection,
        "CREATE TEMPORARY TABLE IF NOT EXISTS present_key (key text NOT NULL); TRUNCATE present_key");
  }

  void addKeys(List<String> keys) throws SQLException {
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
  long deleteOthers(TableCopy copy, @Nullable Collection<Integer> buckets) throws SQLException {
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

  /** Recorded digests of the buckets of each copy. */
  Map<String, Map<Integer, String>> digests() throws SQLException {
    Map<String, Map<Integer, String>> digests = new HashMap<>();
    for (List<@Nullable String> row :
        query("SELECT copy, bucket, digest FROM medusa_import.digest")) {
      digests
          .computeIfAbsent(Objects.requireNonNull(row.getFirst()), copy -> new HashMap<>())
          .put(
              Integer.valueOf(Objects.requireNonNull(row.get(1))),
              Objects.requireNonNull(row.get(2)));
    }
    return digests;
  }

  /** Records the digests of buckets; a bucket without one is empty. */
  void recordDigests(TableCopy copy, Collection<Integer> buckets, Map<Integer, String> digests)
      throws SQLException {
    try (PreparedStatement statement = connection.prepareStatement(RECORD_DIGESTS)) {
      statement.setArray(1, connection.createArrayOf("int4", buckets.toArray()));
      statement.setArray(
          2,
          connection.createArrayOf(
              "text", buckets.stream().map(bucket -> digests.getOrDefault(bucket, "")).toArray()));
      statement.setString(3, copy.name());
      statement.setString(4, copy.name());
      statement.execute();
    }
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

  /** Creates what records the progress, as a move of an earlier version may lack parts of it. */
  void prepareFollowing() throws SQLException {
    Sql.execute(connection, TABLES);
    if ("f".equals(value("SELECT EXISTS (SELECT FROM medusa_import.own_events)"))) {
      recordOwnEvents();
    }
    connection.commit();
  }

  /** Sets the numbers of orders and drafts on. */
  void numberOn(long lastOrder, long lastDraft) throws SQLException {
    Sql.actAs(connection, database, "orders");
    setSequence("order_display_id", lastOrder);
    setSequence("draft_order_display_id", lastDraft);
    Sql.actAsLogin(connection);
  }

  /** Sets statistics, which lists need at once. */
  void analyze(List<TableCopy> copies) throws SQLException {
    Set<String> tables = new LinkedHashSet<>();
    copies.forEach(copy -> tables.add(copy.target()));
    for (String table : tables) {
      Sql.actAs(connection, database, table.substring(0, table.indexOf('.')));
      Sql.execute(connection, "ANALYZE " + table);
      Sql.actAsLogin(connection);
    }
    connection.commit();
  }

  private void setSequence(String sequence, long last) throws SQLException {
    if (last > 0) {
      value("SELECT setval('%s', %d)".formatted(sequence, last));
    }
  }

  void markCopied() throws SQLException {
    Sql.execute(connection, "UPDATE medusa_import.move SET copied_at = coalesce(copied_at, now())");
    connection.commit();
  }

  void markComplete() throws SQLException {
    Sql.execute(
        connection, "UPDATE medusa_import.move SET completed_at = coalesce(completed_at, now())");
    connection.commit();
  }

  /**
   * Records the switch: from here on the shop is changed here. Gateways that hold writes read here,
   * and have to confirm it.
   */
  void finish() throws SQLException {
    Sql.execute(
        connection,
        "UPDATE medusa_import.move SET finished_at = now(),"
            + " finished_xid = pg_snapshot_xmin(pg_current_snapshot());"
            + " UPDATE medusa_import.switch SET revision = revision + 1");
    connection.commit();
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
