package dev.tradewind.launcher.config;

import com.hazelcast.config.Config;
import com.hazelcast.config.XmlConfigBuilder;
import dev.tradewind.embedded.Home;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;
import java.util.Properties;
import java.util.UUID;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Cluster settings of this node.
 *
 * @param host the address of the interface that other nodes reach
 * @param members addresses of other nodes, separated by commas
 * @param certificates folder of the node's certificate and keys; absent: messages between nodes are
 *     neither encrypted nor authenticated
 */
public record ClusterConfig(
    String name, String host, int port, String members, @Nullable Path certificates) {

  private static final Logger LOG = LoggerFactory.getLogger(ClusterConfig.class);

  private static final String FILE = "cluster.xml";

  /** As many as cluster.xml tries, below the ephemeral ports of operating systems. */
  private static final int PORTS = 20;

  private static final int FIRST_OWN_PORT = 10_000;
  private static final int OWN_RANGES = 1_000;

  static ClusterConfig of(Settings settings, Path dataFolder, boolean isProduction) {
    UUID data = data(settings, dataFolder);
    String name = settings.textOrNull(Setting.CLUSTER_NAME);
    boolean isPortOpen = name == null && !settings.isGiven(Setting.CLUSTER_PORT);
    InetAddress address = address(settings.text(Setting.CLUSTER_HOST));
    String certificates = settings.textOrNull(Setting.CLUSTER_CERTIFICATES);
    if (certificates == null && !isProduction && !address.isLoopbackAddress()) {
      LOG.warn(
          "Trusting every process that reaches {} {}, because {} is not set",
          Setting.CLUSTER_HOST.variable(),
          address.getHostAddress(),
          Setting.CLUSTER_CERTIFICATES.variable());
    }
    return new ClusterConfig(
        name == null ? "tradewind-" + data : name,
        address.getHostAddress(),
        isPortOpen ? portOf(data) : settings.number(Setting.CLUSTER_PORT, 1, 65_535),
        settings.text(Setting.CLUSTER_MEMBERS),
        certificates == null ? null : Home.folder().resolve(certificates).normalize());
  }

  /**
   * The requirement of production for certificates: without them every process that reaches the
   * address can call every operation.
   */
  static Stream<String> missingCertificates(Settings settings) {
    InetAddress address = address(settings.text(Setting.CLUSTER_HOST));
    if (address.isLoopbackAddress() || settings.isGiven(Setting.CLUSTER_CERTIFICATES)) {
      return Stream.empty();
    }
    return Stream.of(
        "Production needs %s to be set, because %s %s is not a loopback address; `tradewind cluster certificates` makes them."
            .formatted(
                Setting.CLUSTER_CERTIFICATES.variable(),
                Setting.CLUSTER_HOST.variable(),
                address.getHostAddress()));
  }

  /** Hazelcast selects an interface by its address; the host of a container is a name. */
  private static InetAddress address(String host) {
    try {
      return InetAddress.getByName(host);
    } catch (UnknownHostException unknown) {
      throw new CliException(
          Setting.CLUSTER_HOST.variable() + ": there is no host " + host + ".", unknown);
    }
  }

  /** Nodes on one database form one cluster; two clones on one machine do not. */
  private static UUID data(Settings settings, Path dataFolder) {
    String url = settings.textOrNull(Setting.DATABASE_URL);
    String data = url == null ? dataFolder.toString() : url.substring(url.indexOf('@') + 1);
    return UUID.nameUUIDFromBytes(data.getBytes(StandardCharsets.UTF_8));
  }

  /** A separate port per cluster: asking the nodes of another cluster delays every start. */
  private static int portOf(UUID data) {
    return FIRST_OWN_PORT + PORTS * Math.floorMod(data.hashCode(), OWN_RANGES);
  }

  /** Reads cluster.xml at the root of the project, or the one in the jar. */
  public Config hazelcast() {
    Properties values = new Properties();
    values.setProperty("cluster.name", name);
    values.setProperty("cluster.host", host);
    values.setProperty("cluster.port", Integer.toString(port));
    values.setProperty("cluster.members", members);
    Path file = Home.folder().resolve(FILE);
    try (InputStream xml =
        Files.exists(file)
            ? Files.newInputStream(file)
            : Objects.requireNonNull(ClusterConfig.class.getResourceAsStream("/" + FILE), FILE)) {
      return new XmlConfigBuilder(xml).setProperties(values).build();
    } catch (IOException failure) {
      throw new CliException(file + " cannot be read.", failure);
    }
  }
}
