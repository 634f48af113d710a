package dev.tradewind.launcher.node;

import dev.tradewind.archive.SnapshotApi;
import dev.tradewind.customer.auth.CustomerConfig;
import dev.tradewind.kernel.database.DatabaseConfig;
import dev.tradewind.kernel.operation.OperationClient;
import dev.tradewind.kernel.verticle.DomainVerticle;
import dev.tradewind.kernel.verticle.NodeContext;
import dev.tradewind.launcher.config.Awaiting;
import dev.tradewind.launcher.config.NodeConfig;
import dev.tradewind.providers.Providers;
import io.micrometer.core.instrument.composite.CompositeMeterRegistry;
import io.vertx.core.Vertx;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Verticles of a command that reads by the operations of the API. They are in no cluster, read the
 * database at a snapshot, cannot write to it, and have no providers.
 */
public final class SnapshotNode implements SnapshotApi {

  private static final Duration START = Duration.ofMinutes(5);
  private static final Duration STOP = Duration.ofSeconds(15);

  /** Enough for the batches of an export; nodes need the other connections of the server. */
  private static final int POOL_SIZE = 3;

  private final Vertx vertx;
  private final OperationClient bus;
  private final Set<VerticleType> parts;
  private final Deque<String> deployments = new ArrayDeque<>();

  private SnapshotNode(Vertx vertx, Set<VerticleType> parts) {
    this.vertx = vertx;
    this.parts = parts;
    this.bus = new OperationClient(vertx, Clock.systemUTC());
  }

  /**
   * Starts the verticles of the shop that own resources.
   *
   * @param vertx without other verticles
   * @param snapshot id of the snapshot that a transaction has exported
   */
  public static SnapshotNode start(
      Vertx vertx, NodeConfig config, DatabaseConfig database, String snapshot) {
    Set<VerticleType> parts = EnumSet.allOf(VerticleType.class);
    parts.removeAll(VerticleType.absent(config));
    parts.remove(VerticleType.BATCH);
    SnapshotNode node = new SnapshotNode(vertx, parts);
    Providers none = Providers.of(List.of(), Map.of(), new CompositeMeterRegistry());
    CustomerConfig customers = config.access().customers(config.access().keys());
    for (VerticleType part : parts) {
      DatabaseConfig own = config.databaseOf(part.label(), database).withPoolSize(POOL_SIZE);
      NodeContext context = NodeContext.atSnapshot(own, snapshot, Clock.systemUTC());
      DomainVerticle verticle = part.verticle(context, none, customers, config);
      node.deployments.push(
          Awaiting.await("Starting " + part.label(), vertx.deployVerticle(verticle), START));
    }
    return node;
  }

  @Override
  public OperationClient bus() {
    return bus;
  }

  @Override
  public boolean serves(String verticle) {
    return parts.stream().anyMatch(part -> part.address().equals(verticle));
  }

  @Override
  public void close() {
    deployments.forEach(
        deployment -> Awaiting.await("Stopping a verticle", vertx.undeploy(deployment), STOP));
  }
}
