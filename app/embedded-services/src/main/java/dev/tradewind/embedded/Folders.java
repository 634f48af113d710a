package dev.tradewind.embedded;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFileAttributeView;
import java.nio.file.attribute.PosixFilePermissions;
import org.jspecify.annotations.Nullable;

/** Creation of folders, with failures as one sentence. */
final class Folders {

  private Folders() {}

  static Path writable(Path folder) {
    try {
      Files.createDirectories(folder);
    } catch (IOException refused) {
      throw notWritable(folder, refused);
    }
    if (!Files.isWritable(folder)) {
      throw notWritable(folder, null);
    }
    return folder;
  }

  /** Removes the write permission of the group and of others, where files have such permissions. */
  static void denyOthersWriting(Path folder) throws IOException {
    if (Files.getFileStore(folder).supportsFileAttributeView(PosixFileAttributeView.class)) {
      Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwxr-xr-x"));
    }
  }

  private static EmbeddedServiceException notWritable(Path folder, @Nullable Throwable cause) {
    return new EmbeddedServiceException(
        "The data folder " + folder + " cannot be written by this user.", cause);
  }
}
