package dev.tradewind.kernel.failpoint;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Ends the process at a named place, as a power cut would, when a test has armed that place. The
 * system property {@value #PROPERTY} names a file; a place whose name stands in it is armed, once.
 * Without the property nothing is looked at, and a node in production refuses to start with it.
 */
public final class Failpoint {

  public static final String PROPERTY = "tradewind.failpoints";

  /** What the process exits with, so that a test knows that it was the switch. */
  public static final int EXIT_CODE = 87;

  private static final Logger LOG = LoggerFactory.getLogger(Failpoint.class);
  private static final @Nullable Path ARMED = armed();

  private Failpoint() {}

  /** Whether this process may be ended by the switch. */
  public static boolean isInstalled() {
    return ARMED != null;
  }

  /** The process is at that place. */
  public static void hit(String place) {
    if (ARMED != null) {
      haltWhereArmed(ARMED, place);
    }
  }

  private static void haltWhereArmed(Path armed, String place) {
    try {
      if (Files.exists(armed) && Files.readString(armed).strip().equals(place)) {
        // Disarmed first: the next process goes on.
        Files.delete(armed);
        LOG.error("Ended at {}, as a test wants it", place);
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
