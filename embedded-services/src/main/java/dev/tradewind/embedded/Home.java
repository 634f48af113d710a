package dev.tradewind.embedded;

import java.nio.file.Files;
import java.nio.file.Path;

/** The folder that the project was cloned into. */
public final class Home {

  private static final String BROKER = "embedded-kafka-broker";

  private Home() {}

  /** As {@code tradewind.home} says, else the nearest parent folder that looks like it. */
  public static Path folder() {
    String told = System.getProperty("tradewind.home");
    if (told != null) {
      return Path.of(told).toAbsolutePath().normalize();
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

  /** Where the PostgreSQL binaries are unpacked, once for every node and test of this clone. */
  static Path postgresBinaries() {
    return folder().resolve(".tradewind").resolve("postgresql-binaries");
  }

  /** Each test run has a folder in it for as long as it runs. */
  static Path testDatabases() {
    return folder().resolve(".tradewind").resolve("test-databases");
  }
}
