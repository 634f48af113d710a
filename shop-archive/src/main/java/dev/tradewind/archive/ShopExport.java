package dev.tradewind.archive;

import dev.tradewind.kernel.database.DatabaseConfig;
import java.io.BufferedWriter;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * Export of a whole shop from one snapshot of its database: a file for each table, a row on each
 * line, as JSON with the field names of the API. Nodes may go on working. After an interruption the
 * same call goes on: it exports the tables that are missing, and anew those that have changed.
 */
public final class ShopExport {

  private static final String SNAPSHOT =
      "SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY";

  /** Rows that the driver holds at a time; those with bytes may be large. */
  private static final int PAGE = 500;

  private static final int PAGE_OF_BYTES = 4;

  private final ShopDatabase shop;
  private final Path folder;
  private final ArchiveListener listener;
  private long done;

  private ShopExport(ShopDatabase shop, Path folder, ArchiveListener listener) {
    this.shop = shop;
    this.folder = folder;
    this.listener = listener;
  }

  /**
   * @return number of exported rows, including rows of an earlier call
   * @throws ArchiveException with a sentence for the operator
   */
  public static long run(DatabaseConfig database, Path folder, ArchiveListener listener) {
    try (ShopDatabase shop = ShopDatabase.open(database)) {
      return new ShopExport(shop, folder, listener).run();
    } catch (SQLException | IOException failure) {
      throw new ArchiveException("The export failed: " + failure.getMessage(), failure);
    }
  }

  private long run() throws SQLException, IOException {
    shop.execute(SNAPSHOT);
    int version = shop.migrationVersion();
    Manifest manifest = begun(version);
    List<ArchivedTable> tables = shop.tables();
    Map<String, Digest> digests = new LinkedHashMap<>();
    for (ArchivedTable table : tables) {
      digests.put(table.name(), shop.digest(table));
    }
    long expected = digests.values().stream().mapToLong(Digest::rows).sum();
    // Tables that this version does not have any more, or whose rows have changed since.
    manifest
        .tables()
        .entrySet()
        .removeIf(each -> !each.getValue().equals(digests.get(each.getKey())));
    for (ArchivedTable table : tables) {
      Digest digest = Objects.requireNonNull(digests.get(table.name()));
      if (!digest.equals(manifest.tables().get(table.name()))
          || !Files.exists(folder.resolve(table.file()))) {
        write(table, expected);
        manifest.tables().put(table.name(), digest);
        manifest.write(folder);
      } else {
        done += digest.rows();
      }
    }
    new Manifest(version, true, digests, shop.sequences()).write(folder);
    return done;
  }

  private Manifest begun(int version) throws IOException {
    if (Manifest.isIn(folder)) {
      Manifest found = Manifest.read(folder);
      if (found.migrationVersion() == version) {
        return new Manifest(version, false, found.tables(), Map.of());
      }
      throw new ArchiveException(
          "%s holds an archive of version %d of the database; this one is of version %d."
              .formatted(folder, found.migrationVersion(), version));
    }
    if (Files.isDirectory(folder)) {
      try (var files = Files.list(folder)) {
        if (files.findAny().isPresent()) {
          throw new ArchiveException("The folder %s is not empty.".formatted(folder));
        }
      }
    }
    // It has hashes of passwords and personal data.
    Files.createDirectories(
        folder, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
    return Manifest.empty(version);
  }

  private void write(ArchivedTable table, long expected) throws SQLException, IOException {
    Path file = folder.resolve(table.file());
    Files.createDirectories(file.getParent());
    try (Statement statement = shop.connection().createStatement();
        BufferedWriter out = Files.newBufferedWriter(file, StandardCharsets.UTF_8)) {
      statement.setFetchSize(table.hasBytes() ? PAGE_OF_BYTES : PAGE);
      try (ResultSet rows =
          statement.executeQuery(
              "SELECT to_json(r)::text FROM (SELECT %s FROM %s ORDER BY %s) AS r"
                  .formatted(
                      ArchivedTable.list(table.columns()),
                      table.name(),
                      ArchivedTable.list(table.key())))) {
        while (rows.next()) {
          // A JSON column keeps its white space; line breaks in texts are escaped.
          out.write(rows.getString(1).replace('\n', ' '));
          out.write('\n');
          listener.progressed(table.name(), ++done, expected);
        }
      }
    }
  }
}
