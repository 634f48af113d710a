package dev.tradewind.acceptance.chaos;

import dev.tradewind.acceptance.Answer;
import dev.tradewind.acceptance.FreePorts;
import dev.tradewind.acceptance.LedgerPaymentProvider;
import dev.tradewind.acceptance.NodeProcess;
import dev.tradewind.embedded.EmbeddedKafka;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;
import java.util.random.RandomGenerator;
import java.util.regex.Pattern;
import java.util.stream.IntStream;

/**
 * What burns: PostgreSQL, Kafka and three nodes, each a process of its own, and who visits them.
 * One node is a gateway alone, so that all it does crosses the cluster; two are whole, so that
 * there is always somebody to turn to, and killing both leaves a gateway without anybody behind it.
 */
final class ChaosCluster implements AutoCloseable {

  private static final int NODES = 3;

  /**
   * But for one that the event bus may log when a node dies while it is written to: it then says of
   * a message twice that it was not delivered.
   */
  private static final Pattern UNHANDLED =
      Pattern.compile(
          "Unhandled exception\\R(?!java.lang.IllegalStateException: Promise already completed)");

  private static final Duration LONGEST_WAIT = Duration.ofSeconds(90);

  private final ChaosPlan plan;
  private final Path folder;
  private final ChaosDatabase database;
  private EmbeddedKafka kafka;
  private final Network network;
  private final List<ChaosNode> nodes;
  private final RandomGenerator chance;
  private final Queue<ChaosClient> clients = new ConcurrentLinkedQueue<>();
  private final Queue<String> complaints = new ConcurrentLinkedQueue<>();
  private final AtomicInteger rushes = new AtomicInteger();
  private StockFixture goods;
  private ShopperPool crowd;
  private String probedCart;

  private ChaosCluster(ChaosPlan plan, Path folder) {
    this.plan = plan;
    this.folder = folder;
    chance = plan.chanceOf(-1);
    database = ChaosDatabase.start(folder.resolve("postgres"));
    kafka = EmbeddedKafka.start(kafkaFolder(), 0);
    network = Network.open(NODES);
    nodes = place();
  }

  /** Everything runs when it returns, and goods are in stock. */
  static ChaosCluster light(ChaosPlan plan, Path folder) {
    ChaosCluster cluster = new ChaosCluster(plan, folder);
    try {
      cluster.open();
      return cluster;
    } catch (RuntimeException | Error failure) {
      cluster.close();
      throw failure;
    }
  }

  private void open() {
    // The first migrates and seeds; the others would only wait for it.
    first().start().awaitReady();
    goods = StockFixture.stock(database);
    second().start();
    door().start().awaitReady();
    second().awaitReady();
    awaitWhole();
    crowd = new ShopperPool(client(nodes), goods, plan);
    probedCart = newCart();
  }

  private List<ChaosNode> place() {
    List<Integer> ports = FreePorts.find(2 * NODES);
    String members =
        String.join(
            ",",
            IntStream.range(0, NODES)
                .mapToObj(node -> network.address(node) + ":" + ports.get(node))
                .toList());
    return IntStream.range(0, NODES).mapToObj(node -> node(node, ports, members)).toList();
  }

  private ChaosNode node(int node, List<Integer> ports, String members) {
    int port = ports.get(NODES + node);
    Map<String, String> environment = new HashMap<>();
    environment.put("TRADEWIND_DATABASE_URL", database.url());
    environment.put("TRADEWIND_KAFKA_BOOTSTRAP", kafka.bootstrapServers());
    environment.put("TRADEWIND_DATA_DIR", folder.resolve("nodes").toString());
    environment.put("TRADEWIND_HTTP_PORT", Integer.toString(port));
    environment.put("TRADEWIND_MANAGEMENT_PORT", "0");
    environment.put("TRADEWIND_CLUSTER_HOST", network.address(node));
    environment.put("TRADEWIND_CLUSTER_PORT", ports.get(node).toString());
    environment.put("TRADEWIND_CLUSTER_MEMBERS", members);
    boolean isDoor = node == 0;
    return new ChaosNode(
        isDoor ? "gateway" : "whole-" + node,
        node,
        "http://127.0.0.1:" + port,
        List.of(
            "-D" + LedgerPaymentProvider.FILE + "=" + ledger(),
            "-Dlogback.configurationFile=logback-chaos.xml"),
        environment,
        isDoor ? List.of("--verticles", "gateway") : List.of());
  }

