package dev.tradewind.benchmarks.paths;

import dev.tradewind.benchmarks.load.Browser;
import dev.tradewind.benchmarks.load.JavaProcess;
import dev.tradewind.benchmarks.load.OpenLoop;
import dev.tradewind.benchmarks.load.Step;
import dev.tradewind.benchmarks.load.Stream;
import dev.tradewind.benchmarks.report.Figure;
import dev.tradewind.benchmarks.report.Machine;
import dev.tradewind.benchmarks.report.Page;
import dev.tradewind.embedded.Home;
import io.vertx.core.json.JsonObject;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/**
 * Hit ratio, latency and memory of the cached responses of a large catalog in a small heap, with a
 * read mix whose popularity has a Zipf distribution, for several sizes of the cache.
 */
@Command(
    name = "zipf",
    description =
        "Read a large catalog by popularity from a small node with caches of several sizes, and write"
            + " docs/reports/catalog-reads.md.",
    mixinStandardHelpOptions = true)
public final class ZipfBenchmark implements Callable<Integer> {

  private static final String BEGIN = "<!-- zipf: written by `./tradewind benchmark zipf` -->";
  private static final String END = "<!-- end of zipf -->";
  private static final String CODINGS = "gzip, deflate, br, zstd";
  private static final String RESPONSES = "cache=\"catalog-replies\"";
  private static final String COMPRESSED = "cache=\"response-bodies\"";
  private static final String HIT = "result=\"hit\"";
  private static final int CATEGORIES = 50;
  private static final int PAGE = 12;
  private static final int SEED = 1;

  /** A prime number, so that each rank is another product. */
  private static final long STRIDE = 7_919;

  private static final double MEGABYTE = 1024.0 * 1024;

  @Option(names = "--products", defaultValue = "100000", description = "Products of the catalog.")
  private int products;

  @Option(names = "--memory", defaultValue = "512m", description = "The node's heap.")
  private String memory = "512m";

  @Option(
      names = "--megabytes",
      split = ",",
      paramLabel = "MB",
      description = "Sizes of the cache; a node is started for each.")
  private List<Integer> sizes = List.of(32, 64, 128);

  @Option(names = "--exponent", defaultValue = "1.0", description = "Exponent of the distribution.")
  private double exponent;

  @Option(names = "--reads", defaultValue = "200", description = "Reads a second.")
  private int reads;

  @Option(
      names = "--warm-up",
      defaultValue = "300",
      description = "Seconds of reads before those that are measured.")
  private int warmUp;

  @Option(names = "--seconds", defaultValue = "60", description = "Measured seconds.")
  private int seconds;

  @Option(names = "--keep-page", description = "Do not write the figures into the page.")
  private boolean keepsPage;

  ZipfBenchmark() {}

  /** Kind of read, with its share of all reads in percent. */
  private enum Kind {
    BY_ID("a product by id", 50),
    BY_HANDLE("a product by handle", 20),
    COLLECTION("12 products of a collection", 15),
    CATEGORY("12 products of a category", 15);

    private final String label;
    private final int percent;

    Kind(String label, int percent) {
      this.label = label;
      this.percent = percent;
    }
  }

  /** Figures of one size of the cache. */
  private record Outcome(
      int megabytes, long failed, Map<Kind, Figure> latencies, List<String> cells) {}

  @Override
  public Integer call() throws Exception {
    double load = Machine.announce();
    Path folder = Home.folder().resolve(".tradewind").resolve("benchmark-zipf");
    try (BenchmarkServices services = BenchmarkServices.start(folder);
        JavaProcess sender = JavaProcess.talking(OpenLoop.class.getName()).awaitReady()) {
      Database database = services.database("zipf");
      BenchmarkNode.seed(database, products, folder.resolve("seed.log"));
      database.addCategories(CATEGORIES);
      database.fillShelves();
      List<Outcome> all = new ArrayList<>();
      for (int megabytes : sizes) {
        try (BenchmarkNode node =
            BenchmarkNode.start(
                folder.resolve("node-" + megabytes + ".log"),
                memory,
                database,
                services.kafka(),
                Map.of(
                    "TRADEWIND_RESPONSE_CACHE_MEGABYTES",
                    Integer.toString(megabytes),
                    "TRADEWIND_INSTANCES",
                    "1"))) {
          all.add(measure(node, megabytes, sender));
        }
      }
      return report(all, load);
    }
  }

  private Outcome measure(BenchmarkNode node, int megabytes, JavaProcess sender) throws Exception {
    Mix mix = new Mix(node.port());
    run(node, sender, mix, warmUp);
    Counts before = new Counts(node);
    JsonObject figures = run(node, sender, mix, seconds);
    Counts after = new Counts(node);
    Map<Kind, Figure> latencies = new EnumMap<>(Kind.class);
    double failed = 0;
    for (Kind kind : Kind.values()) {
      JsonObject byStatus = figures.getJsonObject(kind.name());
      for (String status : byStatus.fieldNames()) {
        Figure figure = Figure.of(byStatus.getJsonObject(status));
        if (status.equals("200")) {
          latencies.put(kind, figure);
        } else {
          failed += figure.perSecond() * seconds;
        }
      }
    }
    Outcome outcome =
        new Outcome(
            megabytes,
            Math.round(failed),
            latencies,
            List.of(
                megabytes == 0 ? "none" : Integer.toString(megabytes),
                percent(after.hits - before.hits, after.responses - before.responses),
                percent(
                    after.compressedHits - before.compressedHits,
                    after.compressed - before.compressed),
                "%,.0f".formatted(node.metric("cache_size", RESPONSES)),
                "%.0f".formatted(node.metric("cache_bytes", RESPONSES) / MEGABYTE),
                "%,.0f".formatted(after.evictions - before.evictions),
                "%.0f".formatted(node.heapInUse() / MEGABYTE),
                Long.toString(Math.round(failed))));
    System.out.println(row(outcome));
    return outcome;
  }

