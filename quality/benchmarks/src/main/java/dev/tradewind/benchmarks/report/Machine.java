package dev.tradewind.benchmarks.report;

import com.sun.management.OperatingSystemMXBean;
import dev.tradewind.embedded.Home;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;

/** Description of the machine and the version of a run, without which figures mean nothing. */
public final class Machine {

  private Machine() {}

  public static String describe() {
    OperatingSystemMXBean system = ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class);
    return "%s, commit %s, %d cores (%s), %d GiB of memory, %s %s, %s %s"
        .formatted(
            LocalDate.now(ZoneOffset.UTC),
            commit(),
            system.getAvailableProcessors(),
            processor(),
            Math.round(system.getTotalMemorySize() / (double) (1L << 30)),
            System.getProperty("os.name"),
            System.getProperty("os.version"),
            System.getProperty("java.vm.name"),
            System.getProperty("java.version"));
  }

  /** The commit of the sources; a plus sign means that some were changed since. */
  private static String commit() {
    String commit = git("rev-parse", "--short=8", "HEAD");
    boolean isChanged = !git("status", "--porcelain", "--untracked-files=no", ":!docs").isEmpty();
    return commit.isEmpty() ? "unknown" : commit + (isChanged ? "+" : "");
  }

  /** Output of git; empty without a repository. */
  private static String git(String... arguments) {
    List<String> command = new ArrayList<>(List.of("git", "-C", Home.folder().toString()));
    command.addAll(List.of(arguments));
    try {
      Process process =
          new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.DISCARD).start();
      String output =
          new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
      return process.waitFor() == 0 ? output : "";
    } catch (IOException none) {
      return "";
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
      return "";
    }
  }

  /** Prints the machine and its load before a run, and returns the load. */
  public static double announce() {
    double load = load();
    System.out.printf("%s%nLoad before the start: %.2f%n", describe(), load);
    return load;
  }

  /** Load average; figures measured on a busy machine are worthless. */
  public static double load() {
    return ManagementFactory.getOperatingSystemMXBean().getSystemLoadAverage();
  }

  private static String processor() {
    try {
      return Files.readAllLines(Path.of("/proc/cpuinfo")).stream()
          .filter(line -> line.startsWith("model name"))
          .map(line -> line.substring(line.indexOf(':') + 1).strip())
          .findFirst()
          .orElse(System.getProperty("os.arch"));
    } catch (IOException elsewhere) {
      return System.getProperty("os.arch");
    }
  }
}
