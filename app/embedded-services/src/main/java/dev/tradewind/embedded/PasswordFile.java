package dev.tradewind.embedded;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.security.SecureRandom;
import java.util.HexFormat;

/** File of the random password of an embedded service, which its owner alone may read. */
final class PasswordFile {

  private static final int BYTES = 16;

  private PasswordFile() {}

  /** The password of the folder, made at the first call. */
  static String in(Path folder) {
    Path file = folder.resolve("password");
    try {
      if (!Files.exists(file)) {
        byte[] random = new byte[BYTES];
        new SecureRandom().nextBytes(random);
        // Moved when it has its content: a killed process leaves no empty password.
        Path draft = folder.resolve("password.draft");
        Files.deleteIfExists(draft);
        PrivateFiles.write(draft, HexFormat.of().formatHex(random));
        Files.move(draft, file, StandardCopyOption.ATOMIC_MOVE);
      }
      return Files.readString(file).strip();
    } catch (IOException refused) {
      throw new EmbeddedServiceException(
          "The data folder " + folder + " cannot be written by this user.", refused);
    }
  }
}
