package dev.tradewind.archive;

import dev.tradewind.kernel.database.DatabaseConfig;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Import of an archive into a new Tradewind, of the version of the archive or a later one. Rows are
 * inserted by the role of their schema, so that its triggers keep counters, change logs and search
 * texts; no event is published and no provider is called. Each table is one transaction, together
 * with those that its rows reference when they are committed: after an interruption the same call
 * goes on with the next one. At the end the digests of all tables are compared with those of the
 * archive.
 */
public final class ShopImport {

  private static final String PROGRESS =
      """
      CREATE SCHEMA IF NOT EXISTS shop_import;
      CREATE TABLE IF NOT EXISTS shop_import.progress (name text PRIMARY KEY);
      """;

  /**
   * Tables with rows in a new Tradewind, and the most of them; the rows of the shop replace them.
   */
  private static final Map<String, Integer> NEW_ROWS =
      Map.ofEntries(
          Map.entry("catalog.\"store\"", 1),
          Map.entry("catalog.\"sales_channel\"", 1),
          Map.entry("catalog.\"shipping_profile\"", 2),
          Map.entry("catalog.\"currency\"", Integer.MAX_VALUE),
          Map.entry("catalog.\"country\"", Integer.MAX_VALUE),
          Map.entry("catalog.\"store_currency\"", Integer.MAX_VALUE),
          Map.entry("catalog.\"payment_provider\"", Integer.MAX_VALUE),
          Map.entry("catalog.\"fulfillment_provider\"", Integer.MAX_VALUE),
          Map.entry("catalog.\"tax_provider\"", Integer.MAX_VALUE));

  private static final int BATCH_ROWS = 1_000;
  private static final int BATCH_LENGTH = 2_000_000;

  private final ShopDatabase shop;
  private final Path folder;
  private final ArchiveListener listener;
  private final Manifest manifest;
  private final long expected;
  private long done;

  private ShopImport(ShopDatabase shop, Path folder, ArchiveListener listener, Manifest manifest) {
    this.shop = shop;
    this.folder = folder;
    this.listener = listener;
    this.manifest = manifest;
    this.expected = manifest.tables().values().stream().mapToLong(Digest::rows).sum();
  }

  /**
   * @param database migrated, without a shop
   * @return number of imported rows
   * @throws ArchiveException with a sentence for the operator
   */
  public static long run(Path folder, DatabaseConfig database, ArchiveListener listener) {
    Manifest manifest = Manifest.read(folder);
    if (!manifest.isComplete()) {
      throw new ArchiveException(
          "The export to %s was interrupted: export again to the same folder.".formatted(folder));
    }
    try (ShopDatabase shop = ShopDatabase.open(database)) {
      return new ShopImport(shop, folder, listener, manifest).run();
    } catch (SQLException | IOException failure) {
      throw new ArchiveException("The import failed: " + failure.getMessage(), failure);
    }
  }

  private long run() throws SQLException, IOException {
    int version = shop.migrationVersion();
    if (manifest.migrationVersion() > version) {
      throw new ArchiveException(
          "The archive is of version %s of the database, this Tradewind is of version %s."
              .formatted(manifest.migrationVersion(), version));
    }
    requireSequences();
    List<ArchivedTable> current = shop.tables();
    Set<String> imported = begin(current);
    List<ArchivedTable> tables = archived(current);
    Set<String> read = new HashSet<>(imported);
    List<ArchivedTable> incomplete = new ArrayList<>();
    for (ArchivedTable table : tables) {
      if (imported.contains(table.name())) {
        done += digest(table).rows();
      } else {
        read(table);
        read.add(table.name());
        incomplete.add(table);
        complete(incomplete, read);
        if (incomplete.isEmpty()) {
          shop.connection().commit();
        }
      }
    }
    setSequences();
    verify(tables);
    applyDeclaredFields(tables);
    shop.execute("DROP SCHEMA shop_import CASCADE");
    shop.connection().commit();
    return done;
  }

  /** The tables of the archive, in the order of their references. */
  private List<ArchivedTable> archived(List<ArchivedTable> current) {
    Set<String> names = current.stream().map(ArchivedTable::name).collect(Collectors.toSet());
    for (String name : manifest.tables().keySet()) {
      if (!names.contains(name)) {
        throw new ArchiveException("The database has no table %s.".formatted(name));
      }
    }
    return current.stream()
        .filter(table -> manifest.tables().containsKey(table.name()))
        .map(table -> table.withColumns(digest(table).columns()))
        .toList();
  }

  /** Names of an archive go into statements, so they have to be those of the database. */
  private void requireSequences() throws SQLException {
    Set<String> current = shop.sequences().keySet();
    for (String name : manifest.sequences().keySet()) {
      if (!current.contains(name)) {
        throw new ArchiveException("The database has no sequence %s.".formatted(name));
      }
    }
  }

  private Digest digest(ArchivedTable table) {
    return Objects.requireNonNull(manifest.tables().get(table.name()), table.name());
  }

