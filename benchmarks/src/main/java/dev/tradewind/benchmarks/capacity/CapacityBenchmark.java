package dev.tradewind.benchmarks.capacity;

import dev.tradewind.benchmarks.load.JavaProcess;
import dev.tradewind.benchmarks.load.Job;
import dev.tradewind.benchmarks.load.LoadGenerator;
import dev.tradewind.benchmarks.load.Step;
import dev.tradewind.benchmarks.load.SystemCommand;
import dev.tradewind.benchmarks.paths.BenchmarkEnvironment;
import dev.tradewind.benchmarks.paths.Database;
import dev.tradewind.benchmarks.paths.ProcessTimes;
import dev.tradewind.benchmarks.paths.Scripts;
import dev.tradewind.benchmarks.report.Figure;
import dev.tradewind.benchmarks.report.Machine;
import dev.tradewind.benchmarks.report.Page;
import dev.tradewind.embedded.Home;
import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/**
 * Costs of requests, and the throughput that the queueing model predicts from them beside the
 * measured one. Node, database, Kafka and load generator share one and then two cores.
 *
 * <p>Each path is calibrated by two measurements: one connection alone, and {@link
 * Calibration#CONNECTIONS} for the cost of a turn. All other numbers of connections are predicted,
 * and all of the sale, which is a mix of all paths.
 */
@Command(
    name = "capacity",
    description =
        "Measure costs of requests, compare throughput with the queueing model, and write"
            + " docs/operations/sizing.md. Needs Linux.",
    mixinStandardHelpOptions = true)
public final class CapacityBenchmark implements Callable<Integer> {

  private static final double GOAL = 0.15;
  private static final List<Integer> PREDICTED = List.of(2, 4, 16, 32);
  private static final List<Integer> PREDICTED_OF_SALE = List.of(1, 4, 16, 32);
  private static final int CONNECTIONS = 32;
  private static final int MAX_CORES = 2;
  private static final int REPUBLISHED = 20_000;

  private static final String LOG = "SELECT pg_current_wal_lsn() - '0/0'::pg_lsn";
  private static final String TRANSACTIONS =
      "SELECT pg_snapshot_xmax(pg_current_snapshot())::text::bigint";

  @Option(
      names = "--smoke",
      description = "Short measurements that show that all works; the page is not written.")
  private boolean isSmoke;

  @Option(names = "--seconds", defaultValue = "10", description = "Duration of a measurement.")
  private int seconds;

  @Option(
      names = "--warm-up",
      defaultValue = "20",
      description = "Seconds of warm-up for each request of a turn.")
  private int warmUp;

  @Option(names = "--keep-page", description = "Do not write the figures into the page.")
  private boolean keepsPage;

  private final Map<Integer, Map<ShopPath, Calibration>> calibrations = new TreeMap<>();
  private final List<Prediction> predictions = new ArrayList<>();

  CapacityBenchmark() {}

  @Override
  public Integer call() throws Exception {
    Path folder = Home.folder().resolve(".tradewind").resolve("benchmark-capacity");
    double load = Machine.announce();
    try (BenchmarkEnvironment stage =
            BenchmarkEnvironment.alone(folder, isSmoke ? 100 : 2_000, Map.of());
        JavaProcess generator = JavaProcess.talking(LoadGenerator.class.getName()).awaitReady()) {
      Shop shop = new Shop(stage, generator);
      shop.warmUp();
      for (int cores = 1;
          cores <= Math.min(MAX_CORES, Runtime.getRuntime().availableProcessors());
          cores++) {
        shop.bindTo(cores);
        measure(shop, cores);
      }
      return report(shop.republishedPerSecond(), load);
    }
  }

