package dev.tradewind.benchmarks.paths;

import dev.tradewind.benchmarks.load.JavaProcess;
import dev.tradewind.benchmarks.load.LoadGenerator;
import dev.tradewind.benchmarks.report.Figure;
import dev.tradewind.benchmarks.report.Machine;
import dev.tradewind.embedded.Home;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/**
 * CPU cost of one turn of a path, by process: unlike wall time it is meaningful on a machine with
 * other load.
 */
@Command(
    name = "cost",
    description = "Show what each path costs one node, its database and Kafka in processor time.",
    mixinStandardHelpOptions = true)
public final class CpuCostBenchmark implements Callable<Integer> {

  private static final int CONNECTIONS = 32;
  private static final Duration WARM_UP = Duration.ofSeconds(20);

  @Option(
      names = "--path",
      description = "A path by its name in docs/performance.md; can be repeated. Else all of them.")
  private List<String> paths = List.of();

  @Option(names = "--seconds", defaultValue = "10", description = "How long each path is walked.")
  private int seconds;

  @Option(names = "--profile", description = "Also show where the node spends it.")
  private boolean isProfile;

  CpuCostBenchmark() {}

  @Override
  public Integer call() throws Exception {
    Path folder = Home.folder().resolve(".tradewind").resolve("benchmark");
    System.out.println(Machine.describe());
    try (BenchmarkEnvironment stage = BenchmarkEnvironment.alone(folder, 2_000, Map.of());
        JavaProcess generator = JavaProcess.talking(LoadGenerator.class.getName()).awaitReady();
        JavaProcess backgroundGenerator =
            JavaProcess.talking(LoadGenerator.class.getName()).awaitReady()) {
      MeasurementRunner rounds =
          new MeasurementRunner(stage, generator, backgroundGenerator, CONNECTIONS);
      for (Measurement path : Measurement.ofShop("one", stage, CONNECTIONS)) {
        if (paths.isEmpty() || paths.contains(path.label())) {
          show(path, stage, rounds, generator, folder);
        }
      }
    }
    return 0;
  }

  private void show(
      Measurement path,
      BenchmarkEnvironment stage,
      MeasurementRunner rounds,
      JavaProcess generator,
      Path folder)
      throws Exception {
    rounds.run(path, WARM_UP);
    ProcessTimes before = ProcessTimes.of(stage, generator);
    Figure figure = rounds.run(path, Duration.ofSeconds(seconds));
    ProcessTimes turn =
        ProcessTimes.of(stage, generator).since(before, figure.perSecond() * seconds);
    System.out.printf(
        """

        %s: %,.0f/s, p50 %.2f ms
          node       %8.3f ms
          database   %8.3f ms
          shoppers   %8.3f ms
          Kafka      %8.3f ms
        """,
        path.label(),
        figure.perSecond(),
        figure.p50(),
        turn.node(),
        turn.database(),
        turn.shoppers(),
        turn.kafka());
    if (isProfile) {
      Profile profile =
          Profile.of(
              stage.nodeId(),
              folder.resolve(path.label().replace(' ', '-') + ".jfr"),
              () -> rounds.run(path, Duration.ofSeconds(seconds)));
      System.out.println(profile.text());
    }
  }
}
