package dev.tradewind.kernel.verticle;

import dev.tradewind.kernel.database.DatabaseConfig;
import dev.tradewind.kernel.outbox.EventPublisher;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.composite.CompositeMeterRegistry;
import java.time.Clock;

/**
 * What a node gives to the verticles that it runs.
 *
 * @param nodeId names this node in leases and logs; unique in the cluster
 * @param meters registers what its verticles measure
 */
public record NodeContext(
    String nodeId,
    DatabaseConfig database,
    EventPublisher events,
    Clock clock,
    MeterRegistry meters) {

  /** A node whose verticles measure nothing. */
  public NodeContext(String nodeId, DatabaseConfig database, EventPublisher events, Clock clock) {
    this(nodeId, database, events, clock, new CompositeMeterRegistry());
  }
}
