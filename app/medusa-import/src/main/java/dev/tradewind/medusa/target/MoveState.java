package dev.tradewind.medusa.target;

import dev.tradewind.kernel.audit.AuditEntry;
import dev.tradewind.kernel.database.DatabaseConfig;
import dev.tradewind.kernel.database.Sql;
import dev.tradewind.medusa.MoveInException;
import dev.tradewind.medusa.copy.OwnColumns;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * State of a move and of the switch, in the schema {@code medusa_import} of the target: what is
 * copied, whether the source is followed, and what the shop has changed by itself since.
 */
public final class MoveState {

  /** Progress of a move, and the state of the switch. */
  public static final String TABLES =
      """
      CREATE SCHEMA IF NOT EXISTS medusa_import;
      CREATE TABLE IF NOT EXISTS medusa_import.move (
        source text NOT NULL,
        started_at timestamptz NOT NULL DEFAULT now(),
        completed_at timestamptz
      );
      CREATE UNIQUE INDEX IF NOT EXISTS move_single ON medusa_import.move ((true));
      ALTER TABLE medusa_import.move ADD COLUMN IF NOT EXISTS copied_at timestamptz;
      ALTER TABLE medusa_import.move ADD COLUMN IF NOT EXISTS followed_at timestamptz;
      ALTER TABLE medusa_import.move ADD COLUMN IF NOT EXISTS finished_at timestamptz;
      ALTER TABLE medusa_import.move ADD COLUMN IF NOT EXISTS finished_xid xid8;
      ALTER TABLE medusa_import.move ADD COLUMN IF NOT EXISTS round_at timestamptz;
      ALTER TABLE medusa_import.move ADD COLUMN IF NOT EXISTS end_requested_at timestamptz;
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
      ALTER TABLE medusa_import.switch ADD COLUMN IF NOT EXISTS held_until timestamptz;
      ALTER TABLE medusa_import.switch ADD COLUMN IF NOT EXISTS holds bigint NOT NULL DEFAULT 0;
      INSERT INTO medusa_import.switch DEFAULT VALUES ON CONFLICT DO NOTHING;
      CREATE TABLE IF NOT EXISTS medusa_import.switch_node (
        id text PRIMARY KEY,
        revision bigint NOT NULL,
        writes_in_flight integer NOT NULL,
        seen_at timestamptz NOT NULL DEFAULT now()
      );
      CREATE TABLE IF NOT EXISTS medusa_import.gate_node (
        id text PRIMARY KEY,
        works boolean NOT NULL,
        seen_at timestamptz NOT NULL DEFAULT now()
      );
      """
          + AmountRecorder.TABLE;

  /**
   * Whether the tables of this version are there. They are only created if not: even a change that
   * finds its column waits for the end of a round, and nodes then wait for the change.
   */
  public static final String HAS_TABLES =
      "to_regclass('medusa_import.gate_node') IS NOT NULL"
          + " AND to_regclass('medusa_import.switch') IS NOT NULL"
          + " AND to_regclass('medusa_import.amount_difference') IS NOT NULL";

  /** Orders the steps of the switch; taken before the row of the move. */
  public static final String LOCK_SWITCH = "SELECT FROM medusa_import.switch FOR UPDATE";

  /** A node that works says so more often than this; one that was killed does not any more. */
  public static final String WORKING_NODES =
      "FROM medusa_import.gate_node WHERE works AND seen_at > now() - interval '30 seconds'";

  private static final String WRITTEN =
      """
      EXISTS (
        SELECT FROM medusa_import.switch_node AS n, medusa_import.switch AS s
        WHERE s.writes = '%s'
          OR (s.writes = 'held' AND (n.revision < s.revision OR n.writes_in_flight > 0)))
      """;

  private static final String OWN_COLUMNS =
      """
      CREATE SCHEMA IF NOT EXISTS medusa_import;
      CREATE TABLE IF NOT EXISTS medusa_import.own_column (
        name text PRIMARY KEY,
        place text NOT NULL
      );
      """;

  /** Schemas whose events tell a change of the shop by requests or tasks of Tradewind. */
  private static final List<String> OWN_EVENTS =
      List.of("catalog", "customer", "discount", "cart", "orders");

  /** Events are deleted after a while, their sequence stays. */
  private static final String LAST_EVENT =
      "coalesce(pg_sequence_last_value('outbox_id_seq'::regclass), 0)";

  private final Connection connection;
  private final DatabaseConfig database;

  MoveState(Connection connection, DatabaseConfig database) {
    this.connection = connection;
    this.database = database;
  }

