package dev.tradewind.launcher.cli;

import dev.tradewind.kernel.database.DatabaseConfig;
import dev.tradewind.launcher.config.Awaiting;
import dev.tradewind.launcher.config.NodeConfig;
import dev.tradewind.launcher.node.BackingServices;
import dev.tradewind.launcher.node.DatabaseMigrator;
import dev.tradewind.launcher.seed.Seeding;
import io.vertx.core.Vertx;
import java.time.Clock;
import java.time.Duration;
import java.util.function.BiConsumer;

/** Common part of commands that work on the database and end. */
final class DatabaseCommand {

  private DatabaseCommand() {}

  static void run(NodeConfig config, BiConsumer<Seeding, NodeConfig> work) {
    onDatabase(
        config,
        (vertx, database) ->
            work.accept(new Seeding(vertx, database, config.access(), Clock.systemUTC()), config));
  }

  static void onDatabase(NodeConfig config, BiConsumer<Vertx, DatabaseConfig> work) {
    onUnchangedDatabase(
        config,
        (vertx, database) -> {
          DatabaseMigrator.migrate(database, config);
          work.accept(vertx, database);
        });
  }

  /**
   * Works on the database as it is, without migrating it. The first connections of a cold JVM take
   * seconds on a busy machine, and no request waits for them.
   */
  static void onUnchangedDatabase(NodeConfig config, BiConsumer<Vertx, DatabaseConfig> work) {
    try (BackingServices backing = BackingServices.ofCommand(config)) {
      DatabaseConfig database = withWaitOf(backing.database(), config);
      Vertx vertx = Vertx.vertx();
      try {
        work.accept(vertx, database);
      } finally {
        Awaiting.await("Ending", vertx.close(), Duration.ofSeconds(10));
      }
    }
  }

  private static DatabaseConfig withWaitOf(DatabaseConfig database, NodeConfig config) {
    if (database.connectionTimeout().compareTo(config.timeout()) < 0) {
      return database.withConnectionTimeout(config.timeout());
    }
    return database;
  }
}
