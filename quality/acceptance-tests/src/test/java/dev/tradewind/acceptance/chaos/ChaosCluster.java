package dev.tradewind.acceptance.chaos;

import static dev.tradewind.testing.Eventually.until;

import dev.tradewind.acceptance.Answer;
import dev.tradewind.acceptance.LedgerFulfillmentProvider;
import dev.tradewind.acceptance.LedgerPaymentProvider;
import dev.tradewind.acceptance.chaos.load.ShopperPool;
import dev.tradewind.acceptance.chaos.load.StockFixture;
import dev.tradewind.embedded.EmbeddedKafka;
import dev.tradewind.testing.FreePorts;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Queue;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;
import java.util.random.RandomGenerator;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Cluster under test: PostgreSQL, Kafka, services of others and three node processes, with their
 * shoppers. One node is a gateway alone, so that all its requests cross the cluster; two have all
 * verticles, so that one fault leaves a working node, and killing both leaves a gateway without any
 * verticle.
 */
public final class ChaosCluster implements AutoCloseable {

  private static final int NODES = 3;

  /**
   * Unhandled exceptions in a log, except one that the event bus may log when a node crashes during
   * a write: it then reports the failed message twice.
   */
  private static final Pattern UNHANDLED =
      Pattern.compile(
          "Unhandled exception\\R(?!java.lang.IllegalStateException: Promise already completed)");

  private final ChaosPlan plan;
  private final Path folder;
  private final ChaosDatabase database;
  private EmbeddedKafka kafka;
  private final Network network;
  private final @Nullable OutsideServices services;
  private final UnreliableHook hook;
  private final Map<String, String> settingsOfHook;
  private final List<ChaosNode> nodes;
  private final RandomGenerator chance;
  private final Queue<ChaosClient> clients = new ConcurrentLinkedQueue<>();
  private final Queue<String> violations = new ConcurrentLinkedQueue<>();
  private final AtomicInteger flashSales = new AtomicInteger();
  private StockFixture stock;
  private ShopperPool shoppers;
  private StaffUploads uploads;
  private String probedCart;

  private ChaosCluster(ChaosPlan plan, Path folder) {
    this.plan = plan;
    this.folder = folder;
    chance = plan.chanceOf(-1);
    database = ChaosDatabase.start(folder.resolve("postgres"));
    kafka = EmbeddedKafka.start(kafkaFolder(), FreePorts.find());
    network = Network.open(NODES);
    services = plan.hasServices() ? new OutsideServices() : null;
    hook = new UnreliableHook();
    settingsOfHook = hook.settings(folder);
    nodes = createNodes();
  }

  /** Starts all services and nodes, and adds stock. */
  public static ChaosCluster start(ChaosPlan plan, Path folder) {
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
    // The first node migrates and seeds; the others would only wait for it.
    first().start().awaitReady();
    stock = StockFixture.stock(database);
    second().start();
    gateway().start().awaitReady();
    second().awaitReady();
    awaitWhole();
    if (services != null) {
      services.subscribe(gateway());
    }
    shoppers = new ShopperPool(client(nodes), staffClient(), stock, services, plan);
    uploads = new StaffUploads(staffClient());
    probedCart = newCart();
  }

  private List<ChaosNode> createNodes() {
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
    Map<String, String> environment =
        new HashMap<>(services == null ? Map.of() : services.settings());
    environment.putAll(settingsOfHook);
    environment.put("TRADEWIND_DATABASE_URL", database.url());
    environment.put("TRADEWIND_KAFKA_BOOTSTRAP", kafka.bootstrapServers());
    environment.put("TRADEWIND_DATA_DIR", folder.resolve("nodes").toString());
    environment.put("TRADEWIND_HTTP_PORT", Integer.toString(port));
    environment.put("TRADEWIND_MANAGEMENT_PORT", "0");
    environment.put("TRADEWIND_CLUSTER_HOST", network.address(node));
    environment.put("TRADEWIND_CLUSTER_PORT", ports.get(node).toString());
    environment.put("TRADEWIND_CLUSTER_MEMBERS", members);
    boolean isGateway = node == 0;
    return new ChaosNode(
        isGateway ? "gateway" : "full-" + node,
        node,
        "http://127.0.0.1:" + port,
        List.of(
            "-D" + LedgerPaymentProvider.FILE + "=" + ledger(),
            "-D" + LedgerFulfillmentProvider.FILE + "=" + fulfillmentLedger(),
            "-Dlogback.configurationFile=logback-chaos.xml"),
        environment,
        isGateway ? List.of("--verticles", "gateway") : List.of());
  }

