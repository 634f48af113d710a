package dev.tradewind.benchmarks.capacity;

import dev.tradewind.benchmarks.load.JavaProcess;
import dev.tradewind.benchmarks.load.LoadGenerator;
import dev.tradewind.benchmarks.paths.BenchmarkEnvironment;
import dev.tradewind.benchmarks.report.Machine;
import dev.tradewind.benchmarks.report.Page;
import dev.tradewind.embedded.Home;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/**
 * Costs of requests, and the throughput that the model of a closed loop predicts beside the
 * measured one. Node, database, Kafka and load generator share one and then two cores.
 *
 * <p>Each path is calibrated by three measurements: one connection, two, and {@link
 * CapacityReport#SATURATED}. All numbers between are predicted. The rounds are interleaved: a round
 * measures each number of connections of each path once, on one core and on two, so that a drift of
 * the machine meets all of them.
 */
@Command(
    name = "capacity",
    description =
        "Measure costs of requests, compare throughput with the model, and write"
            + " docs/operations/sizing.md. Needs Linux.",
    mixinStandardHelpOptions = true)
public final class CapacityBenchmark implements Callable<Integer> {

  private static final List<Integer> CONNECTIONS =
      List.of(1, 2, 4, 8, 16, CapacityReport.SATURATED);
  private static final List<Integer> CONNECTIONS_OF_SMOKE =
      List.of(1, 2, 4, CapacityReport.SATURATED);
  private static final int MAX_CORES = 2;

  @Option(
      names = "--smoke",
      description = "Short measurements that show that all works; the page is not written.")
  private boolean isSmoke;

  @Option(names = "--seconds", defaultValue = "6", description = "Duration of a measurement.")
  private int seconds;

  @Option(names = "--rounds", defaultValue = "3", description = "Measurements of each figure.")
  private int rounds;

  @Option(
      names = "--warm-up",
      defaultValue = "30",
      description = "Seconds of warm-up for each path.")
  private int warmUp;

  @Option(names = "--keep-page", description = "Do not write the figures into the page.")
  private boolean keepsPage;

  @Option(
      names = "--from",
      description = "Report the measurements of an earlier run, stored in this file.")
  private @Nullable Path stored;

  CapacityBenchmark() {}

  @Override
  public Integer call() throws Exception {
    CapacityRun run = stored == null ? measure() : CapacityRun.read(stored);
    CapacityReport report = CapacityReport.of(run);
    Map<String, String> sections = report.sections();
    sections.forEach((name, figures) -> System.out.printf("%n%s:%n%s", name, figures));
    if (!isSmoke && !keepsPage) {
      for (Map.Entry<String, String> section : sections.entrySet()) {
        section(section.getKey()).write(section.getValue());
      }
    }
    boolean isSound = run.samples().stream().allMatch(each -> each.figure().failures() == 0);
    return isSound && (isSmoke || report.isWithinGoal()) ? 0 : 1;
  }

  private CapacityRun measure() throws Exception {
    Path folder = Home.folder().resolve(".tradewind").resolve("benchmark-capacity");
    double load = Machine.announce();
    try (BenchmarkEnvironment stage =
            BenchmarkEnvironment.alone(folder, isSmoke ? 100 : 2_000, Map.of());
        JavaProcess generator = JavaProcess.talking(LoadGenerator.class.getName()).awaitReady()) {
      MeasuredShop shop = new MeasuredShop(stage, generator, CapacityReport.SATURATED);
      for (ShopPath path : ShopPath.values()) {
        shop.run(path, CapacityReport.SATURATED, duration(warmUp));
      }
      List<Sample> samples = new ArrayList<>();
      for (int round = 0; round < (isSmoke ? 1 : rounds); round++) {
        samples.addAll(round(shop));
      }
      CapacityRun run = new CapacityRun(conditions(load), shop.republishedPerSecond(), samples);
      Path file = folder.resolve("samples.tsv");
      run.write(file);
      System.out.println("Stored in " + file);
      return run;
    }
  }

  private List<Sample> round(MeasuredShop shop) throws Exception {
    List<Sample> samples = new ArrayList<>();
    int most = Math.min(MAX_CORES, Runtime.getRuntime().availableProcessors());
    for (int cores = 1; cores <= most; cores++) {
      shop.bindTo(cores);
      for (ShopPath path : ShopPath.values()) {
        for (int connections : isSmoke ? CONNECTIONS_OF_SMOKE : CONNECTIONS) {
          Sample sample = shop.sample(path, connections, duration(seconds));
          System.out.println(sample.line());
          samples.add(sample);
        }
      }
    }
    return samples;
  }

  private Duration duration(int seconds) {
    return isSmoke ? Duration.ofMillis(500) : Duration.ofSeconds(seconds);
  }

  private String conditions(double load) {
    return String.format(
        Locale.ROOT,
        "%s. Load average %.2f before the start; medians of %d rounds, %d seconds for each figure.",
        Machine.describe(),
        load,
        rounds,
        seconds);
  }

  private static Page section(String name) {
    return new Page(
        Home.folder().resolve("docs").resolve("operations").resolve("sizing.md"),
        "<!-- %s: written by `./tradewind benchmark capacity` -->".formatted(name),
        "<!-- end of %s -->".formatted(name));
  }
}
