package dev.tradewind.benchmarks.nodes;

import dev.tradewind.benchmarks.load.SystemCommand;
import dev.tradewind.benchmarks.paths.BenchmarkNode;
import dev.tradewind.benchmarks.paths.BenchmarkServices;
import dev.tradewind.benchmarks.paths.Database;
import dev.tradewind.benchmarks.paths.ProcessTimes;
import io.vertx.core.net.SocketAddress;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Cluster of nodes with all verticles, each in a network namespace and with a quota of its own,
 * with one PostgreSQL and one Kafka on the bridge between them, which have the rest of the machine.
 */
final class LimitedCluster implements AutoCloseable {

  private static final String GROUP = "tradewind-benchmark-";
  private static final int KAFKA_PORT = 29_092;
  private static final int CLUSTER_PORT = 5_701;

  private final Deque<AutoCloseable> started = new ArrayDeque<>();
  private final List<LimitedNode> nodes = new ArrayList<>();
  private final List<ControlGroup> groups = new ArrayList<>();
  private final Path folder;
  private final int most;
  private final BridgedNetwork network;
  private final BenchmarkServices services;
  private final Database database;

  private LimitedCluster(Path folder, int most, int samples) throws Exception {
    this.folder = folder;
    this.most = most;
    try {
      network = opened(BridgedNetwork.open());
      // The end of an interrupted run; its processes end by themselves.
      Runtime.getRuntime().addShutdownHook(new Thread(this::removeLimits));
      services =
          opened(
              BenchmarkServices.start(
                  folder,
                  List.of(BridgedNetwork.CIDR),
                  Map.of(
                      "listeners",
                      "BRIDGE://" + kafkaAddress(),
                      "listener.security.protocol.map",
                      "PLAINTEXT:PLAINTEXT,CONTROLLER:PLAINTEXT,BRIDGE:PLAINTEXT")));
      database = services.database("nodes");
      BenchmarkNode.seed(database, samples, folder.resolve("seed.log"));
      database.fillShelves();
    } catch (Exception failure) {
      close();
      throw failure;
    }
  }

  /** Whether this process may make network namespaces and control groups. */
  static boolean isPossible() {
    return System.getProperty("os.name").equals("Linux")
        && System.getProperty("user.name").equals("root")
        && ControlGroup.isPossible()
        && Stream.of("ip", "nsenter").allMatch(LimitedCluster::isInstalled);
  }

  private static boolean isInstalled(String command) {
    try {
      SystemCommand.run(command, "-V");
      return true;
    } catch (IllegalStateException absent) {
      return false;
    }
  }

  /**
   * Starts the services without a node, and without the data of an earlier run.
   *
   * @param most nodes that the cluster will have
   * @param samples products of the shop
   */
  static LimitedCluster start(Path folder, int most, int samples) throws Exception {
    return new LimitedCluster(folder, most, samples);
  }

  private <T extends AutoCloseable> T opened(T service) {
    started.push(service);
    return service;
  }

  private static String kafkaAddress() {
    return BridgedNetwork.ADDRESS + ":" + KAFKA_PORT;
  }

  Database database() {
    return database;
  }

  /** Addresses of the nodes. */
  List<SocketAddress> servers() {
    return nodes.stream().map(each -> each.node().server()).toList();
  }

  BenchmarkNode first() {
    return nodes.getFirst().node();
  }

  /**
   * Starts nodes without a quota until there are that many. Returns the addresses of the new ones.
   */
  List<SocketAddress> growTo(int number) throws Exception {
    int before = nodes.size();
    while (nodes.size() < number) {
      nodes.add(node(nodes.size() + 1));
    }
    return servers().subList(before, number);
  }

  private LimitedNode node(int number) throws Exception {
    String address = network.add(number);
    ControlGroup group = ControlGroup.create(GROUP + number);
    groups.add(group);
    try {
      List<String> wrapper = new ArrayList<>(group.wrapper());
      wrapper.addAll(network.wrapper(number));
      return new LimitedNode(
          BenchmarkNode.start(
              folder.resolve("node-" + number + ".log"),
              new BenchmarkNode.Host(
                  address,
                  wrapper,
                  // As a container with a quota below one core has it, also while it has none.
                  List.of("-Xmx1g", "-XX:ActiveProcessorCount=1")),
              Map.of(
                  "TRADEWIND_DATABASE_URL",
                  database.at(BridgedNetwork.ADDRESS).url(),
                  "TRADEWIND_KAFKA_BOOTSTRAP",
                  kafkaAddress(),
                  "TRADEWIND_CLUSTER_NAME",
                  "benchmark",
                  "TRADEWIND_CLUSTER_HOST",
                  address,
                  "TRADEWIND_CLUSTER_PORT",
                  Integer.toString(CLUSTER_PORT),
                  "TRADEWIND_CLUSTER_MEMBERS",
                  members())),
          group);
    } catch (Exception failure) {
      group.close();
      throw failure;
    }
  }

  private String members() {
    return IntStream.rangeClosed(1, most)
        .mapToObj(number -> network.address(number) + ":" + CLUSTER_PORT)
        .collect(Collectors.joining(","));
  }

  /** Shuts nodes down, the newest first, until that many are left. */
  void shrinkTo(int number) throws IOException {
    while (nodes.size() > number) {
      nodes.removeLast().close();
    }
  }

  void setQuota(double cores) throws IOException {
    for (LimitedNode node : nodes) {
      node.group().setQuota(cores);
    }
  }

  void removeQuota() throws IOException {
    for (LimitedNode node : nodes) {
      node.group().removeQuota();
    }
  }

  /** Processor time of all nodes so far, in milliseconds. */
  double nodeMillis() {
    return ProcessTimes.millis(nodes.stream().map(each -> each.node().process()));
  }

  /** Processor time of the database so far, in milliseconds. */
  double databaseMillis() throws IOException {
    return ProcessTimes.millis(services.databaseServer().descendants());
  }

  private void removeLimits() {
    try {
      network.close();
      for (ControlGroup group : groups) {
        group.close();
      }
    } catch (IOException failure) {
      System.err.println(failure.getMessage());
    }
  }

  /** Stops all, and removes namespaces, bridge and control groups also if something fails. */
  @Override
  public void close() throws Exception {
    Exception first = null;
    while (!nodes.isEmpty() || !started.isEmpty()) {
      try {
        (nodes.isEmpty() ? started.pop() : nodes.removeLast()).close();
      } catch (Exception failure) {
        if (first == null) {
          first = failure;
        } else {
          first.addSuppressed(failure);
        }
      }
    }
    if (first != null) {
      throw first;
    }
  }
}