  /** Begins a move; commits nothing. */
  public void begin(String source) throws SQLException {
    prepareTables();
    try (PreparedStatement insert =
        connection.prepareStatement("INSERT INTO medusa_import.move (source) VALUES (?)")) {
      insert.setString(1, source);
      insert.execute();
    }
    recordOwnEvents();
  }

  /**
   * Records the places of the columns of the shop's own; commits.
   *
   * @throws MoveInException if a move has begun with others
   */
  public void place(OwnColumns columns) throws SQLException {
    if (isBegun() && !ownColumns().equals(columns)) {
      throw new MoveInException(
          "The move into the database %s has begun with other places of columns: move into a new one."
              .formatted(database));
    }
    Sql.execute(connection, OWN_COLUMNS + "DELETE FROM medusa_import.own_column;");
    try (PreparedStatement insert =
        connection.prepareStatement("INSERT INTO medusa_import.own_column VALUES (?, ?)")) {
      for (Map.Entry<String, OwnColumns.Place> each : columns.places().entrySet()) {
        insert.setString(1, each.getKey());
        insert.setString(2, each.getValue().text());
        insert.execute();
      }
    }
    connection.commit();
  }

  /** Recorded places of the columns of the shop's own. */
  public OwnColumns ownColumns() throws SQLException {
    Map<String, String> places = new HashMap<>();
    if ("t".equals(value("SELECT to_regclass('medusa_import.own_column') IS NOT NULL"))) {
      query("SELECT name, place FROM medusa_import.own_column")
          .forEach(row ->
              places.put(
                  Objects.requireNonNull(row.getFirst()), Objects.requireNonNull(row.get(1))));
    }
    return OwnColumns.of(places);
  }

  /** Whether an interrupted or complete move of this source is in the database. */
  public boolean isBegun() throws SQLException {
    return "t".equals(value("SELECT to_regclass('medusa_import.move') IS NOT NULL"))
        && "t".equals(value("SELECT EXISTS (SELECT FROM medusa_import.move)"));
  }

  /**
   * @throws MoveInException if the moved shop is another one, or completely moved
   */
  public void requireUnfinished(String source) throws SQLException {
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
  public boolean isCopied() throws SQLException {
    if (!isBegun()) {
      return false;
    }
    prepareTables();
    connection.commit();
    return "t"
        .equals(
            value("SELECT coalesce(copied_at, completed_at) IS NOT NULL FROM medusa_import.move"));
  }

  private void prepareTables() throws SQLException {
    if ("f".equals(value("SELECT " + HAS_TABLES))) {
      Sql.execute(connection, TABLES);
    }
  }

  private boolean isComplete() throws SQLException {
    return "t".equals(value("SELECT completed_at IS NOT NULL FROM medusa_import.move"));
  }

  /**
   * @throws MoveInException if the shop is another one, if following has ended, or if the shop has
   *     been changed here
   */
  public void requireFollowing(String source) throws SQLException {
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
                          ? "SELECT EXISTS (SELECT FROM outbox WHERE id > %s AND topic <> '%s')"
                              .formatted(last, AuditEntry.TOPIC)
                          : "SELECT %s > %s".formatted(LAST_EVENT, last)));
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
   * Requires that the shop is the one that has moved and switched.
   *
   * @throws MoveInException if the shop is another one, or has not switched
   */
  public void requireFinished(String source) throws SQLException {
    if (!isBegun()) {
      throw new MoveInException("The database %s has no moved shop.".formatted(database));
    }
    prepareFollowing();
    requireSame(source);
    if ("t".equals(value("SELECT finished_xid IS NULL FROM medusa_import.move"))) {
      throw new MoveInException(
          "The move into the database %s is not finished: nothing to take back."
              .formatted(database));
    }
  }

  /**
   * Requires that no gateway sends writes to a shop, as far as gateways in shadow mode do.
   *
   * @param writes the shop where writes must not go, {@code v1} or {@code here}
   * @throws MoveInException if writes go there, or if a gateway has not confirmed that it holds
   *     writes
   */
  public void requireNoWrites(String writes) throws SQLException {
    if ("t".equals(value("SELECT " + WRITTEN.formatted(writes)))) {
      throw new MoveInException(
          "Gateways in shadow mode still send writes to the shop that is to be copied: run"
              + " ./tradewind shadow hold first.");
    }
  }

