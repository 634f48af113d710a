package dev.tradewind.acceptance.operation;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.stream.Stream;

/**
 * Base backup of a running PostgreSQL server by its own functions, as {@code pg_basebackup} takes
 * it. It has no WAL, which comes from an archive or from the server.
 */
public final class BaseBackup {

  /** Files of a running server, and its WAL. */
  private static final List<String> LEFT_OUT =
      List.of("postmaster.pid", "postmaster.opts", "pg_wal/");

  private BaseBackup() {}

  /**
   * Copies the folder of a server.
   *
   * @param source with the data in its folder {@code data}
   * @param target need not exist
   */
  public static void take(Connection connection, Path source, Path target) {
    try (Statement statement = connection.createStatement()) {
      Files.createDirectories(target.resolve("data/pg_wal"));
      // The server refuses data that others may read.
      Files.setPosixFilePermissions(
          target.resolve("data"), PosixFilePermissions.fromString("rwx------"));
      statement.execute("SELECT pg_backup_start('base', fast => true)");
      copy(source, target);
      try (ResultSet label =
          statement.executeQuery(
              "SELECT labelfile FROM pg_backup_stop(wait_for_archive => false)")) {
        label.next();
        Files.writeString(target.resolve("data/backup_label"), label.getString(1));
      }
    } catch (SQLException | IOException failure) {
      throw new AssertionError(failure);
    }
  }

  /** Some files may vanish meanwhile, and the WAL repairs torn ones. */
  private static void copy(Path source, Path target) throws IOException {
    try (Stream<Path> files = Files.walk(source)) {
      for (Path file : (Iterable<Path>) files::iterator) {
        Path name = source.relativize(file);
        boolean isLeftOut =
            LEFT_OUT.stream().anyMatch(left -> name.toString().startsWith("data/" + left));
        if (!isLeftOut) {
          copyOne(file, target.resolve(name));
        }
      }
    }
  }

  private static void copyOne(Path file, Path target) throws IOException {
    try {
      if (Files.isDirectory(file)) {
        Files.createDirectories(target);
      } else {
        Files.copy(file, target);
      }
    } catch (NoSuchFileException vanished) {
      // A temporary file.
    }
  }
}
