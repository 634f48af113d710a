package dev.tradewind.benchmarks.paths;

import dev.tradewind.benchmarks.load.Browser;
import dev.tradewind.benchmarks.load.JavaProcess;
import dev.tradewind.launcher.node.StartupBanner;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.Callable;

/**
 * Benchmark environment: the {@link BenchmarkServices}, the ceiling server, one node with all
 * verticles, and two nodes that split gateway and verticles. The two have a database and a cluster
 * of their own, so that no node helps another group.
 */
public final class BenchmarkEnvironment implements AutoCloseable {

  private static final String BEHIND = "catalog,customer,discount,order,cart,batch";
  private static final long START_SECONDS = 90;

  private final BenchmarkServices services;
  private final Path folder;
  private final Deque<AutoCloseable> started = new ArrayDeque<>();
  private final Map<String, Database> databases = new HashMap<>();
  private final Map<String, Integer> ports = new HashMap<>();
  private long nodeId;

  private BenchmarkEnvironment(BenchmarkServices services) {
    this.services = services;
    this.folder = services.folder();
    started.push(services);
  }

  /** Starts the environment, without the data of an earlier run. */
  public static BenchmarkEnvironment set(Path folder, int samples) throws Exception {
    BenchmarkEnvironment stage = new BenchmarkEnvironment(BenchmarkServices.start(folder));
    try {
      stage.start(samples);
      return stage;
    } catch (Exception failure) {
      stage.close();
      throw failure;
    }
  }

  /** Starts one node with all verticles and further settings, and nothing else. */
  public static BenchmarkEnvironment alone(Path folder, int samples, Map<String, String> settings)
      throws Exception {
    BenchmarkEnvironment stage = new BenchmarkEnvironment(BenchmarkServices.start(folder));
    try {
      Database one = stage.newDatabase("one");
      stage.seed(one, samples);
      one.fillShelves();
      stage.startNode(one, settings);
      return stage;
    } catch (Exception failure) {
      stage.close();
      throw failure;
    }
  }

  private void startNode(Database database, Map<String, String> settings) throws Exception {
    nodeId = node("one", database, port("one"), BenchmarkNode.freePort(), settings, "start").id();
    awaitShop(ports("one"));
  }

  private void start(int samples) throws Exception {
    Database ceiling = newDatabase("ceiling");
    ceiling.prepareCeiling();
    Database one = newDatabase("one");
    seed(one, samples);
    one.fillShelves();
    one.copyTo("two");
    Database two = newDatabase("two");

    int ceilingPort = port("ceiling");
    started.push(
        JavaProcess.talking(
                CeilingServer.class.getName(), ceiling.url(), Integer.toString(ceilingPort))
            .awaitReady());
    // One after the other: three nodes that start concurrently exceed the machine.
    startNode(one, Map.of());
    int cluster = BenchmarkNode.freePort();
    node(
        "two-verticles",
        two,
        BenchmarkNode.freePort(),
        cluster,
        Map.of(),
        "start",
        "--verticles",
        BEHIND);
    node("two-gateway", two, port("two"), cluster, Map.of(), "start", "--verticles", "gateway");
    awaitShop(ports("two"));
  }

  private Database newDatabase(String name) {
    Database database = services.database(name);
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
      int port,
      int clusterPort,
      Map<String, String> settings,
      String... arguments)
      throws Exception {
    Path log = folder.resolve(name + ".log");
    Map<String, String> environment = new HashMap<>(settings);
    environment.put("TRADEWIND_DATABASE_URL", database.url());
    environment.put("TRADEWIND_KAFKA_BOOTSTRAP", services.kafka().bootstrapServers());
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
          return Files.readString(log).contains(StartupBanner.END);
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

  public Database database(String name) {
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

  /** Process of the database server, parent of its backends. */
  public ProcessHandle databaseServer() throws IOException {
    return services.databaseServer();
  }

  /** Process of Kafka. */
  public ProcessHandle broker() {
    return services.broker();
  }

  @Override
  public void close() throws Exception {
    while (!started.isEmpty()) {
      started.pop().close();
    }
  }
}
