package dev.tradewind.benchmarks.report;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Section of figures in a page of the documentation.
 *
 * @param begin the line before the figures
 * @param end the line after them
 */
public record Page(Path path, String begin, String end) {

  /** Replaces the figures and keeps the text around them. */
  public void write(String figures) throws IOException {
    String old = Files.readString(path);
    int from = old.indexOf(begin);
    int to = old.indexOf(end);
    if (from < 0 || to < from) {
      throw new IllegalStateException(path + " has no place for figures.");
    }
    Files.writeString(
        path,
        old.substring(0, from + begin.length()) + "\n\n" + figures + "\n" + old.substring(to));
  }
}
