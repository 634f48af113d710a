package dev.tradewind.gateway.server;

import dev.tradewind.kernel.ratelimit.ClientNetwork;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpConnection;
import io.vertx.core.shareddata.LocalMap;
import io.vertx.core.shareddata.Shareable;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Limit of concurrent connections of one client network, for all gateways of this node. */
public final class ConnectionLimit {

  private static final Logger LOG = LoggerFactory.getLogger(ConnectionLimit.class);
  private static final String SHARED = "tradewind.connections";

  /** Open connections by network. */
  private record OpenConnections(Map<String, Integer> byNetwork) implements Shareable {}

  private final OpenConnections open;
  private final int limit;

  private ConnectionLimit(OpenConnections open, int limit) {
    this.open = open;
    this.limit = limit;
  }

  public static ConnectionLimit of(Vertx vertx, int limit) {
    LocalMap<String, OpenConnections> shared = vertx.sharedData().getLocalMap(SHARED);
    return new ConnectionLimit(
        shared.computeIfAbsent(SHARED, name -> new OpenConnections(new ConcurrentHashMap<>())),
        limit);
  }

  /** Behind a proxy all connections have its address. */
  public static ConnectionLimit none() {
    return new ConnectionLimit(new OpenConnections(new ConcurrentHashMap<>()), Integer.MAX_VALUE);
  }

  /** Counts the connection until it is closed; closes it at once above the limit. */
  void admit(HttpConnection connection) {
    String network = ClientNetwork.of(connection.remoteAddress().hostAddress());
    int connections = open.byNetwork().merge(network, 1, Integer::sum);
    connection.closeHandler(closed ->
        open.byNetwork().computeIfPresent(network, (key, count) -> count == 1 ? null : count - 1));
    if (connections > limit) {
      LOG.debug("Closed a connection of {}, which has {}", network, limit);
      connection.close();
    }
  }
}
