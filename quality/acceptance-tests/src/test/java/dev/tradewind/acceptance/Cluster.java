package dev.tradewind.acceptance;

import static dev.tradewind.testing.Eventually.LIMIT;

import dev.tradewind.kernel.database.DatabaseConfig;
import dev.tradewind.kernel.database.Schema;
import dev.tradewind.kernel.database.SchemaPool;
import dev.tradewind.testing.FreePorts;
import dev.tradewind.testing.TestDataFolders;
import dev.tradewind.testing.TestDatabase;
import dev.tradewind.testing.TestKafka;
import io.vertx.core.Vertx;
import io.vertx.sqlclient.Pool;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Cluster of node processes on one database. */
public final class Cluster implements AutoCloseable {

  public static final String DOMAIN = "catalog,customer,discount,order,cart,batch";
  private static final String GATEWAY = "gateway";

  private final TestDatabase database;
  private final List<Integer> ports;
  private final Map<String, String> environment = new HashMap<>();
  private final List<NodeProcess> running = new ArrayList<>();
  private final List<String> jvmOptions = new ArrayList<>();
  private final List<Integer> managementPorts = new ArrayList<>();
  private boolean hasManagement;
  private @Nullable String classPath;
  private int started;

  /**
   * Cluster with at most that many nodes at a time. The number is fixed, because an unused address
   * would delay a rejoining node by five seconds.
   */
  public Cluster(int nodes) {
    this(nodes, Shop.migratedDatabase());
  }

  /** Cluster on a database that its first node may have to migrate. */
  public Cluster(int nodes, TestDatabase database) {
    this.database = database;
    ports = FreePorts.find(nodes);
    environment.put("TRADEWIND_DATABASE_URL", database.url());
    environment.put("TRADEWIND_KAFKA_BOOTSTRAP", TestKafka.bootstrapServers());
    environment.put("TRADEWIND_DATA_DIR", temporaryFolder().toString());
    // A busy machine answers late.
    environment.put("TRADEWIND_REQUEST_TIMEOUT_SECONDS", "45");
    environment.put(
        "TRADEWIND_CLUSTER_MEMBERS",
        String.join(",", ports.stream().map(port -> "127.0.0.1:" + port).toList()));
  }

  /** Sets a setting for every node that is started afterwards. */
  public Cluster with(String setting, String value) {
    environment.put(setting, value);
    return this;
  }

  /** Sets a JVM option for every node that is started afterwards. */
  public Cluster withJvm(String option) {
    jvmOptions.add(option);
    return this;
  }

  /**
   * Sets the version of every node that is started afterwards.
   *
   * @param other its class path; null: this version
   */
  public Cluster ofVersion(@Nullable String other) {
    classPath = other;
    environment.put("TRADEWIND_DATABASE_URL", other == null ? database.url() : database.plainUrl());
    return this;
  }

  /** Gives every node that is started afterwards a management port of its own. */
  public Cluster withManagement() {
    hasManagement = true;
    return this;
  }

  /** Management ports of the nodes, in the order of their starts. */
  public List<Integer> managementPorts() {
    return managementPorts;
  }

  /** Starts a node with the gateway alone, and waits until it listens. */
  public Gateway gateway() {
    Gateway gateway = startGateway("--verticles", GATEWAY);
    gateway.process().awaitServing();
    gateway.process().awaitThat(() -> gateway.status("/health/started") == 200);
    return gateway;
  }

  /** Starts a node with all verticles, and waits until it is ready. */
  public Gateway full() {
    return ready(startGateway());
  }

  /** Starts a node with a gateway, without waiting. */
  public Gateway startGateway(String... arguments) {
    return startGateway(FreePorts.find(), arguments);
  }

  /** Starts a node with all verticles at the URL of one that has ended, and waits for it. */
  public Gateway fullAgain(Gateway ended) {
    return ready(startGateway(URI.create(ended.url()).getPort()));
  }

  private Gateway startGateway(int port, String... arguments) {
    Map<String, String> own = ownEnvironment();
    own.put("TRADEWIND_HTTP_PORT", Integer.toString(port));
    return new Gateway(
        keep(
            classPath == null
                ? NodeProcess.start(jvmOptions, own, arguments)
                : NodeProcess.startOf(classPath, jvmOptions, own, arguments)),
        "http://127.0.0.1:" + port);
  }

