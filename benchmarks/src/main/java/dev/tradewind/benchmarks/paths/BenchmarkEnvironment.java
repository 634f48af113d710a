package dev.tradewind.benchmarks.paths;

import dev.tradewind.benchmarks.load.Browser;
import dev.tradewind.benchmarks.load.JavaProcess;
import dev.tradewind.embedded.EmbeddedKafka;
import dev.tradewind.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.stream.Stream;

/**
 * Benchmark environment, started as an operator would: a durable PostgreSQL, a Kafka, the ceiling
 * server, one node with all verticles, and two nodes that split gateway and verticles. The two have
 * a database and a cluster of their own, so that no node helps another group.
 */
public final class BenchmarkEnvironment implements AutoCloseable {

  private static final String BEHIND = "catalog,customer,discount,order,cart,batch";
  private static final long START_SECONDS = 90;

  private final Path folder;
  private final Deque<AutoCloseable> started = new ArrayDeque<>();
  private final Map<String, Database> databases = new HashMap<>();
  private final Map<String, Integer> ports = new HashMap<>();
  private long nodeId;

  private BenchmarkEnvironment(Path folder) {
    this.folder = folder;
  }

  /** Starts the environment, without the data of an earlier run. */
  public static BenchmarkEnvironment set(Path folder, int samples) throws Exception {
    delete(folder);
    Files.createDirectories(folder);
    BenchmarkEnvironment stage = new BenchmarkEnvironment(folder);
    try {
      stage.start(samples);
      return stage;
    } catch (Exception failure) {
      stage.close();
      throw failure;
    }
  }

  /** Starts one node with all verticles and further settings, and nothing else. */
  static BenchmarkEnvironment alone(Path folder, int samples, Map<String, String> settings)
      throws Exception {
    delete(folder);
    Files.createDirectories(folder);
    BenchmarkEnvironment stage = new BenchmarkEnvironment(folder);
    try {
      EmbeddedPostgres postgres = stage.postgres();
      EmbeddedKafka kafka = stage.kafka();
      Database one = stage.database(postgres, "one");
      stage.seed(one, samples);
      one.fillShelves();
      stage.startNode(one, kafka, settings);
      return stage;
    } catch (Exception failure) {
      stage.close();
      throw failure;
    }
  }

  private EmbeddedPostgres postgres() throws Exception {
    EmbeddedPostgres postgres = EmbeddedPostgres.startDurable(folder.resolve("postgresql"), 0);
    started.push(postgres);
    return postgres;
  }

  private EmbeddedKafka kafka() throws Exception {
    EmbeddedKafka kafka = EmbeddedKafka.start(folder.resolve("kafka"), 0);
    started.push(kafka);
    return kafka;
  }

  private void startNode(Database database, EmbeddedKafka kafka, Map<String, String> settings)
      throws Exception {
    nodeId =
        node("one", database, kafka, port("one"), BenchmarkNode.freePort(), settings, "start").id();
    awaitShop(ports("one"));
  }

  private void start(int samples) throws Exception {
    EmbeddedPostgres postgres = postgres();
    EmbeddedKafka kafka = kafka();
    Database ceiling = database(postgres, "ceiling");
    ceiling.prepareCeiling();
    Database one = database(postgres, "one");
    seed(one, samples);
    one.fillShelves();
    one.copyTo("two");
    Database two = database(postgres, "two");

    int ceilingPort = port("ceiling");
    started.push(
        JavaProcess.talking(
                CeilingServer.class.getName(), ceiling.url(), Integer.toString(ceilingPort))
            .awaitReady());
    // One after the other: three nodes that start at once exceed the machine.
    startNode(one, kafka, Map.of());
    int cluster = BenchmarkNode.freePort();
    node(
        "two-verticles",
        two,
        kafka,
        BenchmarkNode.freePort(),
        cluster,
        Map.of(),
        "start",
        "--verticles",
        BEHIND);
    node(
        "two-gateway",
        two,
        kafka,
        port("two"),
        cluster,
        Map.of(),
        "start",
        "--verticles",
        "gateway");
    awaitShop(ports("two"));
  }

  private Database database(EmbeddedPostgres postgres, String name) {
    Database database = new Database(postgres.database(name));
    databases.put(name, database);
    return database;
  }

  private void seed(Database database, int samples) throws InterruptedException {
    String number = Integer.toString(samples);
    try (JavaProcess seed =
        JavaProcess.logging(
            folder.resolve("seed.log"),
            Map.of("TRADEWIND_DATABASE_URL", database.url()),
            BenchmarkNode.MAIN,
            "seed",
            "--products",
            number,
            "--customers",
            number,
            "--orders",
            number)) {
      seed.awaitSuccess("Seeding");
    }
  }

  /** Starts a node and waits until it is ready. */
  private JavaProcess node(
      String name,
      Database database,
      EmbeddedKafka kafka,
      int port,
      int clusterPort,
      Map<String, String> settings,
      String... arguments)
      throws Exception {
    Path log = folder.resolve(name + ".log");
    Map<String, String> environment = new HashMap<>(settings);
    environment.put("TRADEWIND_DATABASE_URL", database.url());
    environment.put("TRADEWIND_KAFKA_BOOTSTRAP", kafka.bootstrapServers());
    environment.put("TRADEWIND_HTTP_PORT", Integer.toString(port));
    environment.put("TRADEWIND_CLUSTER_PORT", Integer.toString(clusterPort));
    JavaProcess node = JavaProcess.logging(log, environment, BenchmarkNode.MAIN, arguments);
    started.push(node);
    await(
        "The node " + name,
        () -> {
          if (!node.isAlive()) {
            throw new IllegalStateException("A node ended; see " + log);
          }
          return Files.readString(log).contains(BenchmarkNode.SERVES);
        });
    return node;
  }

  private void awaitShop(int port) throws Exception {
    await("The shop at port " + port, new Browser(port)::isOpen);
  }

  private void await(String what, Callable<Boolean> holds) throws Exception {
    long giveUp = System.nanoTime() + START_SECONDS * 1_000_000_000L;
    while (!holds.call()) {
      if (System.nanoTime() > giveUp) {
        throw new IllegalStateException(what + " did not start; see the logs in " + folder);
      }
      Thread.sleep(200);
    }
  }

  private int port(String name) {
    int port = BenchmarkNode.freePort();
    ports.put(name, port);
    return port;
  }

  /** The port of {@code ceiling}, {@code one} or {@code two}. */
  public int ports(String name) {
    return ports.getOrDefault(name, 0);
  }

  Database database(String name) {
    Database database = databases.get(name);
    if (database == null) {
      throw new IllegalArgumentException(name);
    }
    return database;
  }

  /** The process id of the node with all verticles. */
  public long nodeId() {
    return nodeId;
  }

  /** The process of the database server, parent of its backends. */
  ProcessHandle databaseServer() throws IOException {
    Path file = folder.resolve("postgresql").resolve("data").resolve("postmaster.pid");
    return ProcessHandle.of(Long.parseLong(Files.readAllLines(file).getFirst())).orElseThrow();
  }

  /** Deletes a folder with all files in it, if it is there. */
  public static void delete(Path folder) throws IOException {
    if (Files.exists(folder)) {
      try (Stream<Path> paths = Files.walk(folder)) {
        for (Path path : paths.sorted(Comparator.reverseOrder()).toList()) {
          Files.delete(path);
        }
      }
    }
  }

  @Override
  public void close() throws Exception {
    while (!started.isEmpty()) {
      started.pop().close();
    }
  }
}
