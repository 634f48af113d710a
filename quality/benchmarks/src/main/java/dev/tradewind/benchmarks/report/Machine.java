package dev.tradewind.benchmarks.report;

import com.sun.management.OperatingSystemMXBean;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.time.ZoneOffset;

/** Description of the machine of a run, without which figures mean nothing. */
public final class Machine {

  private Machine() {}

  public static String describe() {
    OperatingSystemMXBean system = ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class);
    return "%s, %d cores (%s), %d GiB of memory, %s %s, %s %s"
        .formatted(
            LocalDate.now(ZoneOffset.UTC),
            system.getAvailableProcessors(),
            processor(),
            Math.round(system.getTotalMemorySize() / (double) (1L << 30)),
            System.getProperty("os.name"),
            System.getProperty("os.version"),
            System.getProperty("java.vm.name"),
            System.getProperty("java.version"));
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