  /**
   * @throws MoveInException if a node works for this shop by itself
   */
  public void requireNoBackgroundWork() throws SQLException {
    String nodes = value("SELECT coalesce(string_agg(id, ', '), '') " + WORKING_NODES);
    if (!nodes.isEmpty()) {
      throw new MoveInException(
          ("Nodes still do background work of the shop that is to be copied (%s): stop them, or run"
                  + " ./tradewind shadow back if they are in shadow mode.")
              .formatted(nodes));
    }
  }

  /** Number of the hold under which no gateway writes to the source; absent while one does. */
  public Optional<Long> hold() throws SQLException {
    return Optional.of(
            value(
                "SELECT CASE WHEN %s THEN '' ELSE holds::text END FROM medusa_import.switch"
                    .formatted(WRITTEN.formatted("v1"))))
        .filter(holds -> !holds.isEmpty())
        .map(Long::valueOf);
  }

  /** Asks the command that follows the source to end after its round. */
  void requestEnd() throws SQLException {
    Sql.execute(connection, "UPDATE medusa_import.move SET end_requested_at = now()");
  }

  boolean isEndRequested() throws SQLException {
    return "t".equals(value("SELECT end_requested_at IS NOT NULL FROM medusa_import.move"));
  }

  /** Forgets the request of a command that has ended since. */
  void clearEndRequest() throws SQLException {
    Sql.execute(
        connection,
        "UPDATE medusa_import.move SET end_requested_at = NULL WHERE end_requested_at IS NOT NULL");
    connection.commit();
  }

  /**
   * Records the snapshot that the copy is equal to after this round; commits nothing.
   *
   * @param at time of the source
   */
  public void markRound(String at) throws SQLException {
    Sql.execute(connection, "UPDATE medusa_import.move SET round_at = ?::timestamptz", at);
  }

  /**
   * Forgets the switch and the digests: what has changed here is in the source, which is followed
   * again, and no bucket is known to be equal. Gateways that hold writes read at the source again,
   * and have to confirm it.
   */
  public void reopen() throws SQLException {
    Sql.execute(
        connection,
        LOCK_SWITCH
            + "; UPDATE medusa_import.move"
            + " SET finished_at = NULL, finished_xid = NULL, followed_at = now();"
            + " UPDATE medusa_import.switch"
            + " SET held_here = false, held_until = NULL, revision = revision + 1;"
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

  /** Creates what records the progress, as a move of an earlier version may lack parts of it. */
  public void prepareFollowing() throws SQLException {
    prepareTables();
    if ("f".equals(value("SELECT EXISTS (SELECT FROM medusa_import.own_events)"))) {
      recordOwnEvents();
    }
    connection.commit();
  }

  /**
   * Records that all rows are copied; commits.
   *
   * @param isFollowed whether the source goes on taking the writes
   */
  public void markCopied(boolean isFollowed) throws SQLException {
    if (isFollowed) {
      markFollowed();
    }
    Sql.execute(connection, "UPDATE medusa_import.move SET copied_at = coalesce(copied_at, now())");
    connection.commit();
  }

  /**
   * Records that the source takes the writes until the switch, so that nodes here do no work of
   * their own; commits nothing.
   */
  public void markFollowed() throws SQLException {
    Sql.execute(
        connection, "UPDATE medusa_import.move SET followed_at = now() WHERE followed_at IS NULL");
  }

  public void markComplete() throws SQLException {
    Sql.execute(
        connection, "UPDATE medusa_import.move SET completed_at = coalesce(completed_at, now())");
    connection.commit();
  }

  /**
   * Records the switch: from here on the shop is changed here. Gateways that hold writes read here,
   * and have to confirm it.
   *
   * @param hold number of the hold that the last round began under, if no gateway wrote then
   * @throws MoveInException if gateways have written to the source since
   */
  public void finish(Optional<Long> hold) throws SQLException {
    Sql.execute(connection, LOCK_SWITCH);
    if (hold.isEmpty() || !hold().equals(hold)) {
      connection.rollback();
      throw new MoveInException(
          "Writes have gone to the source since the last round: the switch is not recorded. Hold"
              + " them for longer, with --limit.");
    }
    Sql.execute(
        connection,
        "UPDATE medusa_import.move SET finished_at = now(),"
            + " finished_xid = pg_snapshot_xmin(pg_current_snapshot());"
            + " UPDATE medusa_import.switch SET revision = revision + 1");
    connection.commit();
  }

  private List<List<@Nullable String>> query(String sql) throws SQLException {
    return Sql.query(connection, sql);
  }

  private String value(String sql) throws SQLException {
    return Sql.value(connection, sql);
  }
}
