package dev.tradewind.kernel.database;

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

  private static final int LONGEST_STATEMENT = 32_768;

  private SchemaPool() {}

  public static Pool open(Vertx vertx, DatabaseConfig database, Schema schema) {
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
            .addProperty("lock_timeout", LOCK_TIMEOUT)
            .addProperty("idle_in_transaction_session_timeout", LOCK_TIMEOUT)
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
