package dev.tradewind.embedded;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Root folder of the project's clone. */
public final class Home {

  private static final String BROKER = "app/embedded-kafka-broker";

  private static final Path MEMORY = Path.of("/dev/shm");

  /** Bytes; several JVMs of tests with some dozen databases of 20 MB each. */
  private static final long ROOM_FOR_TESTS = 6L << 30;

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

  /** The folder in {@code tradewind.broker}, else the last build of this clone. */
  static Path brokerBuild() {
    String published = System.getProperty("tradewind.broker");
    if (published == null) {
      return folder().resolve(BROKER).resolve("target");
    }
    return Path.of(published).toAbsolutePath();
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

  /**
   * Parent of the data folders of servers for tests: in memory where it has room. The 1,400 files
   * of a database take 20 ms there, and on some file systems a second of processor time.
   */
  public static Path testData() {
    if (hasRoom(MEMORY)) {
      return MEMORY.resolve("tradewind-" + System.getProperty("user.name"));
    }
    return folder().resolve(".tradewind").resolve("test-data");
  }

  private static boolean hasRoom(Path memory) {
    try {
      return Files.isWritable(memory)
          && Files.getFileStore(memory).getUsableSpace() >= ROOM_FOR_TESTS;
    } catch (IOException unknown) {
      return false;
    }
  }
}
