package dev.tradewind.acceptance.failuredomain;

import dev.tradewind.acceptance.Shop;
import dev.tradewind.acceptance.Storefront;
import dev.tradewind.acceptance.chaos.ChaosCluster;
import dev.tradewind.acceptance.chaos.ChaosNode;
import dev.tradewind.acceptance.chaos.OutsideServices;
import dev.tradewind.embedded.EmbeddedKafka;
import dev.tradewind.testing.FreePorts;
import dev.tradewind.testing.TestDatabase;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * Cluster with a node of its own for the gateway and for each domain verticle, so that one can be
 * stopped alone, with Kafka and services of others.
 */
final class DomainCluster implements AutoCloseable {

  private static final List<FailureDomain> VERTICLES =
      Stream.of(FailureDomain.values()).filter(FailureDomain::isVerticle).toList();

  private final TestDatabase database = Shop.migratedDatabase();
  private final OutsideServices services = new OutsideServices();
  private final Map<FailureDomain, ChaosNode> nodes = new EnumMap<>(FailureDomain.class);
  private final ChaosNode gateway;
  private final EmbeddedKafka kafka;

  private DomainCluster(Path folder) {
    kafka = EmbeddedKafka.start(folder.resolve("kafka"), FreePorts.find());
    List<Integer> ports = FreePorts.find(VERTICLES.size() + 2);
    List<Integer> clusterPorts = ports.subList(1, ports.size());
    Map<String, String> environment = environment(folder, ports.getFirst(), clusterPorts);
    gateway = node("gateway", environment, clusterPorts.getFirst());
    for (int i = 0; i < VERTICLES.size(); i++) {
      FailureDomain domain = VERTICLES.get(i);
      nodes.put(domain, node(domain.title(), environment, clusterPorts.get(i + 1)));
    }
  }

  /** Starts all nodes and services. */
  static DomainCluster start(Path folder) {
    DomainCluster cluster = new DomainCluster(folder);
    try {
      cluster.allNodes().forEach(ChaosNode::start);
      cluster.awaitWhole();
      return cluster;
    } catch (RuntimeException | Error failure) {
      cluster.close();
      throw failure;
    }
  }

  private Map<String, String> environment(Path folder, int httpPort, List<Integer> clusterPorts) {
    Map<String, String> environment = new HashMap<>(services.settings());
    environment.put("TRADEWIND_DATABASE_URL", database.url());
    environment.put("TRADEWIND_KAFKA_BOOTSTRAP", kafka.bootstrapServers());
    environment.put("TRADEWIND_DATA_DIR", folder.resolve("nodes").toString());
    environment.put("TRADEWIND_JWT_KEYS", "1:a key of forty characters for these nodes");
    environment.put("TRADEWIND_HTTP_PORT", Integer.toString(httpPort));
    environment.put("TRADEWIND_MANAGEMENT_PORT", "0");
    // A busy machine may be slow; what is unavailable is refused at once.
    environment.put("TRADEWIND_REQUEST_TIMEOUT_SECONDS", "50");
    environment.put("TRADEWIND_WEBHOOKS", "true");
    environment.put("TRADEWIND_STOREFRONT", "true");
    environment.put(
        "TRADEWIND_CLUSTER_MEMBERS",
        String.join(",", clusterPorts.stream().map(port -> "127.0.0.1:" + port).toList()));
    return environment;
  }

  private static ChaosNode node(String name, Map<String, String> shared, int clusterPort) {
    Map<String, String> environment = new HashMap<>(shared);
    environment.put("TRADEWIND_CLUSTER_PORT", Integer.toString(clusterPort));
    return new ChaosNode(
        name,
        0,
        "http://127.0.0.1:" + shared.get("TRADEWIND_HTTP_PORT"),
        List.of("-Dlogback.configurationFile=logback-chaos.xml"),
        environment,
        List.of("--verticles", name));
  }

  private Stream<ChaosNode> allNodes() {
    return Stream.concat(Stream.of(gateway), nodes.values().stream());
  }

  String url() {
    return gateway.url();
  }

  OutsideServices services() {
    return services;
  }

  /**
   * Stops a part of the shop, and waits until all nodes know it. Kafka falls silent, which is worse
   * for its clients than a refused connection; services of others refuse connections.
   */
  void stop(FailureDomain domain) {
    switch (domain) {
      case KAFKA -> signal("STOP");
      case MAIL -> services.mailLink().cut();
      case STRIPE -> services.stripeLink().cut();
      case S3 -> {
        awaitFilesInStorage();
        services.storageLink().cut();
      }
      case CATALOG, CUSTOMER, DISCOUNT, CART, ORDER, BATCH, WEBHOOK -> {
        if (domain == FailureDomain.BATCH) {
          // A node that dies while it moves a file has it leased for minutes.
          awaitFilesInStorage();
        }
        ChaosNode stopped = nodes.get(domain);
        stopped.process().kill();
        int rest = nodes.size();
        ChaosCluster.await(
            "a cluster without " + domain.title(),
            () ->
                allNodes()
                    .filter(node -> node != stopped)
                    .allMatch(node -> node.members() == rest));
      }
    }
  }

  /** Jobs write further files. */
  private void awaitFilesInStorage() {
    ChaosCluster.await(
        "files in S3",
        () ->
            number(
                        "SELECT count(*) FROM batch.batch_job WHERE status IN ('confirmed', 'processing')")
                    == 0
                && number("SELECT count(*) FROM batch.file_move") == 0);
  }

  /** Starts a stopped part, and waits until the gateway reaches it. */
  void startAgain(FailureDomain domain) {
    switch (domain) {
      case KAFKA -> signal("CONT");
      case MAIL -> services.mailLink().heal();
      case STRIPE -> services.stripeLink().heal();
      case S3 -> services.storageLink().heal();
      case CATALOG, CUSTOMER, DISCOUNT, CART, ORDER, BATCH, WEBHOOK -> {
        nodes.get(domain).start();
        awaitWhole();
      }
    }
  }

  private void awaitWhole() {
    int all = nodes.size() + 1;
    ChaosCluster.await(
        "a cluster of all nodes", () -> allNodes().allMatch(node -> node.members() == all));
    gateway.awaitReady();
    Storefront http = new Storefront(url());
    ChaosCluster.await(
        "all verticles",
        () ->
            http.follow(url() + "/health/ready")
                .body()
                .getJsonObject("parts")
                .getString("verticles")
                .equals("up"));
  }

  /** Freezes Kafka (SIGSTOP), or wakes it (SIGCONT). */
  private void signal(String name) {
    try {
      String pid = Long.toString(kafka.process().pid());
      new ProcessBuilder("kill", "-" + name, pid).start().waitFor();
    } catch (IOException failure) {
      throw new UncheckedIOException(failure);
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
      throw new AssertionError(interrupted);
    }
  }

  private long number(String query) {
    try (Connection connection = database.connect();
        Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery(query)) {
      rows.next();
      return rows.getLong(1);
    } catch (SQLException failure) {
      throw new AssertionError(query, failure);
    }
  }

  void execute(String sql) {
    try (Connection connection = database.connect();
        Statement statement = connection.createStatement()) {
      statement.execute(sql);
    } catch (SQLException failure) {
      throw new AssertionError(sql, failure);
    }
  }

  @Override
  public void close() {
    allNodes().forEach(ChaosNode::close);
    // Also in the middle of its outage.
    signal("CONT");
    kafka.close();
    services.close();
  }
}
