package dev.tradewind.benchmarks.nodes;

import dev.tradewind.benchmarks.load.JavaProcess;
import dev.tradewind.benchmarks.load.Job;
import dev.tradewind.benchmarks.load.LoadGenerator;
import dev.tradewind.benchmarks.load.Step;
import dev.tradewind.benchmarks.paths.Scripts;
import dev.tradewind.benchmarks.report.Figure;
import dev.tradewind.benchmarks.report.Machine;
import dev.tradewind.benchmarks.report.Page;
import dev.tradewind.embedded.Home;
import io.vertx.core.json.JsonObject;
import io.vertx.core.net.SocketAddress;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/**
 * Throughput of one, two and four nodes, each with a small quota of processor time, so that the
 * nodes and neither the machine nor the database are the limit. Each number of nodes is measured
 * while the cluster grows and again while it shrinks, so that a steady drift of the machine affects
 * all alike.
 */
@Command(
    name = "nodes",
    description =
        "Measure 1, 2 and 4 nodes in network namespaces with quotas, and write"
            + " docs/operations/sizing.md. Needs Linux and root.",
    mixinStandardHelpOptions = true)
public final class NodesBenchmark implements Callable<Integer> {

  private static final String BEGIN = "<!-- nodes: written by `./tradewind benchmark nodes` -->";
  private static final String END = "<!-- end of nodes -->";
  private static final int CONNECTIONS = 8;
  private static final int REFUSED = 2;

  @Option(
      names = "--nodes",
      split = ",",
      paramLabel = "N",
      description = "Numbers of nodes, rising from one.")
  private List<Integer> numbers = List.of(1, 2, 4);

  @Option(names = "--quota", defaultValue = "0.15", description = "Cores of each node.")
  private double quota;

  @Option(names = "--seconds", defaultValue = "12", description = "Duration of a measurement.")
  private int seconds;

  @Option(
      names = "--warm-up",
      defaultValue = "10",
      description = "Seconds of warm-up of new nodes for each request of a turn, without a quota.")
  private int warmUp;

  @Option(
      names = "--smoke",
      description = "Short measurements that show that all works; the page is not written.")
  private boolean isSmoke;

  @Option(names = "--keep-page", description = "Do not write the figures into the page.")
  private boolean keepsPage;

  private final Growth growth = new Growth();
  private final Map<String, List<List<Step>>> scripts = new LinkedHashMap<>();

  NodesBenchmark() {}

  @Override
  public Integer call() throws Exception {
    if (!LimitedCluster.isPossible()) {
      System.err.println(
          "tradewind benchmark nodes: needs Linux, root, `ip`, `nsenter` and a writable"
              + " /sys/fs/cgroup, because each node gets a network namespace and a quota of its own.");
      return REFUSED;
    }
    Path folder = Home.folder().resolve(".tradewind").resolve("benchmark-nodes");
    double load = Machine.announce();
    try (LimitedCluster cluster =
            LimitedCluster.start(folder, numbers.getLast(), isSmoke ? 100 : 2_000);
        JavaProcess generator = JavaProcess.talking(LoadGenerator.class.getName()).awaitReady()) {
      for (int number : numbers) {
        cluster.removeQuota();
        warmUp(cluster, generator, cluster.growTo(number));
        measureAll(cluster, generator, number);
      }
      for (int number : numbers.reversed()) {
        cluster.shrinkTo(number);
        measureAll(cluster, generator, number);
      }
    }
    return report(load);
  }

  private void warmUp(LimitedCluster cluster, JavaProcess generator, List<SocketAddress> servers)
      throws Exception {
    if (scripts.isEmpty()) {
      Scripts shop = Scripts.of(cluster.first().browser(), CONNECTIONS * numbers.getLast());
      scripts.put("get a cart", shop.getCart());
      scripts.put("list 12 products with prices", shop.products());
      scripts.put(
          "checkout, different variants", shop.checkoutOfOneLine(connection -> 1 + connection));
      scripts.put("checkout, one variant", shop.checkoutOfOneLine(connection -> 1));
    }
    for (List<List<Step>> script : scripts.values()) {
      int forEachRequest = isSmoke ? 1 : warmUp;
      run(
          generator,
          servers,
          script,
          Duration.ofSeconds((long) forEachRequest * script.getFirst().size()));
      cluster.database().awaitEventsSent();
    }
  }

  private void measureAll(LimitedCluster cluster, JavaProcess generator, int number)
      throws Exception {
    if (!isSmoke) {
      cluster.setQuota(quota);
    }
    Duration duration = Duration.ofSeconds(isSmoke ? 1 : seconds);
    for (Map.Entry<String, List<List<Step>>> path : scripts.entrySet()) {
      // Caches of nodes that have joined or left.
      run(generator, cluster.servers(), path.getValue(), duration.dividedBy(4));
      cluster.database().awaitEventsSent();
      double nodes = cluster.nodeMillis();
      double database = cluster.databaseMillis();
      LockWaits waits = LockWaits.in(cluster.database());
      Figure figure = run(generator, cluster.servers(), path.getValue(), duration);
      Growth.Sample sample =
          new Growth.Sample(
              figure,
              (cluster.nodeMillis() - nodes) / duration.toMillis(),
              (cluster.databaseMillis() - database) / duration.toMillis(),
              waits.stop());
      growth.add(path.getKey(), number, sample);
      cluster.database().awaitEventsSent();
      System.out.printf("%d nodes  %-30s %s%n", number, path.getKey(), sample);
    }
  }

  private static Figure run(
      JavaProcess generator,
      List<SocketAddress> servers,
      List<List<Step>> script,
      Duration duration) {
    Job job = new Job(servers, duration, CONNECTIONS * servers.size(), script, Duration.ZERO);
    return Figure.of(new JsonObject(generator.ask(job.toJson().encode())));
  }

  private int report(double load) throws Exception {
    String figures =
        """
        %s. Nodes with %.2f cores each, %d connections for each node, medians of two measurements of %d
        seconds, one while the cluster grows and one while it shrinks; load average %.2f before the start.

        %s\
        """
            .formatted(Machine.describe(), quota, CONNECTIONS, seconds, load, growth.table());
    System.out.printf("%n%s%n", figures);
    if (growth.failures() > 0) {
      System.out.printf("%d requests failed; the figures are worth nothing.%n", growth.failures());
      return 1;
    }
    if (!isSmoke && !keepsPage) {
      new Page(Home.folder().resolve("docs").resolve("operations").resolve("sizing.md"), BEGIN, END)
          .write(figures);
    }
    return 0;
  }
}
