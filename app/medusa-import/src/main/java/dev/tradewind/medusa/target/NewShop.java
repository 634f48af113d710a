package dev.tradewind.medusa.target;

import dev.tradewind.kernel.database.DatabaseConfig;
import dev.tradewind.kernel.database.Sql;
import dev.tradewind.medusa.MoveInException;
import dev.tradewind.medusa.copy.TableCopy;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Target database, which one move at a time writes. A row that is there already stays, so that a
 * move may be resumed.
 */
public final class NewShop implements AutoCloseable {

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

  /**
   * Notices of payments that shoppers may have made at Stripe without coming back, of the days in
   * which a payment is looked for: the source knew them by webhooks that do not come here.
   */
  private static final String EXPECTED_PAYMENTS =
      """
      INSERT INTO cart.payment_notice (id, provider_id, reference, received_at, due_at)
      SELECT DISTINCT 'session:' || s.provider_id || ':' || (s.data ->> 'id'), s.provider_id,
        s.data ->> 'id', now(), now()
      FROM cart.cart AS c
      CROSS JOIN jsonb_to_recordset(c.state -> 'payment_sessions') AS s (
        provider_id text, data jsonb, updated_at timestamptz
      )
      WHERE c.completed_at IS NULL
        AND c.deleted_at IS NULL
        AND s.provider_id LIKE 'stripe%'
        AND s.data ->> 'id' <> ''
        AND greatest(c.updated_at, s.updated_at) > now() - interval '7 days'
      ON CONFLICT (id) DO UPDATE
      SET due_at = EXCLUDED.due_at, received_at = EXCLUDED.received_at, tries = 0
      WHERE payment_notice.due_at IS NULL
      """;

  private static final long LOCK = 0x6d6f7665696eL;

  /** Lock of a command between whose rounds another one may take over. */
  private static final long FOLLOWING_LOCK = LOCK + 1;

  private static final Duration MAX_ROUND = Duration.ofMinutes(30);
  private static final Duration POLL = Duration.ofMillis(200);

  private final Connection connection;
  private final DatabaseConfig database;
  private final MoveState state;
  private final CopyProgress progress;
  private final RowWriter rows;
  private final AmountRecorder amounts;

  private NewShop(Connection connection, DatabaseConfig database) {
    this.connection = connection;
    this.database = database;
    this.state = new MoveState(connection, database);
    this.progress = new CopyProgress(connection);
    this.rows = new RowWriter(connection, database);
    this.amounts = new AmountRecorder(connection);
  }

  /**
   * @throws MoveInException if another move is running
   */
  public static NewShop open(DatabaseConfig database) {
    return open(database, null);
  }

  /**
   * Opens the target for a command that ends the following: a running command that follows is asked
   * to end after its round, and awaited.
   *
   * @param onWait called once if a command follows
   * @throws MoveInException if another move is running that does not follow
   */
  public static NewShop takeOver(DatabaseConfig database, Runnable onWait) {
    return open(database, onWait);
  }

  private static NewShop open(DatabaseConfig database, @Nullable Runnable onWait) {
    try {
      Connection connection = database.connect();
      try {
        NewShop shop = new NewShop(connection, database);
        if (!shop.tryLock(LOCK)) {
          if (onWait == null || shop.tryLock(FOLLOWING_LOCK)) {
            throw new MoveInException(
                ("Another move into %s is running. One that only follows is ended by --finish and"
                        + " by ./tradewind shadow switch.")
                    .formatted(database));
          }
          onWait.run();
          shop.awaitEnd();
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

  private boolean tryLock(long lock) throws SQLException {
    return "t".equals(Sql.value(connection, "SELECT pg_try_advisory_lock(%s)".formatted(lock)));
  }

  private void awaitEnd() throws SQLException {
    long deadline = System.nanoTime() + MAX_ROUND.toNanos();
    state.requestEnd();
    while (!tryLock(LOCK)) {
      if (System.nanoTime() > deadline) {
        throw new MoveInException(
            "The command that follows into %s does not end its round.".formatted(database));
      }
      pause(POLL);
    }
    Sql.execute(connection, "UPDATE medusa_import.move SET end_requested_at = NULL");
  }

  /** Lets another command take over between two rounds from now on. */
  public void offerEnd() throws SQLException {
    state.clearEndRequest();
    tryLock(FOLLOWING_LOCK);
    commit();
  }

  /**
   * Pauses between two rounds.
   *
   * @return whether another command waits for the end of this one
   */
  public boolean pauseUntilAsked(Duration duration) throws SQLException {
    long until = System.nanoTime() + duration.toNanos();
    do {
      boolean isAsked = state.isEndRequested();
      commit();
      if (isAsked) {
        return true;
      }
      pause(POLL);
    } while (System.nanoTime() < until);
    return false;
  }

  private static void pause(Duration duration) {
    try {
      Thread.sleep(duration);
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
      throw new MoveInException("The command was interrupted.", interrupted);
    }
  }

  public MoveState state() {
    return state;
  }

  public CopyProgress progress() {
    return progress;
  }

  public AmountRecorder amounts() {
    return amounts;
  }

  public RowWriter rows() {
    return rows;
  }

  /**
   * @throws MoveInException if one of the tables has more rows than a new Tradewind
   */
  public void requireEmpty(List<TableCopy> copies) throws SQLException {
    for (String table :
        copies.stream().map(TableCopy::target).filter(each -> !UNCHECKED.contains(each)).toList()) {
      int allowed = NEW_ROWS.getOrDefault(table, 0);
      int found =
          Integer.parseInt(
              value(
                  "SELECT count(*) FROM (SELECT FROM %s LIMIT %s) AS found"
                      .formatted(table, allowed + 1)));
      if (found > allowed) {
        throw new MoveInException(
            "The database %s is not empty: %s has rows. A shop moves into a new database."
                .formatted(database, table));
      }
    }
  }

  /** Begins the first transaction: the rows of a new Tradewind give way to the rows of the shop. */
  public void begin(String source) throws SQLException {
    state.begin(source);
    Sql.actAs(connection, database, "catalog");
    Sql.execute(connection, REPLACED);
    Sql.actAsLogin(connection);
  }

  public void commit() throws SQLException {
    connection.commit();
  }

  /** Sets the numbers of orders and drafts on. */
  public void numberOn(long lastOrder, long lastDraft) throws SQLException {
    Sql.actAs(connection, database, "orders");
    setSequence("order_display_id", lastOrder);
    setSequence("draft_order_display_id", lastDraft);
    Sql.actAsLogin(connection);
  }

  /** Has nodes look at the payments of open carts once the shop takes the writes. */
  public void expectPayments() throws SQLException {
    Sql.actAs(connection, database, "cart");
    Sql.execute(connection, EXPECTED_PAYMENTS);
    Sql.actAsLogin(connection);
    connection.commit();
  }

  /** Sets statistics, which lists need at once. */
  public void analyze(List<TableCopy> copies) throws SQLException {
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
      value("SELECT setval('%s', %s)".formatted(sequence, last));
    }
  }

  public List<List<@Nullable String>> query(String sql) throws SQLException {
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
}
