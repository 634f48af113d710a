package dev.tradewind.launcher;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Properties;

/**
 * Build that a process runs, as Maven has written it.
 *
 * @param commit of the sources; {@code unknown} where they were built without their repository
 */
public record Build(String version, String commit) {

  private static final String FILE = "build.properties";

  public static Build current() {
    Properties written = new Properties();
    try (InputStream file = Build.class.getResourceAsStream(FILE)) {
      written.load(file);
    } catch (IOException unreadable) {
      throw new UncheckedIOException(unreadable);
    }
    return new Build(written.getProperty("version"), written.getProperty("commit"));
  }
}
