package dev.tradewind.opensearch;

import java.io.IOException;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.opensearch.Version;
import org.opensearch.common.settings.Settings;
import org.opensearch.env.Environment;
import org.opensearch.node.InternalSettingsPreparer;
import org.opensearch.node.Node;
import org.opensearch.plugins.PluginInfo;
import org.opensearch.transport.Netty4ModulePlugin;

/**
 * OpenSearch node that is a cluster of its own, on the loopback interface only. It ends when its
 * standard input does, so that it never outlives the process that started it.
 */
public final class OpenSearchServer extends Node {

  private OpenSearchServer(Environment environment) {
    super(environment, List.of(http()), false);
  }

  /** Arguments: data folder, port of the HTTP API. */
  public static void main(String[] args) throws Exception {
    Locale.setDefault(Locale.ROOT);
    Settings settings =
        Settings.builder()
            .put("path.home", args[0])
            .put("node.name", "test")
            .put("discovery.type", "single-node")
            .put("network.host", "127.0.0.1")
            .put("http.port", args[1])
            .put("transport.port", "0")
            .put("http.type", Netty4ModulePlugin.NETTY_HTTP_TRANSPORT_NAME)
            .put("transport.type", Netty4ModulePlugin.NETTY_TRANSPORT_NAME)
            // The disk of a machine for tests may be nearly full.
            .put("cluster.routing.allocation.disk.threshold_enabled", false)
            .build();
    Node node =
        new OpenSearchServer(
            InternalSettingsPreparer.prepareEnvironment(settings, Map.of(), null, () -> "test"));
    node.start();
    awaitEndOfInput();
    node.close();
    System.exit(0);
  }

  /** The HTTP API is a plugin, which the distribution has in a folder. */
  private static PluginInfo http() {
    return new PluginInfo(
        "transport-netty4",
        "HTTP API",
        Version.CURRENT.toString(),
        Version.CURRENT,
        "21",
        Netty4ModulePlugin.class.getName(),
        null,
        List.of(),
        false);
  }

  private static void awaitEndOfInput() throws IOException {
    while (System.in.read() >= 0) {
      // No data is sent on this pipe; its end is the signal.
    }
  }
}
