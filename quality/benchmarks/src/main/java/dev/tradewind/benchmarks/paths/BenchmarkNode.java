package dev.tradewind.benchmarks.paths;

import dev.tradewind.benchmarks.load.Browser;
import dev.tradewind.benchmarks.load.JavaProcess;
import dev.tradewind.embedded.EmbeddedKafka;
import dev.tradewind.launcher.node.StartupBanner;
import io.vertx.core.net.SocketAddress;
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

  private static final Duration START = Duration.ofSeconds(120);
  private static final Duration MAX_SEEDING = Duration.ofMinutes(60);

  private final int port = freePort();
  private final int managementPort = freePort();
  private final Host host;
  private final JavaProcess process;

  /**
   * Host of a node.
   *
   * @param wrapper words of the command that starts the JVM there
   * @param options of the JVM
   */
  public record Host(String address, List<String> wrapper, List<String> options) {}

  private BenchmarkNode(Path log, Host host, Map<String, String> settings) {
    this.host = host;
    Map<String, String> environment = new HashMap<>();
    environment.put("TRADEWIND_CLUSTER_PORT", Integer.toString(freePort()));
    environment.putAll(settings);
    environment.put("TRADEWIND_HTTP_HOST", host.address());
    environment.put("TRADEWIND_HTTP_PORT", Integer.toString(port));
    environment.put("TRADEWIND_MANAGEMENT_PORT", Integer.toString(managementPort));
    process = JavaProcess.logging(log, host.wrapper(), host.options(), environment, MAIN, "start");
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
    Map<String, String> all = new HashMap<>(settings);
    all.put("TRADEWIND_DATABASE_URL", database.url());
    all.put("TRADEWIND_KAFKA_BOOTSTRAP", kafka.bootstrapServers());
    return start(log, new Host("127.0.0.1", List.of(), List.of("-Xmx" + heap)), all);
  }

  /** Starts a node on a host and waits until it is ready. */
  public static BenchmarkNode start(Path log, Host host, Map<String, String> settings)
      throws Exception {
    BenchmarkNode node = new BenchmarkNode(log, host, settings);
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
    while (!Files.readString(log).contains(StartupBanner.END) || !browser().isOpen()) {
      if (!process.isAlive() || System.nanoTime() > giveUp) {
        throw new IllegalStateException("The node did not start; see " + log);
      }
      Thread.sleep(200);
    }
  }

  /** Client of the node. */
  public Browser browser() {
    return new Browser(host.address(), port);
  }

  /** Address of the HTTP server. */
  public SocketAddress server() {
    return SocketAddress.inetSocketAddress(port, host.address());
  }

  public ProcessHandle process() {
    return ProcessHandle.of(process.id()).orElseThrow();
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
                            URI.create(
                                "http://" + host.address() + ":" + managementPort + "/metrics"))
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
  public double heapInUse() throws Exception {
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
