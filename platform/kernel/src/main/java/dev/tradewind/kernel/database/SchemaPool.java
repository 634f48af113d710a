package dev.tradewind.kernel.database;

import dev.tradewind.kernel.async.Futures;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.pgclient.PgBuilder;
import io.vertx.pgclient.PgConnectOptions;
import io.vertx.pgclient.PgException;
import io.vertx.sqlclient.ClientBuilder;
import io.vertx.sqlclient.Pool;
import io.vertx.sqlclient.PoolOptions;
import io.vertx.sqlclient.SqlConnectOptions;
import io.vertx.sqlclient.SqlConnection;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Connection pool of a verticle: its login, or the login of all verticles, with the role of its
 * schema.
 */
public final class SchemaPool {

  private static final Logger LOG = LoggerFactory.getLogger(SchemaPool.class);

  /** Maximum wait of a statement for a row lock. */
  private static final String LOCK_TIMEOUT = "2s";

  /**
   * Maximum pause of a client between two statements of a transaction, unless the configuration of
   * the database sets another: a node that stands still keeps no lock for longer.
   */
  private static final String IDLE_IN_TRANSACTION_TIMEOUT =
      """
      SELECT set_config('idle_in_transaction_session_timeout', '2s', false)
      WHERE current_setting('idle_in_transaction_session_timeout') = '0';
      """;

  /**
   * Caller of changes outside of a call: a change of an audited table by a node is recorded in any
   * case.
   */
  private static final String OWN_CALL =
      "SET tradewind.call = '{\"actor\": \"SYSTEM\", \"command\": \"background\"}'";

  /** Both for seeding, which a busy machine may interrupt for longer. */
  private static final String SEEDING_TIMEOUT = "5min";

  private static final Duration SEEDING_CONNECTION_TIMEOUT = Duration.ofMinutes(5);

  private static final String NO_TIMEOUT = "0";

  private static final Map<String, String> STARTUP_PARAMETERS =
      Map.of("client_encoding", "utf8", "DateStyle", "ISO", "TimeZone", "UTC");

  private static final String END_CONNECTION = "SELECT pg_terminate_backend(pg_backend_pid())";

  /** Local map of the number of pools of each name. */
  private static final String POOLS = "tradewind.pools";

  private static final int MAX_STATEMENT_LENGTH = 32_768;

  private SchemaPool() {}

  /** Opens the pool of a verticle. */
  public static Pool open(Vertx vertx, DatabaseConfig database, Schema schema) {
    return open(
        vertx,
        database,
        schema,
        label(vertx, schema.name()),
        List.of(
            sessionSettings(
                schema, database.roleOf(schema), LOCK_TIMEOUT, IDLE_IN_TRANSACTION_TIMEOUT),
            OWN_CALL));
  }

  /** Opens the connection of a verticle for the questions to its change log. */
  public static Pool openForQuestions(Vertx vertx, DatabaseConfig database, Schema schema) {
    return open(
        vertx,
        database.withPoolSize(1),
        schema,
        label(vertx, schema.name() + "-changes"),
        List.of(
            sessionSettings(
                schema, database.roleOf(schema), LOCK_TIMEOUT, IDLE_IN_TRANSACTION_TIMEOUT)));
  }

  /** Opens a pool for initial and sample data, with long timeouts. */
  public static Pool openForSeeding(Vertx vertx, DatabaseConfig database, Schema schema) {
    return open(
        vertx,
        database.withConnectionTimeout(SEEDING_CONNECTION_TIMEOUT),
        schema,
        label(vertx, schema.name() + "-seeding"),
        List.of(
            sessionSettings(
                schema,
                database.roleOf(schema),
                SEEDING_TIMEOUT,
                idleInTransactionTimeout(SEEDING_TIMEOUT))));
  }

  /**
   * Opens a pool whose statements read the database as it is in a snapshot, while the transaction
   * lasts that has exported it. Each connection is one transaction, which cannot write, so the pool
   * is for statements without transactions of their own.
   */
  public static Pool openAt(Vertx vertx, DatabaseConfig database, Schema schema, String snapshot) {
    return open(
        vertx,
        database,
        schema,
        label(vertx, schema.name() + "-snapshot"),
        List.of(
            sessionSettings(
                schema,
                database.roleOf(schema),
                LOCK_TIMEOUT,
                idleInTransactionTimeout(NO_TIMEOUT)),
            "BEGIN ISOLATION LEVEL REPEATABLE READ, READ ONLY",
            "SET TRANSACTION SNAPSHOT '" + snapshot + "'"));
  }

