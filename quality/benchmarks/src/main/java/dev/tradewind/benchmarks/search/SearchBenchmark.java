package dev.tradewind.benchmarks.search;

import dev.tradewind.benchmarks.load.JavaProcess;
import dev.tradewind.benchmarks.load.Job;
import dev.tradewind.benchmarks.load.LoadGenerator;
import dev.tradewind.benchmarks.load.Step;
import dev.tradewind.benchmarks.paths.BenchmarkNode;
import dev.tradewind.benchmarks.paths.BenchmarkServices;
import dev.tradewind.benchmarks.paths.Database;
import dev.tradewind.benchmarks.paths.Scripts;
import dev.tradewind.benchmarks.report.Figure;
import dev.tradewind.benchmarks.report.Machine;
import dev.tradewind.benchmarks.report.Page;
import dev.tradewind.embedded.Home;
import io.vertx.core.json.JsonObject;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/**
 * Searches of a large catalog: how long its index is filled, how large it is, and the rate and
 * latency of searches by popularity, without changes and beside some that each next search must
 * find.
 */
@Command(
    name = "search",
    description = "Fill the index of a large catalog, search in it, and write docs/search.md.",
    mixinStandardHelpOptions = true)
public final class SearchBenchmark implements Callable<Integer> {

  private static final String BEGIN = "<!-- cost: written by `./tradewind benchmark search` -->";
  private static final String END = "<!-- end of cost -->";
  private static final int CONNECTIONS = 32;

  /** Requests of all connections, drawn by the popularity of queries; then they begin again. */
  private static final int SEARCHES = 20_000;

  private static final int CHANGES = 20;
  private static final double MEGABYTE = 1024.0 * 1024;
  private static final Duration FILLING = Duration.ofMinutes(10);
  private static final Pattern FILLED = Pattern.compile("Filled the search index in (\\d+) ms");

  @Option(
      names = "--products",
      defaultValue = "100000",
      description = "Products of the catalog, with ten variants each.")
  private int products;

  @Option(names = "--memory", defaultValue = "1g", description = "The node's heap.")
  private String memory = "1g";

  @Option(names = "--seconds", defaultValue = "30", description = "How long a measurement takes.")
  private int seconds;

  @Option(names = "--smoke", description = "A short run; its figures are not written down.")
  private boolean isSmoke;

  SearchBenchmark() {}

  /** Figures of searches beside changes. */
  private record Measured(String what, Figure figure, double millis, double kept) {

    String row() {
      return String.format(
          Locale.ROOT,
          "| %s | %,.0f | %.1f | %.1f | %.0f %% | %.2f |",
          what,
          figure.perSecond(),
          figure.p50(),
          figure.p99(),
          100 * kept,
          millis);
    }
  }

  @Override
  public Integer call() throws Exception {
    double load = Machine.announce();
    SearchCatalog catalog = new SearchCatalog(isSmoke ? 500 : products);
    Path folder = Home.folder().resolve(".tradewind").resolve("benchmark-search");
    try (BenchmarkServices services = BenchmarkServices.start(folder);
        JavaProcess generator = JavaProcess.talking(LoadGenerator.class.getName()).awaitReady()) {
      Database database = services.database("search");
      BenchmarkNode.seed(database, catalog.products(), folder.resolve("seed.log"));
      catalog.complete(database);
      Path log = folder.resolve("node.log");
      Instant begin = Instant.now();
      try (BenchmarkNode node =
          BenchmarkNode.start(
              log, memory, database, services.kafka(), Map.of("TRADEWIND_INSTANCES", "1"))) {
        double filled = awaitFilled(log) / 1_000;
        double onDisk = size(begin) / MEGABYTE;
        return measure(catalog, node, generator, load, filled, onDisk);
      }
    }
  }

  private static double awaitFilled(Path log) throws IOException, InterruptedException {
    long giveUp = System.nanoTime() + FILLING.toNanos();
    while (System.nanoTime() < giveUp) {
      Matcher filled = FILLED.matcher(Files.readString(log));
      if (filled.find()) {
        return Double.parseDouble(filled.group(1));
      }
      Thread.sleep(200);
    }
    throw new IllegalStateException("The index was not filled; see " + log);
  }