  public static Gateway ready(Gateway gateway) {
    gateway.process().awaitServing();
    gateway.process().awaitThat(gateway::isReady);
    return gateway;
  }

  /** Starts a node with every verticle except the gateway, without waiting. */
  public NodeProcess startDomain() {
    return keep(NodeProcess.start(jvmOptions, ownEnvironment(), "--verticles", DOMAIN));
  }

  public NodeProcess domain() {
    return startDomain().awaitServing();
  }

  /** Starts a command on the database of the cluster, without waiting. */
  public NodeProcess command(String... arguments) {
    return keep(NodeProcess.command(environment, arguments));
  }

  private Map<String, String> ownEnvironment() {
    Map<String, String> own = new HashMap<>(environment);
    own.put("TRADEWIND_MANAGEMENT_PORT", Integer.toString(managementPort()));
    own.put("TRADEWIND_CLUSTER_PORT", ports.get(started++ % ports.size()).toString());
    return own;
  }

  private int managementPort() {
    if (!hasManagement) {
      return 0;
    }
    int port = FreePorts.find();
    managementPorts.add(port);
    return port;
  }

  private NodeProcess keep(NodeProcess node) {
    running.add(node);
    return node;
  }

  public void execute(String sql) {
    try (Connection connection = connect();
        Statement statement = connection.createStatement()) {
      statement.execute(sql);
    } catch (SQLException failure) {
      throw new AssertionError(failure);
    }
  }

  /** Connection pool with the role that owns the schema. */
  public Pool pool(Vertx vertx, Schema schema) {
    return SchemaPool.open(vertx, DatabaseConfig.parse(database.url(), 1), schema);
  }

  /** First column of the rows that the query returns, as texts. */
  public List<String> texts(String query) {
    try (Connection connection = connect();
        Statement statement = connection.createStatement();
        ResultSet result = statement.executeQuery(query)) {
      List<String> found = new ArrayList<>();
      while (result.next()) {
        found.add(result.getString(1));
      }
      return found;
    } catch (SQLException failure) {
      throw new AssertionError(failure);
    }
  }

  /** Number that the query returns. */
  public long count(String query) {
    try (Connection connection = connect();
        Statement statement = connection.createStatement();
        ResultSet result = statement.executeQuery(query)) {
      result.next();
      return result.getLong(1);
    } catch (SQLException failure) {
      throw new AssertionError(failure);
    }
  }

  /** Database of the nodes, as it was migrated before they start. */
  public TestDatabase database() {
    return database;
  }

  public Connection connect() throws SQLException {
    return database.connect();
  }

  @Override
  public void close() {
    running.forEach(NodeProcess::close);
  }

  private static Path temporaryFolder() {
    Path folder = TestDataFolders.create("cluster");
    folder.toFile().deleteOnExit();
    return folder;
  }

  /** Node with a gateway. */
  public record Gateway(NodeProcess process, String url) {

    private static final HttpClient HTTP =
        HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).connectTimeout(LIMIT).build();

    public Storefront storefront() {
      return new Storefront(url);
    }

    public boolean isReady() {
      return status("/health/ready") == 200;
    }

    /** Status of a response; 0 without one. */
    public int status(String path) {
      return status("GET", path, "");
    }

    /** Status of a response; 0 without one. */
    public int status(String method, String path, String body) {
      try {
        return HTTP.send(
                HttpRequest.newBuilder(URI.create(url + path))
                    .timeout(LIMIT)
                    .header("content-type", "application/json")
                    .method(
                        method,
                        body.isEmpty() ? BodyPublishers.noBody() : BodyPublishers.ofString(body))
                    .build(),
                BodyHandlers.ofString())
            .statusCode();
      } catch (IOException noResponse) {
        return 0;
      } catch (InterruptedException interrupted) {
        Thread.currentThread().interrupt();
        throw new AssertionError(interrupted);
      }
    }

    /** Creates a cart of the demo shop that is ready for completion. */
    public String readyCart() {
      return storefront().readyCart();
    }

    public String euros() {
      return storefront().euros();
    }

    /** The first variant of a product of the demo shop. */
    public String variant(int product) {
      return storefront().variant(product);
    }

    /** Checks out from an empty cart; returns the id of the order. */
    public String checkOut() {
      return storefront().checkOut();
    }
  }
}
