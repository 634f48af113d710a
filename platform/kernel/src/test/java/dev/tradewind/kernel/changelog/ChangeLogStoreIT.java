package dev.tradewind.kernel.changelog;

import static dev.tradewind.testing.Futures.await;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tradewind.kernel.changelog.Changes.Change;
import dev.tradewind.kernel.database.DatabaseConfig;
import dev.tradewind.kernel.database.Migrations;
import dev.tradewind.kernel.database.Schema;
import dev.tradewind.kernel.database.SchemaPool;
import dev.tradewind.testing.TestDatabase;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.junit5.VertxExtension;
import io.vertx.sqlclient.Pool;
import io.vertx.sqlclient.SqlClient;
import io.vertx.sqlclient.SqlConnection;
import io.vertx.sqlclient.Transaction;
import java.sql.Connection;
import java.sql.Statement;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** The question to a change log while transactions are open on the server. */
@ExtendWith(VertxExtension.class)
class ChangeLogStoreIT {

  private static final Schema SCHEMA = new Schema("logged", "db/migration/logged");

  private static final String TAKE_ID = "SELECT pg_current_xact_id()";

  private static final String READ =
      """
      SELECT coalesce(sum(seq_tup_read + coalesce(idx_tup_fetch, 0)), 0)::bigint
      FROM pg_stat_xact_user_tables
      WHERE relname = 'change_log'
      """;

  private Pool pool;
  private ChangeLogStore store;

  @BeforeEach
  void open(Vertx vertx) {
    String url =
        TestDatabase.copyOf(
                "logged", of -> new Migrations(DatabaseConfig.parse(of, 1)).run(List.of(SCHEMA)))
            .url();
    pool = SchemaPool.open(vertx, DatabaseConfig.parse(url, 4), SCHEMA);
    store = new ChangeLogStore(pool, "NULL");
  }

  /** As a nightly job, or another shop of the server, may keep one. */
  @Test
  void aTransactionThatIsOpenInAnotherDatabaseCostsNoRead() throws Exception {
    DatabaseConfig other = DatabaseConfig.parse(TestDatabase.create().url(), 1);
    try (Connection connection = other.connect();
        Statement statement = connection.createStatement()) {
      connection.setAutoCommit(false);
      statement.execute(TAKE_ID);
      log("before");
      Changes known = await(store.find(null));
      log("SELECT 'row' || n FROM generate_series(1, 5000) AS n", "5000 rows");
      known = await(store.find(known.snapshot()));
      assertThat(known.changes()).hasSize(5_000);

      log("after");
      String since = known.snapshot();

      assertThat(ids(await(store.find(since)))).containsExactly("after");
      assertThat(rowsRead(db -> new ChangeLogStore(db, "NULL").find(since))).isLessThan(10);
      assertThat(rowsRead(db -> ChangeLogStore.findPublished(db, SCHEMA.name(), since)))
          .isLessThan(10);
      connection.rollback();
    }
  }

  /** The changes of an import that has not ended are seen once, when it has. */
  @Test
  void theChangesOfATransactionAreReadWhenItHasEnded() {
    Changes known = await(store.find(null));
    SqlConnection importing = await(pool.getConnection());
    Transaction open = await(importing.begin());
    await(
        importing.query(insert("SELECT 'row' || n FROM generate_series(1, 5000) AS n")).execute());
    log("meanwhile");
    Changes meanwhile = await(store.find(known.snapshot()));
    assertThat(ids(meanwhile)).containsExactly("meanwhile");
    assertThat(rowsRead(db -> new ChangeLogStore(db, "NULL").find(meanwhile.snapshot())))
        .isLessThan(10);

    await(open.commit());
    await(importing.close());

    Changes ended = await(store.find(meanwhile.snapshot()));
    assertThat(ended.isComplete()).isTrue();
    assertThat(ended.changes()).hasSize(5_000);
    assertThat(await(store.find(ended.snapshot())).changes()).isEmpty();
  }

  @Test
  void theLogIsPrunedWhileATransactionIsOpen() {
    SqlConnection slow = await(pool.getConnection());
    Transaction open = await(slow.begin());
    await(slow.query(insert("VALUES ('slow')")).execute());
    log("fast");
    prune();
    Changes known = await(store.find(null));
    prune();

    assertThat(logged()).isEmpty();
    known = await(store.find(known.snapshot()));
    log("later");
    prune();
    Changes later = await(store.find(known.snapshot()));
    assertThat(later.isComplete()).isTrue();
    assertThat(ids(later)).containsExactly("later");

    await(open.commit());
    await(slow.close());
    Changes last = await(store.find(later.snapshot()));
    assertThat(last.isComplete()).isTrue();
    assertThat(ids(last)).containsExactly("slow");
  }

  /** Its snapshot ends where that of the pruning does, with a transaction that was open then. */
  @Test
  void aReaderOfBeforeThePruningIsNotComplete() {
    SqlConnection slow = await(pool.getConnection());
    Transaction open = await(slow.begin());
    await(slow.query(insert("VALUES ('slow')")).execute());
    log("fast");
    Changes known = await(store.find(null));
    await(open.commit());
    await(slow.close());
    prune();
    prune();

    Changes late = await(store.find(known.snapshot()));

    assertThat(logged()).isEmpty();
    assertThat(late.isComplete()).isFalse();
  }

  @Test
  void theAgeOfTheOldestOpenTransactionIsShown() throws Exception {
    SimpleMeterRegistry meters = new SimpleMeterRegistry();
    ChangeLogPruner pruner = new ChangeLogPruner(pool, "thing", meters);
    SqlConnection slow = await(pool.getConnection());
    await(slow.begin());
    await(slow.query(TAKE_ID).execute());
    log("fast");

    await(pruner.prune());
    Thread.sleep(1_100);
    await(pruner.prune());

    assertThat(
            meters
                .get("tradewind.database.oldest.transaction.age")
                .tag("verticle", "thing")
                .gauge()
                .value())
        .isPositive();
    await(slow.close());
  }

  private static List<@Nullable String> ids(Changes changes) {
    return changes.changes().stream().map(Change::id).toList();
  }

  private static String insert(String ids) {
    return "INSERT INTO change_log (kind, id) SELECT 'row', id FROM (%s) AS logged (id)"
        .formatted(ids);
  }

  private void log(String id) {
    log("VALUES ('" + id + "')", id);
  }

  private void log(String ids, String what) {
    assertThat(await(pool.query(insert(ids)).execute()).rowCount()).as(what).isPositive();
  }

  private List<String> logged() {
    return await(pool.query("SELECT id FROM change_log").execute()).stream()
        .map(row -> row.getString(0))
        .toList();
  }

  private void prune() {
    await(pool.query("UPDATE change_epoch SET noted_at = now() - interval '1 hour'").execute());
    await(pool.query("SELECT prune_change_log()").execute());
  }

  /** Rows of the log that a question reads, by the counters of its own connection. */
  private long rowsRead(Function<SqlClient, Future<Changes>> question) {
    SqlConnection connection = await(pool.getConnection());
    Transaction transaction = await(connection.begin());
    long before = rowsRead(connection);
    await(question.apply(connection));
    long read = rowsRead(connection) - before;
    await(transaction.rollback());
    await(connection.close());
    return read;
  }

  private static long rowsRead(SqlConnection connection) {
    return await(connection.query(READ).execute()).iterator().next().getLong(0);
  }
}
