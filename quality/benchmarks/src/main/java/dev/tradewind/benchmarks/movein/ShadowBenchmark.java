package dev.tradewind.benchmarks.movein;

import dev.tradewind.benchmarks.load.Browser;
import dev.tradewind.benchmarks.load.JavaProcess;
import dev.tradewind.benchmarks.load.OpenLoop;
import dev.tradewind.benchmarks.load.Step;
import dev.tradewind.benchmarks.load.Stream;
import dev.tradewind.benchmarks.paths.BenchmarkNode;
import dev.tradewind.benchmarks.paths.BenchmarkServices;
import dev.tradewind.benchmarks.paths.Database;
import dev.tradewind.benchmarks.paths.Scripts;
import dev.tradewind.benchmarks.report.Figure;
import dev.tradewind.benchmarks.report.Machine;
import dev.tradewind.benchmarks.report.Page;
import dev.tradewind.embedded.EmbeddedKafka;
import dev.tradewind.embedded.Home;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.stream.IntStream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/**
 * Latency that shadow mode adds to reads at a fixed rate: directly at a server that answers from
 * memory, through a node that passes them on, and through one that also compares each of them. The
 * three are asked in turns, because the speed of a machine drifts.
 */
@Command(
    name = "shadow",
    description = "Measure the latency that shadow mode adds, and write docs/moving-in.md.",
    mixinStandardHelpOptions = true)
public final class ShadowBenchmark implements Callable<Integer> {

  private static final String BEGIN = "<!-- shadow: written by `./tradewind benchmark shadow` -->";
  private static final String END = "<!-- end of shadow -->";

  private static final int PRODUCTS = 500;
  private static final int CARTS = 4;
  private static final double GOAL_MILLIS = 2;
  private static final String COMPARED = "tradewind_shadow_compared_total";

  @Option(names = "--rate", defaultValue = "100", description = "Reads in a second.")
  private int rate;

  @Option(
      names = "--warm-up",
      defaultValue = "60",
      description = "Seconds of reads before the first turn of each; a node runs for days.")
  private int warmUp;

  @Option(names = "--sample", defaultValue = "100", description = "Percentage that is compared.")
  private int sample;

  @Option(names = "--seconds", defaultValue = "20", description = "How long each turn takes.")
  private int seconds;

  @Option(names = "--rounds", defaultValue = "5", description = "How often each is asked.")
  private int rounds;

  @Option(names = "--memory", defaultValue = "512m", description = "Heap of a node.")
  private String memory = "512m";

  @Option(names = "--keep-page", description = "Do not write the figures into the page.")
  private boolean keepsPage;

  private Path folder = Path.of("");

  ShadowBenchmark() {}

  @Override
  public Integer call() throws Exception {
    folder = Home.folder().resolve(".tradewind").resolve("benchmark-shadow");
    double load = Machine.announce();
    try (BenchmarkServices services = BenchmarkServices.start(folder)) {
      EmbeddedKafka kafka = services.kafka();
      Database database = services.database("shadow");
      BenchmarkNode.seed(database, PRODUCTS, folder.resolve("seed.log"));
      database.fillShelves();
      Path bodies = folder.resolve("bodies.json");
      List<Step> reads = record(database, kafka, bodies);
      int port = BenchmarkNode.freePort();
      try (JavaProcess server =
              JavaProcess.talking(
                      RecordedServer.class.getName(), bodies.toString(), String.valueOf(port))
                  .awaitReady();
          BenchmarkNode passing = node("passing", database, kafka, port, 0);
          BenchmarkNode comparing = node("comparing", database, kafka, port, sample);
          JavaProcess sender = JavaProcess.talking(OpenLoop.class.getName()).awaitReady()) {
        Map<String, Integer> ports = new LinkedHashMap<>();
        ports.put("directly", port);
        ports.put("passed on", passing.port());
        ports.put("passed on and compared", comparing.port());
        return measure(sender, ports, reads, comparing, load);
      }
    }
  }

  /** Records what a node answers to the reads, so that no difference is found. */
  private List<Step> record(Database database, EmbeddedKafka kafka, Path file) throws Exception {
    try (BenchmarkNode node =
        BenchmarkNode.start(folder.resolve("recorded.log"), memory, database, kafka, Map.of())) {
      Browser browser = new Browser(node.port());
      Scripts scripts = Scripts.of(node.port(), CARTS);
      List<Step> reads = new ArrayList<>();
      List<Step> carts = scripts.getCart().stream().map(List::getFirst).toList();
      String list = scripts.products().getFirst().getFirst().path();
      JsonArray products = new JsonObject(browser.get(list)).getJsonArray("products");
      for (int i = 0; i < CARTS; i++) {
        reads.add(Step.get(list));
        reads.add(Step.get("/store/products/" + products.getJsonObject(i).getString("id")));
        reads.add(Step.get("/store/regions"));
        reads.add(carts.get(i));
      }
      JsonObject bodies = new JsonObject().put(Browser.PROBE, browser.get(Browser.PROBE));
      reads.forEach(read -> bodies.put(read.path(), browser.get(read.path())));
      Files.writeString(file, bodies.encode());
      return reads;
    }
  }

