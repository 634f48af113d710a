package dev.tradewind.launcher.config.secret;

import dev.tradewind.embedded.PrivateFiles;
import dev.tradewind.launcher.config.CliException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Supplier;

/** File of a generated secret, so that what it signed survives a restart. */
public final class GeneratedSecret {

  private GeneratedSecret() {}

  /**
   * Reads a secret of the folder; the first of several processes generates it, the others wait.
   *
   * @param generator of the content of the file
   * @param parser of the content
   */
  public static synchronized <T> T in(
      Path folder, String name, Supplier<String> generator, Function<String, T> parser) {
    Path file = folder.resolve(name);
    try {
      Files.createDirectories(folder);
      try (FileChannel channel =
              FileChannel.open(
                  file,
                  Set.of(
                      StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE),
                  PrivateFiles.attributes(folder));
          FileLock lock = channel.lock()) {
        return parser.apply(read(lock, generator));
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

  private static String read(FileLock lock, Supplier<String> generator) throws IOException {
    FileChannel channel = (FileChannel) lock.acquiredBy();
    if (channel.size() == 0) {
      String made = generator.get();
      channel.write(ByteBuffer.wrap(made.getBytes(StandardCharsets.UTF_8)));
      channel.force(true);
      return made;
    }
    ByteBuffer content = ByteBuffer.allocate((int) channel.size());
    while (content.hasRemaining() && channel.read(content) >= 0) {
      // Until the whole file is read.
    }
    return new String(content.array(), StandardCharsets.UTF_8).strip();
  }
}
