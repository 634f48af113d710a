package dev.tradewind.launcher.node;

import dev.tradewind.kernel.database.DatabaseConfig;
import dev.tradewind.kernel.database.MigrationException;
import dev.tradewind.kernel.database.Migrations;
import dev.tradewind.launcher.config.CliException;
import dev.tradewind.launcher.config.NodeConfig;
import dev.tradewind.providers.plugin.PluginSchema;
import java.sql.SQLException;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Migration of the database at start, with a retry while it is unreachable. */
public final class DatabaseMigrator {

  private static final Logger LOG = LoggerFactory.getLogger(DatabaseMigrator.class);

  private static final long PAUSE_MILLIS = 3_000;

  private DatabaseMigrator() {}

  /**
   * Migrates the schemas of the shop and of the plugins.
   *
   * @throws CliException if a plugin cannot have a schema
   */
  public static void migrate(DatabaseConfig database, NodeConfig config) {
    migrate(database, config.timeout());
    try {
      PluginSchema.migrate(config.plugins(), database);
    } catch (IllegalArgumentException | MigrationException failure) {
      throw new CliException(String.valueOf(failure.getMessage()), failure);
    }
  }

  private static void migrate(DatabaseConfig database, Duration timeout) {
    long deadline = System.nanoTime() + timeout.toNanos();
    while (true) {
      try {
        new Migrations(database).run(VerticleType.schemas());
        return;
      } catch (MigrationException failure) {
        if (!isAway(failure.getCause())) {
          throw failure;
        }
        if (System.nanoTime() > deadline) {
          throw new CliException(
              "The database "
                  + database
                  + " did not answer within "
                  + timeout.toSeconds()
                  + " seconds.",
              failure);
        }
        LOG.warn("Connecting to the database failed, retrying: {}", firstLine(failure));
        pause();
      }
    }
  }

  /** Unreachable or still starting; a rejected login is permanent. */
  private static boolean isAway(@Nullable Throwable cause) {
    if (!(cause instanceof SQLException failure) || failure.getSQLState() == null) {
      return false;
    }
    String state = failure.getSQLState();
    return state.startsWith("08") || state.startsWith("57P");
  }

  private static String firstLine(Throwable failure) {
    return String.valueOf(failure.getMessage()).lines().findFirst().orElse("");
  }

  private static void pause() {
    try {
      Thread.sleep(PAUSE_MILLIS);
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
      throw new CliException("Interrupted while waiting for the database.", interrupted);
    }
  }
}
