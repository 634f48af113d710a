package dev.tradewind.kernel.database;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Objects;
import java.util.Properties;
import org.jspecify.annotations.Nullable;

/**
 * Version of the migration files of all schemas. It tells a node whether a newer one has migrated
 * the database: repeatable files have no version of their own, so their history does not tell.
 *
 * @param version raised with every change of a file
 * @param oldestCompatible oldest version whose nodes may serve on the migrated database
 * @param files digest of the files; of a schema, of those that are all applied to it
 */
record MigrationVersion(int version, int oldestCompatible, @Nullable String files) {

  private static final String RESOURCE = "/db/migration/version.properties";

  /** The version of the files of this program. */
  static MigrationVersion ofProgram() {
    Properties properties = new Properties();
    try (InputStream file = MigrationVersion.class.getResourceAsStream(RESOURCE)) {
      properties.load(Objects.requireNonNull(file, RESOURCE));
    } catch (IOException unreadable) {
      throw new UncheckedIOException(unreadable);
    }
    return new MigrationVersion(
        Integer.parseInt(properties.getProperty("version")),
        Integer.parseInt(properties.getProperty("oldestCompatible")),
        properties.getProperty("digest"));
  }

  boolean isNewerThan(MigrationVersion other) {
    return version > other.version;
  }

  /** Whether nodes of the other version may serve on a database of this one. */
  boolean isCompatibleWith(MigrationVersion other) {
    return other.version >= oldestCompatible;
  }
}
