package dev.tradewind.acceptance.operation;

import static dev.tradewind.testing.Eventually.until;

import dev.tradewind.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;

/**
 * PostgreSQL server that archives its WAL, with a base backup from which it is restored to a point
 * in time: what tools for backups do, by the functions of the server.
 */
final class ArchivedPostgres implements AutoCloseable {

  private static final int FIRST_PORT = 55_329;
  private static final String DATABASE = "tradewind";

  private final Path folder;
  private final EmbeddedPostgres server;
  private final String url;

  private ArchivedPostgres(Path folder, EmbeddedPostgres server) {
    this.folder = folder;
    this.server = server;
    this.url = server.database(DATABASE);
  }

  static ArchivedPostgres start(Path folder) {
    Path archive = folder.resolve("archive");
    create(archive);
    Path files = folder.resolve("server");
    create(files);
    try (EmbeddedPostgres first = EmbeddedPostgres.startDurable(files, FIRST_PORT)) {
      execute(first.database(DATABASE), "ALTER SYSTEM SET archive_mode = on");
      execute(
          first.database(DATABASE),
          // A file is in the archive when it is whole.
          """
          ALTER SYSTEM SET archive_command =
            'cp %%p "%1$s/part" && mv "%1$s/part" "%1$s/%%f"'
          """
              .formatted(archive));
    }
    return new ArchivedPostgres(folder, EmbeddedPostgres.startDurable(files, FIRST_PORT));
  }

  String url() {
    return url;
  }

  /** Takes a base backup while the server works. */
  void backUp() {
    try (Connection connection = connect(url)) {
      BaseBackup.take(connection, folder.resolve("server"), folder.resolve("backup"));
    } catch (SQLException failure) {
      throw new AssertionError(failure);
    }
  }

  /** The present time of the server. */
  String now() {
    return text("SELECT clock_timestamp()::text");
  }

  /** Waits until all WAL is in the archive, and ends without a checkpoint. */
  void loseServer() {
    String last = text("SELECT pg_walfile_name(pg_switch_wal())");
    until(() -> Files.exists(folder.resolve("archive").resolve(last)));
    server.crash();
  }

  /** Starts a server on the backup, with the changes that were committed before the time. */
  ArchivedPostgres restoredTo(String time) {
    Path data = folder.resolve("backup/data");
    try {
      Files.writeString(
          data.resolve("postgresql.auto.conf"),
          """
          archive_mode = off
          restore_command = 'cp "%s/%%f" "%%p"'
          recovery_target_time = '%s'
          recovery_target_action = promote
          """
              .formatted(folder.resolve("archive"), time),
          StandardOpenOption.APPEND);
      Files.createFile(data.resolve("recovery.signal"));
    } catch (IOException failure) {
      throw new UncheckedIOException(failure);
    }
    ArchivedPostgres restored =
        new ArchivedPostgres(
            folder.resolve("backup"),
            EmbeddedPostgres.startDurable(folder.resolve("backup"), FIRST_PORT + 1));
    until(() -> restored.text("SELECT pg_is_in_recovery()::text").equals("false"));
    return restored;
  }

  void execute(String sql) {
    execute(url, sql);
  }

  private static void execute(String url, String sql) {
    try (Connection connection = connect(url);
        Statement statement = connection.createStatement()) {
      statement.execute(sql);
    } catch (SQLException failure) {
      throw new AssertionError(failure);
    }
  }

  String text(String query) {
    try (Connection connection = connect(url);
        Statement statement = connection.createStatement();
        ResultSet result = statement.executeQuery(query)) {
      result.next();
      return result.getString(1);
    } catch (SQLException failure) {
      throw new AssertionError(failure);
    }
  }

  private static Connection connect(String url) throws SQLException {
    URI uri = URI.create(url);
    String[] login = uri.getUserInfo().split(":", 2);
    return DriverManager.getConnection(
        "jdbc:postgresql://" + uri.getHost() + ":" + uri.getPort() + uri.getPath(),
        login[0],
        login[1]);
  }

  private static void create(Path folder) {
    try {
      Files.createDirectories(folder);
    } catch (IOException failure) {
      throw new UncheckedIOException(failure);
    }
  }

  @Override
  public void close() {
    server.close();
  }
}