  /** The tables that an interrupted import has completed. */
  private Set<String> begin(List<ArchivedTable> tables) throws SQLException {
    if (shop.value("SELECT to_regclass('shop_import.progress') IS NOT NULL").equals("t")) {
      Set<String> imported = new HashSet<>();
      shop.query("SELECT name FROM shop_import.progress")
          .forEach(row -> imported.add(row.getFirst()));
      return imported;
    }
    for (ArchivedTable table : tables) {
      int allowed = NEW_ROWS.getOrDefault(table.name(), 0);
      if (allowed < Integer.MAX_VALUE
          && Integer.parseInt(
                  shop.value(
                      "SELECT count(*) FROM (SELECT FROM %s LIMIT %s) AS found"
                          .formatted(table.name(), allowed + 1)))
              > allowed) {
        throw new ArchiveException(
            "The database %s is not empty: %s has rows. A shop is imported into a new database."
                .formatted(shop, table.name()));
      }
    }
    shop.execute(PROGRESS);
    for (ArchivedTable table : tables.reversed()) {
      if (NEW_ROWS.containsKey(table.name())) {
        shop.actAs(table.schema());
        shop.execute("DELETE FROM " + table.name());
        shop.actAsLogin();
      }
    }
    shop.connection().commit();
    return Set.of();
  }

  private void read(ArchivedTable table) throws SQLException, IOException {
    shop.actAs(table.schema());
    batches(table, inserting(table), true);
    shop.execute("ANALYZE " + table.name());
    shop.actAsLogin();
    shop.execute("INSERT INTO shop_import.progress (name) VALUES (?)", table.name());
  }

  /** Sets the later references of the tables whose referenced rows are there. */
  private void complete(List<ArchivedTable> incomplete, Set<String> read)
      throws SQLException, IOException {
    for (ArchivedTable table : List.copyOf(incomplete)) {
      if (table.laterReferences().stream().map(Reference::table).allMatch(read::contains)) {
        if (!table.laterColumns().isEmpty()) {
          shop.actAs(table.schema());
          batches(table, referencing(table), false);
          shop.actAsLogin();
        }
        incomplete.remove(table);
      }
    }
  }

  private void batches(ArchivedTable table, String statement, boolean counts)
      throws SQLException, IOException {
    try (BufferedReader in = Files.newBufferedReader(folder.resolve(table.file()))) {
      List<String> rows = new ArrayList<>();
      int length = 0;
      for (String line = in.readLine(); line != null; line = in.readLine()) {
        rows.add(line);
        length += line.length();
        if (rows.size() >= BATCH_ROWS || length >= BATCH_LENGTH) {
          write(table, statement, rows, counts);
          rows.clear();
          length = 0;
        }
      }
      write(table, statement, rows, counts);
    }
  }

  private void write(ArchivedTable table, String statement, List<String> rows, boolean counts)
      throws SQLException {
    if (rows.isEmpty()) {
      return;
    }
    try {
      shop.execute(statement, "[" + String.join(",", rows) + "]");
    } catch (SQLException failure) {
      throw new ArchiveException(
          "Importing %s failed: %s".formatted(table.file(), failure.getMessage()), failure);
    }
    if (counts) {
      done += rows.size();
      listener.progressed(table.name(), done, expected);
    }
  }

  private static String inserting(ArchivedTable table) {
    return """
    INSERT INTO %1$s (%2$s)
    SELECT %2$s
    FROM json_populate_recordset(NULL::%1$s, ?::json)
    """
        .formatted(table.name(), ArchivedTable.list(table.columnsAtFirst()));
  }

  private static String referencing(ArchivedTable table) {
    return """
    UPDATE %1$s AS t
    SET %2$s
    FROM json_populate_recordset(NULL::%1$s, ?::json) AS r
    WHERE %3$s AND (%4$s) IS NOT NULL
    """
        .formatted(
            table.name(),
            table.laterColumns().stream()
                .map("\"%1$s\" = r.\"%1$s\""::formatted)
                .collect(Collectors.joining(", ")),
            table.key().stream()
                .map("t.\"%1$s\" = r.\"%1$s\""::formatted)
                .collect(Collectors.joining(" AND ")),
            table.laterColumns().stream()
                .map("r.\"%s\""::formatted)
                .collect(Collectors.joining(", ", "coalesce(", ")")));
  }

  private void setSequences() throws SQLException {
    for (Map.Entry<String, Long> sequence : manifest.sequences().entrySet()) {
      if (sequence.getValue() > 0) {
        String name = sequence.getKey();
        shop.actAs(name.substring(0, name.indexOf('.')));
        shop.value("SELECT setval('%s', %s)".formatted(name, sequence.getValue()));
        shop.actAsLogin();
      }
    }
    shop.connection().commit();
  }

  /**
   * Declared fields apply to what is written after the rows of the archive, which stay as they
   * were.
   */
  private void applyDeclaredFields(List<ArchivedTable> tables) throws SQLException {
    for (ArchivedTable table : tables) {
      if (table.table().equals("declared_field")) {
        shop.actAs(table.schema());
        shop.value(
            """
            SELECT count(*)
            FROM (SELECT DISTINCT resource FROM %1$s) AS declared
            CROSS JOIN LATERAL %2$s.refresh_declared_triggers(declared.resource)
            """
                .formatted(table.name(), table.schema()));
        shop.actAsLogin();
      }
    }
  }

  private void verify(List<ArchivedTable> tables) throws SQLException {
    List<String> differences = new ArrayList<>();
    for (ArchivedTable table : tables) {
      Digest found = shop.digest(table);
      if (!found.equals(digest(table))) {
        differences.add(
            "%s (%s rows in the archive, %s here)"
                .formatted(table.name(), digest(table).rows(), found.rows()));
      }
    }
    if (!differences.isEmpty()) {
      throw new ArchiveException(
          "The import differs from the archive: " + String.join(", ", differences));
    }
  }
}
