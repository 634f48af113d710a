package dev.tradewind.benchmarks;

import dev.tradewind.embedded.EmbeddedKafka;
import dev.tradewind.embedded.EmbeddedPostgres;
import dev.tradewind.embedded.Home;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/**
 * Exports and imports a whole catalogue through one small node, as the command line does, while
 * carts are read at a steady rate.
 */
@Command(
    name = "files",
    description = "Measure export and import of products, and what they cost the shoppers.",
    mixinStandardHelpOptions = true)
final class FilesBenchmark implements Callable<Integer> {

  private static final String NODE = "dev.tradewind.launcher.Tradewind";
  private static final String SERVES = "Stop with Ctrl-C.";
  private static final Duration START = Duration.ofSeconds(120);
  private static final Duration LONGEST = Duration.ofMinutes(60);
  private static final Duration QUIET = Duration.ofSeconds(15);

  @Option(
      names = "--products",
      split = ",",
      paramLabel = "N",
      description = "Products of the catalogue, with three variants each; one run for each number.")
  private List<Integer> products = List.of(100_000);

  @Option(names = "--memory", defaultValue = "256m", description = "The node's heap.")
  private String memory = "256m";

  @Option(
      names = "--reads",
      defaultValue = "200",
      description = "Carts read a second meanwhile; 0 for none.")
  private int reads;

  private final Deque<AutoCloseable> started = new ArrayDeque<>();
  private Path folder = Path.of("");

  FilesBenchmark() {}

  @Override
  public Integer call() throws Exception {
    System.out.println(Machine.describe());
    folder = Home.folder().resolve(".tradewind").resolve("benchmark-files");
    Stage.delete(folder);
    Files.createDirectories(folder);
    try {
      EmbeddedPostgres postgres = EmbeddedPostgres.startDurable(folder.resolve("postgresql"), 0);
      started.push(postgres);
      EmbeddedKafka kafka = EmbeddedKafka.start(folder.resolve("kafka"), 0);
      started.push(kafka);
      for (int number : products) {
        run(number, postgres, kafka);
      }
      return 0;
    } finally {
      while (!started.isEmpty()) {
        started.pop().close();
      }
    }
  }

  private void run(int number, EmbeddedPostgres postgres, EmbeddedKafka kafka) throws Exception {
    Path file = folder.resolve("products-" + number + ".csv");
    Database source = new Database(postgres.database("source_" + number));
    seed(source, number);
    try (Shop shop = new Shop("source-" + number, source, kafka)) {
      shop.measure(number, "export", "export", file);
    }
    Database target = new Database(postgres.database("target_" + number));
    seed(target, 50); // The collections that the file names, and what carts hold.
    try (Shop shop = new Shop("target-" + number, target, kafka)) {
      shop.measure(number, "import of new products", "import", file);
      shop.measure(number, "import of the same again", "import", file);
    }
  }

  private void seed(Database database, int number) throws Exception {
    try (JavaProcess seed =
        JavaProcess.logging(
            folder.resolve("seed.log"),
            List.of(),
            Map.of("TRADEWIND_DATABASE_URL", database.url()),
            NODE,
            "seed",
            "--products",
            Integer.toString(number))) {
      seed.awaitSuccess("Seeding", LONGEST);
    }
  }

  /** A node over one database. */
  private final class Shop implements AutoCloseable {

    private final Vertx vertx = Vertx.vertx();
    private final Database database;
    private final int port = freePort();
    private final JavaProcess node;
    private final SteadyReads steady;

    Shop(String name, Database database, EmbeddedKafka kafka) throws Exception {
      this.database = database;
      Path log = folder.resolve(name + ".log");
      node =
          JavaProcess.logging(
              log,
              List.of("-Xmx" + memory),
              Map.of(
                  "TRADEWIND_DATABASE_URL", database.url(),
                  "TRADEWIND_KAFKA_BOOTSTRAP", kafka.bootstrapServers(),
                  "TRADEWIND_HTTP_PORT", Integer.toString(port),
                  "TRADEWIND_CLUSTER_PORT", Integer.toString(freePort())),
              NODE,
              "start");
      long giveUp = System.nanoTime() + START.toNanos();
      while (!Files.readString(log).contains(SERVES) || !new Browser(port).isOpen()) {
        if (!node.isAlive() || System.nanoTime() > giveUp) {
          throw new IllegalStateException("The node did not start; see " + log);
        }
        Thread.sleep(200);
      }
      String cart = Scripts.of(port, 1).getCart().getFirst().getFirst().path();
      steady = new SteadyReads(vertx, port, cart, Math.max(1, reads));
    }

    void measure(int number, String what, String command, Path file) throws Exception {
      Figure quiet = null;
      if (reads > 0) {
        quiet = quiet();
        await(steady.start());
      }
      try (JavaProcess cli =
          JavaProcess.logging(
              folder.resolve(command + ".log"),
              List.of(),
              Map.of(),
              NODE,
              command,
              file.toString(),
              "--url",
              "http://127.0.0.1:" + port)) {
        cli.awaitSuccess(command, LONGEST);
      }
      double checked = database.number(seconds("pre_processed_at", "created_at"));
      double worked = database.number(seconds("completed_at", "processing_at"));
      System.out.printf(
          "%,d products, %s: checked in %.1f s, done in %.1f s, %,.0f rows/s; file %,d bytes%n",
          number, what, checked, worked, 3 * number / worked, Files.size(file));
      if (quiet != null) {
        Figure busy = await(steady.stop());
        System.out.printf(
            "  %d cart reads/s: p50 %.1f and p99 %.1f ms without, %.1f and %.1f ms meanwhile"
                + " (%.1f times the p99); %d failed%n",
            reads, quiet.p50(), quiet.p99(), busy.p50(), busy.p99(), busy.p99() / quiet.p99(),
            busy.failures());
      }
    }

    /** The second of two: the first warms the node up. */
    private Figure quiet() throws Exception {
      for (int round = 0; ; round++) {
        await(steady.start());
        Thread.sleep(QUIET.toMillis());
        Figure figure = await(steady.stop());
        if (round == 1) {
          return figure;
        }
      }
    }

    @Override
    public void close() {
      node.close();
      vertx.close();
    }
  }

  private static String seconds(String end, String begin) {
    return "SELECT extract(epoch FROM %s - %s) FROM batch.batch_job ORDER BY created_at DESC LIMIT 1"
        .formatted(end, begin);
  }

  private static <T> T await(Future<T> future) {
    return future.toCompletionStage().toCompletableFuture().join();
  }

  private static int freePort() {
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return socket.getLocalPort();
    } catch (IOException failure) {
      throw new UncheckedIOException(failure);
    }
  }
}