  private Path kafkaFolder() {
    return folder.resolve("kafka");
  }

  public ChaosPlan plan() {
    return plan;
  }

  public ChaosDatabase database() {
    return database;
  }

  public Network network() {
    return network;
  }

  public StockFixture stock() {
    return stock;
  }

  public ShopperPool shoppers() {
    return shoppers;
  }

  /** Services of others; the plan tells whether there are any. */
  public OutsideServices services() {
    return Objects.requireNonNull(services);
  }

  public StaffUploads uploads() {
    return uploads;
  }

  public String kafkaServers() {
    return kafka.bootstrapServers();
  }

  /** Ledger file of the payment provider. */
  public Path ledger() {
    return folder.resolve("ledger");
  }

  /** Ledger file of the fulfillment provider. */
  public Path fulfillmentLedger() {
    return folder.resolve("fulfillment-ledger");
  }

  public List<ChaosNode> nodes() {
    return nodes;
  }

  public ChaosNode gateway() {
    return nodes.get(0);
  }

  public ChaosNode first() {
    return nodes.get(1);
  }

  public ChaosNode second() {
    return nodes.get(2);
  }

  public ChaosNode anyNode() {
    return nodes.get(chance.nextInt(NODES));
  }

  public ChaosNode anyWholeNode() {
    return nodes.get(1 + chance.nextInt(NODES - 1));
  }

  public RandomGenerator chance() {
    return chance;
  }

  /** Number of the next flash sale, from 0. */
  public int nextFlashSale() {
    return flashSales.getAndIncrement();
  }

  public void crashKafka() {
    kafka.crash();
  }

  public void restartKafka() {
    kafka = EmbeddedKafka.start(kafkaFolder(), kafka.port());
  }

  public ChaosClient client(List<ChaosNode> asked) {
    return keep(new ChaosClient(asked.stream().map(ChaosNode::url).toList()));
  }

  /** Client of all nodes with the credentials of staff. */
  public ChaosClient staffClient() {
    return keep(
        new ChaosClient(
            nodes.stream().map(ChaosNode::url).toList(),
            "x-medusa-access-token",
            StockFixture.STAFF_TOKEN));
  }

  private ChaosClient keep(ChaosClient client) {
    clients.add(client);
    return client;
  }

  public Probe probe(ChaosNode node) {
    return Probe.start(client(List.of(node)), probedCart);
  }

  private String newCart() {
    try {
      Answer answer =
          client(nodes)
              .send(
                  0,
                  "POST",
                  "/store/carts",
                  stock.market().inRegion(),
                  null,
                  Duration.ofSeconds(30));
      return answer.cart().getString("id");
    } catch (IOException failure) {
      throw new AssertionError(failure);
    }
  }

  /** Records a violated invariant. */
  public void recordViolation(String violation) {
    violations.add(violation);
  }

  /** Invariants that were violated during the run. */
  public List<String> violations() {
    List<String> all = new ArrayList<>(violations);
    clients.forEach(client -> all.addAll(client.unexpectedResponses()));
    nodes.stream()
        .filter(node -> UNHANDLED.matcher(node.log()).find())
        .forEach(node -> all.add("An unhandled exception is in the log of " + node.name()));
    return all;
  }

  /** Number of responses by status. */
  public Map<Integer, Long> statuses() {
    Map<Integer, Long> all = new TreeMap<>();
    clients.forEach(client ->
        client.statuses().forEach((status, times) -> all.merge(status, times, Long::sum)));
    return all;
  }

  /** Waits until every node sees all members. */
  public void awaitWhole() {
    await("a cluster of all nodes", () -> nodes.stream().allMatch(node -> node.members() == NODES));
  }

  public static void await(String what, BooleanSupplier holds) {
    until(holds::getAsBoolean, () -> "waited for " + what);
  }

  public static void pause(Duration time) {
    try {
      Thread.sleep(time);
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
      throw new AssertionError(interrupted);
    }
  }

  public static void join(Thread thread) {
    try {
      thread.join();
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
      throw new AssertionError(interrupted);
    }
  }

  @Override
  public void close() {
    nodes.forEach(ChaosNode::close);
    network.close();
    if (services != null) {
      services.close();
    }
    hook.close();
    kafka.close();
    database.close();
  }
}