  private BenchmarkNode node(
      String name, Database database, EmbeddedKafka kafka, int server, int percent)
      throws Exception {
    return BenchmarkNode.start(
        folder.resolve(name + ".log"),
        memory,
        database,
        kafka,
        Map.of(
            "TRADEWIND_SHADOW_OF",
            "http://127.0.0.1:" + server,
            "TRADEWIND_SHADOW_SAMPLE",
            String.valueOf(percent)));
  }

  private int measure(
      JavaProcess sender,
      Map<String, Integer> ports,
      List<Step> reads,
      BenchmarkNode comparing,
      double load)
      throws Exception {
    for (int port : ports.values()) {
      ask(sender, port, reads, warmUp);
    }
    double before = comparing.metric(COMPARED);
    Map<String, List<Figure>> figures = rounds(sender, ports, reads);
    double compared = comparing.metric(COMPARED) - before;
    double equal = comparing.metric(COMPARED, "outcome=\"equal\"");
    List<Figure> direct = figures.values().iterator().next();
    List<String> rows = new ArrayList<>();
    double worst = 0;
    for (Map.Entry<String, List<Figure>> each : figures.entrySet()) {
      Figure median = Figure.median(each.getValue());
      double added = added(each.getValue(), direct);
      worst = Math.max(worst, added);
      rows.add(
          "| %s | %s | %s | %s |"
              .formatted(each.getKey(), number(median.p50()), number(median.p99()), number(added)));
    }
    String text =
        """
        %s, load average %.1f before the start and %.1f at the end. %d reads a second (lists of twelve products,
        products, regions, carts) for %d seconds each, %d rounds; %.0f reads were compared, %.0f since the start were equal.

        | Reads | p50 ms | p99 ms | added to the p99, ms |
        |---|---:|---:|---:|
        %s

        Added is the median of the differences of the rounds; the goal is %.0f ms at most.
        """
            .formatted(
                Machine.describe(),
                load,
                Machine.load(),
                rate,
                seconds,
                rounds,
                compared,
                equal,
                String.join("\n", rows),
                GOAL_MILLIS);
    System.out.printf("%n%s%n", text);
    if (!keepsPage) {
      new Page(Home.folder().resolve("docs").resolve("moving-in.md"), BEGIN, END).write(text);
    }
    return worst <= GOAL_MILLIS ? 0 : 1;
  }

  private Map<String, List<Figure>> rounds(
      JavaProcess sender, Map<String, Integer> ports, List<Step> reads) throws Exception {
    Map<String, List<Figure>> figures = new LinkedHashMap<>();
    for (int i = 0; i < rounds; i++) {
      for (Map.Entry<String, Integer> each : ports.entrySet()) {
        Figure figure = ask(sender, each.getValue(), reads, seconds);
        figures.computeIfAbsent(each.getKey(), first -> new ArrayList<>()).add(figure);
        System.out.printf(
            "Round %d, %s: p50 %.2f ms, p99 %.2f ms%n",
            i + 1, each.getKey(), figure.p50(), figure.p99());
      }
    }
    return figures;
  }

  /** Latencies of the reads; each has to succeed. */
  private Figure ask(JavaProcess sender, int port, List<Step> reads, int duration) {
    JsonObject byStatus =
        new JsonObject(
                sender.ask(
                    OpenLoop.job(
                            port,
                            Duration.ofSeconds(duration),
                            List.of(new Stream("reads", rate, reads)))
                        .encode()))
            .getJsonObject("reads");
    if (!byStatus.fieldNames().equals(Set.of("200"))) {
      throw new IllegalStateException("Reads have failed: " + byStatus);
    }
    return Figure.of(byStatus.getJsonObject("200"));
  }

  private static double added(List<Figure> through, List<Figure> direct) {
    return Figure.median(
        IntStream.range(0, through.size())
            .mapToDouble(i -> through.get(i).p99() - direct.get(i).p99()));
  }

  private static String number(double value) {
    return String.format(Locale.ROOT, "%,.2f", value);
  }
}