  private void measure(Shop shop, int cores) throws Exception {
    Map<ShopPath, Calibration> paths = new EnumMap<>(ShopPath.class);
    for (ShopPath path : ShopPath.values()) {
      List<List<Step>> scripts = shop.scripts(path);
      Measured alone = shop.cost(scripts, 1);
      Calibration calibration =
          Calibration.of(
              shop.cost(scripts, Calibration.CONNECTIONS).cost(),
              alone.cost(),
              1_000 / alone.figure().perSecond());
      paths.put(path, calibration);
      System.out.println(row(path, cores, calibration));
      for (int connections : first(PREDICTED)) {
        predict(shop, calibration, path.label(), cores, connections, scripts);
      }
    }
    calibrations.put(cores, paths);
    Calibration sale = Calibration.ofSale(paths);
    for (int connections : first(PREDICTED_OF_SALE)) {
      predict(shop, sale, ShopPath.SALE, cores, connections, shop.sale());
    }
  }

  private void predict(
      Shop shop,
      Calibration calibration,
      String label,
      int cores,
      int connections,
      List<List<Step>> scripts)
      throws Exception {
    Prediction prediction =
        new Prediction(
            label,
            cores,
            connections,
            calibration.on(cores).perSecond(connections),
            shop.run(scripts, connections, seconds()));
    predictions.add(prediction);
    System.out.println(prediction.row());
  }

  /** A short run predicts one number of connections. */
  private List<Integer> first(List<Integer> connections) {
    return isSmoke ? connections.subList(0, 1) : connections;
  }

  private Duration seconds() {
    return Duration.ofMillis(isSmoke ? 500 : seconds * 1_000L);
  }

  private static String row(ShopPath path, int cores, Calibration calibration) {
    ProcessTimes times = calibration.cost().times();
    return String.format(
        Locale.ROOT,
        "| %s | %d | %.3f | %.3f | %.3f | %.3f | %.3f | %.3f | %.2f | %.1f | %.1f |",
        path.label(),
        cores,
        times.node(),
        times.database(),
        times.kafka(),
        times.shoppers(),
        times.total(),
        calibration.aloneMillis(),
        calibration.delayMillis(),
        calibration.cost().commits(),
        calibration.cost().logBytes() / 1_024);
  }

  private int report(double republishedPerSecond, double load) throws IOException {
    double largest =
        predictions.stream().mapToDouble(each -> Math.abs(each.error())).max().orElse(0);
    Map<String, String> sections =
        Map.of(
            "costs", costs(republishedPerSecond, load),
            "model", model(largest),
            "examples", examples());
    sections.forEach((name, figures) -> System.out.printf("%n%s:%n%s", name, figures));
    if (!isSmoke && !keepsPage) {
      for (Map.Entry<String, String> section : sections.entrySet()) {
        section(section.getKey()).write(section.getValue());
      }
    }
    boolean isSound = predictions.stream().allMatch(each -> each.measured().failures() == 0);
    return isSound && (isSmoke || largest <= GOAL) ? 0 : 1;
  }

  private String costs(double republishedPerSecond, double load) {
    return """
    %s. Load average %.2f before the start; %d seconds for each figure.

    | Path | cores | node, ms | database, ms | Kafka, ms | load generator, ms | sum, ms | sum alone, ms | delay, ms | commits | log, KB |
    |---|---:|---:|---:|---:|---:|---:|---:|---:|---:|---:|
    %s

    The relay of one schema published %,.0f recorded events a second.
    """
        .formatted(
            Machine.describe(),
            load,
            seconds,
            calibrations.entrySet().stream()
                .flatMap(cores ->
                    cores.getValue().entrySet().stream()
                        .map(path -> row(path.getKey(), cores.getKey(), path.getValue())))
                .collect(Collectors.joining("\n")),
            republishedPerSecond);
  }

  private String model(double largest) {
    return """
    %s%s

    Largest error: %.1f %% (goal: at most %.0f %%).
    """
        .formatted(
            Prediction.HEAD,
            predictions.stream().map(Prediction::row).collect(Collectors.joining("\n")),
            100 * largest,
            100 * GOAL);
  }

