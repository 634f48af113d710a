package dev.tradewind.launcher.config;

import dev.tradewind.embedded.Home;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/** Token that allows changes by the management port, in a file. */
public final class ManagementToken {

  private static final int MIN_LENGTH = 32;

  private ManagementToken() {}

  /** The file; null if there are no changes by the management port. */
  static @Nullable Path file(Settings settings) {
    String name = settings.textOrNull(Setting.MANAGEMENT_TOKEN_FILE);
    if (name == null) {
      return null;
    }
    Path file = Home.folder().resolve(name).normalize();
    read(file);
    return file;
  }

  /**
   * Reads the token.
   *
   * @throws CliException if there is no file, or no token in it that is too long to be guessed
   */
  public static String read(@Nullable Path file) {
    if (file == null) {
      throw new CliException(
          Setting.MANAGEMENT_TOKEN_FILE.variable() + " is not set, on the node as here.");
    }
    try {
      String token = Files.readString(file).strip();
      if (token.length() >= MIN_LENGTH) {
        return token;
      }
    } catch (IOException unreadable) {
      throw new CliException("The file " + file + " cannot be read.", unreadable);
    }
    throw new CliException(
        "The token in " + file + " must have at least " + MIN_LENGTH + " characters.");
  }
}