  /** Opens a pool of one connection of the login itself, which takes the role of no schema. */
  public static Pool openAsLogin(Vertx vertx, DatabaseConfig database, String name) {
    return builder(
            vertx,
            database,
            () ->
                database
                    .connectOptions()
                    .setProperties(new HashMap<>(STARTUP_PARAMETERS))
                    .addProperty("application_name", "tradewind-" + name))
        .with(
            new PoolOptions()
                .setName(label(vertx, name))
                .setMaxSize(1)
                .setConnectionTimeout(Math.toIntExact(database.connectionTimeout().toMillis()))
                .setConnectionTimeoutUnit(TimeUnit.MILLISECONDS))
        .build();
  }

  /** The metrics tell the pools of several instances of a verticle apart by a number. */
  private static String label(Vertx vertx, String name) {
    int number =
        vertx.sharedData().<String, Integer>getLocalMap(POOLS).merge(name, 1, Integer::sum);
    return number == 1 ? name : name + "-" + number;
  }

  /** Checks that the database answers through the pool. */
  public static Future<?> check(Pool pool) {
    return pool.query("SELECT 1").execute();
  }

  private static Pool open(
      Vertx vertx, DatabaseConfig database, Schema schema, String label, List<String> settings) {
    return builder(vertx, database, () -> connectOptions(database, schema))
        .withConnectHandler(connection -> prepare(connection, settings))
        .with(
            new PoolOptions()
                .setName(label)
                .setMaxSize(database.poolSize())
                .setMaxWaitQueueSize(2_000)
                .setConnectionTimeout(Math.toIntExact(database.connectionTimeout().toMillis()))
                .setConnectionTimeoutUnit(TimeUnit.MILLISECONDS))
        .build();
  }

  private static PgConnectOptions connectOptions(DatabaseConfig database, Schema schema) {
    return database
        .connectOptions()
        .setCachePreparedStatements(true)
        .setPreparedStatementCacheMaxSize(512)
        // The longest statements cost most to parse, so they are cached too.
        .setPreparedStatementCacheSqlFilter(sql -> sql.length() < MAX_STATEMENT_LENGTH)
        // PgBouncer refuses any other parameter at the start of a connection.
        .setProperties(new HashMap<>(STARTUP_PARAMETERS))
        .addProperty("application_name", "tradewind-" + schema.name());
  }

  /** Of one connection to the next only a login in a file can differ, which blocks to read. */
  private static ClientBuilder<Pool> builder(
      Vertx vertx, DatabaseConfig database, Supplier<PgConnectOptions> options) {
    ClientBuilder<Pool> builder = PgBuilder.pool().using(vertx);
    if (database.changingLogin() == null) {
      return builder.connectingTo(options.get());
    }
    return builder.connectingTo(
        () -> vertx.<SqlConnectOptions>executeBlocking(() -> options.get()));
  }

  private static String idleInTransactionTimeout(String timeout) {
    return "SET idle_in_transaction_session_timeout = '" + timeout + "';";
  }

  private static String sessionSettings(
      Schema schema, String role, String lockTimeout, String idleInTransactionTimeout) {
    return """
    SET search_path = "%1$s";
    SET lock_timeout = '%3$s';
    %4$s
    -- Statements are constants of the program, so one generic plan serves all values.
    SET plan_cache_mode = force_generic_plan;
    -- Frequently read pages are in memory: random reads cost hardly more than sequential ones.
    SET random_page_cost = 1.1;
    -- A generic plan may be made while a table is empty, and stays while the table grows.
    SET enable_seqscan = off;
    -- Statements touch few rows, so JIT compilation of their plans never pays, whatever the
    -- estimate.
    SET jit = off;
    -- Nor do parallel workers: a generic plan takes a page for a tenth of the table.
    SET max_parallel_workers_per_gather = 0;
    SET ROLE "%2$s";
    """
        .formatted(schema.name(), role, lockTimeout, idleInTransactionTimeout);
  }

  /** Gives a new connection the settings of its session; without them it must not be used. */
  private static void prepare(SqlConnection connection, List<String> settings) {
    Futures.sequence(settings, statements -> connection.query(statements).execute())
        .recover(failure -> {
          // A lost connection fails the request that waits for it, and a closed pool has none.
          if (failure instanceof PgException) {
            LOG.warn("Setting up a connection to the database failed: {}", failure.toString());
          }
          return connection.query(END_CONNECTION).execute().mapEmpty();
        })
        .onComplete(done -> connection.close());
  }
}
