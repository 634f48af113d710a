package dev.tradewind.benchmarks.nodes;

import dev.tradewind.benchmarks.paths.Database;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;

/**
 * Sampler of the sessions that wait for a lock of a row. The mean number of waiting sessions by the
 * throughput is the wait of each turn (Little's law).
 */
final class LockWaits {

  private static final String WAITING =
      """
      SELECT count(*)
      FROM pg_stat_activity
      WHERE wait_event_type = 'Lock' AND wait_event IN ('transactionid', 'tuple')
      """;

  private static final long PAUSE_MILLIS = 20;

  private final CompletableFuture<Double> mean = new CompletableFuture<>();
  private volatile boolean isStopped;

  private LockWaits() {}

  static LockWaits in(Database database) {
    LockWaits waits = new LockWaits();
    Thread.ofPlatform().daemon().name("lock-waits").start(() -> waits.sample(database));
    return waits;
  }

  private void sample(Database database) {
    long waiting = 0;
    long samples = 0;
    try (Connection connection = database.connect();
        Statement statement = connection.createStatement()) {
      while (!isStopped) {
        try (ResultSet row = statement.executeQuery(WAITING)) {
          row.next();
          waiting += row.getLong(1);
          samples++;
        }
        Thread.sleep(PAUSE_MILLIS);
      }
      mean.complete(samples == 0 ? 0 : (double) waiting / samples);
    } catch (SQLException | InterruptedException failure) {
      mean.completeExceptionally(failure);
    }
  }

  /** Ends the samples. Returns the mean number of waiting sessions. */
  double stop() throws ExecutionException, InterruptedException {
    isStopped = true;
    return mean.get();
  }
}
