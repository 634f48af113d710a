package dev.tradewind.archive;

import dev.tradewind.kernel.database.DatabaseConfig;
import java.io.BufferedWriter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Export of a whole shop from one snapshot of its database: a file for each table, a row on each
 * line, as JSON with the field names of the API, and a file for each resource of the API. Nodes may
 * go on working. After an interruption the same call goes on: it exports the tables that are
 * missing, anew those that have changed, and the rest of the resources.
 */
public final class ShopExport {

  private static final String SNAPSHOT =
      "SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY";

  /** Condition of the rows behind one that is a parameter. */
  private static final String AFTER =
      "WHERE (%1$s) > (SELECT %1$s FROM json_populate_record(NULL::%2$s, ?::json))";

  /** Rows that the driver holds at a time; those with bytes may be large. */
  private static final int PAGE = 500;

  private static final int PAGE_OF_BYTES = 4;

  private final ShopDatabase shop;
  private final Path folder;
  private final SnapshotApi.@Nullable Opener resources;
  private final ArchiveListener listener;
  private long done;
  private long expected;

  private ShopExport(
      ShopDatabase shop,
      Path folder,
      SnapshotApi.@Nullable Opener resources,
      ArchiveListener listener) {
    this.shop = shop;
    this.folder = folder;
    this.resources = resources;
    this.listener = listener;
  }

  /**
   * @param resources opens the API whose resources are exported besides the tables; absent: tables
   *     alone
   * @return number of exported rows, including rows of an earlier call
   * @throws ArchiveException with a sentence for the operator
   */
  public static long run(
      DatabaseConfig database,
      Path folder,
      SnapshotApi.@Nullable Opener resources,
      ArchiveListener listener) {
    try (ShopDatabase shop = ShopDatabase.open(database)) {
      return new ShopExport(shop, folder, resources, listener).run();
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
    long rows = digests.values().stream().mapToLong(Digest::rows).sum();
    expected = rows + (resources == null ? 0 : rowsOfResources(digests));
    // Tables that this version does not have any more, or whose rows have changed since.
    manifest
        .tables()
        .entrySet()
        .removeIf(each -> !each.getValue().equals(digests.get(each.getKey())));
    for (ArchivedTable table : tables) {
      Digest digest = Objects.requireNonNull(digests.get(table.name()));
      if (!digest.equals(manifest.tables().get(table.name()))
          || !Files.exists(folder.resolve(table.file()))) {
        boolean isUnchanged = digest.equals(manifest.begun().get(table.name()));
        manifest.begun().clear();
        manifest.begun().put(table.name(), digest);
        manifest.write(folder);
        write(table, digest, isUnchanged);
        manifest.tables().put(table.name(), digest);
        manifest.begun().clear();
        manifest.write(folder);
      } else {
        done += digest.rows();
      }
    }
    if (resources != null) {
      try (ResourceApi api =
          new ResourceApi(resources, shop.value("SELECT pg_export_snapshot()"))) {
        exportResources(api, manifest, digests);
      }
      UnshownRows.report(folder, listener);
    }
    new Manifest(version, true, digests, Map.of(), manifest.resources(), shop.sequences())
        .write(folder);
    return rows;
  }

  private static long rowsOfResources(Map<String, Digest> digests) {
    return ArchivedResource.ALL.stream().mapToLong(resource -> rowsOf(resource, digests)).sum();
  }

  private static long rowsOf(ArchivedResource resource, Map<String, Digest> digests) {
    return Objects.requireNonNull(digests.get(resource.table()), resource.name()).rows();
  }

  private void exportResources(ResourceApi api, Manifest manifest, Map<String, Digest> digests)
      throws SQLException, IOException {
    for (ArchivedResource resource : ArchivedResource.ALL) {
      if (!api.serves(resource.verticle()) || manifest.resources().contains(resource.name())) {
        done += rowsOf(resource, digests);
        continue;
      }
      long before = done;
      new ResourceExport(
              resource,
              folder,
              shop,
              api,
              rows -> listener.progressed(resource.name(), done += rows, expected))
          .run();
      done = before + rowsOf(resource, digests);
      manifest.resources().add(resource.name());
      manifest.write(folder);
    }
  }

  private Manifest begun(int version) throws IOException {
    if (Manifest.isIn(folder)) {
      Manifest found = Manifest.read(folder);
      if (found.migrationVersion() == version) {
        return again(found);
      }
      throw new ArchiveException(
          "%s holds an archive of version %s of the database; this one is of version %s."
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

  /**
   * The manifest at the beginning of another export to the folder: an interrupted one goes on, and
   * the resources of a complete one are exported anew.
   */
  private Manifest again(Manifest found) throws IOException {
    List<String> resourcesDone = found.isComplete() ? new ArrayList<>() : found.resources();
    Manifest begun =
        new Manifest(
            found.migrationVersion(),
            false,
            found.tables(),
            found.begun(),
            resourcesDone,
            Map.of());
    if (found.isComplete() || resources == null) {
      resourcesDone.clear();
      for (ArchivedResource resource : ArchivedResource.ALL) {
        Files.deleteIfExists(folder.resolve(resource.file()));
      }
      Files.deleteIfExists(folder.resolve(UnshownRows.FILE));
    }
    begun.write(folder);
    return begun;
  }

  /**
   * @param continues whether the file, if it is there, has the first rows as they are now
   */
  private void write(ArchivedTable table, Digest digest, boolean continues)
      throws SQLException, IOException {
    Path file = folder.resolve(table.file());
    Files.createDirectories(file.getParent());
    String last = continues ? LinesFile.lastLine(file) : null;
    String key = ArchivedTable.list(table.key());
    long before = done;
    try (PreparedStatement statement =
            shop.connection()
                .prepareStatement(
                    """
                    SELECT to_json(r)::text
                    FROM (
                      SELECT %1$s
                      FROM %2$s
                      %4$s
                      ORDER BY %3$s
                    ) AS r
                    """
                        .formatted(
                            ArchivedTable.list(table.columns()),
                            table.name(),
                            key,
                            last == null ? "" : AFTER.formatted(key, table.name())));
        BufferedWriter out =
            last == null
                ? Files.newBufferedWriter(file)
                : Files.newBufferedWriter(file, StandardOpenOption.APPEND)) {
      statement.setFetchSize(table.hasBytes() ? PAGE_OF_BYTES : PAGE);
      if (last != null) {
        statement.setString(1, last);
      }
      try (ResultSet rows = statement.executeQuery()) {
        while (rows.next()) {
          // A JSON column keeps its white space; line breaks in texts are escaped.
          out.write(rows.getString(1).replace('\n', ' '));
          out.write('\n');
          listener.progressed(table.name(), ++done, expected);
        }
      }
    }
    done = before + digest.rows();
  }
}
