package dev.tradewind.kernel.database;

import io.vertx.core.Vertx;
import io.vertx.pgclient.PgBuilder;
import io.vertx.pgclient.PgConnectOptions;
import io.vertx.sqlclient.Pool;
import io.vertx.sqlclient.PoolOptions;
import java.util.concurrent.TimeUnit;

/** Opens a verticle's own pool: the one login, the role of the schema. */
public final class SchemaPool {

  /** How long a statement waits for a row that somebody else holds. */
  private static final String LOCK_TIMEOUT = "2s";

  private static final int LONGEST_STATEMENT = 32_768;

  private SchemaPool() {}

  public static Pool open(Vertx vertx, DatabaseConfig database, Schema schema) {
    PgConnectOptions connection =
        database
            .connectOptions()
            .setCachePreparedStatements(true)
            .setPreparedStatementCacheMaxSize(512)
            // The longest statements cost most to parse, so they are kept too.
            .setPreparedStatementCacheSqlFilter(sql -> sql.length() < LONGEST_STATEMENT)
            .addProperty("role", schema.name())
            .addProperty("search_path", schema.name())
            .addProperty("application_name", "tradewind-" + schema.name())
            .addProperty("lock_timeout", LOCK_TIMEOUT)
            .addProperty("idle_in_transaction_session_timeout", LOCK_TIMEOUT)
            // A statement's shape is the program's, so one plan serves all its values.
            .addProperty("plan_cache_mode", "force_generic_plan")
            // What is asked often is in memory: a row by its key costs hardly more than the next
            // one.
            .addProperty("random_page_cost", "1.1")
            // That plan may be made while a table is empty, and is kept while the table grows.
            .addProperty("enable_seqscan", "off")
            // Statements are of few rows, and their plans are not worth compiling, whatever they
            // seem to cost.
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
