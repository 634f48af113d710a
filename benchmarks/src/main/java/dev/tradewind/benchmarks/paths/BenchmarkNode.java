package dev.tradewind.benchmarks.paths;

import dev.tradewind.benchmarks.load.Browser;
import dev.tradewind.benchmarks.load.JavaProcess;
import dev.tradewind.embedded.EmbeddedKafka;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** Node with all verticles, a heap and settings of its own, on a database of sample products. */
public final class BenchmarkNode implements AutoCloseable {

  /** The command line of the shop. */
  public static final String MAIN = "dev.tradewind.launcher.Tradewind";

  /** The last line of a start. */
  static final String SERVES = "Stop with Ctrl-C.";

  private static final Duration START = Duration.ofSeconds(120);
  private static final Duration MAX_SEEDING = Duration.ofMinutes(60);

  private final int port = freePort();
  private final int managementPort = freePort();
  private final JavaProcess process;

  private BenchmarkNode(
      Path log, String heap, Database database, EmbeddedKafka kafka, Map<String, String> settings) {
    Map<String, String> environment = new HashMap<>(settings);
    environment.put("TRADEWIND_DATABASE_URL", database.url());
    environment.put("TRADEWIND_KAFKA_BOOTSTRAP", kafka.bootstrapServers());
    environment.put("TRADEWIND_HTTP_PORT", Integer.toString(port));
    environment.put("TRADEWIND_MANAGEMENT_PORT", Integer.toString(managementPort));
    environment.put("TRADEWIND_CLUSTER_PORT", Integer.toString(freePort()));
    process = JavaProcess.logging(log, List.of("-Xmx" + heap), environment, MAIN, "start");
  }

  /** Migrates a database and fills it with that many products. */
  public static void seed(Database database, int products, Path log) throws InterruptedException {
    try (JavaProcess seed =
        JavaProcess.logging(
            log,
            List.of(),
            Map.of("TRADEWIND_DATABASE_URL", database.url()),
            MAIN,
            "seed",
            "--products",
            Integer.toString(products))) {
      seed.awaitSuccess("Seeding", MAX_SEEDING);
    }
  }

  /** Starts a node and waits until it is ready. */
  public static BenchmarkNode start(
      Path log, String heap, Database database, EmbeddedKafka kafka, Map<String, String> settings)
      throws Exception {
    BenchmarkNode node = new BenchmarkNode(log, heap, database, kafka, settings);
    try {
      node.awaitReady(log);
      return node;
    } catch (Exception failure) {
      node.close();
      throw failure;
    }
  }

  private void awaitReady(Path log) throws Exception {
    long giveUp = System.nanoTime() + START.toNanos();
    while (!Files.readString(log).contains(SERVES) || !new Browser(port).isOpen()) {
      if (!process.isAlive() || System.nanoTime() > giveUp) {
        throw new IllegalStateException("The node did not start; see " + log);
      }
      Thread.sleep(200);
    }
  }

  /** Port of the HTTP server. */
  public int port() {
    return port;
  }

  /** Sum of the series of a metric with all of these labels, such as {@code area="heap"}. */
  public double metric(String name, String... labels) throws IOException, InterruptedException {
    try (HttpClient client = HttpClient.newHttpClient();
        Stream<String> lines =
            client
                .send(
                    HttpRequest.newBuilder(
                            URI.create("http://127.0.0.1:" + managementPort + "/metrics"))
                        .build(),
                    BodyHandlers.ofLines())
                .body()) {
      return lines
          .filter(line -> line.startsWith(name + "{") || line.startsWith(name + " "))
          .filter(line -> Stream.of(labels).allMatch(line::contains))
          .mapToDouble(line -> Double.parseDouble(line.substring(line.lastIndexOf(' ') + 1)))
          .sum();
    }
  }

  /** Bytes of the heap that are in use after a full collection. */
  double heapInUse() throws Exception {
    Profile.command(process.id(), "GC.run");
    return metric("jvm_memory_used_bytes", "area=\"heap\"");
  }

  public static int freePort() {
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return socket.getLocalPort();
    } catch (IOException failure) {
      throw new UncheckedIOException(failure);
    }
  }

  @Override
  public void close() {
    process.close();
  }
}
