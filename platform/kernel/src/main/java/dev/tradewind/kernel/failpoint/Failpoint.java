package dev.tradewind.kernel.failpoint;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Failpoint: halts the process at a named place, as a power cut would, once a test has armed that
 * place. The system property {@value #PROPERTY} names a file; a place whose name the file contains
 * is armed, once. Without the property no file is read, and a node in production refuses to start
 * with it.
 */
public final class Failpoint {

  public static final String PROPERTY = "tradewind.failpoints";

  /** Exit code of the process, by which a test recognizes the failpoint. */
  public static final int EXIT_CODE = 87;

  private static final Logger LOG = LoggerFactory.getLogger(Failpoint.class);
  private static final @Nullable Path ARMED = armed();

  private Failpoint() {}

  /** Whether failpoints are enabled in this process. */
  public static boolean isInstalled() {
    return ARMED != null;
  }

  /** Halts the process if this place is armed. */
  public static void hit(String place) {
    if (ARMED != null) {
      haltWhereArmed(ARMED, place);
    }
  }

  private static void haltWhereArmed(Path armed, String place) {
    try {
      if (Files.exists(armed) && Files.readString(armed).strip().equals(place)) {
        // Disarmed first: the next process continues.
        Files.delete(armed);
        LOG.error("Failpoint {} hit: halting the process", place);
        Runtime.getRuntime().halt(EXIT_CODE);
      }
    } catch (IOException failure) {
      throw new UncheckedIOException(failure);
    }
  }

  private static @Nullable Path armed() {
    String file = System.getProperty(PROPERTY);
    return file == null ? null : Path.of(file);
  }
}
