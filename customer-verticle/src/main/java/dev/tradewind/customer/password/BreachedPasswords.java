package dev.tradewind.customer.password;

import dev.tradewind.kernel.operation.Problem;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.util.HexFormat;
import java.util.Locale;
import java.util.regex.Pattern;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * List of breached passwords in the public format of Pwned Passwords, ordered by hash: lines of a
 * SHA-1 in upper case, a colon and a number. Lookups are binary searches in the file, which may be
 * larger than memory; the file is opened for each, so that it may be replaced.
 */
public final class BreachedPasswords {

  private static final Logger LOG = LoggerFactory.getLogger(BreachedPasswords.class);
  private static final Pattern LINE = Pattern.compile("(?s)[0-9A-F]{40}(:.*|\\R.*|)");
  private static final int HASH = 40;
  private static final int MAX_LINE_LENGTH = 64;
  private static final int BLOCK = 4_096;

  private final Path file;

  private BreachedPasswords(Path file) {
    this.file = file;
  }

  /**
   * @throws IllegalArgumentException if the file cannot be read or has another format
   */
  public static BreachedPasswords in(Path file) {
    try (FileChannel list = open(file)) {
      if (!LINE.matcher(read(list, 0, MAX_LINE_LENGTH)).matches()) {
        throw new IllegalArgumentException(
            "The file " + file + " does not begin with a SHA-1 in upper case.");
      }
      return new BreachedPasswords(file);
    } catch (IOException unreadable) {
      throw new IllegalArgumentException("The file " + file + " cannot be read.", unreadable);
    }
  }

  private static FileChannel open(Path file) throws IOException {
    return FileChannel.open(file, StandardOpenOption.READ);
  }

  /** Refuses a breached password with {@code InvalidData}. Blocks. */
  void require(String password) {
    if (contains(sha1(password))) {
      throw Problem.invalidData("password was part of a data breach");
    }
  }

  private static String sha1(String password) {
    try {
      byte[] hash =
          MessageDigest.getInstance("SHA-1").digest(password.getBytes(StandardCharsets.UTF_8));
      return HexFormat.of().formatHex(hash).toUpperCase(Locale.ROOT);
    } catch (GeneralSecurityException impossible) {
      throw new IllegalStateException(impossible);
    }
  }

  private boolean contains(String hash) {
    try (FileChannel list = open(file)) {
      return contains(list, hash);
    } catch (IOException unreadable) {
      LOG.error("Failed to read the breached passwords in {}: {}", file, unreadable.toString());
      throw Problem.unavailable("The list of breached passwords is not available");
    }
  }

  /** The line of the hash, if there is one, begins at an offset from {@code low} to below high. */
  private static boolean contains(FileChannel list, String hash) throws IOException {
    long low = 0;
    long high = list.size();
    while (high - low > BLOCK) {
      long middle = low + (high - low) / 2;
      String block = read(list, middle - 1, 2 * MAX_LINE_LENGTH);
      int line = block.indexOf('\n') + 1;
      if (line == 0 || block.length() < line + HASH) {
        throw new IOException("A line at byte " + middle + " is no hash");
      }
      if (block.substring(line, line + HASH).compareTo(hash) <= 0) {
        low = middle - 1 + line;
      } else {
        high = middle;
      }
    }
    return read(list, low, BLOCK + MAX_LINE_LENGTH).lines().anyMatch(line -> line.startsWith(hash));
  }

  private static String read(FileChannel list, long offset, int length) throws IOException {
    ByteBuffer block = ByteBuffer.allocate(length);
    int read = 0;
    while (block.hasRemaining() && read >= 0) {
      read = list.read(block, offset + block.position());
    }
    return new String(block.array(), 0, block.position(), StandardCharsets.US_ASCII);
  }
}
