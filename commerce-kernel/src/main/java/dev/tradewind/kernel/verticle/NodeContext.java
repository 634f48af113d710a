package dev.tradewind.kernel.verticle;

import dev.tradewind.kernel.database.DatabaseConfig;
import dev.tradewind.kernel.outbox.EventPublisher;
import java.time.Clock;

/**
 * What a node gives to the verticles that it runs.
 *
 * @param nodeId names this node in leases and logs; unique in the cluster
 */
public record NodeContext(
    String nodeId, DatabaseConfig database, EventPublisher events, Clock clock) {}