  /** Examples with the costs on the most cores. */
  private String examples() {
    Map<ShopPath, PathCost> costs = new EnumMap<>(ShopPath.class);
    calibrations
        .values()
        .forEach(paths -> paths.forEach((path, found) -> costs.put(path, found.cost())));
    return new WorkedExamples(costs).text();
  }

  private static Page section(String name) {
    return new Page(
        Home.folder().resolve("docs").resolve("operations").resolve("sizing.md"),
        "<!-- %s: written by `./tradewind benchmark capacity` -->".formatted(name),
        "<!-- end of %s -->".formatted(name));
  }

  /** Measured throughput with the cost of a turn. */
  private record Measured(Figure figure, PathCost cost) {}

  /** One node with its services and a load generator. */
  private final class Shop {

    private final BenchmarkEnvironment stage;
    private final JavaProcess generator;
    private final Database database;
    private final Map<ShopPath, List<List<Step>>> scripts = new EnumMap<>(ShopPath.class);
    private final List<List<Step>> sale;

    Shop(BenchmarkEnvironment stage, JavaProcess generator) {
      this.stage = stage;
      this.generator = generator;
      database = stage.database("one");
      Scripts shop = Scripts.of(stage.ports("one"), CONNECTIONS);
      for (ShopPath path : ShopPath.values()) {
        scripts.put(path, path.scripts(shop));
      }
      sale = ShopPath.sale(shop, CONNECTIONS);
    }

    List<List<Step>> scripts(ShopPath path) {
      return scripts.getOrDefault(path, List.of());
    }

    List<List<Step>> sale() {
      return sale;
    }

    void warmUp() throws Exception {
      for (List<List<Step>> script : scripts.values()) {
        run(
            script,
            CONNECTIONS,
            Duration.ofSeconds((isSmoke ? 1L : warmUp) * script.getFirst().size()));
      }
    }

    /** Binds all processes to the first cores. */
    void bindTo(int cores) throws IOException {
      ProcessHandle server = stage.databaseServer();
      List<Long> processes =
          Stream.concat(
                  Stream.of(stage.nodeId(), generator.id(), stage.broker().pid(), server.pid()),
                  server.descendants().map(ProcessHandle::pid))
              .toList();
      for (long process : processes) {
        try {
          SystemCommand.run(
              "taskset", "-a", "-c", "-p", "0-" + (cores - 1), Long.toString(process));
        } catch (IllegalStateException failure) {
          if (ProcessHandle.of(process).isPresent()) {
            throw failure;
          }
        }
      }
    }

    Measured cost(List<List<Step>> script, int connections) throws Exception {
      ProcessTimes times = ProcessTimes.of(stage, generator);
      double log = database.number(LOG);
      double transactions = database.number(TRANSACTIONS);
      Figure figure = run(script, connections, seconds());
      double turns = figure.perSecond() * seconds().toMillis() / 1_000;
      return new Measured(
          figure,
          new PathCost(
              ProcessTimes.of(stage, generator).since(times, turns),
              (database.number(TRANSACTIONS) - transactions) / turns,
              (database.number(LOG) - log) / turns));
    }

    Figure run(List<List<Step>> script, int connections, Duration duration) throws Exception {
      Job job = new Job(stage.ports("one"), duration, connections, script, Duration.ZERO);
      Figure figure = Figure.of(new JsonObject(generator.ask(job.toJson().encode())));
      if (figure.failures() > 0) {
        System.out.printf("  %d failed, the first: %s%n", figure.failures(), figure.firstFailure());
      }
      database.awaitEventsSent();
      return figure;
    }

    /** Rate at which one relay publishes events of orders that are marked as unsent again. */
    double republishedPerSecond() throws SQLException, InterruptedException {
      double events = Math.min(REPUBLISHED, database.number("SELECT count(*) FROM orders.outbox"));
      database.execute(
          """
          UPDATE orders.outbox
          SET sent_at = NULL
          WHERE id IN (SELECT id FROM orders.outbox ORDER BY id DESC LIMIT %d)
          """
              .formatted(REPUBLISHED));
      return events / database.awaitEventsSent();
    }
  }
}
