package dev.tradewind.launcher.node;

import dev.tradewind.embedded.EmbeddedServiceException;
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
 * An embedded service that the first process on a data folder runs and later ones use. Who holds
 * the folder's lock runs it, and leaves its address in a file beside.
 */
final class SharedService implements AutoCloseable {

  private static final Duration LONGEST_WAIT = Duration.ofSeconds(60);
  private static final long PAUSE_MILLIS = 100;
  private static final String LASTING = "lasting";

  /** A service that this process runs. */
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
   * Runs the service, or finds it running.
   *
   * @param isLasting whether this process stays; nobody leans on the service of a passing one
   */
  static SharedService obtain(Path folder, boolean isLasting, Supplier<Running> starter) {
    Path addressFile = folder.resolve("address");
    try {
      Files.createDirectories(folder);
      FileChannel channel =
          FileChannel.open(
              folder.resolve("lock"), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
      long closeIdle = System.nanoTime() + LONGEST_WAIT.toNanos();
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
        if (System.nanoTime() > closeIdle) {
          channel.close();
          throw new EmbeddedServiceException(
              "Another process holds " + folder + " and does not say where its service is.");
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
    // In one step, so that no reader sees half of it.
    Path draft = addressFile.resolveSibling("address.draft");
    Files.writeString(draft, running.address() + "\n" + (isLasting ? LASTING : "passing") + "\n");
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