  /** Bytes of the indexes that were begun since. */
  private static long size(Instant begin) throws IOException {
    try (Stream<Path> files = Files.walk(Home.folder().resolve(".tradewind").resolve("search"))) {
      return files
          .map(Path::toFile)
          .filter(file -> file.isFile() && file.lastModified() >= begin.toEpochMilli())
          .mapToLong(File::length)
          .sum();
    } catch (UncheckedIOException vanished) {
      // The index merges and deletes files meanwhile.
      return size(begin);
    }
  }

  private int measure(
      SearchCatalog catalog,
      BenchmarkNode node,
      JavaProcess generator,
      double load,
      double filled,
      double onDisk)
      throws Exception {
    String region = node.browser().region().getString("id");
    List<List<Step>> searches = catalog.searches(isSmoke ? 200 : SEARCHES, region);
    Duration duration = Duration.ofSeconds(isSmoke ? 2 : seconds);
    warmUp(generator, node, isSmoke ? duration : Duration.ofSeconds(90), searches);
    List<Measured> all = new ArrayList<>();
    all.add(measured("without changes", node, () -> run(generator, node, duration, searches)));
    Step search = searches.getFirst().getFirst();
    String bearer = Scripts.of(node.browser(), 1).bearer();
    CheckedEdits edits =
        new CheckedEdits(node.browser(), search, bearer, catalog.products(), CHANGES);
    try (edits) {
      warmUp(generator, node, isSmoke ? duration : Duration.ofSeconds(20), searches);
      all.add(
          measured(
              CHANGES + " changes a second", node, () -> run(generator, node, duration, searches)));
    }
    String figures =
        String.format(
            Locale.ROOT,
            """
            %s. %,d products with ten variants each, 2,000 queries by Zipf's law with five facets and what a
            list shows of 12 products, %s connections, one node
            with -Xmx%s, load average %.2f before the start.

            | | searches a second | median, ms | 99th percentile, ms | from memory | processor time of the node each, ms |
            |---|---:|---:|---:|---:|---:|
            %s

            The index was filled in %.0f s and has %,.0f MB; the heap of the node has %,.0f MB in use after a collection. After each of
            %,d changes the next search found the product by its new title, in %.1f ms (median) and %.1f ms (99th percentile).
            """,
            Machine.describe(),
            catalog.products(),
            CONNECTIONS,
            memory,
            load,
            String.join("\n", all.stream().map(Measured::row).toList()),
            filled,
            onDisk,
            node.heapInUse() / MEGABYTE,
            edits.made(),
            edits.percentile(0.5),
            edits.percentile(0.99));
    System.out.printf("%n%s%n", figures);
    edits.missed().stream().limit(5).forEach(System.out::println);
    if (!isSmoke) {
      new Page(Home.folder().resolve("docs").resolve("search.md"), BEGIN, END).write(figures);
    }
    return edits.missed().isEmpty() && edits.made() > 0 ? 0 : 1;
  }

  private static Measured measured(String what, BenchmarkNode node, Callable<Figure> run)
      throws Exception {
    String answers = "cache=\"search-answers\"";
    String kept = "result=\"hit\"";
    double hits = node.metric("cache_gets_total", answers, kept);
    double reads = node.metric("cache_gets_total", answers);
    Duration used = processorTime(node);
    long begin = System.nanoTime();
    Figure figure = run.call();
    double took = (System.nanoTime() - begin) / 1e9;
    double searched = Math.max(1, figure.perSecond() * took);
    return new Measured(
        what,
        figure,
        processorTime(node).minus(used).toNanos() / 1e6 / searched,
        (node.metric("cache_gets_total", answers, kept) - hits)
            / Math.max(1, node.metric("cache_gets_total", answers) - reads));
  }

  private static Duration processorTime(BenchmarkNode node) {
    return node.process().info().totalCpuDuration().orElseThrow();
  }

  /** Searches whose failures are those of a node that still compiles. */
  private static Figure warmUp(
      JavaProcess generator, BenchmarkNode node, Duration duration, List<List<Step>> searches) {
    Job job = new Job(node.port(), duration, CONNECTIONS, searches, Duration.ZERO);
    return Figure.of(new JsonObject(generator.ask(job.toJson().encode())));
  }

  private static Figure run(
      JavaProcess generator, BenchmarkNode node, Duration duration, List<List<Step>> searches) {
    Figure figure = warmUp(generator, node, duration, searches);
    if (figure.failures() > 0) {
      throw new IllegalStateException(
          figure.failures() + " searches failed: " + figure.firstFailure());
    }
    return figure;
  }
}
