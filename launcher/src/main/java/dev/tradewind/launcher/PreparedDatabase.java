package dev.tradewind.launcher;

import dev.tradewind.kernel.database.DatabaseConfig;
import dev.tradewind.kernel.database.MigrationException;
import dev.tradewind.kernel.database.Migrations;
import java.sql.SQLException;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Brings the database to what this version expects, waiting for it while it is away. */
final class PreparedDatabase {

  private static final Logger LOG = LoggerFactory.getLogger(PreparedDatabase.class);

  private static final long PAUSE_MILLIS = 3_000;

  private PreparedDatabase() {}

  static void migrate(DatabaseConfig database, Duration patience) {
    long giveUp = System.nanoTime() + patience.toNanos();
    while (true) {
      try {
        new Migrations(database).run(Part.schemas());
        return;
      } catch (MigrationException failure) {
        if (!isAway(failure.getCause())) {
          throw failure;
        }
        if (System.nanoTime() > giveUp) {
          throw new OperatorException(
              "The database "
                  + database
                  + " did not answer within "
                  + patience.toSeconds()
                  + " seconds.",
              failure);
        }
        LOG.warn("{} Trying again.", firstLine(failure));
        pause();
      }
    }
  }

  /** Not there yet, or just starting; a refused login does not get better by waiting. */
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
      throw new OperatorException("Interrupted while waiting for the database.", interrupted);
    }
  }
}
