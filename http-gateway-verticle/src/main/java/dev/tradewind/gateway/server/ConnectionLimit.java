package dev.tradewind.gateway.server;

import dev.tradewind.kernel.ratelimit.ClientNetwork;
import io.netty.channel.Channel;
import io.vertx.core.Vertx;
import io.vertx.core.shareddata.LocalMap;
import io.vertx.core.shareddata.Shareable;
import java.net.InetSocketAddress;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** Limit of concurrent connections of one client network, for all gateways of this node. */
public final class ConnectionLimit {

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

  /** Counts the connection until it is closed; false above the limit. */
  boolean admits(Channel channel) {
    if (!(channel.remoteAddress() instanceof InetSocketAddress remote)) {
      return true; // It is closed already.
    }
    String network = ClientNetwork.of(remote.getAddress().getHostAddress());
    int connections = open.byNetwork().merge(network, 1, Integer::sum);
    channel
        .closeFuture()
        .addListener(closed ->
            open.byNetwork()
                .computeIfPresent(network, (key, count) -> count == 1 ? null : count - 1));
    return connections <= limit;
  }
}
