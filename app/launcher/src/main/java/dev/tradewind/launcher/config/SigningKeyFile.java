package dev.tradewind.launcher.config;

import dev.tradewind.embedded.PrivateFiles;
import dev.tradewind.kernel.token.SigningKeys;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Set;

/** File of generated signing keys, so that tokens survive a restart. */
final class SigningKeyFile {

  private static final String FILE = "jwt-keys";

  private SigningKeyFile() {}

  /**
   * Reads the keys of the folder; the first of several processes generates them, the others wait.
   */
  static synchronized SigningKeys in(Path folder) {
    Path file = folder.resolve(FILE);
    try {
      Files.createDirectories(folder);
      try (FileChannel channel =
              FileChannel.open(
                  file,
                  Set.of(
                      StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE),
                  PrivateFiles.attributes(folder));
          FileLock lock = channel.lock()) {
        return read(lock);
      }
    } catch (IOException refused) {
      throw new CliException(
          "The data folder " + folder + " cannot be written by this user.", refused);
    } catch (IllegalArgumentException garbled) {
      throw new CliException(
          "The keys in " + file + " cannot be read; remove the file to have new ones made.",
          garbled);
    }
  }

  private static SigningKeys read(FileLock lock) throws IOException {
    FileChannel channel = (FileChannel) lock.acquiredBy();
    if (channel.size() == 0) {
      SigningKeys made = SigningKeys.random();
      channel.write(ByteBuffer.wrap(made.encoded().getBytes(StandardCharsets.UTF_8)));
      channel.force(true);
      return made;
    }
    ByteBuffer content = ByteBuffer.allocate((int) channel.size());
    while (content.hasRemaining() && channel.read(content) >= 0) {
      // Until the whole file is read.
    }
    return SigningKeys.parse(new String(content.array(), StandardCharsets.UTF_8).strip());
  }
}