  private Path kafkaFolder() {
    return folder.resolve("kafka");
  }

  ChaosPlan plan() {
    return plan;
  }

  ChaosDatabase database() {
    return database;
  }

  Network network() {
    return network;
  }

  StockFixture goods() {
    return goods;
  }

  ShopperPool crowd() {
    return crowd;
  }

  String kafkaServers() {
    return kafka.bootstrapServers();
  }

  /** Where the payment provider wrote what it was asked. */
  Path ledger() {
    return folder.resolve("ledger");
  }

  List<ChaosNode> nodes() {
    return nodes;
  }

  ChaosNode door() {
    return nodes.get(0);
  }

  ChaosNode first() {
    return nodes.get(1);
  }

  ChaosNode second() {
    return nodes.get(2);
  }

  ChaosNode anyNode() {
    return nodes.get(chance.nextInt(NODES));
  }

  ChaosNode anyWholeNode() {
    return nodes.get(1 + chance.nextInt(NODES - 1));
  }

  RandomGenerator chance() {
    return chance;
  }

  /** How many rushes there were before. */
  int nextRush() {
    return rushes.getAndIncrement();
  }

  void crashKafka() {
    kafka.crash();
  }

  void restartKafka() {
    kafka = EmbeddedKafka.start(kafkaFolder(), kafka.port());
  }

  ChaosClient client(List<ChaosNode> asked) {
    ChaosClient client = new ChaosClient(asked.stream().map(ChaosNode::url).toList());
    clients.add(client);
    return client;
  }

  Probe probe(ChaosNode node) {
    return Probe.start(client(List.of(node)), probedCart);
  }

  private String newCart() {
    try {
      Answer answer =
          client(nodes)
              .send(0, "POST", "/store/carts", goods.inRegion(), null, Duration.ofSeconds(30));
      return answer.cart().getString("id");
    } catch (IOException failure) {
      throw new AssertionError(failure);
    }
  }

  /** Notes a promise that was seen to be broken. */
  void complain(String sentence) {
    complaints.add(sentence);
  }

  /** What was seen to be broken while it burned. */
  List<String> complaints() {
    List<String> all = new ArrayList<>(complaints);
    clients.forEach(client -> all.addAll(client.breakages()));
    nodes.stream()
        .filter(node -> UNHANDLED.matcher(node.log()).find())
        .forEach(
            node -> all.add("An exception that nobody handles is in the log of " + node.name()));
    return all;
  }

  /** How often each status was answered. */
  Map<Integer, Long> statuses() {
    Map<Integer, Long> all = new TreeMap<>();
    clients.forEach(client ->
        client.statuses().forEach((status, times) -> all.merge(status, times, Long::sum)));
    return all;
  }

  /** Until every node knows of every other. */
  void awaitWhole() {
    await("a cluster of all nodes", () -> nodes.stream().allMatch(node -> node.members() == NODES));
  }

  static void await(String what, BooleanSupplier holds) {
    long giveUp = System.nanoTime() + LONGEST_WAIT.toNanos();
    while (!holds.getAsBoolean()) {
      if (System.nanoTime() > giveUp) {
        throw new AssertionError("There never was " + what);
      }
      NodeProcess.pause();
    }
  }

  static void rest(Duration time) {
    try {
      Thread.sleep(time);
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
      throw new AssertionError(interrupted);
    }
  }

  @Override
  public void close() {
    nodes.forEach(ChaosNode::close);
    network.close();
    kafka.close();
    database.close();
  }
}
