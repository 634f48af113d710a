package dev.tradewind.benchmarks.paths;

import dev.tradewind.benchmarks.load.JavaProcess;
import dev.tradewind.benchmarks.load.OpenLoop;
import dev.tradewind.benchmarks.load.Step;
import dev.tradewind.benchmarks.load.Stream;
import dev.tradewind.benchmarks.report.Figure;
import dev.tradewind.benchmarks.report.Machine;
import dev.tradewind.embedded.Home;
import io.vertx.core.json.JsonObject;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/**
 * Export and import of a whole catalog through one small node, as by the command line, while carts
 * are read at a steady rate.
 */
@Command(
    name = "files",
    description = "Measure export and import of products, and what they cost the shoppers.",
    mixinStandardHelpOptions = true)
public final class FilesBenchmark implements Callable<Integer> {

  private static final Duration MAX_DURATION = Duration.ofMinutes(60);
  private static final Duration WINDOW = Duration.ofSeconds(5);
  private static final int QUIET_WINDOWS = 3;
  private static final int CARTS = 32;

  /** Enough for each cart to hold two products of its own. */
  private static final int FEW = 100;

  @Option(
      names = "--products",
      split = ",",
      paramLabel = "N",
      description = "Products of the catalog, with three variants each; one run for each number.")
  private List<Integer> products = List.of(100_000);

  @Option(names = "--memory", defaultValue = "256m", description = "The node's heap.")
  private String memory = "256m";

  @Option(
      names = "--reads",
      defaultValue = "200",
      description = "Carts read a second meanwhile; 0 for none.")
  private int reads;

  private Path folder = Path.of("");

  FilesBenchmark() {}

  @Override
  public Integer call() throws Exception {
    System.out.println(Machine.describe());
    folder = Home.folder().resolve(".tradewind").resolve("benchmark-files");
    try (BenchmarkServices services = BenchmarkServices.start(folder);
        JavaProcess sender = JavaProcess.talking(OpenLoop.class.getName()).awaitReady()) {
      for (int number : products) {
        run(number, services, sender);
      }
      return 0;
    }
  }

  private void run(int number, BenchmarkServices services, JavaProcess sender) throws Exception {
    Path file = folder.resolve("products-" + number + ".csv");
    Database source = services.database("source_" + number);
    BenchmarkNode.seed(source, number, folder.resolve("seed.log"));
    source.keepSamplesOnly();
    try (Shop shop = new Shop("source-" + number, source, services, sender)) {
      shop.measure(number, "export", "export", file);
    }
    Database target = services.database("target_" + number);
    // The collections of the file, and the products of carts.
    BenchmarkNode.seed(target, FEW, folder.resolve("seed.log"));
    try (Shop shop = new Shop("target-" + number, target, services, sender)) {
      shop.measure(number, "import of new products", "import", file);
      shop.measure(number, "import of the same again", "import", file);
    }
  }

  /** A node with its database. */
  private final class Shop implements AutoCloseable {

    private final Database database;
    private final BenchmarkNode node;
    private final JavaProcess reader;
    private final List<Step> carts;

    Shop(String name, Database database, BenchmarkServices services, JavaProcess reader)
        throws Exception {
      this.database = database;
      this.reader = reader;
      node =
          BenchmarkNode.start(
              folder.resolve(name + ".log"), memory, database, services.kafka(), Map.of());
      carts = Scripts.of(node.port(), CARTS).getCart().stream().map(List::getFirst).toList();
    }

    void measure(int number, String what, String command, Path file) throws Exception {
      List<Figure> quiet = new ArrayList<>();
      List<Figure> busy = new ArrayList<>();
      windows(QUIET_WINDOWS); // Warm-up.
      quiet.addAll(windows(QUIET_WINDOWS));
      try (JavaProcess cli =
          JavaProcess.logging(
              folder.resolve(command + ".log"),
              List.of(),
              Map.of(),
              BenchmarkNode.MAIN,
              command,
              file.toString(),
              "--url",
              "http://127.0.0.1:" + node.port())) {
        while (reads > 0 && cli.isAlive()) {
          busy.addAll(windows(1));
        }
        cli.awaitSuccess(command, MAX_DURATION);
      }
      double checked = database.number(seconds("pre_processed_at", "created_at"));
      double worked = database.number(seconds("completed_at", "processing_at"));
      System.out.printf(
          "%,d products, %s: checked in %.1f s, done in %.1f s, %,.0f rows/s; file %,d bytes%n",
          number, what, checked, worked, 3 * number / worked, Files.size(file));
      if (reads > 0) {
        Figure before = Figure.median(quiet);
        Figure during = Figure.median(busy);
        System.out.printf(
            "  %d cart reads/s: p50 %.1f and p99 %.1f ms before, %.1f and %.1f ms meanwhile"
                + " (%.1f times the p99); medians of windows of %d s, %d failed%n",
            reads,
            before.p50(),
            before.p99(),
            during.p50(),
            during.p99(),
            during.p99() / before.p99(),
            WINDOW.toSeconds(),
            during.failures());
      }
    }

    /** Latencies of cart reads, window by window. */
    private List<Figure> windows(int number) {
      List<Figure> figures = new ArrayList<>();
      Stream stream = new Stream("reads", reads, carts);
      for (int i = 0; i < number && reads > 0; i++) {
        JsonObject byStatus =
            new JsonObject(reader.ask(OpenLoop.job(node.port(), WINDOW, List.of(stream)).encode()))
                .getJsonObject("reads");
        Figure read = Figure.of(byStatus.getJsonObject("200"));
        int failed = byStatus.size() - 1;
        figures.add(
            new Figure(
                read.perSecond(),
                read.mean(),
                read.p50(),
                read.p99(),
                failed,
                read.firstFailure()));
      }
      return figures;
    }

    @Override
    public void close() {
      node.close();
    }
  }

  private static String seconds(String end, String begin) {
    return "SELECT extract(epoch FROM %s - %s) FROM batch.batch_job ORDER BY created_at DESC LIMIT 1"
        .formatted(end, begin);
  }
}
