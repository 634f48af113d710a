package dev.tradewind.archive;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/** File of lines, whose last one may be cut off by a kill of its writer. */
final class LinesFile {

  private static final int BLOCK = 8_192;

  private LinesFile() {}

  /**
   * Truncates a file behind its last whole line.
   *
   * @return that line; null without one, or without the file
   */
  static @Nullable String lastLine(Path file) throws IOException {
    if (!Files.exists(file)) {
      return null;
    }
    try (RandomAccessFile content = new RandomAccessFile(file.toFile(), "rw")) {
      long end = endOfLines(content, content.length());
      content.setLength(end);
      if (end == 0) {
        return null;
      }
      long begin = endOfLines(content, end - 1);
      byte[] line = new byte[Math.toIntExact(end - 1 - begin)];
      content.seek(begin);
      content.readFully(line);
      return new String(line, StandardCharsets.UTF_8);
    }
  }

  /** Position behind the last line break before a position; 0 without one. */
  private static long endOfLines(RandomAccessFile content, long before) throws IOException {
    byte[] block = new byte[BLOCK];
    for (long end = before; end > 0; end -= Math.min(end, BLOCK)) {
      int length = (int) Math.min(end, BLOCK);
      content.seek(end - length);
      content.readFully(block, 0, length);
      for (int i = length - 1; i >= 0; i--) {
        if (block[i] == '\n') {
          return end - length + i + 1;
        }
      }
    }
    return 0;
  }
}
