package dev.tradewind.kernel.database;

import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.pgclient.PgBuilder;
import io.vertx.pgclient.PgConnectOptions;
import io.vertx.sqlclient.Pool;
import io.vertx.sqlclient.PoolOptions;
import java.util.concurrent.TimeUnit;

/** Connection pool of a verticle: the one login, with the role of its schema. */
public final class SchemaPool {

  /** Maximum wait of a statement for a row lock. */
  private static final String LOCK_TIMEOUT = "2s";

  /** Maximum pause of a client between two statements of a transaction. */
  private static final String IDLE_IN_TRANSACTION_TIMEOUT = "2s";

  /** The same for seeding, which a busy machine may interrupt for longer. */
  private static final String SEEDING_TIMEOUT = "5min";

  private static final int LONGEST_STATEMENT = 32_768;

  private SchemaPool() {}

  /** Opens the pool of a verticle. */
  public static Pool open(Vertx vertx, DatabaseConfig database, Schema schema) {
    return open(vertx, database, schema, LOCK_TIMEOUT, IDLE_IN_TRANSACTION_TIMEOUT);
  }

  /** Opens a pool for initial and sample data, with long timeouts. */
  public static Pool openForSeeding(Vertx vertx, DatabaseConfig database, Schema schema) {
    return open(vertx, database, schema, SEEDING_TIMEOUT, SEEDING_TIMEOUT);
  }

  /** Checks that the database answers through the pool. */
  public static Future<?> check(Pool pool) {
    return pool.query("SELECT 1").execute();
  }

  private static Pool open(
      Vertx vertx,
      DatabaseConfig database,
      Schema schema,
      String lockTimeout,
      String idleInTransactionTimeout) {
    PgConnectOptions connection =
        database
            .connectOptions()
            .setCachePreparedStatements(true)
            .setPreparedStatementCacheMaxSize(512)
            // The longest statements cost most to parse, so they are cached too.
            .setPreparedStatementCacheSqlFilter(sql -> sql.length() < LONGEST_STATEMENT)
            .addProperty("role", schema.name())
            .addProperty("search_path", schema.name())
            .addProperty("application_name", "tradewind-" + schema.name())
            .addProperty("lock_timeout", lockTimeout)
            .addProperty("idle_in_transaction_session_timeout", idleInTransactionTimeout)
            // Statements are constants of the program, so one generic plan serves all values.
            .addProperty("plan_cache_mode", "force_generic_plan")
            // Frequently read pages are in memory: random reads cost hardly more than sequential
            // ones.
            .addProperty("random_page_cost", "1.1")
            // A generic plan may be made while a table is empty, and stays while the table grows.
            .addProperty("enable_seqscan", "off")
            // Statements touch few rows, so JIT compilation of their plans never pays, whatever the
            // estimate.
            .addProperty("jit", "off")
            .addProperty("TimeZone", "UTC");
    return PgBuilder.pool()
        .using(vertx)
        .connectingTo(connection)
        .with(
            new PoolOptions()
                .setName(schema.name())
                .setMaxSize(database.poolSize())
                .setMaxWaitQueueSize(2_000)
                .setConnectionTimeout(5)
                .setConnectionTimeoutUnit(TimeUnit.SECONDS))
        .build();
  }
}
