package dev.tradewind.benchmarks;

import dev.tradewind.benchmarks.capacity.CapacityBenchmark;
import dev.tradewind.benchmarks.hooks.HooksBenchmark;
import dev.tradewind.benchmarks.load.JavaProcess;
import dev.tradewind.benchmarks.load.LoadGenerator;
import dev.tradewind.benchmarks.movein.MoveInBenchmark;
import dev.tradewind.benchmarks.movein.ShadowBenchmark;
import dev.tradewind.benchmarks.nodes.NodesBenchmark;
import dev.tradewind.benchmarks.paths.BenchmarkEnvironment;
import dev.tradewind.benchmarks.paths.CartSizes;
import dev.tradewind.benchmarks.paths.CpuCostBenchmark;
import dev.tradewind.benchmarks.paths.FilesBenchmark;
import dev.tradewind.benchmarks.paths.HotVariantBenchmark;
import dev.tradewind.benchmarks.paths.LoginFlood;
import dev.tradewind.benchmarks.paths.Measurement;
import dev.tradewind.benchmarks.paths.MeasurementRunner;
import dev.tradewind.benchmarks.paths.Profile;
import dev.tradewind.benchmarks.paths.Report;
import dev.tradewind.benchmarks.paths.ResponseSizes;
import dev.tradewind.benchmarks.paths.ZipfBenchmark;
import dev.tradewind.benchmarks.plans.OrderPlans;
import dev.tradewind.benchmarks.plans.Plans;
import dev.tradewind.benchmarks.report.Machine;
import dev.tradewind.benchmarks.search.SearchBenchmark;
import dev.tradewind.embedded.Home;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Complete benchmark run in one command. */
@Command(
    name = "tradewind benchmark",
    description =
        "Measure the shop and the ceiling of its stack in turns, and write docs/performance.md.",
    mixinStandardHelpOptions = true,
    subcommands = {
      CapacityBenchmark.class,
      LoginFlood.class,
      FilesBenchmark.class,
      CpuCostBenchmark.class,
      HooksBenchmark.class,
      HotVariantBenchmark.class,
      MoveInBenchmark.class,
      NodesBenchmark.class,
      ResponseSizes.class,
      SearchBenchmark.class,
      ShadowBenchmark.class,
      ZipfBenchmark.class
    })
public final class Benchmark implements Callable<Integer> {

  private static final int CONNECTIONS = 32;
  private static final int CARTS_TO_WARM_UP = 10;
  private static final int CARTS_OF_EACH_SIZE = 40;

  @Option(
      names = "--smoke",
      description = "One short round that shows that all works; its figures are not written down.")
  private boolean isSmoke;

  @Option(
      names = "--rounds",
      defaultValue = "5",
      description = "How often each path is measured; 0 with --profile to profile only.")
  private int rounds;

  @Option(
      names = "--path",
      description =
          "A path by its name in docs/performance.md, with the ceilings; can be repeated. Its figures"
              + " are not written down.")
  private List<String> paths = List.of();

  @Option(
      names = "--profile",
      description =
          "Also show where one node spends its time, on getting a cart and on checkouts, or on the"
              + " chosen paths.")
  private boolean isProfile;

  @Option(
      names = "--plans",
      description =
          "Only write the plans of the statements of the product list, for a small and a large shop,"
              + " and of the order list, for a million orders, into .tradewind/plans.")
  private boolean isPlans;

  Benchmark() {}

  public static void main(String[] arguments) {
    Locale.setDefault(Locale.ROOT);
    System.exit(execute(arguments));
  }

  /** Runs a command. Returns its exit code. */
  public static int execute(String... arguments) {
    return new CommandLine(new Benchmark()).execute(arguments);
  }

  @Override
  public Integer call() throws Exception {
    if (isPlans) {
      Plans.writeInto(Home.folder().resolve(".tradewind").resolve("plans"));
      OrderPlans.writeInto(Home.folder().resolve(".tradewind").resolve("plans"));
      return 0;
    }
    Path folder = Home.folder().resolve(".tradewind").resolve("benchmark");
    double load = Machine.announce();
    try (BenchmarkEnvironment stage = BenchmarkEnvironment.set(folder, isSmoke ? 100 : 2_000);
        JavaProcess generator = JavaProcess.talking(LoadGenerator.class.getName()).awaitReady();
        JavaProcess backgroundGenerator =
            JavaProcess.talking(LoadGenerator.class.getName()).awaitReady()) {
      List<Measurement> all =
          Measurement.on(stage, CONNECTIONS).stream().filter(this::isChosen).toList();
      MeasurementRunner measured =
          new MeasurementRunner(stage, generator, backgroundGenerator, CONNECTIONS);
      measured.warmUp(
          all, Duration.ofMillis(isSmoke ? 200 : 3_000), Duration.ofMillis(isSmoke ? 200 : 30_000));
      measured.measure(
          all, Duration.ofMillis(isSmoke ? 300 : 4_000), isSmoke ? Math.min(1, rounds) : rounds);
      if (rounds > 0) {
        report(new Report(measured.medians(), cartSizes(stage)), load);
      }
      if (isProfile) {
        profile(stage, measured, all, folder);
      }
      if (measured.medians().values().stream().anyMatch(result -> result.figure().failures() > 0)) {
        return 1;
      }
      return 0;
    }
  }

  private boolean isChosen(Measurement measurement) {
    return paths.isEmpty()
        || measurement.server().equals("ceiling")
        || paths.contains(measurement.label());
  }

  private CartSizes cartSizes(BenchmarkEnvironment stage) {
    return CartSizes.measure(
        stage.ports("one"), isSmoke ? 1 : CARTS_TO_WARM_UP, isSmoke ? 1 : CARTS_OF_EACH_SIZE);
  }

  private void report(Report report, double load) throws Exception {
    System.out.printf("%n%s%n", report.tables());
    if (!isSmoke && paths.isEmpty()) {
      report.writeInto(
          Home.folder().resolve("docs").resolve("performance.md"),
          "%s. Medians of %d rounds, %d connections, load average %.2f before the start."
              .formatted(Machine.describe(), rounds, CONNECTIONS, load));
    }
  }

  private void profile(
      BenchmarkEnvironment stage, MeasurementRunner rounds, List<Measurement> all, Path folder)
      throws Exception {
    List<String> profiled = paths.isEmpty() ? List.of("get a cart", "whole checkout") : paths;
    for (Measurement path : all) {
      String label = path.label();
      if (!path.server().equals("one") || !profiled.contains(label)) {
        continue;
      }
      Duration duration = Duration.ofSeconds(isSmoke ? 2 : 15);
      Profile profile =
          Profile.of(
              stage.nodeId(),
              folder.resolve(label.replace(' ', '-') + ".jfr"),
              () -> rounds.run(path, duration));
      System.out.printf("%nProfile of: %s%n%s%n", label, profile.text());
    }
  }
}
