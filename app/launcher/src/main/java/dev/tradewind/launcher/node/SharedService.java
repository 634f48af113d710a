package dev.tradewind.launcher.node;

import dev.tradewind.embedded.EmbeddedServiceException;
import dev.tradewind.embedded.PrivateFiles;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Embedded service shared by the processes on a data folder: the first one runs it, later ones use
 * it. The holder of the folder's lock runs it and writes its address into a file beside the lock.
 */
final class SharedService implements AutoCloseable {

  private static final Duration MAX_WAIT = Duration.ofMinutes(5);
  private static final long PAUSE_MILLIS = 100;
  private static final String LASTING = "lasting";

  /** A service run by this process. */
  record Running(String address, AutoCloseable service) {}

  private final String address;
  private final @Nullable Running own;
  private final @Nullable FileLock lock;
  private final Path addressFile;

  private SharedService(
      String address, @Nullable Running own, @Nullable FileLock lock, Path addressFile) {
    this.address = address;
    this.own = own;
    this.lock = lock;
    this.addressFile = addressFile;
  }

  /**
   * Starts the service, or finds it running.
   *
   * @param isLasting whether this process is long-lived; only then others may use its service
   */
  static SharedService obtain(Path folder, boolean isLasting, Supplier<Running> starter) {
    Path addressFile = folder.resolve("address");
    try {
      Files.createDirectories(folder);
      FileChannel channel =
          FileChannel.open(
              folder.resolve("lock"), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
      long deadline = System.nanoTime() + MAX_WAIT.toNanos();
      while (true) {
        FileLock lock = channel.tryLock();
        if (lock != null) {
          return run(starter, lock, addressFile, isLasting);
        }
        List<String> lines =
            Files.exists(addressFile) ? Files.readAllLines(addressFile) : List.of();
        if (lines.size() == 2 && (lines.get(1).equals(LASTING) || !isLasting)) {
          channel.close();
          return new SharedService(lines.get(0), null, null, addressFile);
        }
        if (System.nanoTime() > deadline) {
          channel.close();
          throw new EmbeddedServiceException(
              "Another process holds " + folder + " without the address of its service.");
        }
        Thread.sleep(PAUSE_MILLIS);
      }
    } catch (IOException refused) {
      throw new EmbeddedServiceException(
          "The data folder " + folder + " cannot be written by this user.", refused);
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
      throw new EmbeddedServiceException("Interrupted while waiting for " + folder, interrupted);
    }
  }

  private static SharedService run(
      Supplier<Running> starter, FileLock lock, Path addressFile, boolean isLasting)
      throws IOException {
    Files.deleteIfExists(addressFile);
    Running running;
    try {
      running = starter.get();
    } catch (RuntimeException failure) {
      lock.channel().close();
      throw failure;
    }
    // Atomic move, so that no reader sees half of it.
    Path draft = addressFile.resolveSibling("address.draft");
    Files.deleteIfExists(draft);
    // The address of the database contains its password.
    PrivateFiles.write(draft, running.address() + "\n" + (isLasting ? LASTING : "passing") + "\n");
    Files.move(draft, addressFile, StandardCopyOption.ATOMIC_MOVE);
    return new SharedService(running.address(), running, lock, addressFile);
  }

  String address() {
    return address;
  }

  boolean isOwn() {
    return own != null;
  }

  @Override
  public void close() throws Exception {
    if (own != null) {
      Files.deleteIfExists(addressFile);
      own.service().close();
    }
    if (lock != null) {
      lock.channel().close();
    }
  }
}
