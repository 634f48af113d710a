package dev.tradewind.benchmarks.paths;

import dev.tradewind.benchmarks.load.Browser;
import dev.tradewind.benchmarks.report.Figure;
import dev.tradewind.benchmarks.report.Machine;
import dev.tradewind.benchmarks.report.Page;
import dev.tradewind.catalog.CatalogVerticle;
import dev.tradewind.catalog.inventory.LocateStock;
import dev.tradewind.embedded.Home;
import dev.tradewind.kernel.database.DatabaseConfig;
import dev.tradewind.kernel.database.SchemaPool;
import io.vertx.core.Vertx;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import io.vertx.sqlclient.Pool;
import java.nio.file.Path;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.function.IntUnaryOperator;
import java.util.stream.IntStream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/**
 * Completions per second of carts that all have the same variant, against completions of carts with
 * different variants: with a simple stock, and with stock at one location and at three.
 */
@Command(
    name = "hot-variant",
    description = "Sell one variant to all and many variants, and write docs/performance.md.",
    mixinStandardHelpOptions = true)
public final class HotVariantBenchmark implements Callable<Integer> {

  private static final String BEGIN =
      "<!-- hot variant: written by `./tradewind benchmark hot-variant` -->";
  private static final String END = "<!-- end of hot variant -->";
  private static final int BUYERS = 32;
  private static final double GOAL = 0.6;
  private static final List<String> LOCATIONS = List.of("First", "Second", "Third");

  @Option(names = "--rounds", defaultValue = "5", description = "How often each is measured.")
  private int rounds;

  @Option(names = "--carts", defaultValue = "400", description = "Completions in one measurement.")
  private int carts;

  @Option(names = "--keep-page", description = "Do not write the figures into the page.")
  private boolean keepsPage;

  HotVariantBenchmark() {}

  /** Completions per second of one kind of stock, in each round. */
  private record Rates(String stock, List<Double> one, List<Double> many) {

    Rates(String stock) {
      this(stock, new ArrayList<>(), new ArrayList<>());
    }

    double ratio() {
      return median(one) / median(many);
    }

    private static double median(List<Double> rates) {
      return Figure.median(rates.stream().mapToDouble(Double::doubleValue));
    }

    String row() {
      return String.format(
          Locale.ROOT,
          "| %s | %.0f | %.0f | %.0f %% |",
          stock,
          median(one),
          median(many),
          100 * ratio());
    }
  }

  @Override
  public Integer call() throws Exception {
    Path folder = Home.folder().resolve(".tradewind").resolve("benchmark");
    double load = Machine.announce();
    try (BenchmarkEnvironment stage = BenchmarkEnvironment.alone(folder, 500, Map.of())) {
      Shop shop = new Shop(stage);
      shop.sell(line -> line);
      List<Rates> all = new ArrayList<>();
      all.add(measure(shop, "simple stock"));
      shop.locate(stage, 1);
      all.add(measure(shop, "stock at one location"));
      shop.locate(stage, LOCATIONS.size());
      all.add(measure(shop, "stock at three locations"));
      return report(all, load);
    }
  }

  private Rates measure(Shop shop, String stock) throws Exception {
    Rates rates = new Rates(stock);
    for (int round = 0; round < rounds; round++) {
      rates.many().add(shop.sell(line -> line));
      rates.one().add(shop.sell(line -> 1));
    }
    System.out.println(rates.row());
    return rates;
  }

  private int report(List<Rates> all, double load) throws Exception {
    String figures =
        """
        %s. %d concurrent completions of carts with one line, medians of %d rounds of %d carts, load average
        %.2f before the start.

        | Stock | one variant, per second | many variants, per second | ratio (goal: at least %.0f %%) |
        |---|---:|---:|---:|
        %s
        """
            .formatted(
                Machine.describe(),
                BUYERS,
                rounds,
                carts,
                load,
                100 * GOAL,
                String.join("\n", all.stream().map(Rates::row).toList()));
    System.out.printf("%n%s%n", figures);
    if (!keepsPage) {
      new Page(Home.folder().resolve("docs").resolve("performance.md"), BEGIN, END).write(figures);
    }
    return all.stream().allMatch(rates -> rates.ratio() >= GOAL) ? 0 : 1;
  }

  /** Shop with buyers. */
  private final class Shop {

    private final Browser browser;
    private final Scripts scripts;
    private final Database database;
    private final String region;

    Shop(BenchmarkEnvironment stage) {
      int port = stage.ports("one");
      browser = new Browser(port);
      scripts = Scripts.of(port, 1);
      database = stage.database("one");
      region = browser.region().getString("id");
    }

    /** Turns the shop into one with stock at that many locations. */
    void locate(BenchmarkEnvironment stage, int locations) throws Exception {
      Vertx vertx = Vertx.vertx();
      try {
        Pool pool =
            SchemaPool.openForSeeding(
                vertx, DatabaseConfig.parse(database.url(), 1), CatalogVerticle.SCHEMA);
        for (String name : LOCATIONS.subList(0, locations)) {
          new LocateStock(pool, Clock.systemUTC())
              .at(name)
              .toCompletionStage()
              .toCompletableFuture()
              .get(5, TimeUnit.MINUTES);
        }
        // Every item is stocked at every location, with units that no measurement exhausts.
        pool.query(
                """
                INSERT INTO inventory_level (id, inventory_item_id, location_id)
                SELECT new_id('ilev'), item.id, location.id
                FROM inventory_item AS item
                CROSS JOIN stock_location AS location
                ON CONFLICT DO NOTHING;
                UPDATE inventory_level SET stocked_quantity = 1000000000
                """)
            .execute()
            .toCompletionStage()
            .toCompletableFuture()
            .get(5, TimeUnit.MINUTES);
      } finally {
        vertx.close().toCompletionStage().toCompletableFuture().get(1, TimeUnit.MINUTES);
      }
      stage.database("one").tidy();
    }

    /**
     * Completes carts, and returns how many in a second.
     *
     * @param lineOf number of the sample product in each cart
     */
    double sell(IntUnaryOperator lineOf) throws Exception {
      try (ExecutorService buyers = Executors.newFixedThreadPool(BUYERS)) {
        ConcurrentLinkedQueue<String> ready = new ConcurrentLinkedQueue<>();
        each(buyers, carts, cart -> ready.add(prepared(lineOf.applyAsInt(1 + cart % 400))));
        database.awaitEventsSent();
        long startNanos = System.nanoTime();
        each(
            buyers,
            carts,
            cart -> browser.post("/store/carts/" + ready.poll() + "/complete", null));
        return carts / ((System.nanoTime() - startNanos) / 1e9);
      }
    }

    private String prepared(int line) {
      JsonObject cart =
          new JsonObject()
              .put("region_id", region)
              .put("items", new JsonArray().add(Scripts.itemBeyond(line - 1)));
      String id =
          new JsonObject(browser.post("/store/carts", cart)).getJsonObject("cart").getString("id");
      scripts.prepare(id, id);
      return id;
    }
  }

  /** Work on one cart. */
  @FunctionalInterface
  private interface Work {
    void on(int cart);
  }

  private static void each(ExecutorService buyers, int count, Work work)
      throws InterruptedException, ExecutionException {
    CountDownLatch start = new CountDownLatch(1);
    List<Future<?>> all =
        IntStream.range(0, count)
            .<Future<?>>mapToObj(cart ->
                buyers.submit(() -> {
                  start.await();
                  work.on(cart);
                  return null;
                }))
            .toList();
    start.countDown();
    for (Future<?> one : all) {
      one.get();
    }
  }
}
