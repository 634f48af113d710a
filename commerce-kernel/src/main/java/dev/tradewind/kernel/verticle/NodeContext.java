package dev.tradewind.kernel.verticle;

import dev.tradewind.kernel.database.DatabaseConfig;
import dev.tradewind.kernel.outbox.EventPublisher;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.composite.CompositeMeterRegistry;
import java.time.Clock;

/**
 * Resources of a node for its verticles.
 *
 * @param nodeId id of this node in leases and logs; unique in the cluster
 * @param meters registry of its metrics
 * @param publishesStates whether aggregates are published in full after their events
 */
public record NodeContext(
    String nodeId,
    DatabaseConfig database,
    EventPublisher events,
    Clock clock,
    MeterRegistry meters,
    boolean publishesStates) {

  /** A node without metrics. */
  public NodeContext(String nodeId, DatabaseConfig database, EventPublisher events, Clock clock) {
    this(nodeId, database, events, clock, new CompositeMeterRegistry(), false);
  }

  public NodeContext withPoolSize(int size) {
    return new NodeContext(
        nodeId, database.withPoolSize(size), events, clock, meters, publishesStates);
  }
}
