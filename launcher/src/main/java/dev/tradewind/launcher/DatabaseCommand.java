package dev.tradewind.launcher;

import dev.tradewind.kernel.database.DatabaseConfig;
import io.vertx.core.Vertx;
import java.time.Clock;
import java.time.Duration;
import java.util.function.BiConsumer;

/** What commands share that work on the migrated database and end. */
final class DatabaseCommand {

  private DatabaseCommand() {}

  static void run(NodeConfig config, BiConsumer<Seeding, NodeConfig> work) {
    try (Backing backing = Backing.ofCommand(config)) {
      DatabaseConfig database = backing.database();
      PreparedDatabase.migrate(database, config.patience());
      Vertx vertx = Vertx.vertx();
      try {
        work.accept(new Seeding(vertx, database, Clock.systemUTC()), config);
      } finally {
        Awaiting.await("Ending", vertx.close(), Duration.ofSeconds(10));
      }
    }
  }
}
