package dev.tradewind.embedded;

import java.nio.file.Files;
import java.nio.file.Path;

/** Root folder of the project's clone. */
public final class Home {

  private static final String BROKER = "embedded-kafka-broker";

  private Home() {}

  /**
   * The folder in {@code tradewind.home}, else the nearest parent folder that looks like a clone.
   */
  public static Path folder() {
    String configured = System.getProperty("tradewind.home");
    if (configured != null) {
      return Path.of(configured).toAbsolutePath().normalize();
    }
    Path here = Path.of("").toAbsolutePath();
    for (Path folder = here; folder != null; folder = folder.getParent()) {
      if (Files.isDirectory(folder.resolve(BROKER))) {
        return folder;
      }
    }
    return here;
  }

  static Path brokerBuild() {
    return folder().resolve(BROKER).resolve("target");
  }

  /**
   * Folder of the archive of a broker's classes, which the first one makes at its end: the others
   * start in half the time and a third of the processor time.
   */
  static Path brokerClasses() {
    return folder().resolve(".tradewind").resolve("kafka-classes");
  }

  /** Folder of the unpacked PostgreSQL binaries, shared by all nodes and tests of this clone. */
  static Path postgresBinaries() {
    return folder().resolve(".tradewind").resolve("postgresql-binaries");
  }

  /** Parent of the data folders of running tests. */
  static Path testDatabases() {
    return folder().resolve(".tradewind").resolve("test-databases");
  }
}