  private JsonObject run(BenchmarkNode node, JavaProcess sender, Mix mix, int duration) {
    List<Stream> streams = new ArrayList<>();
    for (Kind kind : Kind.values()) {
      int perSecond = Math.max(1, reads * kind.percent / 100);
      streams.add(
          new Stream(kind.name(), perSecond, mix.steps(kind, perSecond * duration), CODINGS));
    }
    return new JsonObject(
        sender.ask(OpenLoop.job(node.port(), Duration.ofSeconds(duration), streams).encode()));
  }

  private static String percent(double part, double whole) {
    return whole == 0 ? "–" : "%.1f %%".formatted(100 * part / whole);
  }

  private static String row(Outcome outcome) {
    return "| " + String.join(" | ", outcome.cells()) + " |";
  }

  private int report(List<Outcome> all, double load) throws Exception {
    String figures =
        """
        %s. %,d products with three variants each, one node with -Xmx%s, Zipf distribution with the exponent %s: %d reads
        a second for %d seconds, after %d seconds to fill the cache; load average %.2f before the start.

        | Cache, MB | hits | hits of bodies at the gateway | responses | MB in use | evictions | heap after a collection, MB | failed |
        |---:|---:|---:|---:|---:|---:|---:|---:|
        %s

        | p50 / p99, ms | %s |
        |---|%s|
        %s
        """
            .formatted(
                Machine.describe(),
                products,
                memory,
                exponent,
                reads,
                seconds,
                warmUp,
                load,
                String.join("\n", all.stream().map(ZipfBenchmark::row).toList()),
                String.join(
                    " | ",
                    all.stream()
                        .map(outcome ->
                            outcome.megabytes() == 0 ? "none" : outcome.megabytes() + " MB")
                        .toList()),
                "---:|".repeat(all.size()).replaceFirst("\\|$", ""),
                String.join("\n", latencies(all)));
    System.out.printf("%n%s%n", figures);
    if (!keepsPage) {
      new Page(
              Home.folder().resolve("docs").resolve("reports").resolve("catalog-reads.md"),
              BEGIN,
              END)
          .write(figures);
    }
    return all.stream().allMatch(outcome -> outcome.failed() == 0) ? 0 : 1;
  }

  private static List<String> latencies(List<Outcome> all) {
    return Arrays.stream(Kind.values())
        .map(kind ->
            "| %s | %s |"
                .formatted(
                    kind.label,
                    String.join(
                        " | ",
                        all.stream()
                            .map(outcome -> latency(outcome.latencies().get(kind)))
                            .toList())))
        .toList();
  }

  private static String latency(@Nullable Figure figure) {
    if (figure == null) {
      return "–";
    }
    return String.format(Locale.ROOT, "%.1f / %.1f", figure.p50(), figure.p99());
  }

  /** Counters of the caches of a node. */
  private static final class Counts {

    private final double hits;
    private final double responses;
    private final double compressedHits;
    private final double compressed;
    private final double evictions;

    Counts(BenchmarkNode node) throws Exception {
      hits = node.metric("cache_gets_total", RESPONSES, HIT);
      responses = node.metric("cache_gets_total", RESPONSES);
      compressedHits = node.metric("cache_gets_total", COMPRESSED, HIT);
      compressed = node.metric("cache_gets_total", COMPRESSED);
      evictions = node.metric("cache_evictions_count", RESPONSES);
    }
  }

  /** Requests drawn by popularity, the same for every node. */
  private final class Mix {

    private final Random random = new Random(SEED);
    private final ZipfDistribution product = new ZipfDistribution(products, exponent);
    private final ZipfDistribution category = new ZipfDistribution(CATEGORIES, exponent);
    private final ZipfDistribution pageOfCategory = pages(CATEGORIES);
    private final List<String> collections;
    private final ZipfDistribution collection;
    private final ZipfDistribution pageOfCollection;
    private final String region;

    Mix(int port) {
      Browser browser = new Browser(port);
      region = "region_id=" + browser.region().getString("id");
      collections =
          new JsonObject(browser.get("/store/collections?limit=100"))
              .getJsonArray("collections").stream()
                  .map(JsonObject.class::cast)
                  .filter(one -> one.getString("handle").startsWith("sample-"))
                  .map(one -> one.getString("id"))
                  .toList();
      collection = new ZipfDistribution(collections.size(), exponent);
      pageOfCollection = pages(collections.size());
    }

    /** Pages of each of so many lists, to which the products belong in equal parts. */
    private ZipfDistribution pages(int lists) {
      return new ZipfDistribution(Math.max(1, products / lists / PAGE), exponent);
    }

    List<Step> steps(Kind kind, int number) {
      return IntStream.range(0, number).mapToObj(n -> Step.get(path(kind) + region)).toList();
    }

    private String path(Kind kind) {
      return switch (kind) {
        case BY_ID -> "/store/products/prod_00SEED%020d?".formatted(number());
        case BY_HANDLE -> "/store/products?handle=sample-" + number() + "&";
        case COLLECTION ->
            list("collection_id", collections.get(collection.draw(random)), pageOfCollection);
        case CATEGORY -> list("category_id", "pcat_" + (1 + category.draw(random)), pageOfCategory);
      };
    }

    private String list(String filter, String id, ZipfDistribution pages) {
      return "/store/products?%s%%5B%%5D=%s&limit=%d&offset=%d&"
          .formatted(filter, id, PAGE, PAGE * pages.draw(random));
    }

    /** Number of a product; products of similar popularity have distant numbers. */
    private long number() {
      return 1 + product.draw(random) * STRIDE % products;
    }
  }
}
