package dev.tradewind.acceptance.chaos;

import dev.tradewind.acceptance.operation.BaseBackup;
import dev.tradewind.embedded.EmbeddedPostgres;
import dev.tradewind.testing.FreePorts;
import dev.tradewind.testing.TestDatabase;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;

/** PostgreSQL with durable storage that a test can crash and restart. */
public final class ChaosDatabase implements AutoCloseable {

  private static final String NAME = "shop";

  private final Path folder;
  private final String url;
  private EmbeddedPostgres server;

  private ChaosDatabase(Path folder, EmbeddedPostgres server) {
    this.folder = folder;
    this.server = server;
    this.url = server.database(NAME);
  }

  public static ChaosDatabase start(Path folder) {
    return new ChaosDatabase(folder, EmbeddedPostgres.startDurable(folder, FreePorts.find()));
  }

  /** Connection URL for nodes. */
  public String url() {
    return url;
  }

  public void crash() {
    server.crash();
  }

  /** Kills PostgreSQL with all its processes (SIGKILL). */
  public void kill() {
    server.kill();
  }

  public int port() {
    return server.port();
  }

  /**
   * Starts a hot standby on a base backup, and makes all commits of this server wait for it, as
   * {@code synchronous_commit} is on.
   */
  public ChaosDatabase startSynchronousStandby(Path standbyFolder) {
    try (Connection connection = connect()) {
      BaseBackup.take(connection, folder, standbyFolder);
      URI uri = URI.create(url);
      String[] login = uri.getUserInfo().split(":", 2);
      Path data = standbyFolder.resolve("data");
      Files.createFile(data.resolve("standby.signal"));
      Files.writeString(
          data.resolve("postgresql.auto.conf"),
          "primary_conninfo = 'host=127.0.0.1 port=%d user=%s password=%s'%n"
              .formatted(uri.getPort(), login[0], login[1]),
          StandardOpenOption.APPEND);
      // A login for replication needs a rule of its own.
      Files.writeString(
          folder.resolve("data/pg_hba.conf"),
          "%nhost replication all 127.0.0.1/32 scram-sha-256%n".formatted(),
          StandardOpenOption.APPEND);
      execute("SELECT pg_reload_conf()");
      ChaosDatabase standby = start(standbyFolder);
      execute("ALTER SYSTEM SET synchronous_standby_names = '*'");
      execute("SELECT pg_reload_conf()");
      ChaosCluster.await(
          "a synchronous standby",
          () -> count("SELECT count(*) FROM pg_stat_replication WHERE sync_state = 'sync'") == 1);
      return standby;
    } catch (IOException failure) {
      throw new UncheckedIOException(failure);
    } catch (SQLException failure) {
      throw new AssertionError(failure);
    }
  }

  /** Ends the recovery of a standby, which then accepts writes, as {@code pg_ctl promote} does. */
  public void promote() {
    execute("SELECT pg_promote()");
  }

  /** Restarts PostgreSQL and waits until it responds. */
  public void restart() {
    server = EmbeddedPostgres.startDurable(folder, server.port());
  }

  /** Terminates all connections except this one. */
  public void terminateConnections() {
    count(
        "SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity"
            + " WHERE backend_type = 'client backend' AND pid <> pg_backend_pid()");
  }

  public void execute(String sql) {
    try (Connection connection = connect();
        Statement statement = connection.createStatement()) {
      statement.execute(sql);
    } catch (SQLException failure) {
      throw new AssertionError(sql, failure);
    }
  }

  public long count(String query) {
    return Long.parseLong(rows(query).getFirst().getFirst());
  }

  /** First column of every row. */
  public List<String> texts(String query) {
    return rows(query).stream().map(List::getFirst).toList();
  }

  public List<List<String>> rows(String query) {
    try (Connection connection = connect();
        Statement statement = connection.createStatement();
        ResultSet result = statement.executeQuery(query)) {
      List<List<String>> rows = new ArrayList<>();
      while (result.next()) {
        List<String> row = new ArrayList<>();
        for (int column = 1; column <= result.getMetaData().getColumnCount(); column++) {
          row.add(String.valueOf(result.getString(column)));
        }
        rows.add(row);
      }
      return rows;
    } catch (SQLException failure) {
      throw new AssertionError(query, failure);
    }
  }

  private Connection connect() throws SQLException {
    return new TestDatabase(url).connect();
  }

  @Override
  public void close() {
    server.close();
  }
}
