package dev.tradewind.benchmarks.nodes;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * Linux control group with a quota of processor time, of version 1 or 2. Needs the right to write
 * below {@code /sys/fs/cgroup}.
 */
final class ControlGroup implements AutoCloseable {

  private static final Path ROOT = Path.of("/sys/fs/cgroup");

  /** Length of the quota's period: short, so that a node pauses for milliseconds only. */
  private static final int PERIOD_MICROS = 20_000;

  private static final int ATTEMPTS = 100;
  private static final long PAUSE_MILLIS = 100;

  private final Path folder;
  private final boolean isUnified;
  private boolean isClosed;

  private ControlGroup(Path folder, boolean isUnified) {
    this.folder = folder;
    this.isUnified = isUnified;
  }

  /** Whether this machine lets the process make control groups with a quota. */
  static boolean isPossible() {
    return Files.isWritable(hierarchy(ROOT).resolve("cgroup.procs"));
  }

  /** Creates a control group without a quota, or takes the one that a killed run left. */
  static ControlGroup create(String name) throws IOException {
    return create(ROOT, name);
  }

  static ControlGroup create(Path root, String name) throws IOException {
    boolean isUnified = isUnified(root);
    if (isUnified) {
      Files.writeString(root.resolve("cgroup.subtree_control"), "+cpu");
    }
    ControlGroup group =
        new ControlGroup(Files.createDirectories(hierarchy(root).resolve(name)), isUnified);
    group.removeQuota();
    return group;
  }

  /** Version 2 has one hierarchy for all controllers, version 1 a folder for each. */
  private static boolean isUnified(Path root) {
    return Files.exists(root.resolve("cgroup.controllers"));
  }

  private static Path hierarchy(Path root) {
    return isUnified(root) ? root : root.resolve("cpu");
  }

  /** Words of a command that joins the group and becomes the command after it. */
  List<String> wrapper() {
    return List.of(
        "sh", "-c", "echo $$ > \"$0\" && exec \"$@\"", folder.resolve("cgroup.procs").toString());
  }

  /** Limits the processes of the group to that many cores together. */
  void setQuota(double cores) throws IOException {
    write(Math.round(cores * PERIOD_MICROS));
  }

  void removeQuota() throws IOException {
    write(-1);
  }

  private void write(long micros) throws IOException {
    if (isUnified) {
      Files.writeString(
          folder.resolve("cpu.max"), (micros < 0 ? "max" : micros) + " " + PERIOD_MICROS);
    } else {
      Files.writeString(folder.resolve("cpu.cfs_period_us"), Integer.toString(PERIOD_MICROS));
      Files.writeString(folder.resolve("cpu.cfs_quota_us"), Long.toString(micros));
    }
  }

  /** Removes the group once its processes have ended. */
  @Override
  public void close() throws IOException {
    if (isClosed) {
      return;
    }
    isClosed = true;
    // Its files vanish with the folder, which cannot be removed while a process is in it.
    for (int attempt = 1; folder.toFile().exists() && !folder.toFile().delete(); attempt++) {
      if (attempt == ATTEMPTS) {
        throw new IOException("The control group " + folder + " still has processes.");
      }
      try {
        Thread.sleep(PAUSE_MILLIS);
      } catch (InterruptedException interrupted) {
        Thread.currentThread().interrupt();
        throw new IOException("The control group " + folder + " remains.", interrupted);
      }
    }
  }
}
